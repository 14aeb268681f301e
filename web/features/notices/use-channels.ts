import type { NoticeSettingsResponse } from '#domain/api/notices.ts'
import { pushDevices } from '#web/data/push/push.ts'
import { useQuery } from '#web/data/react/use-query.ts'
import { useNoticeSettings } from '#web/data/trips/notices.ts'

interface Channels {
  /** Whether this server can notify devices, as far as is known. */
  hasPush: boolean
  /** Where mails go; undefined if that could not be loaded. */
  mail: NoticeSettingsResponse['mail'] | undefined
}

/** The ways by which news reaches the current user outside of the app; undefined until they are loaded. */
export function useChannels(): Channels | undefined {
  const settings = useNoticeSettings()
  const push = useQuery(pushDevices)
  if (settings.isPending || push.isPending) return undefined
  return { hasPush: push.data?.public_key !== null, mail: settings.data?.mail }
}
