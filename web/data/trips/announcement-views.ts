import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import {
  type AnnouncementView,
  type AnnouncementViewsResponse,
  announcementViewsResponse,
  MAX_SEEN_ANNOUNCEMENTS,
  recordedAnnouncements,
  type SeenAnnouncements,
  seenAnnouncementsPath,
} from '#domain/api/announcements.ts'
import * as m from '#messages'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useIsOnline } from '../react/use-is-online.ts'
import { useQuery } from '../react/use-query.ts'
import { useRefetch } from '../react/use-refetch.ts'
import { queryCache } from '../root/query-cache.ts'
import { pageEvents, session } from '../root/session.ts'
import { useSession } from '../session/use-session.ts'
import {
  compareSeenAnnouncements,
  listUnsentSeen,
  parseSeenAnnouncements,
  persistSeenAnnouncements,
  seenAnnouncementsText,
} from '../storage/seen-announcements.ts'
import { deviceStorage } from '../storage/web-storage.ts'
import { people } from './planners.ts'

/** For so long, a screen waits to learn what was seen on other devices. */
const MAX_WAIT_MS = 1500

/** What the server said, and when, in milliseconds since 1970. */
interface KnownViews extends AnnouncementViewsResponse {
  askedAt: number
}

const viewsOf = (tripId: string): Query<KnownViews> => ({
  key: ['announcement views', tripId],
  queryFn: async () => {
    const askedAt = Date.now()
    return { ...(await request(seenAnnouncementsPath(tripId), { schema: announcementViewsResponse })), askedAt }
  },
  shouldRefetch: ({ error }) => error !== undefined,
})

export interface Viewing {
  views: readonly AnnouncementView[] | undefined
  /** When they were counted, in milliseconds since 1970, if they could not be counted again since. */
  asOf: number | undefined
  /** Why nothing can be counted. */
  failure: string | undefined
}

/**
 * Who has seen which announcements: everybody for organizers, otherwise only the current user. What the user has seen
 * is compared with it.
 */
export function useAnnouncementViews(planned: Planned): Viewing {
  const { tripId, personId } = planned
  const { data, error } = useQuery(viewsOf(tripId))
  const isOnline = useIsOnline()
  const userId = useSession().user?.id
  const ids = planned.ids.join(' ')
  // The same object as long as nothing was seen, so that a server that records nothing is not asked on and on.
  const views = data?.views
  useEffect(() => {
    if (views && userId !== undefined) compare({ tripId, personId, ids: ids.split(' ') }, userId, views)
  }, [views, userId, tripId, personId, ids])
  useRefetch(viewsOf(tripId))
  return {
    views,
    asOf: error !== undefined || !isOnline ? data?.askedAt : undefined,
    failure: views || !error ? undefined : m.announcements_views_failed(),
  }
}

/** Why it is not known who has joined; undefined if it is. */
export function useMembersFailure(tripId: string): string | undefined {
  const { data, error } = useQuery(people(tripId))
  return data || !error ? undefined : m.announcements_views_failed()
}

interface Planned {
  tripId: string
  /** The current user's id in the plan. */
  personId: string
  /** The announcements in the plan. */
  ids: readonly string[]
}

function compare({ tripId, personId, ids }: Planned, userId: string, views: readonly AnnouncementView[]): void {
  const own = views.flatMap((view) => (view.person_id === personId ? [view.announcement_id] : []))
  compareSeenAnnouncements({ userId, tripId }, ids, own)
  void sendSeen(userId, tripId)
}

/**
 * Asks the server whether the current user has seen announcements on another device, and notes it here.
 * @param wanted those that seem to be new
 * @returns those for which it has answered, or needed too long
 */
export function useAskedServer(planned: Planned, wanted: readonly string[]): ReadonlySet<string> {
  const { tripId, personId } = planned
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const userId = useSession().user?.id
  const isOnline = useIsOnline()
  const ids = planned.ids.join(' ')
  const missing = wanted.filter((id) => !answered.has(id)).join(' ')
  useEffect(() => {
    if (missing === '' || userId === undefined) return
    const end = () => setAnswered((before) => new Set([...before, ...missing.split(' ')]))
    const timer = setTimeout(end, isOnline ? MAX_WAIT_MS : 0)
    if (isOnline)
      queryCache
        .fetchQuery(viewsOf(tripId))
        .then(({ views }) => compare({ tripId, personId, ids: ids.split(' ') }, userId, views))
        .then(end, end)
    return () => clearTimeout(timer)
  }, [missing, userId, isOnline, tripId, personId, ids])
  return answered
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

/** What is being sent, as its user, trip and id. */
const sending = new Set<string>()

/**
 * Sends what the server has still to learn. What it does not record, as it is not in its plan yet, and what fails is
 * sent with the next, or when the trip is opened again.
 */
async function sendSeen(userId: string, tripId: string): Promise<void> {
  const nameOf = (id: string) => `${userId} ${tripId} ${id}`
  const all = listUnsentSeen(userId, tripId).filter((id) => !sending.has(nameOf(id)))
  for (const id of all) sending.add(nameOf(id))
  try {
    for (let start = 0; start < all.length; start += MAX_SEEN_ANNOUNCEMENTS) {
      if (navigator.onLine === false || session.getCurrentUser()?.id !== userId) return
      const body: SeenAnnouncements = { ids: all.slice(start, start + MAX_SEEN_ANNOUNCEMENTS) }
      const options = { method: 'POST', body, keepalive: true, schema: recordedAnnouncements } as const
      const { ids } = await request(seenAnnouncementsPath(tripId), options)
      if (ids.length === 0) continue
      persistSeenAnnouncements({ userId, tripId }, ids, { isSent: true })
      queryCache.invalidate(viewsOf(tripId).key)
    }
  } catch {
    // It stays unsent.
  } finally {
    for (const id of all) sending.delete(nameOf(id))
  }
}
