import {
  type ChoicesChange,
  type ChoicesResponse,
  choicesResponse,
  NOTICE_SETTINGS_PATH,
  type NoticeSettingsChange,
  type NoticeSettingsResponse,
  noticeChoicesPath,
  noticeSettingsResponse,
  type RemindersChange,
  remindersPath,
  UNSUBSCRIBE_PATH,
  type Unsubscribed,
  unsubscribed,
} from '#domain/api/notices.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'

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

/** A setting that is being saved. */
interface Saving {
  userId: string | undefined
  last: Promise<void>
  /** The values of the changed settings that the server is known to have. */
  stored: object
}

/** By path. */
const savings = new Map<string, Saving>()
const SAVE_TIMEOUT_MS = 20_000

/** A request during a save might get the old value. */
const whenSaved = async (path: string): Promise<void> => savings.get(path)?.last.catch(() => {})

/**
 * Shows a change at once, and saves changes one after the other, so that the last choice wins. After a failure, shows
 * what the server has. If the user signs out in the meantime, nothing more is sent or shown.
 * @throws AppError
 */
function saveInOrder<Value>({ key }: Query<Value>, path: string, change: Partial<Value>, body: unknown): Promise<void> {
  const userId = session.getCurrentUser()?.id
  const isStillHere = () => session.getCurrentUser()?.id === userId
  let saving = savings.get(path)
  if (!saving || saving.userId !== userId) saving = { userId, last: Promise.resolve(), stored: {} }
  savings.set(path, saving)
  const known = queryCache.get<Value>(key)
  const before = Object.fromEntries(Object.keys(change).map((name) => [name, known?.[name as keyof Value]]))
  saving.stored = { ...before, ...saving.stored }
  show({ key }, change)
  const save = async () => {
    if (!isStillHere()) return
    await request(path, { method: 'PUT', body, withinMs: SAVE_TIMEOUT_MS, keepalive: true })
    saving.stored = { ...saving.stored, ...change }
  }
  const saved = saving.last.then(save, save)
  saving.last = saved
  const end = () => {
    if (saving.last !== saved || savings.get(path) !== saving) return false
    savings.delete(path)
    if (!isStillHere()) return false
    show({ key }, saving.stored)
    return true
  }
  // The server may have stored the change even though the request failed.
  saved.then(end, () => end() && queryCache.invalidate(key))
  return saved
}

/** Changes the cached data of a query. Ignores the response to a request under way, which may be older. */
function show<Value>({ key }: Pick<Query<Value>, 'key'>, change: Partial<Value>): void {
  const known = queryCache.get<Value>(key)
  queryCache.ignoreFetch(key)
  if (known) queryCache.set(key, { ...known, ...change })
}

/** How the current user is notified about a trip. */
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

/** The current user's settings for all trips. */
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

/** Stops mails about a trip. @param token of the link in a mail */
export const unsubscribe = (token: string): Promise<Unsubscribed> =>
  request(UNSUBSCRIBE_PATH, { method: 'POST', body: { token }, schema: unsubscribed })
