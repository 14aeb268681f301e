import { canHelpBack, roleIn } from '#domain/access.ts'
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
 * The link by which a guest, who has no password, comes back on any device.
 * Job: whoever has the link is that guest. The guest makes it, or an organizer for them.
 * Invariants: a guest has one link at a time, of which a hash is stored; when a link of theirs was last used is remembered, whatever
 *   becomes of the link, so that they can be told; a link that an organizer made works as long as they manage every trip that
 *   the guest is in, so that it never opens a trip of others to them.
 * Failure: a link that opens nothing is not told apart from one that never was.
 */

/** Since when a guest has a link; null where they have none. */
export async function findPersonalLink(db: Db, guestId: string): Promise<string | null> {
  const row = await db.selectFrom('personal_links').select('made_at').where('user_id', '=', guestId).executeTakeFirst()
  return row?.made_at ?? null
}

/** When a link of a guest was last used; undefined where none ever was. */
export async function findLastUse(db: Db, guestId: string): Promise<string | undefined> {
  const row = await db.selectFrom('personal_links').select('used_at').where('user_id', '=', guestId).executeTakeFirst()
  return row?.used_at ?? undefined
}

/** Makes a guest's link, and answers its secret: nobody can learn that later. The one before ends. */
export async function makePersonalLink(db: Db, guestId: string, by: Pick<User, 'id'>, now: Date): Promise<string> {
  const secret = newSecret()
  const made = { secret_hash: hashOf(secret), made_by: by.id, made_at: now.toISOString() }
  await db
    .insertInto('personal_links')
    .values({ user_id: guestId, ...made, used_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
    .execute()
  return secret
}

/** Ends a guest's link. */
export async function removePersonalLink(db: Db, guestId: string): Promise<void> {
  await db
    .updateTable('personal_links')
    .set({ secret_hash: null, made_by: null, made_at: null })
    .where('user_id', '=', guestId)
    .execute()
}

/**
 * Ends the sessions that began with a link that somebody else has made, but for one: the guest is in a trip now which is none of that
 * organizer's. Answers their keys, for `noteEnded`.
 */
export async function endHelp(db: Db, guestId: string, except: string): Promise<string[]> {
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
 * Somebody who is in a trip, for an organizer who makes them a link.
 * @throws AppError person_not_found, has_account, guest_of_others
 */
export async function requireHelped(db: Db, organizer: User, tripId: string, personId: string): Promise<User> {
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
  return canHelpBack(guest, await listRoles(db, organizer, guest.id))
}

/** What somebody is in each of the trips for which a guest has a membership. */
async function listRoles(db: Db, organizer: User, guestId: string): Promise<(Role | null)[]> {
  // Those too that are deleted: they may come back.
  const trips = await allTripsOf(db, organizer.id)
    .innerJoin('memberships as theirs', 'theirs.trip_id', 'trips.id')
    .select(['trips.owner_id', 'memberships.role as membership'])
    .where('theirs.user_id', '=', guestId)
    .execute()
  return trips.map((trip) => roleIn(organizer, trip, trip.membership))
}
