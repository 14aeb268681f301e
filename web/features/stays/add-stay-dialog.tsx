import { type FormEvent, useId, useRef, useState } from 'react'
import type { Stay } from '#domain/plan/stays.ts'
import { isBlank } from '#domain/text.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { type ChangeStay, withStayChange } from './stay-change.ts'
import { readDraft, writeDraft } from './stay-draft.ts'
import { StayFields, WRONG_PRICE } from './stay-fields.tsx'

interface AddStayDialogProps {
  trip: Trip
  firstDay: string
  onAdd: (stay: Stay) => void
  onClose: () => void
}

/** What is entered stays when it is closed by Escape, and is there when it opens again. Cancel gives it up. */
export function AddStayDialog({ trip, firstDay, onAdd, onClose }: AddStayDialogProps) {
  const form = useId()
  const userId = useUser().id
  const nameField = useRef<HTMLInputElement>(null)
  const [stay, setStay] = useState(() => readDraft(userId, trip.id))
  const [isChecked, setIsChecked] = useState(false)
  const { kind, name } = stay

  const change: ChangeStay = (part) => {
    const changed = withStayChange(stay, part)
    setStay(changed)
    writeDraft(userId, trip.id, changed)
  }

  function close() {
    writeDraft(userId, trip.id)
    onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsChecked(true)
    if (isBlank(name)) return nameField.current?.focus()
    if (focusInvalid(event.currentTarget, WRONG_PRICE)) return
    onAdd({ ...stay, name: name.trim() })
    close()
  }

  const footer = <FormFooter form={form} submit={m.common_add()} onCancel={close} />
  return (
    <Modal open onClose={onClose} title={m.stays_add()} description={m.stays_add_help()} footer={footer}>
      <form id={form} onSubmit={submit} noValidate>
        <StayFields
          {...{ trip, stay, firstDay, nameField }}
          nameError={isChecked && isBlank(name) ? m.stays_name_missing({ kind }) : undefined}
          onChange={change}
        />
      </form>
    </Modal>
  )
}
