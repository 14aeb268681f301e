import { canSeePrivate, type SharedParties } from '#domain/access.ts'
import type { PeopleMerge } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { findPartyOf, findRecord, type MergedPair, mergeInList, mergePrivate } from '#domain/plan/merge-people.ts'
import type { Party } from '#domain/plan/people.ts'
import { isFilled, type PrivateParty } from '#domain/plan/private.ts'
import type { Identity, Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import { ALL_WITH_PEOPLE, findMergedInto, rememberRenamed } from '../plan/renamed.ts'
import { insertDeparted, listSharedParties, type Stores } from './people.ts'
import { replacePerson } from './replace-person.ts'

/*
 * Merges two entries of the people list that are the same person.
 * Job: the membership, the claimants, the private record and all references of one entry become those of the other.
 * Invariants: one transaction, which locks all sections that name people. Nobody but the person and organizers sees
 *   private details that they did not see before. Operations that name the merged entry and arrive later find the entry
 *   that stays (server/plan/renamed.ts).
 * Failure: refused if both have joined, if their private details contradict each other, or if others would see more of
 *   them. A retry changes nothing.
 */

type MergeTrip = Pick<Trip, 'id' | 'type' | 'owner_id'>

/** The two people, each with their party. */
interface Merge extends MergedPair {
  trip: MergeTrip
  stays: Identity
  merged: Identity
}

/**
 * @param by the organizer's id
 * @throws AppError person_not_found, people_both_joined, private_details_differ, private_details_shared
 */
export async function mergePeople(
  { plan }: Pick<Stores, 'plan'>,
  trip: MergeTrip,
  { stays: staysId, merged: mergedId }: PeopleMerge,
  by: string,
  now: Date,
): Promise<void> {
  await plan.rewriteSections(trip, ALL_WITH_PEOPLE, async (trx, values) => {
    const [parties, records] = [values.people as Party[], values.private as PrivateParty[]]
    const [home, former] = [findPartyOf(parties, staysId), findPartyOf(parties, mergedId)]
    // A retry.
    if (!former && (await findMergedInto(trx, trip.id, mergedId)) === staysId) return []
    if (!home || !former || staysId === mergedId) throw new AppError('person_not_found')
    const merge: Merge = {
      trip,
      staysId,
      mergedId,
      stays: { person_id: staysId, party_id: home.id },
      merged: { person_id: mergedId, party_id: former.id },
    }
    const before = await listViewers(trx, trip)
    await mergeMemberships(trx, merge, now)
    const privateRecords = mergeRecords(merge, records, before, await listViewers(trx, trip))
    const list = mergeInList(parties, merge)
    const referring = await replacePerson(trx, trip.id, values, { staysId, mergedId, by })
    if (!list.value.some(({ id }) => id === former.id))
      await rememberRenamed(trx, trip.id, [{ kind: 'merged-party', id: former.id, currentId: home.id }])
    return [{ section: 'people', ...list, by }, { section: 'private', value: privateRecords }, ...referring]
  })
}

/** Gives the membership and the claimants of the merged entry to the one that stays. */
async function mergeMemberships(trx: Db, { trip, stays, merged }: Merge, now: Date): Promise<void> {
  const ofTrip = trx.updateTable('memberships').where('trip_id', '=', trip.id)
  const identities = await trx
    .selectFrom('memberships')
    .select(['user_id', 'person_id'])
    .where('trip_id', '=', trip.id)
    .execute()
  // An owner is on the list as themselves unless a membership says otherwise.
  const isOwnerImplied = trip.owner_id !== null && !identities.some(({ user_id }) => user_id === trip.owner_id)
  if (isOwnerImplied && trip.owner_id !== null) identities.push({ user_id: trip.owner_id, person_id: trip.owner_id })
  const findHolder = ({ person_id }: Identity) =>
    identities.find((identity) => identity.person_id === person_id)?.user_id
  const holder = findHolder(merged)
  if (holder !== undefined && findHolder(stays) !== undefined) throw new AppError('people_both_joined')
  // They share private records with their party, which may now be another one. An organizer decides again.
  const shares = stays.party_id === merged.party_id ? {} : { shares_party: false }
  if (holder === trip.owner_id && isOwnerImplied) {
    const at = now.toISOString()
    const membership = {
      trip_id: trip.id,
      user_id: holder,
      role: 'organizer' as const,
      created_at: at,
      confirmed_at: at,
    }
    await trx
      .insertInto('memberships')
      .values({ ...membership, ...stays, shares_party: true, ...shares, invitation_id: null, device_hash: null })
      .execute()
  } else if (holder !== undefined)
    await ofTrip
      .set({ ...stays, ...shares })
      .where('user_id', '=', holder)
      .execute()
  await ofTrip.set({ claimed_person_id: stays.person_id }).where('claimed_person_id', '=', merged.person_id).execute()
  await mergeDeparted(trx, trip.id, { stays, merged })
}

/** What holds for somebody who has left holds for the entry that stays: see `rememberDeparted`. */
async function mergeDeparted(
  trx: Db,
  tripId: string,
  { stays, merged }: Pick<Merge, 'stays' | 'merged'>,
): Promise<void> {
  const departed = await trx
    .deleteFrom('departed_people')
    .where('trip_id', '=', tripId)
    .where('person_id', '=', merged.person_id)
    .returning('hides_record')
    .executeTakeFirst()
  if (departed) await insertDeparted(trx, { trip_id: tripId, person_id: stays.person_id, ...departed })
}

/** The members who are not organizers, and what decides which private records they see. */
interface Viewers {
  members: { user_id: string; identity: Identity & { is_confirmed: boolean; shares_party: boolean } }[]
  joined: SharedParties
}

async function listViewers(trx: Db, trip: MergeTrip): Promise<Viewers> {
  const rows = await trx
    .selectFrom('memberships')
    .select(['user_id', 'person_id', 'party_id', 'confirmed_at', 'shares_party'])
    .where('trip_id', '=', trip.id)
    .where('role', '=', 'member')
    .execute()
  const members = rows.map(({ user_id, confirmed_at, ...identity }) => ({
    user_id,
    identity: { ...identity, is_confirmed: confirmed_at !== null },
  }))
  return { members, joined: await listSharedParties(trx, trip) }
}

/** The ids of those who see a person's private record, apart from organizers. */
function seenBy({ members, joined }: Viewers, { person_id: personId, party_id: partyId }: Identity): string[] {
  return members.flatMap(({ user_id, identity }) => {
    const access = { role: 'member' as const, members_edit: false, taken: identity }
    const person = { id: user_id, email: null, is_beta_user: false }
    return canSeePrivate(person, access, { partyId, personId }, joined) ? [user_id] : []
  })
}

/**
 * The private records afterwards.
 * @throws AppError private_details_differ, private_details_shared
 */
function mergeRecords(
  { stays, merged }: Merge,
  records: readonly PrivateParty[],
  before: Viewers,
  after: Viewers,
): PrivateParty[] {
  const identities = [stays, merged].map((identity) => ({
    ...identity,
    partyId: identity.party_id,
    personId: identity.person_id,
  }))
  const [stayed, gone] = identities as [(typeof identities)[number], (typeof identities)[number]]
  const value = mergePrivate(records, stayed, gone)
  if (!value) throw new AppError('private_details_differ')
  // The person sees their own record: by merging, an organizer says who they are.
  const own = after.members.find(({ identity }) => identity.person_id === stays.person_id)?.user_id
  const viewers = seenBy(after, stays).filter((id) => id !== own)
  for (const identity of identities) {
    const record = findRecord(records, identity)
    if (!record || !isFilled(record) || record.in_emergency) continue
    const seenBefore = new Set(seenBy(before, identity))
    if (viewers.some((id) => !seenBefore.has(id))) throw new AppError('private_details_shared')
  }
  return value
}
