import { CircleCheck, CloudOff, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'

const states = {
  saving: { text: 'Saving…', icon: RefreshCw, look: 'text-muted', turn: 'animate-spin', wording: 'max-sm:sr-only' },
  saved: { text: 'Saved', icon: CircleCheck, look: 'text-good', turn: '', wording: 'max-sm:sr-only' },
}
const offline = { text: 'Offline', icon: CloudOff, look: 'text-muted', turn: '', wording: 'max-sm:sr-only' }

interface SaveStateProps {
  state: 'idle' | 'saving' | 'saved'
  /** How many changes wait for the network. */
  waiting?: number
  isOnline?: boolean
  /** What is new, in words, and a mark of it. */
  news?: { text: string; mark: ReactNode } | undefined
}

/**
 * Whether what was typed has reached the server and, while there is nothing to say of that, what is new. It takes the
 * same room for what is said briefly, which lies over the end of the name beside it; what lasts takes its own.
 */
export function SaveState({ state, waiting = 0, isOnline = true, news }: SaveStateProps) {
  const idle = isOnline ? news && { ...news, look: 'text-muted', wording: NEWS_WORDING } : viewOf(offline)
  const shown = state === 'idle' ? idle : viewOf(states[state])
  const isLasting = waiting > 0 || shown?.text === offline.text
  return (
    <span
      role="status"
      className={`inline-flex h-7 min-w-7 shrink-0 items-center justify-center max-sm:z-1 max-sm:col-start-1 max-sm:row-start-1 sm:justify-end ${isLasting ? '' : 'sm:w-7'}`}
    >
      {waiting > 0 && <Waiting count={waiting} />}
      {waiting === 0 && shown && (
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

/** Nothing is wrong: it is on the device, and goes when it can. Only the number has room on a small screen. */
function Waiting({ count }: { count: number }) {
  const words = count === 1 ? 'change waits for the network' : 'changes wait for the network'
  return (
    <span title={`${count} ${words}`} className="inline-flex items-center gap-1.5 text-sm text-muted max-sm:bg-surface">
      <CloudOff aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="tabular-nums">
        {count} <span className="max-lg:sr-only">{words}</span>
      </span>
    </span>
  )
}

const NEWS_WORDING = 'max-w-48 truncate max-lg:sr-only'

function viewOf({ icon: Icon, turn, ...state }: (typeof states)[keyof typeof states] | typeof offline) {
  return { ...state, mark: <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${turn}`} /> }
}
