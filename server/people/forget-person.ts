import { randomUUID } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { countCosts } from '#domain/costs/balances.ts'
import { withFormerPeople } from '#domain/costs/former-people.ts'
import { AppError } from '#domain/errors.ts'
import { toAppliedMutation } from '#domain/operations/applied-mutation.ts'
import { apply } from '#domain/operations/apply.ts'
import type { Json } from '#domain/operations/json.ts'
import { lowerId } from '#domain/operations/lower-case-ids.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { mapPersonRefs, type RefMap } from '#domain/operations/person-refs.ts'
import type { Costs } from '#domain/plan/costs.ts'
import { forms } from '#domain/plan/forms.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import { listPersons, newPerson, type Party } from '#domain/plan/people.ts'
import type { PrivateParty } from '#domain/plan/private.ts'
import type { Identity } from '#domain/trip.ts'
import * as m from '#messages'
import { removeFeedsOfTrip } from '../calendar/feeds.ts'
import type { Db } from '../db/engine.ts'
import type { StoredMutation } from '../db/tables.ts'
import { giveWay } from '../db/turn-of-event-loop.ts'
import { removeNoticesOfTrip } from '../notify/notices.ts'
import type { PlannedTrip, SectionRewrite } from '../plan/plan-store.ts'
import { ALL_WITH_PEOPLE, PEOPLE_SECTIONS, REFERRING_SECTIONS, type Renamed, rememberRenamed } from '../plan/renamed.ts'
import {
  forgetRemovedCosts,
  namesAny,
  rewriteHistory,
  rewriteRemoved,
  rewriteVersions,
} from '../plan/rewrite-references.ts'
import { removeViewsOfTrip } from './announcement-views.ts'
import { forgetCodes, isBookingSection } from './forget-codes.ts'
import { insertDeparted, rememberDeparted, type Stores } from './people.ts'

/*
 * Removes a user from trips of others when their account is deleted.
 * Job: what they wrote into the plan stays, with a former member as its author. What identifies them is erased: their
 *   entry in the people list, their private records, the codes of their passes, and these in the history. Every version
 *   can still be loaded.
 * Invariants: one transaction per trip, which locks its people. In the history a 'former member' with a random id takes
 *   their place, so the mutations of others still lead from each version to the next. The people who came with them
 *   stay: others count on them. What refers to them in other sections refers to that former member. A party with the
 *   user's id gets a new one, under which late operations find it (renamed.ts). If no other member of a party is left
 *   in the trip, all of its private records are erased. Entries that were merged into theirs are treated as theirs.
 *   Ids in upper case, which earlier versions stored, are theirs too.
 *   Their name stays with the costs of a trip in which they owe something or are owed it.
 * Failure: running it again does what is left.
 */

/** The author of what deleted accounts wrote. Nobody can sign in as this user. */
export const FORMER_MEMBER = '00000000-0000-4000-8000-00000000f0e1'
export async function ensureFormerMember(db: Db, now: Date): Promise<void> {
  const created_at = now.toISOString()
  await db
    .insertInto('users')
    .values({ id: FORMER_MEMBER, email: null, referred_by: null, created_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const profile = {
    id: FORMER_MEMBER,
    username: 'former member',
    full_name: m.plan_person_former(),
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
 * Removes a user from a trip for good.
 * @param ids of the user, and of the guests they were
 */
export async function forgetPerson(
  { plan }: Pick<Stores, 'plan'>,
  trip: PlannedTrip,
  ids: readonly string[],
): Promise<void> {
  const forgetting = plan.rewriteSections(trip, ALL_WITH_PEOPLE, async (trx, values) => {
    const departing = await findDeparting(trx, trip.id, ids, values.people as Party[])
    await forgetHistory(trx, trip.id, departing)
    await forgetRemoved(trx, trip.id, departing)
    const formerIds = listFormerIds(departing)
    const references = { person: (id: string) => formerIds.get(lowerId(id)) ?? id, keepsDerived: true }
    await forgetNamesInCosts(trx, trip.id, formerIds)
    const withoutTheirCodes = await forgetCodes(trx, { tripId: trip.id, persons: departing.persons, values })
    await forgetPayees(trx, trip.id, new Set([...formerIds.keys(), ...(await listOwnPayees(trx, trip.id, ids))]))
    await rewriteHistory(trx, trip.id, [...formerIds.keys()], references)
    await rewriteRemoved(trx, trip.id, formerIds.keys(), references)
    await trx
      .updateTable('plan_history')
      .set({ saved_by: FORMER_MEMBER })
      .where('trip_id', '=', trip.id)
      .where('saved_by', 'in', ids)
      .execute()
    await trx
      .updateTable('plan_operations')
      .set({ merged_with: FORMER_MEMBER })
      .where('trip_id', '=', trip.id)
      .where('merged_with', 'in', ids)
      .execute()
    await forgetFieldChanges(trx, trip.id, ids, departing)
    await forgetMemberships(trx, trip.id, departing, formerIds)
    await giveWay()
    await forgetRenamed(trx, trip.id, departing)
    await rememberRenamed(trx, trip.id, listRenamed(departing))
    return [
      ...renewPeople(values.people as Party[], departing),
      ...renewPrivate(values.private as PrivateParty[], departing),
      ...REFERRING_SECTIONS.flatMap((section) =>
        renewReferring(section, values[section], references, (value) =>
          section === 'costs'
            ? withOpenNames(value as Costs, values.people as Party[], formerIds)
            : isBookingSection(section)
              ? withoutTheirCodes(value)
              : value,
        ),
      ),
    ]
  })
  await forgetting.catch((failure) => {
    // If the trip was deleted in the meantime, nothing of them is left.
    if (!(failure instanceof AppError) || failure.code !== 'trip_not_found') throw failure
  })
}

interface Departing {
  /** Their ids, each with the random id that replaces it. */
  ids: ReadonlyMap<string, string>
  persons: ReadonlySet<string>
  /** Their parties in which no other member is left; `wholly` are those of them without any other person. */
  parties: ReadonlySet<string>
  wholly: ReadonlySet<string>
}

async function findDeparting(
  trx: Db,
  tripId: string,
  ids: readonly string[],
  list: readonly Party[],
): Promise<Departing> {
  const memberships = await trx
    .selectFrom('memberships')
    .select(['user_id', 'person_id', 'party_id', 'confirmed_at'])
    .where('trip_id', '=', tripId)
    .execute()
  const trip = await trx.selectFrom('trips').select('owner_id').where('id', '=', tripId).executeTakeFirst()
  const others: Identity[] = memberships.filter(({ user_id }) => !ids.includes(user_id))
  // An owner is on the list as themselves unless a membership says otherwise.
  if (trip?.owner_id) others.push({ person_id: trip.owner_id, party_id: trip.owner_id })
  // An entry that they have only claimed was added by others, and stays.
  const own = memberships.filter(({ user_id, confirmed_at }) => ids.includes(user_id) && confirmed_at !== null)
  const staying = new Set(others.map(({ party_id }) => party_id))
  const takenIds = new Set(others.map(({ person_id }) => person_id))
  const persons = new Set([...ids, ...own.map(({ person_id }) => person_id)].filter((id) => !takenIds.has(id)))
  const parties = new Set([...ids, ...own.map(({ party_id }) => party_id)].filter((id) => !staying.has(id)))
  // Entries that were merged into theirs were about them, too. They are only in the history.
  for (const former of await listMerged(trx, tripId, persons)) {
    persons.add(former.personId)
    if (!list.some(({ id }) => lowerId(id) === former.partyId)) parties.add(former.partyId)
  }
  const remains = (party: Party) =>
    party.persons.length === 0 || party.persons.some(({ id }) => !persons.has(lowerId(id)))
  const remaining = new Set(list.filter(remains).map(({ id }) => lowerId(id)))
  return {
    ids: new Map(ids.map((id) => [id, randomUUID()])),
    persons,
    parties,
    wholly: new Set([...parties].filter((id) => !remaining.has(id))),
  }
}

/**
 * The ids by which other sections refer to them, each with the random id of a former member. Nothing may keep an id by
 * which late operations no longer find anything: nobody could remove their seat.
 */
function listFormerIds({ ids, persons }: Departing): ReadonlyMap<string, string> {
  return new Map([...ids.keys(), ...persons].map((id) => [id, ids.get(id) ?? randomUUID()]))
}

/** The people who were merged into one of these, directly or not, each with the party that they were in. */
async function listMerged(
  trx: Db,
  tripId: string,
  persons: ReadonlySet<string>,
): Promise<{ personId: string; partyId: string }[]> {
  const rows = await trx
    .selectFrom('plan_history')
    .select('operations')
    .where('trip_id', '=', tripId)
    .where('section', '=', 'people')
    .where(namesAny(['"into"'], ['operations']))
    .orderBy('version', 'desc')
    .execute()
  const found: { personId: string; partyId: string }[] = []
  const theirs = new Set(persons)
  for (const mutation of rows.flatMap(({ operations }) => operations)) {
    if (mutation.do !== 'remove' || !theirs.has(lowerId(mutation.into?.at(-1) ?? ''))) continue
    const [partyId = '', , personId] = mutation.at
    const formerIds = personId === undefined ? (mutation.was as Party).persons.map(({ id }) => id) : [personId]
    for (const id of formerIds.map(lowerId)) {
      theirs.add(id)
      found.push({ personId: id, partyId: lowerId(partyId) })
    }
  }
  return found
}

/** The ids that others may still use, and what they have become. */
function listRenamed({ ids, persons, wholly }: Departing): Renamed[] {
  const removed = (kind: Renamed['kind'], all: ReadonlySet<string>) =>
    [...all].map((id) => ({ kind, id, currentId: null }))
  const stays = (kind: Renamed['kind'], all: ReadonlySet<string>) =>
    [...ids].filter(([id]) => !all.has(id)).map(([id, currentId]) => ({ kind, id, currentId }))
  return [
    ...removed('person', persons),
    ...stays('person', persons),
    ...removed('party', wholly),
    ...stays('party', wholly),
  ]
}

/** The people without them, as a removal that appears in the history. */
function renewPeople(parties: Party[], departing: Departing): SectionRewrite[] {
  const before = anonymous(parties, departing)
  const removed = new Set([...departing.persons].map((id) => nameOf(id, departing)))
  const mutations: Mutation[] = []
  let value = before
  const remove = (at: string[], was: unknown) => {
    const applied = apply(value, { do: 'remove', at, was: was as Json }, { form: forms.people })
    const mutation = toAppliedMutation(applied)
    value = applied.value
    if (mutation) mutations.push(mutation)
  }
  for (const [index, party] of before.entries()) {
    const theirs = party.persons.filter(({ id }) => removed.has(lowerId(id)))
    if (departing.wholly.has(lowerId(parties[index]?.id ?? ''))) remove([party.id], party)
    else for (const person of theirs) remove([party.id, 'persons', person.id], person)
  }
  return isEqual(value, parties) ? [] : [{ section: 'people', value, by: FORMER_MEMBER, applied: mutations }]
}

/**
 * The private section without their records. It always gets a new version, because others now see other parts of it.
 */
function renewPrivate(parties: PrivateParty[], departing: Departing): SectionRewrite[] {
  if (parties.length === 0) return []
  const remaining = parties
    .filter(({ id }) => !departing.parties.has(lowerId(id)))
    .map((party) => ({ ...party, persons: party.persons.filter(({ id }) => !departing.persons.has(lowerId(id))) }))
  return [{ section: 'private', value: anonymous(remaining, departing) }]
}

/** A section in which nothing refers to them by an id of theirs. What referred to them names a former member now. */
function renewReferring(
  section: CommonSectionName,
  value: unknown,
  references: RefMap,
  prepare: (value: unknown) => unknown,
): SectionRewrite[] {
  const renewed = mapPersonRefs(forms[section], prepare(value), references)
  return renewed === value ? [] : [{ section, value: renewed, by: FORMER_MEMBER }]
}

/** The costs without their payment details, and with their names only if others still have to settle up with them. */
function withOpenNames(costs: Costs, parties: readonly Party[], formerIds: ReadonlyMap<string, string>): Costs {
  const balances = countCosts(costs).people
  const listed = [...costs.former, ...listPersons(parties)]
  const open = [...formerIds.keys()].filter((id) => (balances.get(id)?.balance ?? 0) !== 0)
  const leaving = open.map((id) => ({ id, name: listed.findLast((one) => one.id === id)?.name ?? '' }))
  const [former, payees] = [withoutThem(costs.former, formerIds), withoutThem(costs.payees, formerIds)]
  const isSame = former.length === costs.former.length && payees.length === costs.payees.length
  const kept = isSame ? costs : { ...costs, former, payees }
  return withFormerPeople(kept, leaving)
}

/** Erases their names from the history of the costs, and from what may be restored there. */
async function forgetNamesInCosts(trx: Db, tripId: string, formerIds: ReadonlyMap<string, string>): Promise<void> {
  const isTheirName = ({ at: [list, id = ''] }: StoredMutation) => list === 'former' && formerIds.has(lowerId(id))
  const nameless = (mutation: StoredMutation): StoredMutation => {
    if (!isTheirName(mutation)) return mutation
    const entry = { id: mutation.at[1] as string, name: m.plan_person_former() }
    if (mutation.do === 'insert') return { ...mutation, entry }
    return mutation.do === 'remove' || mutation.do === 'restore' ? { ...mutation, was: entry } : mutation
  }
  await rewriteVersions(trx, { tripId, section: 'costs', naming: formerIds.keys() }, ({ operations, value }) => ({
    operations: operations.filter((one) => one.do !== 'set' || !isTheirName(one)).map(nameless),
    value: value === null ? null : withoutEntries(value as Partial<Costs>, 'former', formerIds),
  }))
  await forgetRemovedCosts(trx, tripId, 'former', formerIds.keys())
}

/** The ids under which they entered payment details: they may have been another person on the list before. */
async function listOwnPayees(trx: Db, tripId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('plan_history')
    .select('operations')
    .where('trip_id', '=', tripId)
    .where('section', '=', 'costs')
    .where('saved_by', 'in', ids)
    .where(namesAny(['"payees"'], ['operations']))
    .execute()
  const mutations = rows.flatMap(({ operations }) => operations)
  // An organizer removes those of others, and nobody but the person themselves writes one.
  return mutations.flatMap(({ do: what, at: [list, id = ''] }) =>
    list === 'payees' && what !== 'remove' ? [lowerId(id)] : [],
  )
}

/** Erases people's payment details from the history of the costs, and from what may be restored there. */
async function forgetPayees(trx: Db, tripId: string, personIds: ReadonlySet<string>): Promise<void> {
  const isAbout = ({ at: [list, id = ''] }: StoredMutation) => list === 'payees' && personIds.has(lowerId(id))
  await rewriteVersions(trx, { tripId, section: 'costs', naming: personIds }, ({ operations, value }) => ({
    operations: operations.filter((one) => !isAbout(one)),
    value: value === null ? null : withoutEntries(value as Partial<Costs>, 'payees', personIds),
  }))
  await forgetRemovedCosts(trx, tripId, 'payees', personIds)
}

interface Ids {
  has: (id: string) => boolean
}

/** What an older version stored has none of these lists. */
const withoutEntries = (costs: Partial<Costs>, list: 'former' | 'payees', ids: Ids): object => ({
  ...costs,
  [list]: withoutThem<{ id: string }>(costs[list], ids),
})

const withoutThem = <Entry extends { id: string }>(list: readonly Entry[] = [], ids: Ids) =>
  list.filter(({ id }) => !ids.has(lowerId(id)))

/** Those who were merged into their entry have no entry any more, or one with another id. */
async function forgetRenamed(trx: Db, tripId: string, { ids, persons }: Departing): Promise<void> {
  for (const id of new Set([...ids.keys(), ...persons]))
    await trx
      .updateTable('renamed_people')
      .set({ now_id: persons.has(id) ? null : (ids.get(id) ?? null) })
      .where('trip_id', '=', tripId)
      .where('now_id', '=', id)
      .execute()
}

/**
 * Ends their memberships. Nobody speaks for what is left of them in the costs, under the random ids of former members.
 */
async function forgetMemberships(
  trx: Db,
  tripId: string,
  { ids }: Departing,
  formerIds: ReadonlyMap<string, string>,
): Promise<void> {
  await rememberDeparted(trx, tripId, [...ids.keys()])
  await removeFeedsOfTrip(trx, tripId, [...ids.keys()])
  await removeViewsOfTrip(trx, tripId, [...ids.keys()])
  await removeNoticesOfTrip(trx, tripId, [...ids.keys()])
  await trx
    .deleteFrom('departed_people')
    .where('trip_id', '=', tripId)
    .where('person_id', 'in', [...formerIds.keys()])
    .execute()
  for (const person_id of formerIds.values())
    await insertDeparted(trx, { trip_id: tripId, person_id, hides_record: false })
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
  // A claimant of a removed person can only be rejected.
  for (const [id, claimed_person_id] of formerIds)
    await ofTrip.set({ claimed_person_id }).where('claimed_person_id', '=', id).execute()
}

/** Rewrites every version of the people that names them. */
async function forgetHistory(trx: Db, tripId: string, departing: Departing): Promise<void> {
  const naming = listIds(departing)
  await rewriteVersions(trx, { tripId, section: 'people', naming }, ({ operations, value }) => ({
    operations: withoutMutationsOf(operations, departing),
    value: value === null ? null : anonymous(value, departing),
  }))
}

/** Rewrites the tombstones: a late operation may restore an entry, but not theirs. */
async function forgetRemoved(trx: Db, tripId: string, departing: Departing): Promise<void> {
  const rows = await trx
    .selectFrom('plan_removed')
    .select(['section', 'place', 'entry', 'after'])
    .where('trip_id', '=', tripId)
    .where('section', 'in', PEOPLE_SECTIONS)
    .where(namesThem(departing, ['place', 'entry', '"after"']))
    .execute()
  for (const row of rows) {
    await giveWay()
    const { section, place } = row
    const at = trx.deleteFrom('plan_removed').where('trip_id', '=', tripId).where('section', '=', section)
    await at.where('place', '=', place).execute()
    const path = place.split('/')
    const isPrivateOfThem = section === 'private' && departing.parties.has(lowerId(path[0] ?? ''))
    if (isTheirs(path, departing) || isPrivateOfThem) continue
    const remaining = {
      place: path.map((id) => nameOf(id, departing)).join('/'),
      entry: JSON.stringify(anonymous(row.entry, departing)),
      after: row.after === null ? null : nameOf(row.after, departing),
    }
    await trx
      .insertInto('plan_removed')
      .values({ trip_id: tripId, section, ...remaining })
      .execute()
  }
}

/** Makes the former member the author of their field changes, and deletes those of places that name them. */
async function forgetFieldChanges(
  trx: Db,
  tripId: string,
  ids: readonly string[],
  departing: Departing,
): Promise<void> {
  await trx
    .updateTable('field_changes')
    .set({ changed_by: FORMER_MEMBER })
    .where('trip_id', '=', tripId)
    .where('changed_by', 'in', ids)
    .execute()
  const ofPeople = trx.deleteFrom('field_changes').where('trip_id', '=', tripId).where('section', 'in', ALL_WITH_PEOPLE)
  await ofPeople.where(namesThem(departing, ['place'])).execute()
}

/** The mutations without those within their entries. */
function withoutMutationsOf(mutations: readonly StoredMutation[], departing: Departing): StoredMutation[] {
  const isWithin = ({ at }: StoredMutation) =>
    (at.length > 3 && isTheirs(at, departing)) || (at[1] === 'name' && departing.wholly.has(lowerId(at[0] ?? '')))
  return mutations.filter((mutation) => !isWithin(mutation)).map((mutation) => anonymous(mutation, departing))
}

/** Whether a path leads to or into their entry: party, 'persons', entry. */
const isTheirs = (at: readonly string[], { persons }: Departing) => persons.has(lowerId(at[2] ?? ''))
const nameOf = (id: string, { ids }: Departing) => ids.get(lowerId(id)) ?? id

/**
 * A copy with a former member in place of each of their entries, without any of their ids, and without the name of a
 * party that was theirs alone.
 */
function anonymous<Value>(value: Value, departing: Departing): Value {
  return replace(value) as Value

  function replace(part: unknown): unknown {
    if (typeof part === 'string') return nameOf(part, departing)
    if (Array.isArray(part)) return part.map(replace)
    if (typeof part !== 'object' || part === null) return part
    const { id } = part as { id?: unknown }
    if (typeof id === 'string' && departing.persons.has(lowerId(id)) && 'coming' in part)
      return newPerson(nameOf(id, departing), m.plan_person_former())
    const copy = Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, replace(inner)]))
    // The party's name may well be theirs.
    return typeof id === 'string' && departing.wholly.has(lowerId(id)) && 'name' in part && 'persons' in part
      ? { ...copy, name: '' }
      : copy
  }
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A condition: one of these columns names them. */
const namesThem = (departing: Departing, columns: readonly string[]): RawBuilder<boolean> =>
  namesAny(listIds(departing), columns)

const listIds = ({ ids, persons, wholly }: Departing) => [...ids.keys(), ...persons, ...wholly]

/** The trips in which a user is a member, or has ever written something. */
export async function listTripsOf(db: Db, ids: readonly string[]): Promise<PlannedTrip[]> {
  const found: PlannedTrip[] = []
  for (let from = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db
      .selectFrom('trips')
      .select(['id', 'type'])
      .where('id', '>', from)
      .orderBy('id')
      .limit(100)
      .execute()
    const last = page.at(-1)
    if (!last) return found
    from = last.id
    const pageIds = page.map(({ id }) => id)
    const wrote = db
      .selectFrom('plan_history')
      .select('trip_id')
      .where('trip_id', 'in', pageIds)
      .where('saved_by', 'in', ids)
    const plans = db
      .selectFrom('memberships')
      .select('trip_id')
      .where('trip_id', 'in', pageIds)
      .where('user_id', 'in', ids)
    const rows = await wrote.union(plans).execute()
    const theirs = new Set(rows.map(({ trip_id }) => trip_id))
    found.push(...page.filter(({ id }) => theirs.has(id)))
  }
}
