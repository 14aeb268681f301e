import type { AnnouncementView } from '#domain/api/announcements.ts'
import { AppError } from '#domain/errors.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import type { Db } from '../db/engine.ts'
import { isMissingReference } from '../db/violations.ts'
import type { PlannedTrip, PlanStore } from '../plan/plan-store.ts'

/*
 * Who has seen which announcement, and when first.
 * Invariants: only announcements that are in the plan are recorded and listed. Views of a removed one stay, as its
 *   removal can always be undone. Views of people who have left the trip do not count.
 * Failure: a request that is repeated changes nothing.
 */

interface Stores {
  db: Db
  plan: PlanStore
}

async function listIds({ plan }: Stores, trip: PlannedTrip): Promise<string[]> {
  const { announcements: version } = await plan.listVersions(trip.id)
  return ((await plan.load(trip, 'announcements', version)).value as Announcement[]).map(({ id }) => id)
}

/**
 * Records that a user has seen these announcements. Ignores those that are not in the plan.
 * @returns the ids of the others
 * @throws AppError trip_not_found
 */
export async function recordViews(
  stores: Stores,
  trip: PlannedTrip,
  user: { id: string },
  seenIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const seen = new Set(seenIds)
  const ids = (await listIds(stores, trip)).filter((id) => seen.has(id))
  if (ids.length === 0) return []
  const rows = ids.map((announcement_id) => ({
    trip_id: trip.id,
    user_id: user.id,
    announcement_id,
    seen_at: now.toISOString(),
  }))
  const recording = stores.db
    .insertInto('announcement_views')
    .values(rows)
    .onConflict((row) => row.columns(['trip_id', 'user_id', 'announcement_id']).doNothing())
    .execute()
  await recording.catch((cause) => {
    // The trip or the account was deleted in the meantime.
    throw isMissingReference(cause) ? new AppError('trip_not_found', undefined, { cause }) : cause
  })
  return ids
}

/**
 * Who has seen what of a trip's announcements.
 * @param userId lists only the views of this user
 */
export async function listViews(
  stores: Stores,
  trip: PlannedTrip,
  userId: string | undefined,
): Promise<AnnouncementView[]> {
  const ids = await listIds(stores, trip)
  return ids.length === 0 ? [] : selectViews(stores.db, trip, userId, ids)
}

/** All that a user has seen in a trip, also of removed announcements. */
export const listOwnViews = (db: Db, trip: { id: string }, userId: string): Promise<AnnouncementView[]> =>
  selectViews(db, trip, userId)

async function selectViews(
  db: Db,
  { id }: { id: string },
  userId: string | undefined,
  ids: readonly string[] = [],
): Promise<AnnouncementView[]> {
  return (
    db
      .selectFrom('announcement_views as views')
      .innerJoin('trips', 'trips.id', 'views.trip_id')
      .leftJoin('memberships', (join) =>
        join.onRef('memberships.trip_id', '=', 'views.trip_id').onRef('memberships.user_id', '=', 'views.user_id'),
      )
      .select(['views.announcement_id', 'views.seen_at'])
      // An owner has no membership unless they are another person on the list.
      .select((eb) => eb.fn.coalesce('memberships.person_id', 'views.user_id').as('person_id'))
      .where('views.trip_id', '=', id)
      .$if(ids.length > 0, (views) => views.where('views.announcement_id', 'in', ids))
      .where((eb) =>
        eb.or([eb('memberships.user_id', 'is not', null), eb('trips.owner_id', '=', eb.ref('views.user_id'))]),
      )
      .$if(userId !== undefined, (views) => views.where('views.user_id', '=', userId ?? ''))
      .orderBy('views.seen_at')
      .orderBy('views.announcement_id')
      .orderBy('views.user_id')
      .execute()
  )
}

/** Deletes what users have seen in a trip that they leave. */
export async function removeViewsOfTrip(trx: Db, tripId: string, userIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('announcement_views').where('trip_id', '=', tripId).where('user_id', 'in', userIds).execute()
}

/** Gives what a guest has seen to their account. Of what both have seen, the earlier time stays. */
export async function moveViews(trx: Db, guestId: string, accountId: string): Promise<void> {
  await removeLater(trx, { ofUser: accountId, than: guestId })
  await removeLater(trx, { ofUser: guestId, than: accountId })
  await trx.updateTable('announcement_views').set({ user_id: accountId }).where('user_id', '=', guestId).execute()
}

/** Deletes the views of a user where another user has seen the same announcement no later. */
async function removeLater(trx: Db, { ofUser, than }: { ofUser: string; than: string }): Promise<void> {
  await trx
    .deleteFrom('announcement_views')
    .where('user_id', '=', ofUser)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('announcement_views as others')
          .select('others.user_id')
          .where('others.user_id', '=', than)
          .whereRef('others.trip_id', '=', 'announcement_views.trip_id')
          .whereRef('others.announcement_id', '=', 'announcement_views.announcement_id')
          .whereRef('others.seen_at', '<=', 'announcement_views.seen_at'),
      ),
    )
    .execute()
}
