import { TriangleAlert } from 'lucide-react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface BeforeSavingProps {
  warnings: readonly string[]
  discard: (() => void) | undefined
}

/** That the dialog opened with edits that are not saved, and what to know before they are. */
export function BeforeSaving({ warnings, discard }: BeforeSavingProps) {
  return (
    <div className="grid gap-2">
      {discard && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="font-semibold">{m.costs_not_saved_yet()}</p>
          <Button variant="quiet" className="text-sm" onClick={discard}>
            {m.costs_discard()}
          </Button>
        </div>
      )}
      {warnings.map((words) => (
        <div key={words} role="alert">
          <Notice tone="warn" icon={TriangleAlert}>
            {words}
          </Notice>
        </div>
      ))}
    </div>
  )
}
