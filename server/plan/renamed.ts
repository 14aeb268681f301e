import { createHash } from 'node:crypto'
import type { PlanOperation } from '#domain/api/operations.ts'
import type { Form } from '#domain/operations/form.ts'
import { findAt } from '#domain/operations/json.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { hasPersonRefs, mapPersonRefsIn } from '#domain/operations/person-refs.ts'
import { validateOperation } from '#domain/operations/validate-operation.ts'
import { forms } from '#domain/plan/forms.ts'
import { commonSectionNames, type SectionName } from '#domain/plan/index.ts'
import { findPartyOf } from '#domain/plan/merge-people.ts'
import type { Party } from '#domain/plan/people.ts'
import { FORMER_PERSON } from '#domain/plan/person-ref.ts'
import type { Db } from '../db/engine.ts'

/*
 * New ids of people and parties: of those whose account is deleted (server/people/forget-person.ts), and of those who
 * were merged into another entry of the list (server/people/merge-people.ts).
 * Job: operations that arrive late, or undo something, still use the old id.
 * Invariants: an entry that stays is found by its new id; a removed entry does not come back. What is typed for a
 *   merged person is set on the entry that stays, wherever that is now; removing the merged entry again changes
 *   nothing. An entry that has kept its derived id is found by that. Only a hash of an old id is stored.
 */

/**
 * `party`, `person`: got another id. `merged-party`, `merged-person`: is part of another entry now. `entry`: its id was
 * derived from a person's.
 */
type EntryKind = 'party' | 'person' | 'merged-party' | 'merged-person' | 'entry'
export interface Renamed {
  kind: EntryKind
  id: string
  /** The new id; null if the entry was removed. */
  currentId: string | null
}

/** The sections that contain people, in the order of their names. */
export const PEOPLE_SECTIONS = ['people', 'private'] as const
const isOnPeople = ({ section }: Pick<PlanOperation, 'section'>) => PEOPLE_SECTIONS.some((name) => name === section)

/** The common sections that refer to people. */
export const REFERRING_SECTIONS = commonSectionNames.filter((name) => hasPersonRefs(forms[name]))
/** All sections that name people, in the order of their names. */
export const ALL_WITH_PEOPLE: readonly SectionName[] = [...PEOPLE_SECTIONS, ...REFERRING_SECTIONS].toSorted()

/** An id may have changed more than once. */
const MAX_STEPS = 16

const keyOf = (tripId: string, is: EntryKind, id: string) =>
  createHash('sha256').update(`${tripId} ${is} ${id}`).digest('hex')

/** The current ids by the hashes of the old ones, as they are stored. */
export function hashedIds(tripId: string, renamed: readonly Renamed[]): Map<string, string | null> {
  return new Map(renamed.map(({ kind, id, currentId }) => [keyOf(tripId, kind, id), currentId]))
}

export async function rememberRenamed(trx: Db, tripId: string, renamed: readonly Renamed[]): Promise<void> {
  const rows = [...hashedIds(tripId, renamed)].map(([id_hash, now_id]) => ({ trip_id: tripId, id_hash, now_id }))
  if (rows.length === 0) return
  await trx
    .insertInto('renamed_people')
    .values(rows)
    .onConflict((row) =>
      row.columns(['trip_id', 'id_hash']).doUpdateSet((eb) => ({ now_id: eb.ref('excluded.now_id') })),
    )
    .execute()
}

async function loadKnown(trx: Db, tripId: string): Promise<Map<string, string | null>> {
  const rows = await trx
    .selectFrom('renamed_people')
    .select(['id_hash', 'now_id'])
    .where('trip_id', '=', tripId)
    .execute()
  return new Map(rows.map(({ id_hash, now_id }) => [id_hash, now_id]))
}

/** The current ids of a trip's people, for what was stored under old ones. */
export async function loadCurrentIds(trx: Db, tripId: string): Promise<CurrentIds> {
  return new CurrentIds(tripId, await loadKnown(trx, tripId), () => [])
}

/** The person into whose entry somebody was merged; undefined if they were not, or if that person was removed. */
export async function findMergedInto(db: Db, tripId: string, personId: string): Promise<string | undefined> {
  const current = (await loadCurrentIds(db, tripId)).findPerson(personId)
  return current === personId ? undefined : current
}

/** The ids that a trip's people have now. */
export class CurrentIds {
  readonly #tripId: string
  readonly #known: Map<string, string | null>
  readonly #parties: () => readonly Party[]
  readonly #derived: Renamed[] = []

  /** @param parties returns the people list as it is when an operation is applied */
  constructor(tripId: string, known: ReadonlyMap<string, string | null>, parties: () => readonly Party[]) {
    this.#tripId = tripId
    this.#known = new Map(known)
    this.#parties = parties
  }

  /** Undefined if the trip has no such people, or if none of the operations can concern them. */
  static async load(
    trx: Db,
    tripId: string,
    operations: readonly PlanOperation[],
    loadParties: () => Promise<() => readonly Party[]>,
  ): Promise<CurrentIds | undefined> {
    if (!operations.some((one) => isOnPeople(one) || hasPersonRefs(forms[one.section]))) return undefined
    const known = await loadKnown(trx, tripId)
    return known.size === 0 ? undefined : new CurrentIds(tripId, known, await loadParties())
  }

  /**
   * An operation with the current ids; undefined if its entry was removed.
   * @param value the section as it is now
   */
  resolve(operation: PlanOperation, value: unknown): PlanOperation | undefined {
    return isOnPeople(operation)
      ? this.#resolveOnPeople(operation)
      : this.resolveReferences(forms[operation.section], operation, value)
  }

  /** The person that an id means now; undefined if they were removed. */
  findPerson(personId: string): string | undefined {
    return this.#find('person', personId).id ?? undefined
  }

  /** The derived ids that have changed since this was loaded. */
  get derived(): readonly Renamed[] {
    return this.#derived
  }

  #find(kind: 'party' | 'person', id: string): { id: string | null; isMerged: boolean } {
    let [current, isMerged] = [id, false]
    for (let step = 0; step < MAX_STEPS; step++) {
      const merged = this.#known.get(keyOf(this.#tripId, `merged-${kind}`, current))
      const next = merged ?? this.#known.get(keyOf(this.#tripId, kind, current))
      if (next === null) return { id: null, isMerged }
      if (next === undefined || next === current) break
      if (merged !== undefined) isMerged = true
      current = next
    }
    return { id: current, isMerged }
  }

  /**
   * An operation of a section with this form, with the current ids of the people that it refers to; undefined if its
   * entry is that of a removed person, such as their seat.
   * @param value the section as it is now. What is there under the operation's own ids has kept them
   */
  resolveReferences<One extends Mutation>(form: Form, operation: One, value: unknown): One | undefined {
    // An operation of another form is refused later.
    if (!hasPersonRefs(form) || validateOperation(form, operation)) return operation
    const isThere = findAt(value, operation.at) !== undefined
    const resolved = mapPersonRefsIn(form, operation, {
      person: (personId) => this.#find('person', personId).id ?? FORMER_PERSON,
      entry: (entryId) => (isThere && operation.at.includes(entryId) ? entryId : this.#findEntry(entryId)),
      keepsDerived: isThere,
    })
    // Removing what is gone already changes nothing.
    if (resolved.at.includes(FORMER_PERSON) && operation.do !== 'remove') return undefined
    const [before, after] = [operation.at.at(-1), resolved.at.at(-1)]
    if (operation.do === 'insert' && before !== undefined && after !== undefined) this.addDerived(before, after)
    return resolved
  }

  #findEntry(id: string): string {
    let current = id
    for (let step = 0; step < MAX_STEPS; step++) {
      const next = this.#known.get(keyOf(this.#tripId, 'entry', current))
      if (!next || next === current) break
      current = next
    }
    return current
  }

  /** Later operations on an entry that was inserted late use the id that it was sent with. */
  addDerived(id: string, currentId: string): void {
    const key = keyOf(this.#tripId, 'entry', id)
    const isKnown = id === currentId || this.findPerson(id) === currentId || this.#findEntry(id) === currentId
    if (isKnown) return
    this.#known.set(key, currentId)
    this.#derived.push({ kind: 'entry', id, currentId })
  }

  #resolveOnPeople(operation: PlanOperation): PlanOperation | undefined {
    const { at } = operation
    const [partyKey = '', list, personKey, ...field] = at
    const party = this.#find('party', partyKey)
    const person = personKey === undefined ? undefined : this.#find('person', personKey)
    if (party.id === null || person?.id === null) return undefined
    const isRemoval = operation.do === 'remove'
    // What was merged is gone already.
    if (isRemoval && at.length === 1 && party.isMerged) return operation
    if (isRemoval && at.length === 3 && person?.isMerged)
      return { ...operation, at: [party.id, list ?? '', personKey ?? ''] }
    const home = person?.isMerged ? findPartyOf(this.#parties(), person.id)?.id : undefined
    const ids = [home ?? party.id, list, person?.id, ...field].slice(0, at.length) as string[]
    return this.#withValues({ ...operation, at: ids })
  }

  /** Replaces the ids in an operation's entry and in `after`. */
  #withValues(operation: PlanOperation): PlanOperation {
    const { at } = operation
    const kind = at.length === 1 ? 'party' : at.length === 3 ? 'person' : undefined
    if (!kind) return operation
    const resolved: Record<string, unknown> = { ...operation }
    if ('after' in operation && typeof operation.after === 'string')
      resolved['after'] = this.#find(kind, operation.after).id
    for (const name of ['entry', 'was'])
      if (isObject(resolved[name])) resolved[name] = this.#entry(resolved[name], kind)
    return resolved as unknown as PlanOperation
  }

  #entry(entry: ReceivedEntry, kind: 'party' | 'person'): ReceivedEntry {
    const { id, persons } = entry
    const renamed = typeof id === 'string' ? { ...entry, id: this.#find(kind, id).id ?? id } : entry
    if (kind === 'person' || !Array.isArray(persons)) return renamed
    const remaining = persons.filter(
      (person) => !isObject(person) || typeof person.id !== 'string' || this.#isListed(person.id),
    )
    return {
      ...renamed,
      persons: remaining.map((person) => (isObject(person) ? this.#entry(person, 'person') : person)),
    }
  }

  /** Whether an entry of this person can be in a party: not if they were removed, or are another entry now. */
  #isListed(personId: string): boolean {
    const { id, isMerged } = this.#find('person', personId)
    return id !== null && !isMerged
  }
}

/** As received. Whether it has the form of an entry is validated later. */
type ReceivedEntry = { id?: unknown; persons?: unknown }

const isObject = (value: unknown): value is ReceivedEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
