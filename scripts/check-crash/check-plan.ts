import { equal } from '#domain/operations/json.ts'
import { type CommonSectionName, commonSectionNames } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '#server/db/engine.ts'
import { findVersion } from '#server/plan/history.ts'
import { rowsOf } from '#server/plan/index.ts'
import type { Planner } from './planner.ts'
import { require } from './violation.ts'

/** The stored plan of a trip. */
interface Stored {
  /** How often each operation is in the history. */
  happened: Map<string, number>
  /** The ids of the operations that the server recorded as applied. */
  applied: Set<string>
  values: Map<CommonSectionName, unknown>
}

/**
 * Checks that the plan of a trip has everything that was acknowledged, and no partly applied request.
 * @throws Violation
 */
export async function checkPlan(db: Db, trip: Trip, planners: readonly Planner[]): Promise<void> {
  const stored = await readPlan(db, trip)
  for (const planner of planners) checkPlanner(planner, stored)
}

function checkPlanner(planner: Planner, { happened, applied, values }: Stored): void {
  for (const id of planner.acknowledged) {
    require(applied.has(id), `operation ${id} was acknowledged, but the server has no record of it`)
    require(happened.get(id) ===
      1, `operation ${id} was acknowledged, but is in the history ${happened.get(id) ?? 0} times`)
  }
  const ids = planner.unanswered?.request.operations.map(({ id }) => id) ?? []
  const done = ids.filter((id) => applied.has(id))
  require(done.length === 0 ||
    done.length === ids.length, `only ${done.length} of the ${ids.length} operations of a request were applied`)
  const isDone = done.length > 0
  for (const id of ids)
    require(happened.get(id) === (isDone ? 1 : undefined), `history and known operations disagree on ${id}`)
  for (const section of planner.sections) {
    const [value, sent] = [values.get(section), planner.valueOf(section, isDone)]
    require(equal(value, sent), `${section} differs from what was sent: ${JSON.stringify({ value, sent })}`)
  }
}

/** @throws Violation if versions, history and rows are inconsistent */
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
  for (const { id, outcome } of known) if (outcome === 'applied' || outcome === 'merged') stored.applied.add(id)
  for (const section of commonSectionNames) {
    const own = history.filter((row) => row.section === section)
    for (const [at, { version }] of own.entries())
      require(version === at + 1, `${section} has version ${version} in its history where ${at + 1} was expected`)
    const current = versions.find((row) => row.section === section)?.version ?? 0
    require(current === own.length, `${section} is at version ${current}, but its history at ${own.length}`)
    const operations = own.flatMap((row) => row.operations)
    for (const { id } of operations) if (id) stored.happened.set(id, (stored.happened.get(id) ?? 0) + 1)
    stored.values.set(section, await readSection(db, trip, section, current))
  }
  return stored
}

/** @throws Violation if the rows of a section differ from its newest version in the history (SAVE-8) */
async function readSection(db: Db, trip: Trip, section: CommonSectionName, version: number): Promise<unknown> {
  if (version === 0) return planTemplates[section](trip.type)
  const value = await rowsOf(section).load(db, trip.id)
  const fromHistory = await findVersion(db, trip.id, section, version)
  require(equal(
    value,
    fromHistory,
  ), `the rows of ${section} differ from its history: ${JSON.stringify({ value, fromHistory })}`)
  return value
}
