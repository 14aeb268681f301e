import { canMakeLinkForGuest, roleIn } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import type { Role } from '#domain/trip.ts'
import { findUser } from '../accounts/profiles.ts'
import { hashOf, newSecret } from '../accounts/secret.ts'
import { endSessionsByLink, openSession } from '../accounts/sessions.ts'
import type { SignedIn } from '../accounts/sign-in.ts'
import type { Db } from '../db/engine.ts'
import { allTripsOf } from '../trips/trips.ts'

/*
 * Personal links, by which guests, who have no password, sign in on any device.
 * Job: the link signs its holder in as the guest. The guest creates it, or an organizer for them.
 * Invariants: a guest has one link at a time. Only its hash is stored. The time of the last use is stored even
 *   after the link is removed, so that the guest can see it. A link created by an organizer works only while they
 *   manage every trip that the guest is in, so it never opens trips of others to them.
 * Failure: a link that does not work any more fails like one that never existed.
 */

/** When a guest's link was created; null if there is none. */
export async function findPersonalLink(db: Db, guestId: string): Promise<string | null> {
  const row = await db.selectFrom('personal_links').select('made_at').where('user_id', '=', guestId).executeTakeFirst()
  return row?.made_at ?? null
}

/** When a link of a guest was last used; undefined if never. */
export async function findLastUse(db: Db, guestId: string): Promise<string | undefined> {
  const row = await db.selectFrom('personal_links').select('used_at').where('user_id', '=', guestId).executeTakeFirst()
  return row?.used_at ?? undefined
}

/** Creates a guest's link and returns its secret, which cannot be read later. The previous link stops working. */
export async function makePersonalLink(db: Db, guestId: string, by: Pick<User, 'id'>, now: Date): Promise<string> {
  const secret = newSecret()
  const row = { secret_hash: hashOf(secret), made_by: by.id, made_at: now.toISOString() }
  await db
    .insertInto('personal_links')
    .values({ user_id: guestId, ...row, used_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return secret
}

export async function removePersonalLink(db: Db, guestId: string): Promise<void> {
  await db
    .updateTable('personal_links')
    .set({ secret_hash: null, made_by: null, made_at: null })
    .where('user_id', '=', guestId)
    .execute()
}

/**
 * Ends the sessions that began with a link made by somebody else, except one: the guest is now in a trip that this
 * organizer does not manage. Returns their keys, for the caller to report.
 */
export async function endHelpedSessions(db: Db, guestId: string, except: string): Promise<string[]> {
  const link = await db.selectFrom('personal_links').select('made_by').where('user_id', '=', guestId).executeTakeFirst()
  return link && link.made_by !== guestId ? endSessionsByLink(db, guestId, except) : []
}

/** The guest of a link. @throws AppError link_not_found */
export async function requireGuestOfLink(db: Db, secret: string): Promise<User> {
  const row = await db
    .selectFrom('personal_links')
    .select(['user_id', 'made_by'])
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst()
  const guest = row && (await findUser(db, row.user_id))
  if (!guest) throw new AppError('link_not_found')
  const maker = row.made_by === guest.id ? guest : row.made_by && (await findUser(db, row.made_by))
  if (!maker || (maker !== guest && !(await mayHelpBack(db, maker, guest)))) throw new AppError('link_not_found')
  return guest
}

/** Opens a session for the guest of a link. @throws AppError link_not_found */
export async function signInByLink(db: Db, secret: string, guest: User, now: Date): Promise<SignedIn> {
  return db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('personal_links')
      .set({ used_at: now.toISOString() })
      .where('user_id', '=', guest.id)
      .where('secret_hash', '=', hashOf(secret))
      .returning('made_by')
      .executeTakeFirst()
    if (!used) throw new AppError('link_not_found')
    return {
      user: guest,
      token: await openSession(trx, guest, now, { byLink: true, isHelped: used.made_by !== guest.id }),
    }
  })
}

/**
 * The member of a trip for whom an organizer makes a link.
 * @throws AppError person_not_found, has_account, guest_of_others
 */
export async function requireHelpedGuest(db: Db, organizer: User, tripId: string, personId: string): Promise<User> {
  const membership = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('trip_id', '=', tripId)
    .where('user_id', '=', personId)
    .executeTakeFirst()
  const guest = membership && (await findUser(db, personId))
  if (!guest) throw new AppError('person_not_found')
  if (!(await mayHelpBack(db, organizer, guest)))
    throw new AppError(guest.email === null ? 'guest_of_others' : 'has_account')
  return guest
}

async function mayHelpBack(db: Db, organizer: User, guest: User): Promise<boolean> {
  return canMakeLinkForGuest(guest, await listRoles(db, organizer, guest.id))
}

/** The organizer's role in each trip that the guest is a member of. */
async function listRoles(db: Db, organizer: User, guestId: string): Promise<(Role | null)[]> {
  // Includes deleted trips, because they may be restored.
  const trips = await allTripsOf(db, organizer.id)
    .innerJoin('memberships as theirs', 'theirs.trip_id', 'trips.id')
    .select(['trips.owner_id', 'memberships.role as membership'])
    .where('theirs.user_id', '=', guestId)
    .execute()
  return trips.map((trip) => roleIn(organizer, trip, trip.membership))
}
