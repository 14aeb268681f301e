import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { toAppliedMutation } from '#domain/operations/applied-mutation.ts'
import { apply } from '#domain/operations/apply.ts'
import type { Json } from '#domain/operations/json.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import { newPerson, type Party } from '#domain/plan/people.ts'
import type { PrivateParty } from '#domain/plan/private.ts'
import type { PlaceInPlan } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import type { AppliedMutation } from '../db/tables.ts'
import type { PlannedTrip, Renewal } from '../plan/plan-store.ts'
import { OF_PEOPLE, type Renamed, rememberRenamed } from '../plan/renamed.ts'
import type { Stores } from './people.ts'

/*
 * What is left of somebody in a trip of others when their account goes.
 * Job: what they wrote into the plan stays, by a former member; who they are goes: their entry among the people, what is private of it,
 *   and both in the history, of which every version can still be had.
 * Invariants: one transaction for each trip, within which nobody edits its people. In the history a 'former member' stands where they
 *   stood, under an id that means nothing, so that what others did leads from each version to the next as it did. Those who came with
 *   them stay: others count on them. A party that bore their id bears another one, for whoever else is of it too, and what others have
 *   still to send finds it there (renamed.ts). What nobody answers for any more is kept of nobody: what is private of a party that
 *   nobody is left of goes as a whole.
 * Failure: done again, it does what is left.
 */

/** In whose name stands what those wrote whose accounts are gone. It lets nobody in. */
export const FORMER_MEMBER = '00000000-0000-4000-8000-00000000f0e1'
const FORMER_NAME = 'Former member'
const VERSIONS_AT_ONCE = 100

/** Makes the one in whose name stands what former members wrote. */
export async function makeFormerMember(db: Db, now: Date): Promise<void> {
  const created_at = now.toISOString()
  await db
    .insertInto('users')
    .values({ id: FORMER_MEMBER, email: null, referred_by: null, created_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const profile = {
    id: FORMER_MEMBER,
    username: 'former member',
    full_name: FORMER_NAME,
    is_beta_user: false,
    created_at,
  }
  await db
    .insertInto('profiles')
    .values(profile)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Takes somebody out of a trip for good.
 * @param ids theirs, and those of the guests that they have been
 */
export async function forgetPerson(
  { plan }: Pick<Stores, 'plan'>,
  trip: PlannedTrip,
  ids: readonly string[],
): Promise<void> {
  const forgetting = plan.renew(trip, OF_PEOPLE, async (trx, values) => {
    const gone = await findDeparting(trx, trip.id, ids, values.people as Party[])
    await forgetHistory(trx, trip.id, gone)
    await forgetRemoved(trx, trip.id, gone)
    await trx
      .updateTable('plan_history')
      .set({ saved_by: FORMER_MEMBER })
      .where('trip_id', '=', trip.id)
      .where('saved_by', 'in', ids)
      .execute()
    await forgetFieldChanges(trx, trip.id, ids, gone)
    await forgetMemberships(trx, trip.id, gone)
    await rememberRenamed(trx, trip.id, listRenamed(gone))
    return [...renewPeople(values.people as Party[], gone), ...renewPrivate(values.private as PrivateParty[], gone)]
  })
  await forgetting.catch((failure) => {
    // One that somebody has removed meanwhile has nothing left of them.
    if (!(failure instanceof AppError) || failure.code !== 'trip_not_found') throw failure
  })
}

interface Gone {
  /** Their own ids: they stand nowhere any more, and where something else bears one of them, it bears this one. */
  ids: ReadonlyMap<string, string>
  /** The entries on the list that are theirs. */
  persons: ReadonlySet<string>
  /** The parties that nobody is left of who plans the trip, and those of them of which nobody is left at all. */
  parties: ReadonlySet<string>
  wholly: ReadonlySet<string>
}

async function findDeparting(trx: Db, tripId: string, ids: readonly string[], list: readonly Party[]): Promise<Gone> {
  const memberships = await trx
    .selectFrom('memberships')
    .select(['user_id', 'person_id', 'party_id', 'confirmed_at'])
    .where('trip_id', '=', tripId)
    .execute()
  const trip = await trx.selectFrom('trips').select('owner_id').where('id', '=', tripId).executeTakeFirst()
  const others: PlaceInPlan[] = memberships.filter(({ user_id }) => !ids.includes(user_id))
  // An owner stands on the list as themselves unless a membership says otherwise.
  if (trip?.owner_id) others.push({ person_id: trip.owner_id, party_id: trip.owner_id })
  // Whom they have only said to be is still somebody whom others put there.
  const own = memberships.filter(({ user_id, confirmed_at }) => ids.includes(user_id) && confirmed_at !== null)
  const staying = new Set(others.map(({ party_id }) => party_id))
  const taken = new Set(others.map(({ person_id }) => person_id))
  const persons = new Set([...ids, ...own.map(({ person_id }) => person_id)].filter((id) => !taken.has(id)))
  const parties = new Set([...ids, ...own.map(({ party_id }) => party_id)].filter((id) => !staying.has(id)))
  const isLeft = (party: Party) => party.persons.length === 0 || party.persons.some(({ id }) => !persons.has(id))
  const left = new Set(list.filter(isLeft).map(({ id }) => id))
  return {
    ids: new Map(ids.map((id) => [id, randomUUID()])),
    persons,
    parties,
    wholly: new Set([...parties].filter((id) => !left.has(id))),
  }
}

/** What others may still name, and what became of it. */
function listRenamed({ ids, persons, wholly }: Gone): Renamed[] {
  const gone = (is: Renamed['is'], all: ReadonlySet<string>) => [...all].map((id) => ({ is, id, now: null }))
  const stays = (is: Renamed['is'], all: ReadonlySet<string>) =>
    [...ids].filter(([id]) => !all.has(id)).map(([id, now]) => ({ is, id, now }))
  return [...gone('person', persons), ...stays('person', persons), ...gone('party', wholly), ...stays('party', wholly)]
}

/** The people without them, as a removal that everybody is told of. */
function renewPeople(parties: Party[], gone: Gone): Renewal[] {
  const before = anonymous(parties, gone)
  const removed = new Set([...gone.persons].map((id) => nameOf(id, gone)))
  const done: Mutation[] = []
  let value = before
  const remove = (at: string[], was: unknown) => {
    const applied = apply(value, { do: 'remove', at, was: was as Json }, { form: forms.people })
    const mutation = toAppliedMutation(applied)
    value = applied.value
    if (mutation) done.push(mutation)
  }
  for (const [index, party] of before.entries()) {
    const theirs = party.persons.filter(({ id }) => removed.has(id))
    if (gone.wholly.has(parties[index]?.id ?? '')) remove([party.id], party)
    else for (const person of theirs) remove([party.id, 'persons', person.id], person)
  }
  return isEqual(value, parties) ? [] : [{ section: 'people', value, by: FORMER_MEMBER, applied: done }]
}

/** What is private without theirs: a new version also where there was none of theirs, for others see other parts of it by now. */
function renewPrivate(parties: PrivateParty[], gone: Gone): Renewal[] {
  if (parties.length === 0) return []
  const left = parties
    .filter(({ id }) => !gone.parties.has(id))
    .map((party) => ({ ...party, persons: party.persons.filter(({ id }) => !gone.persons.has(id)) }))
  return [{ section: 'private', value: anonymous(left, gone) }]
}

async function forgetMemberships(trx: Db, tripId: string, { ids, persons }: Gone): Promise<void> {
  await trx
    .deleteFrom('departed_people')
    .where('trip_id', '=', tripId)
    .where('person_id', 'in', [...ids.keys(), ...persons])
    .execute()
  const ofTrip = trx.updateTable('memberships').where('trip_id', '=', tripId)
  await trx
    .deleteFrom('memberships')
    .where('trip_id', '=', tripId)
    .where('user_id', 'in', [...ids.keys()])
    .execute()
  for (const [id, other] of ids) {
    await ofTrip.set({ person_id: other }).where('person_id', '=', id).execute()
    await ofTrip.set({ party_id: other }).where('party_id', '=', id).execute()
  }
  // A claim on somebody who is gone can only be refused.
  for (const id of new Set([...ids.keys(), ...persons]))
    await ofTrip
      .set({ claimed_person_id: ids.get(id) ?? randomUUID() })
      .where('claimed_person_id', '=', id)
      .execute()
}

/** Every version of the people in which they stand, some at a time. */
async function forgetHistory(trx: Db, tripId: string, gone: Gone): Promise<void> {
  const versions = trx.selectFrom('plan_history').where('trip_id', '=', tripId).where('section', '=', 'people')
  for (let from = 0; ; ) {
    const rows = await versions
      .select(['version', 'operations', 'value'])
      .where('version', '>', from)
      .where(names(gone, ['operations', 'value']))
      .orderBy('version')
      .limit(VERSIONS_AT_ONCE)
      .execute()
    for (const { version, operations, value } of rows)
      await trx
        .updateTable('plan_history')
        .set({
          operations: JSON.stringify(withoutMutationsOf(operations, gone)),
          value: value === null ? null : JSON.stringify(anonymous(value, gone)),
        })
        .where('trip_id', '=', tripId)
        .where('section', '=', 'people')
        .where('version', '=', version)
        .execute()
    const last = rows.at(-1)
    if (!last) return
    from = last.version
  }
}

/** What is known of removed entries, which a late edit brings back: theirs are not. */
async function forgetRemoved(trx: Db, tripId: string, gone: Gone): Promise<void> {
  const rows = await trx
    .selectFrom('plan_removed')
    .select(['section', 'place', 'entry', 'after'])
    .where('trip_id', '=', tripId)
    .where('section', 'in', OF_PEOPLE)
    .where(names(gone, ['place', 'entry', '"after"']))
    .execute()
  for (const row of rows) {
    const { section, place } = row
    const at = trx.deleteFrom('plan_removed').where('trip_id', '=', tripId).where('section', '=', section)
    await at.where('place', '=', place).execute()
    const path = place.split('/')
    const isPrivateOfThem = section === 'private' && gone.parties.has(path[0] ?? '')
    if (isTheirs(path, gone) || isPrivateOfThem) continue
    const left = {
      place: path.map((id) => nameOf(id, gone)).join('/'),
      entry: JSON.stringify(anonymous(row.entry, gone)),
      after: row.after === null ? null : nameOf(row.after, gone),
    }
    await trx
      .insertInto('plan_removed')
      .values({ trip_id: tripId, section, ...left })
      .execute()
  }
}

/** Who changed what last: a former member, and nothing of the places that name them. */
async function forgetFieldChanges(trx: Db, tripId: string, ids: readonly string[], gone: Gone): Promise<void> {
  await trx
    .updateTable('field_changes')
    .set({ changed_by: FORMER_MEMBER })
    .where('trip_id', '=', tripId)
    .where('changed_by', 'in', ids)
    .execute()
  const ofPeople = trx.deleteFrom('field_changes').where('trip_id', '=', tripId).where('section', 'in', OF_PEOPLE)
  await ofPeople.where(names(gone, ['place'])).execute()
}

/** What was done, without what was done within their entries. */
function withoutMutationsOf(mutations: readonly AppliedMutation[], gone: Gone): AppliedMutation[] {
  const isWithin = ({ at }: AppliedMutation) =>
    (at.length > 3 && isTheirs(at, gone)) || (at[1] === 'name' && gone.wholly.has(at[0] ?? ''))
  return mutations.filter((mutation) => !isWithin(mutation)).map((mutation) => anonymous(mutation, gone))
}

/** Whether a path leads to their entry or into it: party, 'persons', entry. */
const isTheirs = (at: readonly string[], { persons }: Gone) => persons.has(at[2] ?? '')
const nameOf = (id: string, { ids }: Gone) => ids.get(id) ?? id

/** The same, with a former member in the place of each of their entries, and no id of theirs, nor a name of a party of theirs alone. */
function anonymous<Value>(value: Value, gone: Gone): Value {
  return take(value) as Value

  function take(part: unknown): unknown {
    if (typeof part === 'string') return nameOf(part, gone)
    if (Array.isArray(part)) return part.map(take)
    if (typeof part !== 'object' || part === null) return part
    const { id } = part as { id?: unknown }
    if (typeof id === 'string' && gone.persons.has(id) && 'coming' in part)
      return newPerson(nameOf(id, gone), FORMER_NAME)
    const taken = Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, take(inner)]))
    // What they come together as may well be their name.
    return typeof id === 'string' && gone.wholly.has(id) && 'name' in part && 'persons' in part
      ? { ...taken, name: '' }
      : taken
  }
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether one of these columns names them. */
function names({ ids, persons, wholly }: Gone, columns: readonly string[]): RawBuilder<boolean> {
  const each = [...new Set([...ids.keys(), ...persons, ...wholly])].flatMap((id) =>
    columns.map((column) => sql`cast(${sql.raw(column)} as text) like ${`%${id}%`}`),
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** The trips of others in which somebody is, or has ever written something. */
export async function listTripsOf(db: Db, ids: readonly string[]): Promise<PlannedTrip[]> {
  const found: PlannedTrip[] = []
  for (let from = '00000000-0000-0000-0000-000000000000'; ; ) {
    const some = await db
      .selectFrom('trips')
      .select(['id', 'type'])
      .where('id', '>', from)
      .orderBy('id')
      .limit(100)
      .execute()
    const last = some.at(-1)
    if (!last) return found
    from = last.id
    const among = some.map(({ id }) => id)
    const wrote = db
      .selectFrom('plan_history')
      .select('trip_id')
      .where('trip_id', 'in', among)
      .where('saved_by', 'in', ids)
    const plans = db
      .selectFrom('memberships')
      .select('trip_id')
      .where('trip_id', 'in', among)
      .where('user_id', 'in', ids)
    const rows = await wrote.union(plans).execute()
    const theirs = new Set(rows.map(({ trip_id }) => trip_id))
    found.push(...some.filter(({ id }) => theirs.has(id)))
  }
}
