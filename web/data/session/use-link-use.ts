import { useSyncExternalStore } from 'react'
import type { SessionNews } from '#domain/api/account-recovery.ts'
import { DISMISSED_NEWS_KEY } from '../auth/session.ts'
import { deviceStorage } from '../storage/web-storage.ts'

/**
 * Returns when the person's link was last used, until they dismiss it in any tab. The storage key has no person id: no
 * two people have the same news, because accounts have another kind and guests use links at different times.
 */
export function useLinkUse(news: SessionNews) {
  const dismissed = useSyncExternalStore(deviceStorage.subscribe, () => deviceStorage.getItem(DISMISSED_NEWS_KEY))
  const text = JSON.stringify(news)
  function dismiss() {
    deviceStorage.setItem(DISMISSED_NEWS_KEY, text)
  }
  return { untold: dismissed === text ? undefined : news.link_used_at, dismiss }
}
