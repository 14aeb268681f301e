import {
  type ChoicesChange,
  type ChoicesResponse,
  choicesResponse,
  NOTICE_SETTINGS_PATH,
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
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { useRefetch } from '../react/use-refetch.ts'
import { queryCache } from '../root/query-cache.ts'

const noticesOf = (tripId: string): Query<NoticesResponse> => ({
  key: ['notices', tripId],
  queryFn: () => request(noticesPath(tripId), { schema: noticesResponse }),
  staleTimeMs: 5000,
  shouldRefetch: ({ error }) => error !== undefined,
})

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

/** What the current user was told about a trip. */
export function useNotices(tripId: string) {
  useRefetch(noticesOf(tripId))
  return useQuery(noticesOf(tripId))
}

/** Where nobody asks for any. */
const none: Query<NoticesResponse> = { key: ['no notices'], queryFn: async () => ({ notices: [], unread: {} }) }

/** How many notices of a trip are unread; 0 as long as nobody knows. @param tripId undefined to ask for none */
export function useUnreadNotices(tripId: string | undefined): number {
  const { data } = useQuery(tripId === undefined ? none : noticesOf(tripId))
  return data?.unread[tripId ?? ''] ?? 0
}

/** Tells the server that notices were read. What fails is told when the list is opened again. */
export async function readNotices(tripId: string, ids: readonly string[]): Promise<void> {
  const body: ReadNotices = { ids: [...ids] }
  await request(READ_NOTICES_PATH, { method: 'POST', body, keepalive: true })
  const key = noticesOf(tripId).key
  const known = queryCache.get<NoticesResponse>(key)
  // They stay marked as new on the screen, where somebody is reading them.
  if (known) queryCache.set(key, { ...known, unread: { ...known.unread, [tripId]: 0 } })
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
