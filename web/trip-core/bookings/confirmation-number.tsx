import { Check, Copy } from 'lucide-react'
import * as m from '#messages'
import { useCopy } from '#web/ui/use-copy.ts'

const outcomes = {
  idle: { text: '', look: '' },
  copied: { text: m.common_copied(), look: 'text-good' },
  failed: { text: m.documents_ticket_confirmation_not_copied(), look: 'text-danger' },
}

/** The stub of a ticket: the code in a size to read across a counter. A press copies it. */
export function ConfirmationNumber({ code }: { code: string }) {
  const { state, copy } = useCopy()
  const { text, look } = outcomes[state]
  const Icon = state === 'copied' ? Check : Copy
  return (
    <div className="rounded-b-lg border-x border-b border-edge/60 bg-surface px-4 pb-2">
      <div className="flex flex-wrap justify-between gap-x-3 text-sm">
        <p className="text-muted">{m.documents_ticket_confirmation_label()}</p>
        <p role="status" className={`font-semibold ${look}`}>
          {text}
        </p>
      </div>
      <button
        type="button"
        title={m.documents_ticket_confirmation_copy()}
        aria-label={m.documents_ticket_confirmation_copy_label({ code })}
        onClick={() => void copy(code)}
        className="touch -mx-2 flex w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 text-left transition-colors select-text hover:bg-action-soft"
      >
        <span className="min-w-0 grow font-mono text-[min(1.5rem,max(1.125rem,8vw))] font-semibold break-words tabular-nums">
          {code}
        </span>
        <Icon aria-hidden="true" className={`size-5.5 shrink-0 ${state === 'copied' ? 'text-good' : 'text-action'}`} />
      </button>
    </div>
  )
}
