import { useSyncExternalStore } from 'react'
import type { SessionNews } from '#domain/api/account-recovery.ts'
import { deviceStorage } from '../device/web-storage.ts'
import { TOLD_KEY } from './session.ts'

const listeners = new Set<() => void>()

/**
 * When the person's link was last used, where this device has not told them so yet. Each use is told until it is dismissed, in one
 * of the tabs. No two people have the same news: of accounts it is another kind, and guests use links at different moments.
 */
export function useLinkUse(news: SessionNews) {
  const told = useSyncExternalStore(subscribe, () => deviceStorage.getItem(TOLD_KEY))
  const text = JSON.stringify(news)
  function dismiss() {
    deviceStorage.setItem(TOLD_KEY, text)
    for (const listener of listeners) listener()
  }
  return { untold: told === text ? undefined : news.link_used_at, dismiss }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Of the other tabs.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
