import type { NoticeSettingsResponse } from '#domain/api/notices.ts'
import { pushDevices } from '#web/data/push/push.ts'
import { useQuery } from '#web/data/react/use-query.ts'
import { useNoticeSettings } from '#web/data/trips/notice-settings.ts'

interface Channels {
  /** Whether this server can notify devices; true if that could not be loaded. */
  hasPush: boolean
  /** Where mails go; undefined if that could not be loaded. */
  mail: NoticeSettingsResponse['mail'] | undefined
}

/** How notices can reach the current user outside the app; undefined until that is loaded. */
export function useChannels(): Channels | undefined {
  const settings = useNoticeSettings()
  const push = useQuery(pushDevices)
  if (settings.isPending || push.isPending) return undefined
  return { hasPush: push.data?.public_key !== null, mail: settings.data?.mail }
}
