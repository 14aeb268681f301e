import { equal } from '#domain/operations/json.ts'
import type { CommonName } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '#server/db/engine.ts'
import { findVersion } from '#server/plan/history.ts'
import { rowsOf } from '#server/plan/index.ts'
import { editedSections } from './own-parts.ts'
import type { Planner } from './planner.ts'
import { require } from './violation.ts'

/** What the database has of a trip's plan. */
interface Stored {
  /** How often each operation stands in the history. */
  happened: Map<string, number>
  /** The ids of the operations that the server says it has applied. */
  applied: Set<string>
  values: Map<CommonName, unknown>
}

/**
 * Whether the plan of a trip holds what was acknowledged, and nothing by halves.
 * @throws Violation
 */
export async function checkPlan(db: Db, trip: Trip, planners: readonly Planner[]): Promise<void> {
  const stored = await readPlan(db, trip)
  for (const planner of planners) checkPlanner(planner, stored)
}

function checkPlanner(planner: Planner, { happened, applied, values }: Stored): void {
  for (const id of planner.acknowledged) {
    require(applied.has(id), `operation ${id} was acknowledged, and the server does not know it`)
    require(happened.get(id) ===
      1, `operation ${id} was acknowledged, and stands in the history ${happened.get(id) ?? 0} times`)
  }
  const ids = planner.unanswered?.request.operations.map(({ id }) => id) ?? []
  const done = ids.filter((id) => applied.has(id))
  require(done.length === 0 ||
    done.length === ids.length, `of a request, ${done.length} of ${ids.length} operations were done`)
  const isDone = done.length > 0
  for (const id of ids)
    require(happened.get(id) === (isDone ? 1 : undefined), `operation ${id} is in the history by halves`)
  for (const section of editedSections) {
    const isOwn = planner.owns(section, values.get(section), isDone)
    require(isOwn, `what somebody has in ${section} is not what they have made of it: ${JSON.stringify(values.get(section))}`)
  }
}

/** @throws Violation where versions, history and rows do not fit each other */
async function readPlan(db: Db, trip: Trip): Promise<Stored> {
  const history = await db
    .selectFrom('plan_history')
    .select(['section', 'version', 'operations'])
    .where('trip_id', '=', trip.id)
    .orderBy('version')
    .execute()
  const versions = await db
    .selectFrom('plan_sections')
    .select(['section', 'version'])
    .where('trip_id', '=', trip.id)
    .execute()
  const known = await db
    .selectFrom('plan_operations')
    .select(['id', 'outcome'])
    .where('trip_id', '=', trip.id)
    .execute()
  const stored: Stored = { happened: new Map(), applied: new Set(), values: new Map() }
  for (const { id, outcome } of known) if (outcome === 'applied') stored.applied.add(id)
  for (const section of editedSections) {
    const own = history.filter((row) => row.section === section)
    for (const [at, { version }] of own.entries())
      require(version === at + 1, `${section} has version ${version} in the place of ${at + 1}`)
    const current = versions.find((row) => row.section === section)?.version ?? 0
    require(current === own.length, `${section} is at version ${current}, and its history at ${own.length}`)
    const operations = own.flatMap((row) => row.operations)
    for (const { id } of operations) if (id) stored.happened.set(id, (stored.happened.get(id) ?? 0) + 1)
    stored.values.set(section, await readSection(db, trip, section, current))
  }
  return stored
}

/** @throws Violation where the rows of a section are not what its history comes to (SAVE-8) */
async function readSection(
  db: Db,
  trip: Trip,
  section: (typeof editedSections)[number],
  version: number,
): Promise<unknown> {
  if (version === 0) return planTemplates[section](trip.type)
  const value = await rowsOf(section).load(db, trip.id)
  const told = await findVersion(db, trip.id, section, version)
  require(equal(
    value,
    told,
  ), `the rows of ${section} are not what its history comes to: ${JSON.stringify({ value, told })}`)
  return value
}
