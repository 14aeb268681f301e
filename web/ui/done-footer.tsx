import { Trash2 } from 'lucide-react'
import * as m from '#messages'
import { Button } from './button.tsx'

interface DoneFooterProps {
  /** What the button that removes it is called. */
  remove: string
  /** Undefined for people who may not. */
  onRemove: (() => void) | undefined
  onDone: () => void
}

/** The buttons of a dialog about something that is saved as it is typed: Done, and one that removes it. */
export function DoneFooter({ remove, onRemove, onDone }: DoneFooterProps) {
  return (
    <div className="flex flex-wrap justify-between gap-3">
      {onRemove && (
        <Button variant="danger" onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
          {remove}
        </Button>
      )}
      <Button className="ml-auto" onClick={onDone}>
        {m.common_done()}
      </Button>
    </div>
  )
}
