import { createHash } from 'node:crypto'
import type { PlanOperation } from '#domain/api/operations.ts'
import type { Db } from '../db/engine.ts'

/*
 * What became of entries of people that bore the id of somebody whose account is gone (server/people/forget-person.ts).
 * Job: what others have done to them without a network, or undo, arrives later and names the old id.
 * Invariants: what stays is found under the id that it bears now; what is gone does not come back. Of an old id a hash is stored.
 */

type Named = 'party' | 'person'
export interface Renamed {
  is: Named
  id: string
  /** What it is called now; null where it is gone. */
  now: string | null
}
/** What an id is now; null for what is gone. */
type Follow = (is: Named, id: string) => string | null

/** The sections in which people stand, in the order of their names. */
export const OF_PEOPLE = ['people', 'private'] as const
const isOfPeople = ({ section }: PlanOperation) => OF_PEOPLE.some((name) => name === section)

const keyOf = (tripId: string, is: Named, id: string) =>
  createHash('sha256').update(`${tripId} ${is} ${id}`).digest('hex')

export async function rememberRenamed(trx: Db, tripId: string, renamed: readonly Renamed[]): Promise<void> {
  const rows = renamed.map(({ is, id, now }) => ({ trip_id: tripId, id_hash: keyOf(tripId, is, id), now_id: now }))
  if (rows.length === 0) return
  await trx
    .insertInto('renamed_people')
    .values(rows)
    .onConflict((row) =>
      row.columns(['trip_id', 'id_hash']).doUpdateSet((eb) => ({ now_id: eb.ref('excluded.now_id') })),
    )
    .execute()
}

/**
 * Has operations name what they are about by the ids that it bears now. What it answers gives each operation so, or undefined where what it is
 * about is gone.
 */
export async function findRenamed(
  trx: Db,
  tripId: string,
  operations: readonly PlanOperation[],
): Promise<(operation: PlanOperation) => PlanOperation | undefined> {
  const follow = operations.some(isOfPeople) ? await findFollow(trx, tripId) : undefined
  return (operation) => (follow && isOfPeople(operation) ? followRenamed(operation, follow) : operation)
}

/** Undefined where nobody has gone out of the trip. */
async function findFollow(trx: Db, tripId: string): Promise<Follow | undefined> {
  const rows = await trx
    .selectFrom('renamed_people')
    .select(['id_hash', 'now_id'])
    .where('trip_id', '=', tripId)
    .execute()
  if (rows.length === 0) return undefined
  const known = new Map(rows.map(({ id_hash, now_id }) => [id_hash, now_id]))
  return (is, id) => {
    const now = known.get(keyOf(tripId, is, id))
    return now === undefined ? id : now
  }
}

/** As it has come: whether it has the form of an entry is looked at later. */
type Come = { id?: unknown; persons?: unknown }

function followRenamed(operation: PlanOperation, follow: Follow): PlanOperation | undefined {
  const { at } = operation
  const ids = at.map((key, depth) => (depth === 0 ? follow('party', key) : depth === 2 ? follow('person', key) : key))
  if (ids.some((id) => id === null)) return undefined
  const is: Named | undefined = at.length === 1 ? 'party' : at.length === 3 ? 'person' : undefined
  const followed: Record<string, unknown> = { ...operation, at: ids }
  if (is && 'after' in operation && typeof operation.after === 'string') followed['after'] = follow(is, operation.after)
  for (const name of ['entry', 'was'] as const) {
    const entry = (operation as Record<string, unknown>)[name]
    if (is && isObject(entry)) followed[name] = followEntry(entry, is, follow)
  }
  return followed as unknown as PlanOperation
}

function followEntry(entry: Come, is: Named, follow: Follow): Come {
  const { id, persons } = entry
  const named = typeof id === 'string' ? { ...entry, id: follow(is, id) ?? id } : entry
  if (is === 'person' || !Array.isArray(persons)) return named
  const left = persons.filter(
    (person) => !isObject(person) || typeof person.id !== 'string' || follow('person', person.id) !== null,
  )
  return {
    ...named,
    persons: left.map((person) => (isObject(person) ? followEntry(person, 'person', follow) : person)),
  }
}

const isObject = (value: unknown): value is Come => typeof value === 'object' && value !== null && !Array.isArray(value)
