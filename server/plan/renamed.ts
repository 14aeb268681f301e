import { createHash } from 'node:crypto'
import type { PlanOperation } from '#domain/api/operations.ts'
import type { Db } from '../db/engine.ts'

/*
 * New ids of entries in the people list that had the id of a user whose account is deleted
 * (server/people/forget-person.ts).
 * Job: operations of others that arrive late, or undo something, still use the old id.
 * Invariants: an entry that stays is found by its new id; a removed entry does not come back. Only a hash of an old id
 *   is stored.
 */

type EntryKind = 'party' | 'person'
export interface Renamed {
  kind: EntryKind
  id: string
  /** The new id; null if the entry was removed. */
  currentId: string | null
}
/** Returns the current id of an entry; null if it was removed. */
type ResolveId = (is: EntryKind, id: string) => string | null

/** The sections that contain people, in the order of their names. */
export const PEOPLE_SECTIONS = ['people', 'private'] as const
const isOnPeople = ({ section }: PlanOperation) => PEOPLE_SECTIONS.some((name) => name === section)

const keyOf = (tripId: string, is: EntryKind, id: string) =>
  createHash('sha256').update(`${tripId} ${is} ${id}`).digest('hex')

export async function rememberRenamed(trx: Db, tripId: string, renamed: readonly Renamed[]): Promise<void> {
  const rows = renamed.map(({ kind, id, currentId }) => ({
    trip_id: tripId,
    id_hash: keyOf(tripId, kind, id),
    now_id: currentId,
  }))
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
 * Returns a function that gives an operation the current ids. It returns undefined if the operation's entry was
 * removed.
 */
export async function findRenamed(
  trx: Db,
  tripId: string,
  operations: readonly PlanOperation[],
): Promise<(operation: PlanOperation) => PlanOperation | undefined> {
  const resolveId = operations.some(isOnPeople) ? await loadResolver(trx, tripId) : undefined
  return (operation) => (resolveId && isOnPeople(operation) ? withCurrentIds(operation, resolveId) : operation)
}

/** Undefined if the trip has no renamed people. */
async function loadResolver(trx: Db, tripId: string): Promise<ResolveId | undefined> {
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

/** As received. Whether it has the form of an entry is validated later. */
type ReceivedEntry = { id?: unknown; persons?: unknown }

function withCurrentIds(operation: PlanOperation, resolveId: ResolveId): PlanOperation | undefined {
  const { at } = operation
  const ids = at.map((key, depth) =>
    depth === 0 ? resolveId('party', key) : depth === 2 ? resolveId('person', key) : key,
  )
  if (ids.some((id) => id === null)) return undefined
  const is: EntryKind | undefined = at.length === 1 ? 'party' : at.length === 3 ? 'person' : undefined
  const resolved: Record<string, unknown> = { ...operation, at: ids }
  if (is && 'after' in operation && typeof operation.after === 'string')
    resolved['after'] = resolveId(is, operation.after)
  for (const name of ['entry', 'was'] as const) {
    const entry = (operation as Record<string, unknown>)[name]
    if (is && isObject(entry)) resolved[name] = resolveEntry(entry, is, resolveId)
  }
  return resolved as unknown as PlanOperation
}

function resolveEntry(entry: ReceivedEntry, is: EntryKind, resolveId: ResolveId): ReceivedEntry {
  const { id, persons } = entry
  const renamedEntry = typeof id === 'string' ? { ...entry, id: resolveId(is, id) ?? id } : entry
  if (is === 'person' || !Array.isArray(persons)) return renamedEntry
  const remaining = persons.filter(
    (person) => !isObject(person) || typeof person.id !== 'string' || resolveId('person', person.id) !== null,
  )
  return {
    ...renamedEntry,
    persons: remaining.map((person) => (isObject(person) ? resolveEntry(person, 'person', resolveId) : person)),
  }
}

const isObject = (value: unknown): value is ReceivedEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
