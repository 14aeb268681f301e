import { useSyncExternalStore } from 'react'
import type { SessionNews } from '#domain/api/account-recovery.ts'
import { DISMISSED_NEWS_KEY } from '../auth/session.ts'
import { deviceStorage } from '../storage/web-storage.ts'

const listeners = new Set<() => void>()

/**
 * Returns when the person's link was last used, until they dismiss it in any tab. The storage key has no person id: no
 * two people have the same news, because accounts have another kind and guests use links at different times.
 */
export function useLinkUse(news: SessionNews) {
  const dismissed = useSyncExternalStore(subscribe, () => deviceStorage.getItem(DISMISSED_NEWS_KEY))
  const text = JSON.stringify(news)
  function dismiss() {
    deviceStorage.setItem(DISMISSED_NEWS_KEY, text)
    for (const listener of listeners) listener()
  }
  return { untold: dismissed === text ? undefined : news.link_used_at, dismiss }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Changes by other tabs.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
