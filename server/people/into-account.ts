import { AppError } from '#domain/errors.ts'
import type { AccountHolder, User } from '#domain/person.ts'
import { hashNewPassword } from '../accounts/own-account.ts'
import { endSessionsByLink, openSession, sessionEnd } from '../accounts/sessions.ts'
import type { SignedIn } from '../accounts/sign-in.ts'
import type { Db } from '../db/engine.ts'
import { isUniqueViolation } from '../db/violations.ts'
import type { PlannedTrip } from '../plan/plan-store.ts'
import { rememberDeparted } from './people.ts'

/*
 * How a guest comes to an account.
 * Job: a guest gets an e-mail address and a password and stays who they are; or brings their trips into the account that they
 *   have already, and is nobody of their own any more.
 * Invariants: all of it happens in one transaction; nobody loses a trip or a right by it. A guest who has moved keeps their row
 *   and their name, for the history, and for devices that still have something of theirs to send (`formerly`); nothing
 *   lets anybody in as them.
 * Failure: an address that somebody has is email_exists. A move that is sent again is known by `moved_to`.
 */

/** What a guest's becoming somebody with an account has changed for others. */
interface Changed {
  /** The trips whose people are others now. */
  trips: PlannedTrip[]
  /** The keys of the sessions that have ended. */
  ended: string[]
}

/**
 * Gives a guest an e-mail address and a password. Their personal link goes, and with it the sessions that began with one, but for
 * the one that asks.
 * @param sessionKey of the session that asks
 * @throws AppError password_too_common, email_exists, guests_only
 */
export async function becomeAccount(
  db: Db,
  guest: User,
  { email, password }: { email: string; password: string },
  sessionKey: string,
  now: Date,
): Promise<{ user: AccountHolder } & Changed> {
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
    // Whoever joins on one of their devices from now on is not taken for the guest that they were.
    await trx.updateTable('memberships').set({ device_hash: null }).where('user_id', '=', user.id).execute()
    return { user, ended, trips: await listTrips(trx, user.id) }
  })
}

/**
 * Signs in to an account, and brings a guest's trips there: where both have one, the higher role stays. A trip that the account owns
 * needs no membership, unless the guest was somebody on its list.
 * @throws AppError not_signed_in where the guest is none any more
 */
export async function moveIntoAccount(db: Db, guestId: string, account: User, now: Date): Promise<SignedIn & Changed> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ moved_to: account.id })
      .where('id', '=', guestId)
      .where('email', 'is', null)
      .where('moved_to', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new AppError('not_signed_in')
    // Guests whose place this one was given.
    await trx.updateTable('users').set({ moved_to: account.id }).where('moved_to', '=', guestId).execute()
    const trips = await listTrips(trx, guestId)
    await moveArchived(trx, guestId, account.id)
    await moveMemberships(trx, guestId, account.id)
    await trx.deleteFrom('device_codes').where('user_id', '=', guestId).execute()
    await trx.deleteFrom('personal_links').where('user_id', '=', guestId).execute()
    // Those whom they have helped back as an organizer.
    await trx.updateTable('personal_links').set({ made_by: account.id }).where('made_by', '=', guestId).execute()
    const ended = await trx.deleteFrom('sessions').where('user_id', '=', guestId).returning('token_hash').execute()
    const token = await openSession(trx, account, now)
    return { user: account, token, trips, ended: ended.map(({ token_hash }) => token_hash) }
  })
}

async function moveMemberships(trx: Db, guestId: string, accountId: string): Promise<void> {
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
  await moveOwnPlaces(trx, guestId, accountId)
  const trips = await trx.selectFrom('memberships').select('trip_id').where('user_id', '=', guestId).execute()
  for (const { trip_id } of trips) await rememberDeparted(trx, trip_id, [guestId])
  const left = await trx.deleteFrom('memberships').where('user_id', '=', guestId).returning(placeColumns).execute()
  // Of a trip that both were in: who stood on the list as nobody else answers for the guest's party from now on. So does who claimed to
  // be somebody of it. What the guest claimed is dropped: they have turned out to be the account.
  for (const { trip_id, claimed_person_id, ...place } of left)
    if (claimed_person_id === null)
      await trx
        .updateTable('memberships')
        .set({ ...place, claimed_person_id: null })
        .where('trip_id', '=', trip_id)
        .where('user_id', '=', accountId)
        .where((eb) => eb.or([eb('person_id', '=', accountId), eb('claimed_person_id', 'is not', null)]))
        .execute()
}

/**
 * In the trips that an account owns it is who the guest was on the list, which is all that an owner's membership says: where that was confirmed
 * and still stands there, and the account is nobody else there.
 */
async function moveOwnPlaces(trx: Db, guestId: string, accountId: string): Promise<void> {
  const places = await trx
    .selectFrom('memberships')
    .innerJoin('trips', 'trips.id', 'memberships.trip_id')
    .select(['memberships.trip_id', 'memberships.party_id'])
    .where('memberships.user_id', '=', guestId)
    .where('memberships.confirmed_at', 'is not', null)
    .where('trips.owner_id', '=', accountId)
    .execute()
  for (const { trip_id, party_id } of places) {
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

/** What a guest has put away stays so for the account, but for trips that it had in its list already: those stand where it has put them. */
async function moveArchived(trx: Db, guestId: string, accountId: string): Promise<void> {
  const ofAccount = trx
    .selectFrom('memberships')
    .select('memberships.trip_id')
    .where('memberships.user_id', '=', accountId)
  const owned = trx.selectFrom('trips').select('trips.id').where('trips.owner_id', '=', accountId)
  const there = trx
    .selectFrom('archived_trips as theirs')
    .select('theirs.trip_id')
    .where('theirs.user_id', '=', accountId)
  await trx
    .updateTable('archived_trips')
    .set({ user_id: accountId })
    .where('user_id', '=', guestId)
    .where('trip_id', 'not in', ofAccount)
    .where('trip_id', 'not in', owned)
    .where('trip_id', 'not in', there)
    .execute()
  await trx.deleteFrom('archived_trips').where('user_id', '=', guestId).execute()
}

const placeColumns = ['trip_id', 'person_id', 'party_id', 'confirmed_at', 'shares_party', 'claimed_person_id'] as const

/** Whether a guest's trips have come to an account: of a request that is sent again. */
export async function hasMovedTo(db: Db, guestId: string, accountId: string): Promise<boolean> {
  return (await listFormer(db, accountId)).includes(guestId)
}

/** The guests whose trips have come to an account. */
export async function listFormer(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('moved_to', '=', accountId).execute()
  return rows.map(({ id }) => id)
}

/** Those that are deleted too: they may come back. */
async function listTrips(db: Db, userId: string): Promise<PlannedTrip[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('trips', 'trips.id', 'memberships.trip_id')
    .select(['trips.id', 'trips.type'])
    .where('memberships.user_id', '=', userId)
    .execute()
}
