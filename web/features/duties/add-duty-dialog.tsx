import { type FormEvent, useId, useState } from 'react'
import { type Duty, newDuty } from '#domain/plan/duties.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { DutyFields } from './duty-fields.tsx'
import type { DutiesView } from './use-duties.ts'

interface AddDutyDialogProps extends Pick<DutiesView, 'days' | 'dates'> {
  onAdd: (duty: Duty) => void
  onClose: () => void
}

export function AddDutyDialog({ days, dates, onAdd, onClose }: AddDutyDialogProps) {
  const form = useId()
  const [isValid, setIsValid] = useState(true)
  const [duty, setDuty] = useState(() => newDuty(newId(), 'cook'))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isValid) return
    onAdd({ ...duty, name: duty.name.trim() })
    onClose()
  }

  const footer = <FormFooter form={form} submit={m.common_add()} onCancel={onClose} />
  return (
    <Modal open onClose={onClose} title={m.duties_add()} footer={footer}>
      <form id={form} onSubmit={submit} noValidate>
        <DutyFields
          {...{ duty, days, dates }}
          onChange={(change) => setDuty({ ...duty, ...change })}
          onValid={setIsValid}
        />
      </form>
    </Modal>
  )
}
