import { CircleCheck, CloudOff, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import * as m from '#messages'

const states = {
  saving: { text: m.common_saving(), icon: RefreshCw, look: 'text-muted', turn: 'animate-spin' },
  saved: { text: m.common_saved(), icon: CircleCheck, look: 'text-good', turn: '' },
}

interface SaveStateProps {
  state: 'idle' | 'saving' | 'saved'
  /** What lasts until the server is reachable again: see `offlineText`. It takes the place of everything else. */
  offline: string | undefined
  /** What somebody else has just changed, and an icon for it. */
  news?: { text: string; mark: ReactNode } | undefined
}

/**
 * Shows whether changes have reached the server, or else what others have just changed. Short messages take no room and
 * cover the end of the name before it; what lasts takes a line below the name.
 */
export function SaveState({ state, offline, news }: SaveStateProps) {
  if (offline !== undefined)
    return (
      <span role="status" className="flex animate-fade items-center gap-1 text-xs text-muted sm:text-sm">
        <CloudOff aria-hidden="true" className="size-3.5 shrink-0 max-sm:hidden" />
        {offline}
      </span>
    )
  const shown =
    state === 'idle' ? news && { ...news, look: NEWS_LOOK, wording: 'max-w-48 truncate' } : viewOf(states[state])
  return (
    <span role="status" className="pointer-events-none absolute inset-y-0 right-0 z-1 flex max-w-full items-center">
      {shown && (
        <span
          key={shown.text}
          className={`flex h-full min-h-7 min-w-0 animate-fade items-center gap-1.5 bg-surface pl-2 text-sm ${shown.look}`}
        >
          {shown.mark}
          <span className={shown.wording}>{shown.text}</span>
        </span>
      )}
    </span>
  )
}

/** 'Offline · 2 changes waiting' while the server cannot be reached, which includes a network without internet. */
export function offlineText(isOnline: boolean, waitingCount: number): string | undefined {
  if (waitingCount > 0) return m.common_offline_waiting({ count: waitingCount })
  return isOnline ? undefined : m.common_offline()
}

/** On a small screen the faces of who is here show it. */
const NEWS_LOOK = 'text-muted max-lg:sr-only'

function viewOf({ icon: Icon, turn, ...state }: (typeof states)[keyof typeof states]) {
  return {
    ...state,
    wording: 'truncate max-sm:sr-only',
    mark: <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${turn}`} />,
  }
}
