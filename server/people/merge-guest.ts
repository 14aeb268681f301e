import { AppError } from '#domain/errors.ts'
import type { AccountHolder, User } from '#domain/person.ts'
import type { MergedPair } from '#domain/plan/merge-people.ts'
import { hashNewPassword } from '../accounts/own-account.ts'
import { removePasskeys } from '../accounts/passkeys.ts'
import { moveSubscriptions } from '../accounts/push-subscriptions.ts'
import { endSessionsByLink, openSession, sessionEnd } from '../accounts/sessions.ts'
import type { SignedIn } from '../accounts/sign-in.ts'
import { moveFeeds } from '../calendar/feeds.ts'
import type { Db } from '../db/engine.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { moveNotices, removeInvited } from '../notify/notices.ts'
import type { PlannedTrip, PlanStore } from '../plan/plan-store.ts'
import { ALL_WITH_PEOPLE } from '../plan/renamed.ts'
import { moveViews } from './announcement-views.ts'
import { insertDeparted, rememberDeparted } from './people.ts'
import { replacePerson } from './replace-person.ts'

/*
 * How a guest gets an account.
 * Job: a guest adds an e-mail address and a password and stays the same user, or merges into an account that they
 *   already have.
 * Invariants: all of it happens in one transaction, and nobody loses a trip or a right by it. A merged guest's row and
 *   name stay, for the history and for devices that still have operations of theirs to send (`formerly`). Nobody can
 *   sign in as them.
 *   What a claimant has added becomes the account's after it, trip by trip.
 * Failure: an address that is in use is email_exists. A retry of a merge is recognised by `moved_to`.
 */

interface AccountChange {
  trips: PlannedTrip[]
  ended: string[]
}

/** A claimant's id in a trip, and who they turned out to be by the merge. */
interface SettledClaimant extends MergedPair {
  tripId: string
}

/**
 * Gives a guest an e-mail address and a password. Removes their personal link, and ends the sessions that began with
 * one, except the session that asks.
 * @param sessionKey of the session that asks
 * @throws AppError password_too_common, email_exists, guests_only
 */
export async function convertToAccount(
  db: Db,
  guest: User,
  { email, password }: { email: string; password: string },
  sessionKey: string,
  now: Date,
): Promise<{ user: AccountHolder } & AccountChange> {
  const password_hash = await hashNewPassword(password)
  const user = { ...guest, email, is_beta_user: true }
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ email })
      .where('id', '=', guest.id)
      .where('email', 'is', null)
      .where('moved_to', 'is', null)
      .executeTakeFirstOrThrow()
      .catch((cause) => {
        throw isUniqueViolation(cause) ? new AppError('email_exists') : cause
      })
    if (numUpdatedRows === 0n) throw new AppError('guests_only')
    await trx.insertInto('credentials').values({ user_id: user.id, password_hash }).execute()
    await trx.updateTable('profiles').set({ is_beta_user: true }).where('id', '=', user.id).execute()
    await trx.deleteFrom('personal_links').where('user_id', '=', user.id).execute()
    const ended = await endSessionsByLink(trx, user.id, sessionKey)
    await trx
      .updateTable('sessions')
      .set({ expires_at: sessionEnd(user, now), created_at: now.toISOString() })
      .where('user_id', '=', user.id)
      .execute()
    // Somebody who joins on one of their devices later is not recognised as this guest.
    await trx.updateTable('memberships').set({ device_hash: null }).where('user_id', '=', user.id).execute()
    return { user, ended, trips: await listTrips(trx, user.id) }
  })
}

/**
 * Signs in to an account and merges a guest into it. In trips that both are in, the higher role wins. In trips that the
 * account owns, the membership stays only if the guest was a person on the list.
 * @throws AppError not_signed_in if the user is no longer a guest
 */
export async function mergeIntoAccount(
  db: Db,
  guestId: string,
  account: User,
  now: Date,
): Promise<SignedIn & AccountChange & { settled: SettledClaimant[] }> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ moved_to: account.id })
      .where('id', '=', guestId)
      .where('email', 'is', null)
      .where('moved_to', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new AppError('not_signed_in')
    // Guests whose identity this guest was given.
    await trx.updateTable('users').set({ moved_to: account.id }).where('moved_to', '=', guestId).execute()
    const trips = await listTrips(trx, guestId)
    await moveArchived(trx, guestId, account.id)
    await moveFeeds(trx, guestId, account.id)
    await moveViews(trx, guestId, account.id)
    await moveNotices(trx, guestId, account.id)
    await moveSubscriptions(trx, guestId, account.id)
    // Adding one took only a session of the guest, which must not open the account.
    await removePasskeys(trx, guestId)
    const settled = await moveMemberships(trx, guestId, account.id)
    await removeInvited(
      trx,
      account.id,
      trips.map(({ id }) => id),
    )
    await trx.deleteFrom('device_codes').where('user_id', '=', guestId).execute()
    await trx.deleteFrom('personal_links').where('user_id', '=', guestId).execute()
    await trx.updateTable('listed_files').set({ uploaded_by: account.id }).where('uploaded_by', '=', guestId).execute()
    // The guests for whom they made a link as an organizer.
    await trx.updateTable('personal_links').set({ made_by: account.id }).where('made_by', '=', guestId).execute()
    const ended = await trx.deleteFrom('sessions').where('user_id', '=', guestId).returning('token_hash').execute()
    const token = await openSession(trx, account, now)
    return { user: account, token, trips, settled, ended: ended.map(({ token_hash }) => token_hash) }
  })
}

async function moveMemberships(trx: Db, guestId: string, accountId: string): Promise<SettledClaimant[]> {
  const ofAccount = trx
    .selectFrom('memberships as theirs')
    .select('theirs.trip_id')
    .where('theirs.user_id', '=', accountId)
  const organized = trx
    .selectFrom('memberships as theirs')
    .select('theirs.trip_id')
    .where('theirs.user_id', '=', guestId)
    .where('theirs.role', '=', 'organizer')
  const owned = trx.selectFrom('trips').select('trips.id').where('trips.owner_id', '=', accountId)
  await trx
    .updateTable('memberships')
    .set({ role: 'organizer' })
    .where('user_id', '=', accountId)
    .where('trip_id', 'in', organized)
    .execute()
  await trx
    .updateTable('memberships')
    .set({ user_id: accountId, device_hash: null })
    .where('user_id', '=', guestId)
    .where('trip_id', 'not in', ofAccount)
    .where('trip_id', 'not in', owned)
    .execute()
  await moveOwnIdentities(trx, guestId, accountId)
  const trips = await trx.selectFrom('memberships').select('trip_id').where('user_id', '=', guestId).execute()
  for (const { trip_id } of trips) await rememberDeparted(trx, trip_id, [guestId])
  const remaining = await trx
    .deleteFrom('memberships')
    .where('user_id', '=', guestId)
    .returning(identityColumns)
    .execute()
  // In trips that both were in, the account takes over the guest's person if it was only itself on the list, or a
  // claimant. What the guest claimed is dropped: they are the account.
  const settled: SettledClaimant[] = []
  for (const { trip_id, claimed_person_id, ...identity } of remaining) {
    const own = await trx
      .selectFrom('memberships')
      .select(['person_id', 'claimed_person_id'])
      .where('trip_id', '=', trip_id)
      .where('user_id', '=', accountId)
      .executeTakeFirst()
    if (claimed_person_id !== null) {
      settled.push({ tripId: trip_id, mergedId: identity.person_id, staysId: own?.person_id ?? accountId })
      continue
    }
    if (own && own.claimed_person_id !== null)
      settled.push({ tripId: trip_id, mergedId: own.person_id, staysId: identity.person_id })
    if (!own || (own.person_id !== accountId && own.claimed_person_id === null)) continue
    await insertDeparted(trx, { trip_id, person_id: own.person_id, hides_record: false })
    await trx
      .updateTable('memberships')
      .set({ ...identity, claimed_person_id: null })
      .where('trip_id', '=', trip_id)
      .where('user_id', '=', accountId)
      .execute()
  }
  return settled
}

/** Gives what a claimant has added to the person who they turned out to be by a merge. */
export async function giveToPerson(
  plan: PlanStore,
  trip: PlannedTrip,
  settled: readonly SettledClaimant[],
  by: string,
): Promise<void> {
  for (const { tripId, ...pair } of settled)
    if (tripId === trip.id)
      await plan.rewriteSections(trip, ALL_WITH_PEOPLE, (trx, values) =>
        replacePerson(trx, trip.id, values, { ...pair, by }),
      )
}

/**
 * In trips that the account owns, it becomes the person that the guest was, which is all that an owner's membership
 * says. The guest's identity must be confirmed and on the list, and the account must have no other identity there.
 */
async function moveOwnIdentities(trx: Db, guestId: string, accountId: string): Promise<void> {
  const identities = await trx
    .selectFrom('memberships')
    .innerJoin('trips', 'trips.id', 'memberships.trip_id')
    .select(['memberships.trip_id', 'memberships.party_id'])
    .where('memberships.user_id', '=', guestId)
    .where('memberships.confirmed_at', 'is not', null)
    .where('trips.owner_id', '=', accountId)
    .execute()
  for (const { trip_id, party_id } of identities) {
    const memberships = trx
      .selectFrom('memberships')
      .select('user_id')
      .where('trip_id', '=', trip_id)
      .where('user_id', '=', accountId)
    const parties = trx
      .selectFrom('plan_entries')
      .select('id')
      .where('trip_id', '=', trip_id)
      .where('section', '=', 'people')
    const listed = (await parties.where('id', 'in', [accountId, party_id]).execute()).map(({ id }) => id)
    if ((await memberships.executeTakeFirst()) || listed.includes(accountId) || !listed.includes(party_id)) continue
    await trx
      .updateTable('memberships')
      .set({ user_id: accountId, role: 'organizer', device_hash: null })
      .where('trip_id', '=', trip_id)
      .where('user_id', '=', guestId)
      .execute()
  }
}

/** Trips that the guest archived stay archived, except those that the account already had in its list. */
async function moveArchived(trx: Db, guestId: string, accountId: string): Promise<void> {
  const ofAccount = trx
    .selectFrom('memberships')
    .select('memberships.trip_id')
    .where('memberships.user_id', '=', accountId)
  const owned = trx.selectFrom('trips').select('trips.id').where('trips.owner_id', '=', accountId)
  const archivedByAccount = trx
    .selectFrom('archived_trips as theirs')
    .select('theirs.trip_id')
    .where('theirs.user_id', '=', accountId)
  await trx
    .updateTable('archived_trips')
    .set({ user_id: accountId })
    .where('user_id', '=', guestId)
    .where('trip_id', 'not in', ofAccount)
    .where('trip_id', 'not in', owned)
    .where('trip_id', 'not in', archivedByAccount)
    .execute()
  await trx.deleteFrom('archived_trips').where('user_id', '=', guestId).execute()
}

const identityColumns = [
  'trip_id',
  'person_id',
  'party_id',
  'confirmed_at',
  'shares_party',
  'claimed_person_id',
] as const

/** Whether a guest was merged into an account before: the request is a retry. */
export async function hasMergedInto(db: Db, guestId: string, accountId: string): Promise<boolean> {
  return (await listMergedGuests(db, accountId)).includes(guestId)
}

export async function listMergedGuests(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('moved_to', '=', accountId).execute()
  return rows.map(({ id }) => id)
}

/** Includes deleted trips, because they may be restored. */
async function listTrips(db: Db, userId: string): Promise<PlannedTrip[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('trips', 'trips.id', 'memberships.trip_id')
    .select(['trips.id', 'trips.type'])
    .where('memberships.user_id', '=', userId)
    .execute()
}
