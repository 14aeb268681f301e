import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { plan } from '#web/data/root/plan.ts'
import type { RefusedOperation } from '#web/data/sync/pending-operations.ts'
import { describeRefused } from '#web/data/trips/describe-refused.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { RefusedList } from '#web/ui/refused-list.tsx'
import { addressOf } from './features.ts'

/** What the user should look at: changes that were refused, gave way to newer ones, or share a line with another's. */
export function RefusedChanges({ trip, refused }: { trip: Trip; refused: readonly RefusedOperation[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [, navigate] = useLocation()
  const dismiss = (ids: readonly string[]) => {
    if (ids.length === refused.length) setIsOpen(false)
    plan.findPlan(trip.id)?.dismiss(ids)
  }
  const actionFor = ({ operation, refused: { code } }: RefusedOperation) => {
    const { id, section } = operation
    if (code === 'superseded' && operation.do === 'set')
      return {
        label: m.plan_superseded_use_mine(),
        onPress: () => {
          plan.find(trip.id, section)?.setAgain(operation)
          dismiss([id])
        },
      }
    if (code !== 'merged') return undefined
    return {
      label: m.plan_merged_show(),
      onPress: () => {
        setIsOpen(false)
        navigate(addressOf(trip, section))
      },
    }
  }
  const entries = refused.map((entry) => ({ ...describeRefused(entry), action: actionFor(entry) }))
  const words = refused.some(({ refused: { code } }) => code === 'superseded' || code === 'merged')
    ? { count: m.plan_set_aside_count, title: m.plan_set_aside_title(), what: m.plan_set_aside_what() }
    : { count: m.plan_refused_count, title: m.plan_refused_title(), what: m.plan_refused_what() }
  const label = words.count({ count: refused.length })
  return (
    <span role="log" className="shrink-0">
      <IconButton icon={CircleAlert} label={label} title={label} onClick={() => setIsOpen(true)} />
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={words.title}
        description={words.what}
        footer={
          <div className="flex justify-end gap-2">
            <Button variant="quiet" onClick={() => setIsOpen(false)}>
              {m.common_close()}
            </Button>
            <Button onClick={() => dismiss(entries.map(({ id }) => id))}>{m.plan_refused_dismiss_all()}</Button>
          </div>
        }
      >
        <RefusedList entries={entries} onDismiss={dismiss} />
      </Modal>
    </span>
  )
}
