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
 * Whether what was typed has reached the server and, while there is nothing to say of that, what is new. It always takes the
 * same room, so that nothing moves when it speaks.
 */
export function SaveState({ state, waiting = 0, isOnline = true, news }: SaveStateProps) {
  const idle = isOnline ? news && { ...news, look: 'text-muted', wording: NEWS_WORDING } : viewOf(offline)
  const shown = state === 'idle' ? idle : viewOf(states[state])
  return (
    <span
      role="status"
      className="inline-flex h-7 min-w-7 shrink-0 items-center justify-center max-sm:z-1 max-sm:col-start-1 max-sm:row-start-1 sm:w-24 sm:justify-end lg:w-64"
    >
      {waiting > 0 && <Waiting count={waiting} />}
      {waiting === 0 && shown && (
        <span
          key={shown.text}
          className={`inline-flex min-w-0 animate-fade items-center text-sm sm:gap-1.5 max-sm:size-7 max-sm:shrink-0 max-sm:justify-center max-sm:rounded-full max-sm:bg-surface ${shown.look}`}
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

const NEWS_WORDING = 'max-lg:sr-only lg:truncate'

function viewOf({ icon: Icon, turn, ...state }: (typeof states)[keyof typeof states] | typeof offline) {
  return { ...state, mark: <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${turn}`} /> }
}
