import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import * as m from '#messages'
import { plan } from '#web/data/root/plan.ts'
import type { PlanState } from '#web/data/sync/open-plan.ts'
import { describeRefused } from '#web/data/trips/describe-refused.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { RefusedList } from '#web/ui/refused-list.tsx'

export function RefusedChanges({ tripId, refused }: { tripId: string; refused: PlanState['refused'] }) {
  const [isOpen, setIsOpen] = useState(false)
  const entries = refused.map(describeRefused)
  const dismiss = (ids: readonly string[]) => {
    if (ids.length === entries.length) setIsOpen(false)
    plan.findPlan(tripId)?.dismiss(ids)
  }
  const { length: count } = refused
  const label = m.plan_refused_count({ count })
  return (
    <span role="log" className="shrink-0 max-sm:z-2 max-sm:col-start-1 max-sm:row-start-1">
      <IconButton
        icon={CircleAlert}
        label={label}
        title={label}
        className="bg-surface"
        onClick={() => setIsOpen(true)}
      />
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.plan_refused_title()}
        description={m.plan_refused_what()}
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
