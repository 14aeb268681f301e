import { CircleCheck, CloudOff, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import * as m from '#messages'
import { rich } from './rich.ts'

const states = {
  saving: {
    text: m.common_saving(),
    icon: RefreshCw,
    look: 'text-muted',
    turn: 'animate-spin',
    wording: 'max-sm:sr-only',
  },
  saved: { text: m.common_saved(), icon: CircleCheck, look: 'text-good', turn: '', wording: 'max-sm:sr-only' },
}
const offline = { text: m.common_offline(), icon: CloudOff, look: 'text-muted', turn: '', wording: 'max-sm:sr-only' }

interface SaveStateProps {
  state: 'idle' | 'saving' | 'saved'
  /** How many changes have not been sent. */
  unsentCount?: number
  isOnline?: boolean
  /** What somebody else has just changed, and an icon for it. */
  news?: { text: string; mark: ReactNode } | undefined
}

/**
 * Shows whether changes have reached the server, or else what others have just changed. Short messages take no extra
 * room and cover the end of the name next to it; lasting ones (offline, unsent changes) take room of their own.
 */
export function SaveState({ state, unsentCount = 0, isOnline = true, news }: SaveStateProps) {
  const idle = isOnline ? news && { ...news, look: 'text-muted', wording: NEWS_WORDING } : viewOf(offline)
  const shown = state === 'idle' ? idle : viewOf(states[state])
  const isLasting = unsentCount > 0 || shown?.text === offline.text
  return (
    <span
      role="status"
      className={`inline-flex h-7 min-w-7 shrink-0 items-center justify-center max-sm:z-1 max-sm:col-start-1 max-sm:row-start-1 sm:justify-end ${isLasting ? '' : 'sm:w-7'}`}
    >
      {unsentCount > 0 && <UnsentCount count={unsentCount} />}
      {unsentCount === 0 && shown && (
        <span
          key={shown.text}
          className={`z-1 inline-flex shrink-0 animate-fade bg-surface sm:h-13 sm:pl-2 items-center text-sm sm:gap-1.5 max-sm:size-7 max-sm:justify-center max-sm:rounded-full ${shown.look}`}
        >
          {shown.mark}
          <span className={shown.wording}>{shown.text}</span>
        </span>
      )}
    </span>
  )
}

/** Nothing is wrong: the changes are on the device and will be sent. A small screen shows only their number. */
function UnsentCount({ count }: { count: number }) {
  return (
    <span
      title={m.common_unsent_title({ count })}
      className="inline-flex items-center gap-1.5 text-sm text-muted max-sm:bg-surface"
    >
      <CloudOff aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="tabular-nums">
        {count === 1
          ? rich(m.common_unsent_one({ count, words: (text) => <span className="max-lg:sr-only">{text}</span> }))
          : rich(m.common_unsent_other({ count, words: (text) => <span className="max-lg:sr-only">{text}</span> }))}
      </span>
    </span>
  )
}

const NEWS_WORDING = 'max-w-48 truncate max-lg:sr-only'

function viewOf({ icon: Icon, turn, ...state }: (typeof states)[keyof typeof states] | typeof offline) {
  return { ...state, mark: <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${turn}`} /> }
}
