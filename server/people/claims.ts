import { randomUUID } from 'node:crypto'
import { MAX_OFFERED_NAMES, type Namesake, type Planner } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { isGuarded } from '#domain/guarded-children.ts'
import { isGuest } from '#domain/person.ts'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import { isSameName } from '#domain/same-name.ts'
import { partyWords } from '#domain/tell-apart.ts'
import { isBlank } from '#domain/text.ts'
import type { Identity } from '#domain/trip.ts'
import { endOtherSessions } from '../accounts/own-account.ts'
import { removePasskeys } from '../accounts/passkeys.ts'
import { removeFeedsOfTrip } from '../calendar/feeds.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import { removeNoticesOfTrip } from '../notify/notices.ts'
import { removeViewsOfTrip } from './announcement-views.ts'

/*
 * Claimants: somebody joins under a name that is already on the list.
 * Job: ask whether they are that person. If they say yes and another guest has joined as that person, they become a
 *   claimant: most likely they are that guest, who has lost their phone. The same if somebody has left as that person,
 *   or others have added expenses of theirs: that money would be theirs otherwise. An organizer confirms or rejects
 *   them.
 * Invariants: until then a claimant is not on the list. Their membership is unconfirmed and has ids that nobody else
 *   has, so it gives access to no party and no private record. Once one is confirmed, the person has exactly one
 *   membership; the former guest's is removed. Nobody can take the identity of a user with an account.
 * Failure: a claimant of a person who has left the list, or now has an account, cannot be confirmed, only rejected.
 */

/** The user who has joined as a person. */
interface Holder extends Identity {
  user_id: string
  is_guest: boolean
  shares_party: boolean
}

/** Which person a new member is. */
export interface NewIdentity extends Identity {
  confirmed_at: string | null
  /** See `canSeePrivate`. */
  shares_party: boolean
  claimed_person_id?: string
}

/**
 * The people of a party whose names somebody may see who has not joined: those with a name whom nobody has joined as
 * and who may come, without the children of adults who have all joined.
 * @param taken the ids of the people as whom somebody has joined
 */
export function listFree({ persons }: Party, taken: Pick<ReadonlySet<string>, 'has'>): Person[] {
  const named = persons.filter(({ name }) => !isBlank(name))
  const free = named.filter(({ id, coming }) => !taken.has(id) && coming !== 'not_coming')
  return free.some((person) => !isGuarded(person, { persons: named })) ? free : []
}

/** The people on the list with the name of a new member; none if the member comes back to the entry they left. */
export async function findNamesakes(
  db: Db,
  tripId: string,
  parties: readonly Party[],
  { userId, name }: { userId: string | undefined; name: string },
): Promise<Namesake[]> {
  const listed = parties.flatMap((party) =>
    party.persons.filter((person) => isSameName(person.name, name)).map((person) => ({ party, person })),
  )
  if (listed.length === 0) return []
  // Several are told apart by whom they travel with. What they eat is nothing for somebody who has not joined.
  const holders = await listHolders(db, tripId)
  const found = listed.map(({ party, person: { id, name } }) => ({
    id,
    name,
    party: listed.length > 1 ? partyWords({ ...party, persons: listFree(party, holders) }, id) : party.name,
  }))
  if (listPersons(parties).some(({ id }) => id === userId && !holders.has(id))) return []
  return found.slice(0, MAX_OFFERED_NAMES).map((person) => {
    const holder = holders.get(person.id)
    return { ...person, joined_as: holder ? (holder.is_guest ? 'guest' : 'account') : null }
  })
}

/**
 * The identity of somebody who becomes a claimant: nobody who only chooses a name gets what belongs to another.
 * @param claimed the person they say they are; `isClaim`: also if somebody has joined as that person; `hasMoney`: the
 *   costs have entries of that person, which are not for somebody unconfirmed to change
 * @returns undefined if they are no claimant
 * @throws AppError name_taken if somebody with an account has joined as that person
 */
export async function findClaimantIdentity(
  db: Db,
  tripId: string,
  { personId, isClaim, hasMoney }: { personId: string; isClaim: boolean; hasMoney: boolean },
): Promise<NewIdentity | undefined> {
  const holder = (await listHolders(db, tripId)).get(personId)
  if (!(holder ? isClaim : hasMoney || (await hasDeparted(db, tripId, personId)))) return undefined
  if (holder && !holder.is_guest) throw new AppError('name_taken')
  const id = randomUUID()
  return { person_id: id, party_id: id, confirmed_at: null, shares_party: false, claimed_person_id: personId }
}

/** Whether somebody has left a trip, or was removed from it, as a person of the list. */
async function hasDeparted(db: Db, tripId: string, personId: string): Promise<boolean> {
  const departed = await db
    .selectFrom('departed_people')
    .select('person_id')
    .where('trip_id', '=', tripId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return departed !== undefined
}

/** The users who have joined, by the id of the person they are. */
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
  // An owner has no membership unless they are another person on the list.
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

/** The users who wait until an organizer confirms who they are. */
export const listUnconfirmed = compiled((db, tripId: string) =>
  db.selectFrom('memberships').select('user_id').where('trip_id', '=', tripId).where('confirmed_at', 'is', null),
)

/** Adds the claimed person to unconfirmed planners. */
export async function withClaimed(
  db: Db,
  tripId: string,
  planners: readonly Planner[],
  loadParties: () => Promise<readonly Party[]>,
): Promise<Planner[]> {
  if (!planners.some(({ is_unconfirmed }) => is_unconfirmed)) return [...planners]
  const persons = listPersons(await loadParties())
  const claimants = await db
    .selectFrom('memberships')
    .select(['user_id', 'claimed_person_id'])
    .where('trip_id', '=', tripId)
    .where('claimed_person_id', 'is not', null)
    .execute()
  return planners.map((planner) => {
    if (!planner.is_unconfirmed) return planner
    const claimed = claimants.find(({ user_id }) => user_id === planner.id)?.claimed_person_id
    const person_id = claimed ?? planner.person_id
    const name = persons.find(({ id }) => id === person_id)?.name ?? ''
    const holder = planners.find((one) => one.id !== planner.id && one.person_id === person_id)
    return { ...planner, claim: { name, held_by: holder?.id ?? null } }
  })
}

/** The claimant, and the `person_id` of their membership, which is a new one for each. */
interface Claimant {
  userId: string
  personId: string
  /** The holder of the identity that the organizer saw; undefined if their app is too old to send it. */
  heldBy?: string | null | undefined
}

/** The person whom a user claims to be; undefined if they are no claimant. */
async function findClaimed(db: Db, tripId: string, { userId, personId }: Claimant): Promise<string | undefined> {
  const membership = await db
    .selectFrom('memberships')
    .select('claimed_person_id')
    .where('trip_id', '=', tripId)
    .where('user_id', '=', userId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return membership?.claimed_person_id ?? undefined
}

/** Whether a user still is a claimant with the identity that the organizer saw. */
export async function isClaimant(db: Db, tripId: string, claimant: Claimant): Promise<boolean> {
  return (await findClaimed(db, tripId, claimant)) !== undefined
}

/**
 * Gives a claimant the identity of the person they claim to be. The guest who had it loses the trip, and all sessions
 * if they are in no other trip.
 * @returns that person's id, and the keys of those sessions, for the caller to report
 * @throws AppError has_account if the person now has an account, person_not_found if there is no such claimant, or if
 *   they have left the list
 */
export async function giveIdentity(
  trx: Db,
  tripId: string,
  { userId, personId, heldBy }: Claimant,
  parties: readonly Party[],
  now: Date,
): Promise<{ personId: string; ended: string[] }> {
  const person_id = await findClaimed(trx, tripId, { userId, personId })
  if (person_id === undefined) throw new AppError('person_not_found')
  const holder = (await listHolders(trx, tripId)).get(person_id)
  // Somebody else now has the identity, perhaps another claimant. The organizer did not agree to remove them.
  if (heldBy !== undefined && (holder?.user_id ?? null) !== heldBy) throw new AppError('person_not_found')
  const party = parties.find(({ persons }) => persons.some(({ id }) => id === person_id))
  const party_id = holder?.party_id ?? party?.id
  if (party_id === undefined) throw new AppError('person_not_found')
  const ended = holder ? await removeGuest(trx, tripId, holder, userId) : []
  const { numUpdatedRows } = await trx
    .updateTable('memberships')
    .set({
      person_id,
      party_id,
      confirmed_at: now.toISOString(),
      // The claimant shares what the guest shared.
      shares_party: holder?.shares_party ?? false,
      claimed_person_id: null,
    })
    .where('trip_id', '=', tripId)
    .where('user_id', '=', userId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('person_not_found')
  return { personId: person_id, ended }
}

/** Removes a guest whose identity a claimant gets. @throws AppError has_account, person_not_found */
async function removeGuest(
  trx: Db,
  tripId: string,
  { user_id, is_guest }: Holder,
  claimantId: string,
): Promise<string[]> {
  if (!is_guest) throw new AppError('has_account')
  // Locks the row: they may be creating an account right now, or another claimant is being confirmed.
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
  await removeFeedsOfTrip(trx, tripId, [user_id])
  await removeViewsOfTrip(trx, tripId, [user_id])
  await removeNoticesOfTrip(trx, tripId, [user_id])
  // In other trips they are still a guest, and this trip's organizers have no say there.
  if (await trx.selectFrom('memberships').select('user_id').where('user_id', '=', user_id).executeTakeFirst()) return []
  await trx
    .updateTable('users')
    .set({ moved_to: claimantId })
    .where((eb) => eb.or([eb('id', '=', user_id), eb('moved_to', '=', user_id)]))
    .execute()
  await trx.deleteFrom('personal_links').where('user_id', '=', user_id).execute()
  await removePasskeys(trx, user_id)
  return endOtherSessions(trx, user_id, '')
}
