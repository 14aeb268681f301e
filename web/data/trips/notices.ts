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
import { AppError } from '#domain/errors.ts'
import type { Notice } from '#domain/notices/notice.ts'
import { transientErrors } from '#domain/transient-errors.ts'
import { closeNotifications } from '#web/browser/push.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
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

/** Whether who has asked is still signed in: an answer to somebody else is not persisted. */
const isStill = (userId: string | undefined): userId is string =>
  userId !== undefined && userId === session.getCurrentUser()?.id

/** Persists the notices of all trips: see `persistAllNotices`. */
function persistAll(userId: string, { notices, unread }: NoticesResponse): void {
  // A full list has the newest of all trips together. What is older of one trip is still known.
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

const choicesOf = (tripId: string): Query<ChoicesResponse> => ({
  key: ['notice choices', tripId],
  queryFn: async () => {
    await whenSaved(noticeChoicesPath(tripId))
    return request(noticeChoicesPath(tripId), { schema: choicesResponse })
  },
  shouldRefetch: ({ error }) => error !== undefined,
})

const settings: Query<NoticeSettingsResponse> = {
  key: ['notice settings'],
  queryFn: async () => {
    await whenSaved(NOTICE_SETTINGS_PATH)
    return request(NOTICE_SETTINGS_PATH, { schema: noticeSettingsResponse })
  },
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

/**
 * Marks notices of a trip as read, as they are given. Without a network, the server is told with the next request for
 * notices.
 * @throws AppError if the server refuses
 */
export async function readNotices(tripId: string, seen: readonly Notice[]): Promise<void> {
  const userId = session.getCurrentUser()?.id
  if (userId === undefined || seen.length === 0) return
  addUnsentReads(userId, seen)
  for (const { key } of [noticesOf(tripId), allNotices]) {
    const known = queryCache.get<NoticesResponse>(key)
    // What was asked before is answered with what was unread then.
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
    if (failure instanceof AppError && failure.code in transientErrors) return
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
    // What is refused once is refused again.
    if (!(failure instanceof AppError && failure.code in transientErrors)) removeUnsentReads(userId, seen)
    throw failure
  }
  removeUnsentReads(userId, seen)
}

/** What was read without a network is not to be counted in the answer. */
async function sendUnsent(userId: string | undefined): Promise<void> {
  const unsent = userId === undefined ? [] : listUnsentReads(userId)
  if (userId !== undefined && unsent.length > 0) await sendReads(userId, unsent).catch(() => {})
}

/** Marks what was seen, unless something new about it was told since. */
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

/** A setting that is being saved. */
interface Saving {
  userId: string | undefined
  last: Promise<void>
  /** What the server is known to have of what was changed. */
  stored: object
}

/** By path. */
const savings = new Map<string, Saving>()
const SAVE_TIMEOUT_MS = 20_000

/** What is asked while something is being saved would be answered as it was before. */
const whenSaved = async (path: string): Promise<void> => savings.get(path)?.last.catch(() => {})

/**
 * Shows a change at once, and saves one after the other, so that what is chosen last counts. After a failure, what the
 * server has is shown. For somebody who has signed out meanwhile, nothing is sent and shown any more.
 * @throws AppError
 */
function saveInOrder<Value>({ key }: Query<Value>, path: string, change: Partial<Value>, body: unknown): Promise<void> {
  const userId = session.getCurrentUser()?.id
  const under = savings.get(path)
  const saving = under?.userId === userId && under ? under : { userId, last: Promise.resolve(), stored: {} }
  savings.set(path, saving)
  const known = queryCache.get<Value>(key)
  const before = Object.fromEntries(Object.keys(change).map((name) => [name, known?.[name as keyof Value]]))
  saving.stored = { ...before, ...saving.stored }
  show({ key }, change)
  const save = async () => {
    if (!isStill(userId)) return
    await request(path, { method: 'PUT', body, withinMs: SAVE_TIMEOUT_MS, keepalive: true })
    saving.stored = { ...saving.stored, ...change }
  }
  const saved = saving.last.then(save, save)
  saving.last = saved
  const end = () => {
    if (saving.last !== saved || savings.get(path) !== saving) return false
    savings.delete(path)
    if (!isStill(userId)) return false
    show({ key }, saving.stored)
    return true
  }
  // A request that failed may have been stored.
  saved.then(end, () => end() && queryCache.invalidate(key))
  return saved
}

/** Shows a change of what a query has. What it is being asked for may be older. */
function show<Value>({ key }: Pick<Query<Value>, 'key'>, change: Partial<Value>): void {
  const known = queryCache.get<Value>(key)
  queryCache.ignoreFetch(key)
  if (known) queryCache.set(key, { ...known, ...change })
}

/** How the current user is told about a trip. */
export function useNoticeChoices(tripId: string) {
  const query = choicesOf(tripId)
  const result = useQuery(query)
  const choosing = useAsyncAction(
    (change: ChoicesChange) => saveInOrder(query, noticeChoicesPath(tripId), change, change),
    () => {},
  )
  const reminding = useAsyncAction(
    async (is_on: boolean) => {
      const body: RemindersChange = { is_on }
      await request(remindersPath(tripId), { method: 'PUT', body, withinMs: SAVE_TIMEOUT_MS })
      return is_on
    },
    (isOn) => show(query, { reminds_since: isOn ? new Date().toISOString() : null }),
  )
  return { ...result, choosing, reminding }
}

/** What holds for all trips of the current user. */
export function useNoticeSettings() {
  const result = useQuery(settings)
  const saving = useAsyncAction(
    async (change: NoticeSettingsChange) => {
      await saveInOrder(settings, NOTICE_SETTINGS_PATH, { quiet: change.quiet }, change)
      return change.tries_mail
    },
    (triesMail) => {
      if (triesMail) queryCache.invalidate(settings.key)
    },
  )
  return { ...result, saving }
}

/** No more mails about a trip. @param token of the link in a mail */
export const unsubscribe = (token: string): Promise<Unsubscribed> =>
  request(UNSUBSCRIBE_PATH, { method: 'POST', body: { token }, schema: unsubscribed })
