import { useRef } from 'react'
import type { Stay } from '#domain/plan/stays.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { DoneFooter } from '#web/ui/done-footer.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { Modal } from '#web/ui/modal.tsx'
import type { ChangeStay } from './stay-change.ts'
import { StayFields, WRONG_PRICE } from './stay-fields.tsx'
import { stayName } from './stay-words.ts'

interface StayDialogProps {
  trip: Trip
  stay: Stay
  firstDay: string
  onChange: ChangeStay
  onRemove: () => void
  onClose: () => void
}

/** Edits a stay. Each field is saved as it is typed, so two people may edit the same stay. */
export function StayDialog({ trip, stay, firstDay, onChange, onRemove, onClose }: StayDialogProps) {
  const fields = useRef<HTMLDivElement>(null)
  const footer = (
    <DoneFooter
      remove={m.stays_remove({ kind: stay.kind })}
      onRemove={onRemove}
      onDone={() => focusInvalid(fields.current, WRONG_PRICE) || onClose()}
    />
  )
  return (
    <Modal open isForReading onClose={onClose} title={stayName(stay)} footer={footer}>
      <div ref={fields}>
        <StayFields {...{ trip, stay, firstDay, onChange }} />
      </div>
    </Modal>
  )
}
