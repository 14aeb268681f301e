import { useMemo } from 'react'
import {
  type ChoicesChange,
  type ChoicesResponse,
  choicesResponse,
  MAX_NOTICES,
  NOTICE_SETTINGS_PATH,
  NOTICES_PATH,
  type NoticeSettingsChange,
  type NoticeSettingsResponse,
  type NoticesResponse,
  noticeChoicesPath,
  noticeSettingsResponse,
  noticesPath,
  noticesResponse,
  READ_NOTICES_PATH,
  type ReadNotices,
  type RemindersChange,
  remindersPath,
  UNSUBSCRIBE_PATH,
  type Unsubscribed,
  unsubscribed,
} from '#domain/api/notices.ts'
import type { Notice } from '#domain/notices/notice.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { useRefetch } from '../react/use-refetch.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import { useSession } from '../session/use-session.ts'
import { findPersistedNotices, listTripsWithNotices, persistNotices } from '../storage/persisted-notices.ts'

const noticesOf = (tripId: string): Query<NoticesResponse> => ({
  key: ['notices', tripId],
  queryFn: async () => {
    const userId = session.getCurrentUser()?.id
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
    const response = await request(NOTICES_PATH, { schema: noticesResponse })
    if (isStill(userId)) persistAll(userId, response)
    return response
  },
  staleTimeMs: 5000,
  shouldRefetch: ({ error }) => error !== undefined,
}

/** Whether who has asked is still signed in: an answer to somebody else is not persisted. */
const isStill = (userId: string | undefined): userId is string =>
  userId !== undefined && userId === session.getCurrentUser()?.id

/** Persists the notices of all trips. Trips without any have none now. */
function persistAll(userId: string, { notices, unread }: NoticesResponse): void {
  // A full list has the newest of all trips together. What is older of one trip is still known.
  const isWhole = notices.length < MAX_NOTICES
  const tripIds = [...Object.keys(unread), ...notices.map(({ trip_id }) => trip_id), ...listTripsWithNotices(userId)]
  for (const tripId of new Set(tripIds)) {
    const listed = notices.filter(({ trip_id }) => trip_id === tripId)
    const ids = new Set(listed.map(({ id }) => id))
    const older = isWhole ? [] : (findPersistedNotices(userId, tripId)?.notices ?? []).filter(({ id }) => !ids.has(id))
    persistNotices(userId, tripId, { notices: [...listed, ...older], unread: unread[tripId] ?? 0 })
  }
}

const choicesOf = (tripId: string): Query<ChoicesResponse> => ({
  key: ['notice choices', tripId],
  queryFn: () => request(noticeChoicesPath(tripId), { schema: choicesResponse }),
  shouldRefetch: ({ error }) => error !== undefined,
})

const settings: Query<NoticeSettingsResponse> = {
  key: ['notice settings'],
  queryFn: () => request(NOTICE_SETTINGS_PATH, { schema: noticeSettingsResponse }),
  shouldRefetch: ({ error }) => error !== undefined,
}

/** What the current user was told about a trip: what the server says, else what this device last got. */
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
 * What the current user was told about all their trips, newest first; undefined until it is known. Invitations that
 * only this device knows have no link.
 * @param asks whether to ask the server; else it is what is known here
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

/** Tells the server that notices of a trip were read. @throws AppError */
export async function readNotices(tripId: string, ids: readonly string[]): Promise<void> {
  const userId = session.getCurrentUser()?.id
  const body: ReadNotices = { ids: [...ids] }
  await request(READ_NOTICES_PATH, { method: 'POST', body, keepalive: true })
  if (!isStill(userId)) return
  for (const { key } of [noticesOf(tripId), allNotices]) {
    const known = queryCache.get<NoticesResponse>(key)
    if (known) queryCache.set(key, withRead(known, tripId, ids))
    // What was asked before may be answered with what was unread then.
    if (queryCache.getResult(key).isFetching) queryCache.invalidate(key)
  }
  const persisted = findPersisted(userId, tripId)
  if (!persisted) return
  const { notices, unread } = withRead(persisted, tripId, ids)
  persistNotices(userId, tripId, { notices, unread: unread[tripId] ?? 0 })
}

function withRead({ notices, unread }: NoticesResponse, tripId: string, ids: readonly string[]): NoticesResponse {
  const wereRead = new Set(notices.flatMap(({ id, is_read }) => (is_read ? [id] : [])))
  const read = new Set(ids.filter((id) => !wereRead.has(id)))
  return {
    notices: notices.map((notice) => (read.has(notice.id) ? { ...notice, is_read: true } : notice)),
    unread: { ...unread, [tripId]: Math.max(0, (unread[tripId] ?? 0) - read.size) },
  }
}

let lastSave: Promise<unknown> = Promise.resolve()

/** Saves one after the other, so that what is chosen last counts. */
function saveInOrder(path: string, body: unknown): Promise<void> {
  const save = () => request(path, { method: 'PUT', body })
  const saved = lastSave.then(save, save)
  lastSave = saved
  return saved as Promise<void>
}

/** Shows a change of what a query has at once, as the server will have it. */
function showAtOnce<Value>({ key }: Query<Value>, change: Partial<Value>): void {
  const known = queryCache.get<Value>(key)
  if (known) queryCache.set(key, { ...known, ...change })
}

/** How the current user is told about a trip. */
export function useNoticeChoices(tripId: string) {
  const query = choicesOf(tripId)
  const result = useQuery(query)
  const choosing = useAsyncAction(
    async (change: ChoicesChange) => {
      showAtOnce(query, change)
      await saveInOrder(noticeChoicesPath(tripId), change).catch(shownAgain(result))
    },
    () => {},
  )
  const reminding = useAsyncAction(
    async (is_on: boolean) => {
      const body: RemindersChange = { is_on }
      await request(remindersPath(tripId), { method: 'PUT', body })
      return is_on
    },
    (isOn) => showAtOnce(query, { reminds_since: isOn ? new Date().toISOString() : null }),
  )
  return { ...result, choosing, reminding }
}

/** After a failure, what the server has is shown. */
const shownAgain =
  ({ retry }: { retry: () => void }) =>
  (failure: unknown) => {
    retry()
    throw failure
  }

/** What holds for all trips of the current user. */
export function useNoticeSettings() {
  const result = useQuery(settings)
  const saving = useAsyncAction(
    async ({ quiet, tries_mail }: NoticeSettingsChange) => {
      showAtOnce(settings, { quiet })
      await saveInOrder(NOTICE_SETTINGS_PATH, { quiet, tries_mail }).catch(shownAgain(result))
      return tries_mail
    },
    (triesMail) => {
      if (triesMail) result.retry()
    },
  )
  return { ...result, saving }
}

/** No more mails about a trip. @param token of the link in a mail */
export const unsubscribe = (token: string): Promise<Unsubscribed> =>
  request(UNSUBSCRIBE_PATH, { method: 'POST', body: { token }, schema: unsubscribed })
