import { useMemo } from 'react'
import {
  MAX_NOTICES,
  NOTICES_PATH,
  type NoticesResponse,
  noticesPath,
  noticesResponse,
  READ_NOTICES_PATH,
  type ReadNotices,
} from '#domain/api/notices.ts'
import type { Notice } from '#domain/notices/notice.ts'
import { closeNotifications } from '#web/browser/push.ts'
import { isTransient } from '../http/failures.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useQuery } from '../react/use-query.ts'
import { useRefetch } from '../react/use-refetch.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import { useSession } from '../session/use-session.ts'
import {
  addUnsentReads,
  findPersistedNotices,
  listTripsWithNotices,
  listUnsentReads,
  persistAllNotices,
  persistNotices,
  type ReadNotice,
  removeUnsentReads,
} from '../storage/persisted-notices.ts'

const noticesOf = (tripId: string): Query<NoticesResponse> => ({
  key: ['notices', tripId],
  queryFn: async () => {
    const userId = session.getCurrentUser()?.id
    await sendUnsent(userId)
    const response = await request(noticesPath(tripId), { schema: noticesResponse })
    const { notices, unread } = response
    if (isStill(userId)) persistNotices(userId, tripId, { notices, unread: unread[tripId] ?? 0 })
    return response
  },
  staleTimeMs: 5000,
  shouldRefetch: ({ error }) => error !== undefined,
})

const allNotices: Query<NoticesResponse> = {
  key: ['notices'],
  queryFn: async () => {
    const userId = session.getCurrentUser()?.id
    await sendUnsent(userId)
    const response = await request(NOTICES_PATH, { schema: noticesResponse })
    if (isStill(userId)) persistAll(userId, response)
    return response
  },
  staleTimeMs: 5000,
  shouldRefetch: ({ error }) => error !== undefined,
}

/** Whether the user who sent the request is still signed in: another user's response is not persisted. */
const isStill = (userId: string | undefined): userId is string =>
  userId !== undefined && userId === session.getCurrentUser()?.id

/** Persists the notices of all trips: see `persistAllNotices`. */
function persistAll(userId: string, { notices, unread }: NoticesResponse): void {
  // A full list has only the newest notices of all trips together, so older persisted ones of each trip are kept.
  const isWhole = notices.length < MAX_NOTICES
  const known = isWhole ? [] : listTripsWithNotices(userId)
  const tripIds = new Set([...Object.keys(unread), ...notices.map(({ trip_id }) => trip_id), ...known])
  const all = [...tripIds].map((tripId) => {
    const listed = notices.filter(({ trip_id }) => trip_id === tripId)
    const ids = new Set(listed.map(({ id }) => id))
    const older = isWhole ? [] : (findPersistedNotices(userId, tripId)?.notices ?? []).filter(({ id }) => !ids.has(id))
    return { tripId, notices: [...listed, ...older], unread: unread[tripId] ?? 0 }
  })
  persistAllNotices(userId, all)
}

/** The current user's notices of a trip: the server's response, otherwise what this device last got. */
export function useNotices(tripId: string) {
  useRefetch(noticesOf(tripId))
  const result = useQuery(noticesOf(tripId))
  const persisted = usePersisted(result.data ? undefined : tripId)
  const data = result.data ?? persisted
  return { ...result, data, isPending: result.isPending && data === undefined }
}

/** Where nobody asks for any. */
const none: Query<NoticesResponse> = { key: ['no notices'], queryFn: async () => ({ notices: [], unread: {} }) }

/** How many notices of a trip are unread; 0 as long as nobody knows. @param tripId undefined to ask for none */
export function useUnreadNotices(tripId: string | undefined): number {
  const { data } = useQuery(tripId === undefined ? none : noticesOf(tripId))
  const persisted = usePersisted(data ? undefined : tripId)
  return (data ?? persisted)?.unread[tripId ?? ''] ?? 0
}

/** @param tripId undefined if the server has answered */
function usePersisted(tripId: string | undefined): NoticesResponse | undefined {
  const userId = useSession().user?.id
  return useMemo(
    () => (userId === undefined || tripId === undefined ? undefined : findPersisted(userId, tripId)),
    [userId, tripId],
  )
}

function findPersisted(userId: string, tripId: string): NoticesResponse | undefined {
  const found = findPersistedNotices(userId, tripId)
  return found && { notices: found.notices, unread: { [tripId]: found.unread } }
}

/**
 * The current user's notices of all their trips, newest first; undefined until they are known. Persisted invitations
 * have no link.
 * @param asks whether to ask the server; otherwise returns what is cached or persisted
 */
export function useAllNotices(asks: boolean): NoticesResponse | undefined {
  const query = asks ? allNotices : none
  useRefetch(query)
  const { data } = useQuery(query)
  const userId = useSession().user?.id
  const known = asks ? data : queryCache.get<NoticesResponse>(allNotices.key)
  const isKnown = known !== undefined
  const persisted = useMemo(
    () => (userId === undefined || isKnown ? undefined : findAllPersisted(userId)),
    [userId, isKnown],
  )
  return known ?? persisted
}

function findAllPersisted(userId: string): NoticesResponse | undefined {
  const found = listTripsWithNotices(userId).flatMap((tripId) => findPersisted(userId, tripId) ?? [])
  if (found.length === 0) return undefined
  const at = ({ created_at }: Notice) => Date.parse(created_at)
  return {
    notices: found.flatMap(({ notices }) => notices).toSorted((one, other) => at(other) - at(one)),
    unread: Object.assign({}, ...found.map(({ unread }) => unread)),
  }
}

/**
 * Marks these versions of a trip's notices as read. If the server can't be reached, it learns of it with the next
 * request for notices.
 * @throws AppError if the server refuses
 */
export async function readNotices(tripId: string, seen: readonly Notice[]): Promise<void> {
  const userId = session.getCurrentUser()?.id
  if (userId === undefined || seen.length === 0) return
  addUnsentReads(userId, seen)
  for (const { key } of [noticesOf(tripId), allNotices]) {
    const known = queryCache.get<NoticesResponse>(key)
    // The response to a request under way may still list them as unread.
    queryCache.ignoreFetch(key)
    if (known) queryCache.set(key, withRead(known, tripId, seen))
  }
  const persisted = findPersisted(userId, tripId)
  if (persisted) {
    const { notices, unread } = withRead(persisted, tripId, seen)
    persistNotices(userId, tripId, { notices, unread: unread[tripId] ?? 0 })
  }
  if (queryCache.get<NoticesResponse>(noticesOf(tripId).key)?.unread[tripId] === 0) void closeNotifications(tripId)
  try {
    await sendReads(userId, seen)
  } catch (failure) {
    if (isTransient(failure)) return
    for (const { key } of [noticesOf(tripId), allNotices]) queryCache.invalidate(key)
    throw failure
  }
}

/** @throws AppError */
async function sendReads(userId: string, seen: readonly ReadNotice[]): Promise<void> {
  const until = seen
    .map(({ created_at }) => created_at)
    .toSorted()
    .at(-1)
  const body: ReadNotices = { ids: seen.map(({ id }) => id), ...(until !== undefined && { until }) }
  try {
    await request(READ_NOTICES_PATH, { method: 'POST', body, keepalive: true })
  } catch (failure) {
    // A retry would be refused again.
    if (!isTransient(failure)) removeUnsentReads(userId, seen)
    throw failure
  }
  removeUnsentReads(userId, seen)
}

/** Reports what was read offline, so that the next response does not count it as unread. */
async function sendUnsent(userId: string | undefined): Promise<void> {
  const unsent = userId === undefined ? [] : listUnsentReads(userId)
  if (userId !== undefined && unsent.length > 0) await sendReads(userId, unsent).catch(() => {})
}

/** Marks seen notices as read, except those that were updated since. */
function withRead({ notices, unread }: NoticesResponse, tripId: string, seen: readonly Notice[]): NoticesResponse {
  const seenAt = new Map(seen.map(({ id, created_at }) => [id, created_at]))
  const known = new Map(notices.map((notice) => [notice.id, notice]))
  const isDone = ({ id, created_at }: Notice) => {
    const listed = known.get(id)
    return listed === undefined || (!listed.is_read && listed.created_at === created_at)
  }
  return {
    notices: notices.map((notice) =>
      seenAt.get(notice.id) === notice.created_at ? { ...notice, is_read: true } : notice,
    ),
    unread: { ...unread, [tripId]: Math.max(0, (unread[tripId] ?? 0) - seen.filter(isDone).length) },
  }
}
