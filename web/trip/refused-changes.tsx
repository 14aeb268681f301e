import { CircleAlert, Copy, X } from 'lucide-react'
import { useState } from 'react'
import type { PlanOperation } from '#domain/api/operations.ts'
import { titleOf } from '#domain/history/index.ts'
import { isObject } from '#domain/operations/json.ts'
import type { PlanState } from '#web/data/sync/open-plan.ts'
import { plan } from '#web/data/trips/trip-data.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { useCopy } from '#web/ui/use-copy.ts'

type Refused = PlanState['refused'][number]

/** Says calmly that something could not be done any more, and opens the list of it. */
export function RefusedChanges({ tripId, refused }: { tripId: string; refused: PlanState['refused'] }) {
  const [isOpen, setIsOpen] = useState(false)
  const dismiss = (entries: readonly Refused[]) => {
    if (entries.length === refused.length) setIsOpen(false)
    plan.findPlan(tripId)?.dismiss(entries.map(({ operation }) => operation.id))
  }
  const label = refused.length === 1 ? '1 change was not possible' : `${refused.length} changes were not possible`
  return (
    <span role="log" className="shrink-0 max-sm:z-2 max-sm:col-start-1 max-sm:row-start-1">
      <IconButton icon={CircleAlert} label={label} title={label} className="bg-surface" onClick={() => setIsOpen(true)} />
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Not possible any more"
        description="Everything else is saved. What you wrote here can be copied and put somewhere else."
        footer={
          <div className="flex justify-end gap-2">
            <Button variant="quiet" onClick={() => setIsOpen(false)}>
              Close
            </Button>
            <Button onClick={() => dismiss(refused)}>Dismiss all</Button>
          </div>
        }
      >
        <ul className="grid gap-2">
          {refused.map((entry) => (
            <RefusedChange key={entry.operation.id} entry={entry} onDismiss={() => dismiss([entry])} />
          ))}
        </ul>
      </Modal>
    </span>
  )
}

function RefusedChange({ entry, onDismiss }: { entry: Refused; onDismiss: () => void }) {
  const { operation, refused } = entry
  const { state, copy } = useCopy()
  const text = textsOf(operation).join('\n')
  const what = `${titleOf(operation.section)}: ${deeds[operation.do]}`
  return (
    <li className="flex items-start gap-1 rounded-md border border-line p-3">
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold">{what}</p>
        <p>{refused.message || 'The server did not take it.'}</p>
        {text !== '' && (
          <p className="line-clamp-6 border-l-2 border-accent pl-2 wrap-anywhere whitespace-pre-line text-muted">{text}</p>
        )}
        <p role="status" className="text-sm text-muted empty:hidden">
          {state === 'copied' && 'Copied'}
          {state === 'failed' && 'Could not be copied. Please select the text.'}
        </p>
      </div>
      {text !== '' && (
        <IconButton icon={Copy} label={`Copy what you wrote, ${what}`} title="Copy" onClick={() => void copy(text)} />
      )}
      <IconButton icon={X} label={`Dismiss, ${what}`} title="Dismiss" onClick={onDismiss} />
    </li>
  )
}

const deeds: Record<PlanOperation['do'], string> = {
  set: 'a change',
  insert: 'something new',
  remove: 'a removal',
  restore: 'something brought back',
  move: 'another order',
}

/** What a person wrote in an operation. */
function textsOf(operation: PlanOperation): string[] {
  if (operation.do === 'set') return textsIn(operation.to)
  return operation.do === 'insert' ? textsIn(operation.entry) : []
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, entry]) => (name === 'id' ? [] : textsIn(entry)))
}
