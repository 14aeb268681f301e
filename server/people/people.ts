import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Selectable, Updateable } from 'kysely'
import { canReceiveTrip, type EverJoined, type SharedParties } from '#domain/access.ts'
import type { PlanOperation } from '#domain/api/operations.ts'
import type { Planner } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { isGuest, type User } from '#domain/person.ts'
import { newParty, type Party } from '#domain/plan/people.ts'
import type { Identity, MembershipRole, Trip } from '#domain/trip.ts'
import { findUser } from '../accounts/profiles.ts'
import { removeFeedsOfTrip } from '../calendar/feeds.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { removeNoticesOfTrip } from '../notify/notices.ts'
import { loadParties } from '../plan/load-parties.ts'
import type { PlannedTrip, PlanStore } from '../plan/plan-store.ts'
import { ALL_WITH_PEOPLE, findMergedInto } from '../plan/renamed.ts'
import { removeViewsOfTrip } from './announcement-views.ts'
import { giveIdentity, isClaimant } from './claims.ts'
import { dropPayee, replacePerson } from './replace-person.ts'

export interface Stores {
  db: Db
  plan: PlanStore
}

const roleOrder = ['owner', 'organizer', 'member'] as const

/** The people who plan a trip: the owner first, then by role and name. */
export async function listPlanners(db: Db, trip: Pick<Trip, 'id' | 'owner_id' | 'created_at'>): Promise<Planner[]> {
  const people = db.selectFrom('profiles').innerJoin('users', 'users.id', 'profiles.id')
  const columns = ['profiles.id', 'profiles.username', 'profiles.full_name', 'users.email'] as const
  const owners = await people.select(columns).where('profiles.id', '=', trip.owner_id).execute()
  const memberships = await people
    .innerJoin('memberships', 'memberships.user_id', 'profiles.id')
    .select([...columns, 'memberships.role', 'memberships.created_at as since', 'memberships.invitation_id'])
    .select([
      'memberships.person_id',
      'memberships.party_id',
      'memberships.confirmed_at',
      'memberships.shares_party',
      'memberships.opened_at',
    ])
    .where('memberships.trip_id', '=', trip.id)
    .execute()
  const ofOwner = {
    role: 'owner' as const,
    since: trip.created_at,
    invitation_id: null,
    confirmed_at: trip.created_at,
    opened_at: null,
  }
  const identityOfOwner = (id: string) => {
    const membership = memberships.find((one) => one.id === id)
    return {
      person_id: membership?.person_id ?? id,
      party_id: membership?.party_id ?? id,
      shares_party: membership?.shares_party ?? true,
    }
  }
  const others = memberships.filter(({ id }) => id !== trip.owner_id)
  return [...owners.map((owner) => ({ ...owner, ...ofOwner, ...identityOfOwner(owner.id) })), ...others]
    .map(({ email, confirmed_at, ...person }) => ({
      ...person,
      is_guest: isGuest({ email }),
      can_own: canReceiveTrip({ email }),
      is_unconfirmed: confirmed_at === null,
    }))
    .toSorted(
      (one, other) =>
        roleOrder.indexOf(one.role) - roleOrder.indexOf(other.role) ||
        one.full_name.localeCompare(other.full_name) ||
        one.id.localeCompare(other.id),
    )
}

export async function setMembersEdit(db: Db, tripId: string, members_edit: boolean): Promise<void> {
  await db.updateTable('trips').set({ members_edit }).where('id', '=', tripId).execute()
}

/** @throws AppError person_not_found */
export async function setRole(
  { db, plan }: Stores,
  trip: PlannedTrip,
  personId: string,
  role: MembershipRole,
): Promise<void> {
  await changeMembership(db, trip.id, { userId: personId }, { role })
  await plan.rewritePrivate(trip, 'seen by others')
}

/** The member, and the person they had taken when the organizer looked. */
interface NameCheck {
  userId: string
  personId: string
  /** See `giveIdentity`. */
  heldBy?: string | null | undefined
}

/**
 * `sharesWith`: the party with which they share private records, as the organizer saw it; undefined changes nothing.
 */
type Confirmation = NameCheck & { sharesWith?: string | undefined }

/**
 * Confirms that a member is the person they say they are. What they have added under the id of a claimant becomes that
 * person's. Returns the keys of the sessions that end, for the caller to report.
 * @param by the organizer's id
 * @throws AppError person_not_found, has_account
 */
export async function confirmPerson(
  stores: Stores,
  trip: PlannedTrip,
  check: Confirmation,
  by: string,
  now: Date,
): Promise<string[]> {
  const { db, plan } = stores
  const confirming = (await isClaimant(db, trip.id, check))
    ? confirmClaimant(stores, trip, check, by, now)
    : confirmMember(db, trip.id, check, now)
  const ended = await confirming.catch((failure) => {
    // Somebody else was confirmed, or joined, as this person at the same time.
    throw isUniqueViolation(failure) ? new AppError('person_not_found') : failure
  })
  await plan.rewritePrivate(trip, 'seen by others')
  return ended
}

async function confirmMember(db: Db, tripId: string, check: Confirmation, now: Date): Promise<string[]> {
  const target = { ...check, partyId: check.sharesWith }
  const shares = check.sharesWith === undefined ? {} : { shares_party: true }
  await changeMembership(db, tripId, target, { confirmed_at: now.toISOString(), ...shares })
  return []
}

async function confirmClaimant(
  { plan }: Stores,
  trip: PlannedTrip,
  check: Confirmation,
  by: string,
  now: Date,
): Promise<string[]> {
  let ended: string[] = []
  await plan.rewriteSections(trip, ALL_WITH_PEOPLE, async (trx, values) => {
    const confirmed = await giveIdentity(trx, trip.id, check, values.people as Party[], now)
    ended = confirmed.ended
    return replacePerson(trx, trip.id, values, { staysId: confirmed.personId, mergedId: check.personId, by })
  })
  return ended
}

/**
 * Decides that a member is not the person they say they are. They get an entry of their own on the list, and what they
 * have added under the id of a claimant becomes theirs.
 * @param by the organizer's id
 * @throws AppError person_not_found
 */
export async function rejectPerson(
  { db, plan }: Stores,
  trip: PlannedTrip,
  check: NameCheck,
  by: string,
  now: Date,
): Promise<void> {
  const { userId, personId } = check
  const identity = await findOwnIdentity(db, trip.id, userId, await loadParties(plan, trip))
  const change = { ...identity, confirmed_at: now.toISOString(), shares_party: true, claimed_person_id: null }
  if (await isClaimant(db, trip.id, check))
    await plan.rewriteSections(trip, ALL_WITH_PEOPLE, async (trx, values) => {
      await changeMembership(trx, trip.id, check, change)
      return replacePerson(trx, trip.id, values, { staysId: identity.person_id, mergedId: personId, by })
    })
  else
    await plan.rewriteSections(trip, ['costs'], async (trx, { costs }) => {
      await rememberDeparted(trx, trip.id, [userId])
      await changeMembership(trx, trip.id, check, change)
      // They may have been confirmed before. Nobody else's money should go where they said.
      return dropPayee(trx, trip.id, costs, { personId, by })
    })
  await plan.rewritePrivate(trip, 'seen by others')
  const person = await findUser(db, userId)
  if (person) await addToPeople(plan, trip, person, identity)
}

/**
 * The identity of a user on the list as themselves: under their own id, in a party of their own. They get a new id if
 * somebody else has joined as that entry, if it was merged into another one, or if their id is in another party, where
 * anyone who edits the list can have put it.
 */
export async function findOwnIdentity(
  db: Db,
  tripId: string,
  personId: string,
  parties: readonly Party[],
): Promise<Identity> {
  const taken = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('trip_id', '=', tripId)
    .where('person_id', '=', personId)
    .where('user_id', '!=', personId)
    .executeTakeFirst()
  const isElsewhere = parties.some((party) => party.id !== personId && party.persons.some(({ id }) => id === personId))
  const isPartOfAnother = (await findMergedInto(db, tripId, personId)) !== undefined
  const id = taken || isElsewhere || isPartOfAnother ? randomUUID() : personId
  return { person_id: id, party_id: id }
}

/**
 * Remembers who users are on the list, before their membership ends or they become another person: nobody speaks for
 * the money of somebody who has ever joined. If they did not share private records with their party, theirs stays
 * hidden from it.
 */
export async function rememberDeparted(trx: Db, tripId: string, userIds: readonly string[]): Promise<void> {
  const memberships = await trx
    .selectFrom('memberships')
    .select(['person_id', 'confirmed_at', 'shares_party'])
    .where('trip_id', '=', tripId)
    .where('user_id', 'in', userIds)
    .execute()
  for (const { person_id, confirmed_at, shares_party } of memberships)
    await insertDeparted(trx, { trip_id: tripId, person_id, hides_record: confirmed_at !== null && !shares_party })
}

/** Adds somebody to the people who have left. A record that is hidden from their party stays hidden. */
export async function insertDeparted(trx: Db, departed: Selectable<Tables['departed_people']>): Promise<void> {
  const { hides_record } = departed
  await trx
    .insertInto('departed_people')
    .values(departed)
    .onConflict((row) =>
      hides_record
        ? row.columns(['trip_id', 'person_id']).doUpdateSet({ hides_record })
        : row.columns(['trip_id', 'person_id']).doNothing(),
    )
    .execute()
}

/** See `SharedParties`. Members who are not confirmed have no private records yet. */
export async function listSharedParties(
  db: Db,
  { id, owner_id }: Pick<Trip, 'id' | 'owner_id'>,
): Promise<SharedParties> {
  const memberships = await db
    .selectFrom('memberships')
    .select(['user_id', 'person_id', 'party_id', 'shares_party'])
    .where('trip_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .execute()
  const departed = await db
    .selectFrom('departed_people')
    .select('person_id')
    .where('trip_id', '=', id)
    .where('hides_record', '=', true)
    .execute()
  const shared = new Map<string, string | null>(departed.map(({ person_id }) => [person_id, null]))
  for (const { person_id, party_id, shares_party } of memberships) shared.set(person_id, shares_party ? party_id : null)
  // An owner has no membership unless they are another person on the list.
  if (owner_id !== null && !memberships.some(({ user_id }) => user_id === owner_id)) shared.set(owner_id, owner_id)
  return shared
}

/** The ids under which somebody has left a trip, or was removed from it: see `rememberDeparted`. */
export async function listDeparted(db: Db, tripId: string): Promise<string[]> {
  const departed = await db.selectFrom('departed_people').select('person_id').where('trip_id', '=', tripId).execute()
  return departed.map(({ person_id }) => person_id)
}

/** Everybody who has ever joined a trip. */
export async function listEverJoined(db: Db, { id, owner_id }: Pick<Trip, 'id' | 'owner_id'>): Promise<EverJoined> {
  const memberships = await db
    .selectFrom('memberships')
    .select(['person_id', 'party_id', 'confirmed_at', 'shares_party'])
    .where('trip_id', '=', id)
    .execute()
  // An owner who has no membership is on the list as themselves.
  const current = new Map<string, string | null>(owner_id === null ? [] : [[owner_id, owner_id]])
  for (const { person_id, party_id, confirmed_at, shares_party } of memberships)
    current.set(person_id, confirmed_at !== null && shares_party ? party_id : null)
  return { current, former: new Set(await listDeparted(db, id)) }
}

/** Sets whether a member shares private records with the others of their party. @throws AppError person_not_found */
export async function setSharesParty(
  { db, plan }: Stores,
  trip: PlannedTrip,
  check: NameCheck & { partyId: string },
  shares_party: boolean,
): Promise<void> {
  await changeMembership(db, trip.id, check, { shares_party })
  await plan.rewritePrivate(trip, 'seen by others')
}

/**
 * Adds a user to the people list: to their party if it exists, otherwise in a party of their own. Returns whether they
 * were added.
 */
async function addToPeople(
  plan: PlanStore,
  trip: PlannedTrip,
  person: User,
  identity: Identity,
  hasParty = false,
): Promise<boolean> {
  const party = newParty(identity, person)
  const insert = hasParty
    ? { at: [identity.party_id, 'persons', identity.person_id], entry: party.persons[0] }
    : { at: [party.id], entry: party }
  const operation: PlanOperation = { id: randomUUID(), section: 'people', do: 'insert', ...insert }
  return (await plan.operate(trip, { operations: [operation], seen: {} }, person)).refused.length === 0
}

/**
 * Adds a member to the people list if they are missing: the membership comes first, and adding the entry may fail.
 * Returns whether they were missing.
 */
export async function ensureListed({ db, plan }: Stores, trip: PlannedTrip, person: User): Promise<boolean> {
  const identity = await db
    .selectFrom('memberships')
    .select(['person_id', 'party_id'])
    .where('trip_id', '=', trip.id)
    .where('user_id', '=', person.id)
    // A claimant gets an entry once an organizer has decided who they are.
    .where('claimed_person_id', 'is', null)
    .executeTakeFirst()
  if (!identity) return false
  const party = (await loadParties(plan, trip)).find(({ id }) => id === identity.party_id)
  if (party?.persons.some(({ id }) => id === identity.person_id)) return false
  return addToPeople(plan, trip, person, identity, party !== undefined)
}

async function changeMembership(
  db: Db,
  tripId: string,
  { userId, personId, partyId }: { userId: string; personId?: string; partyId?: string | undefined },
  change: Updateable<Tables['memberships']>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set(change)
    .where('trip_id', '=', tripId)
    .where('user_id', '=', userId)
    .where(notOfOwner)
    .$if(personId !== undefined, (membership) => membership.where('person_id', '=', personId ?? ''))
    .$if(partyId !== undefined, (membership) => membership.where('party_id', '=', partyId ?? ''))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('person_not_found')
}

/** An owner's membership only says which person they are. Nobody can change it. */
function notOfOwner({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'memberships'>) {
  const owned = selectFrom('trips').select('trips.id').whereRef('trips.id', '=', 'memberships.trip_id')
  return not(exists(owned.whereRef('trips.owner_id', '=', 'memberships.user_id')))
}

/**
 * Removes a member and their payment details from a trip: somebody else may be that person later. Does nothing if they
 * are not a member, or if they own it.
 * @param by the id of the user who removes them
 */
export async function removeMember({ plan }: Stores, trip: PlannedTrip, userId: string, by: string): Promise<void> {
  await plan.rewriteSections(trip, ['costs'], async (trx, { costs }) => {
    await rememberDeparted(trx, trip.id, [userId])
    const membership = trx.deleteFrom('memberships').where('trip_id', '=', trip.id).where('user_id', '=', userId)
    const removed = await membership.where(notOfOwner).returning('person_id').executeTakeFirst()
    if (!removed) return []
    // If they join again, the trip is back in their list. A trip of their own, or without an owner, stays archived.
    await trx.deleteFrom('archived_trips').where('trip_id', '=', trip.id).where('user_id', '=', userId).execute()
    await removeFeedsOfTrip(trx, trip.id, [userId])
    await removeViewsOfTrip(trx, trip.id, [userId])
    await removeNoticesOfTrip(trx, trip.id, [userId])
    return dropPayee(trx, trip.id, costs, { personId: removed.person_id, by })
  })
  // If they join again, they may be another person, and have to load their part again.
  await plan.rewritePrivate(trip, 'seen by others')
}
