import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  type AnnouncementView,
  type AnnouncementViewsResponse,
  announcementViewsResponse,
  MAX_SEEN_ANNOUNCEMENTS,
  type SeenAnnouncements,
  seenAnnouncementsPath,
} from '#domain/api/announcements.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'
import { pageEvents, session } from '../root/session.ts'
import { useSession } from '../session/use-session.ts'
import {
  listUnsentSeen,
  parseSeenAnnouncements,
  persistSeenAnnouncements,
  seenAnnouncementsText,
} from '../storage/seen-announcements.ts'
import { deviceStorage } from '../storage/web-storage.ts'

const viewsOf = (tripId: string): Query<AnnouncementViewsResponse> => ({
  key: ['announcement views', tripId],
  queryFn: () => request(seenAnnouncementsPath(tripId), { schema: announcementViewsResponse }),
  shouldRefetch: ({ error }) => error !== undefined,
})

/**
 * Who has seen which announcements: everybody for organizers, otherwise only the current user. What the user has seen
 * on other devices counts as seen here too.
 * @param personId the user's id in the plan
 */
export function useAnnouncementViews(
  tripId: string,
  personId: string,
): { views: readonly AnnouncementView[] | undefined; failure: string | undefined } {
  const { data, error } = useQuery(viewsOf(tripId))
  const userId = useSession().user?.id
  useEffect(() => {
    if (!data || userId === undefined) return
    const own = data.views.flatMap((view) => (view.person_id === personId ? [view.announcement_id] : []))
    persistSeenAnnouncements({ userId, tripId }, own, { isSent: true })
  }, [data, userId, tripId, personId])
  return { views: data?.views, failure: data ? undefined : errorText(error, m.announcements_views_failed()) }
}

/** What the current user has seen, and how to add to it. It is sent at once, or once the server can be reached. */
export function useSeenAnnouncements(tripId: string): {
  seen: ReadonlySet<string>
  see: (ids: readonly string[]) => void
} {
  const userId = useSession().user?.id ?? ''
  const text = useSyncExternalStore(deviceStorage.subscribe, () => seenAnnouncementsText(userId, tripId))
  const seen = useMemo(() => new Set(parseSeenAnnouncements(text)), [text])
  useEffect(() => {
    void sendSeen(userId, tripId)
    return pageEvents.on('online', () => void sendSeen(userId, tripId))
  }, [userId, tripId])
  const see = useCallback(
    (ids: readonly string[]) => {
      persistSeenAnnouncements({ userId, tripId }, ids, { isSent: false })
      void sendSeen(userId, tripId)
    },
    [userId, tripId],
  )
  return { seen, see }
}

/** Sends what the server has still to learn. After a failure, the next opening of the trip sends it again. */
async function sendSeen(userId: string, tripId: string): Promise<void> {
  const ids = listUnsentSeen(userId, tripId).slice(0, MAX_SEEN_ANNOUNCEMENTS)
  if (ids.length === 0 || navigator.onLine === false || session.getCurrentUser()?.id !== userId) return
  const body: SeenAnnouncements = { ids }
  try {
    await request(seenAnnouncementsPath(tripId), { method: 'POST', body, keepalive: true })
  } catch {
    return
  }
  persistSeenAnnouncements({ userId, tripId }, ids, { isSent: true })
  queryCache.invalidate(viewsOf(tripId).key)
  await sendSeen(userId, tripId)
}
