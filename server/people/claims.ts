import { randomUUID } from 'node:crypto'
import { MAX_NAMES, type Namesake, type Planner } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { isGuest } from '#domain/person.ts'
import { type Party, personsOf } from '#domain/plan/people.ts'
import { isSameName } from '#domain/same-name.ts'
import type { PlaceInPlan } from '#domain/trip.ts'
import { endOtherSessions } from '../accounts/own-account.ts'
import type { Db } from '../db/engine.ts'

/*
 * What happens when somebody joins under a name that is on the list already.
 * Job: ask whether they are that person. Somebody who says yes where another guest has joined as that person becomes a claimant: a guest
 *   who has lost the phone, most likely. An organizer confirms or refuses the claim.
 * Invariants: until then a claimant has no place on the list. Their membership has ids that are nobody's, unconfirmed, so it opens no party and
 *   no private record. A confirmed claim has exactly one membership for the person: the former guest's is gone. Nobody takes the place of
 *   somebody with an account.
 * Failure: a claim on a person who has left the list, or now has an account, cannot be confirmed. It can still be refused.
 */

/** Who has joined as a person. */
interface Holder extends PlaceInPlan {
  user_id: string
  is_guest: boolean
  shares_party: boolean
}

/** What a membership of somebody who joins says about who they are. */
export interface Place extends PlaceInPlan {
  confirmed_at: string | null
  /** See `canSeePrivate`. */
  shares_party: boolean
  claimed_person_id?: string
}

/** The people on the list with the name of somebody who joins; none for somebody who comes back to the entry that they left. */
export async function findNamesakes(
  db: Db,
  tripId: string,
  parties: readonly Party[],
  { userId, name }: { userId: string | undefined; name: string },
): Promise<Namesake[]> {
  const found = parties.flatMap((party) =>
    party.persons
      .filter((person) => isSameName(person.name, name))
      .map(({ id, name }) => ({ id, name, party: party.name })),
  )
  if (found.length === 0) return []
  const holders = await listHolders(db, tripId)
  if (personsOf(parties).some(({ id }) => id === userId && !holders.has(id))) return []
  return found.slice(0, MAX_NAMES).map((person) => {
    const holder = holders.get(person.id)
    return { ...person, joined_as: holder ? (holder.is_guest ? 'guest' : 'account') : null }
  })
}

/** The place of a claimant; undefined where nobody has joined as the person. @throws AppError name_taken by somebody with an account */
export async function placeOfClaimant(db: Db, tripId: string, personId: string): Promise<Place | undefined> {
  const holder = (await listHolders(db, tripId)).get(personId)
  if (!holder) return undefined
  if (!holder.is_guest) throw new AppError('name_taken')
  const id = randomUUID()
  return { person_id: id, party_id: id, confirmed_at: null, shares_party: false, claimed_person_id: personId }
}

/** Who has joined as which person. */
async function listHolders(db: Db, tripId: string): Promise<Map<string, Holder>> {
  const memberships = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['user_id', 'person_id', 'party_id', 'shares_party', 'email'])
    .where('trip_id', '=', tripId)
    .execute()
  const holders = new Map<string, Holder>()
  const { owner_id } = await db
    .selectFrom('trips')
    .select('owner_id')
    .where('id', '=', tripId)
    .executeTakeFirstOrThrow()
  // An owner has no membership unless they are another entry of the list.
  if (owner_id !== null && !memberships.some(({ user_id }) => user_id === owner_id))
    holders.set(owner_id, {
      user_id: owner_id,
      person_id: owner_id,
      party_id: owner_id,
      is_guest: false,
      shares_party: true,
    })
  for (const { email, ...membership } of memberships)
    holders.set(membership.person_id, { ...membership, is_guest: isGuest({ email }) })
  return holders
}

/** Adds to those who are unconfirmed whom they claim to be. */
export async function withClaims(
  db: Db,
  tripId: string,
  planners: readonly Planner[],
  loadParties: () => Promise<readonly Party[]>,
): Promise<Planner[]> {
  if (!planners.some(({ is_unconfirmed }) => is_unconfirmed)) return [...planners]
  const persons = personsOf(await loadParties())
  const claims = await db
    .selectFrom('memberships')
    .select(['user_id', 'claimed_person_id'])
    .where('trip_id', '=', tripId)
    .where('claimed_person_id', 'is not', null)
    .execute()
  return planners.map((planner) => {
    if (!planner.is_unconfirmed) return planner
    const claimed = claims.find(({ user_id }) => user_id === planner.id)?.claimed_person_id
    const person_id = claimed ?? planner.person_id
    const name = persons.find(({ id }) => id === person_id)?.name ?? ''
    const holder = planners.find((one) => one.id !== planner.id && one.person_id === person_id)
    return { ...planner, claim: { name, held_by: holder?.id ?? null } }
  })
}

/** Whose claim it is, and what their membership has for `person_id`: it is another one with every claim. */
interface Claim {
  userId: string
  personId: string
  /** Who has the place, as the organizer who confirms it sees it; undefined where their app is too old to say so. */
  heldBy?: string | null | undefined
}

/**
 * Gives a claimant the place of the person they claim to be. The guest who had it loses the trip, and all sessions if they are in no
 * other trip. Answers the keys of those sessions, for `noteEnded`; undefined where there is no such claim.
 * @throws AppError has_account where the person now has an account, person_not_found where they have left the list
 */
export async function confirmClaim(
  trx: Db,
  tripId: string,
  { userId, personId, heldBy }: Claim,
  parties: readonly Party[],
  now: Date,
): Promise<string[] | undefined> {
  const claim = await trx
    .selectFrom('memberships')
    .select('claimed_person_id as person_id')
    .where('trip_id', '=', tripId)
    .where('user_id', '=', userId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!claim?.person_id) return undefined
  const { person_id } = claim
  const holder = (await listHolders(trx, tripId)).get(person_id)
  // Somebody else has got the place meanwhile, perhaps by another claim: nobody has agreed that they lose it.
  if (heldBy !== undefined && (holder?.user_id ?? null) !== heldBy) throw new AppError('person_not_found')
  const party = parties.find(({ persons }) => persons.some(({ id }) => id === person_id))
  const party_id = holder?.party_id ?? party?.id
  if (party_id === undefined) throw new AppError('person_not_found')
  const ended = holder ? await putOut(trx, tripId, holder, userId) : []
  const { numUpdatedRows } = await trx
    .updateTable('memberships')
    .set({
      person_id,
      party_id,
      confirmed_at: now.toISOString(),
      // Who takes a guest's place shares what that guest shared.
      shares_party: holder?.shares_party ?? false,
      claimed_person_id: null,
    })
    .where('trip_id', '=', tripId)
    .where('user_id', '=', userId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('person_not_found')
  return ended
}

/** Takes a guest out whose place somebody else gets. @throws AppError has_account, person_not_found */
async function putOut(trx: Db, tripId: string, { user_id, is_guest }: Holder, heirId: string): Promise<string[]> {
  if (!is_guest) throw new AppError('has_account')
  // Locks the row: they may be making an account at this moment, or another claim is being confirmed.
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ email: null })
    .where('id', '=', user_id)
    .where('email', 'is', null)
    .where('moved_to', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    const user = await trx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirst()
    throw new AppError(user && !isGuest(user) ? 'has_account' : 'person_not_found')
  }
  await trx.deleteFrom('memberships').where('trip_id', '=', tripId).where('user_id', '=', user_id).execute()
  await trx.deleteFrom('archived_trips').where('trip_id', '=', tripId).where('user_id', '=', user_id).execute()
  // In other trips they are still a guest: those are not for this trip's organizers to close.
  if (await trx.selectFrom('memberships').select('user_id').where('user_id', '=', user_id).executeTakeFirst()) return []
  await trx
    .updateTable('users')
    .set({ moved_to: heirId })
    .where((eb) => eb.or([eb('id', '=', user_id), eb('moved_to', '=', user_id)]))
    .execute()
  await trx.deleteFrom('personal_links').where('user_id', '=', user_id).execute()
  return endOtherSessions(trx, user_id, '')
}
