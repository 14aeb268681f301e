import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

interface LeaveDialogProps {
  onStay: () => void
  onDiscard: () => void
  onSave: () => void
}

/** Asks what to do with unsaved changes. It opens with the focus on the button that changes nothing. */
export function LeaveDialog({ onStay, onDiscard, onSave }: LeaveDialogProps) {
  const footer = (
    <div className="grid gap-3 sm:flex sm:justify-end sm:gap-2 sm:*:px-3">
      <Button variant="quiet" onClick={onStay}>
        {m.plan_leave_stay()}
      </Button>
      <Button variant="danger" onClick={onDiscard}>
        {m.plan_leave_discard()}
      </Button>
      <Button onClick={onSave}>{m.common_save_changes()}</Button>
    </div>
  )
  return <Modal open onClose={onStay} title={m.plan_leave_title()} description={m.plan_leave_what()} footer={footer} />
}
