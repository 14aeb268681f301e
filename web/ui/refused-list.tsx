import { Copy, X } from 'lucide-react'
import * as m from '#messages'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useCopy } from './use-copy.ts'

interface NotDone {
  id: string
  what: string
  why: string
  text: string
  /** What else one can do about it. */
  action?: { label: string; onPress: () => void } | undefined
}

/** Operations that were refused, each with the person's text to copy and use elsewhere. */
export function RefusedList({
  entries,
  onDismiss,
}: {
  entries: readonly NotDone[]
  onDismiss: (ids: readonly string[]) => void
}) {
  return (
    <ul className="grid gap-2">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} onDismiss={() => onDismiss([entry.id])} />
      ))}
    </ul>
  )
}

function Entry({ entry: { what, why, text, action }, onDismiss }: { entry: NotDone; onDismiss: () => void }) {
  const { state, copy } = useCopy()
  return (
    <li className="flex items-start gap-1 rounded-md border border-line p-3">
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold">{what}</p>
        <p>{why}</p>
        {text !== '' && (
          <p className="line-clamp-6 border-l-2 border-accent pl-2 wrap-anywhere whitespace-pre-line text-muted">
            {text}
          </p>
        )}
        {action && (
          <Button
            variant="quiet"
            aria-label={m.common_not_done_action_label({ action: action.label, what })}
            className="justify-self-start"
            onClick={action.onPress}
          >
            {action.label}
          </Button>
        )}
        <p role="status" className="text-sm text-muted empty:hidden">
          {state === 'copied' && m.common_copied()}
          {state === 'failed' && m.common_not_done_not_copied()}
        </p>
      </div>
      {text !== '' && (
        <IconButton
          icon={Copy}
          label={m.common_not_done_copy_label({ what })}
          title={m.common_copy()}
          onClick={() => void copy(text)}
        />
      )}
      <IconButton
        icon={X}
        label={m.common_not_done_dismiss_label({ what })}
        title={m.common_dismiss()}
        onClick={onDismiss}
      />
    </li>
  )
}
