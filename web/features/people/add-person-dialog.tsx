import { type FormEvent, useId, useRef, useState } from 'react'
import { withAnswer } from '#domain/change-stay.ts'
import type { Person } from '#domain/plan/people.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { hasName } from '#web/trip-core/people/person-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PersonFields } from './person-fields.tsx'

interface AddPersonDialogProps {
  title: string
  /** What has been entered so far. The caller keeps it, so that it survives closing the dialog by mistake. */
  draft: Person
  days: readonly number[]
  dates: TripDates
  onDraft: (draft: Person) => void
  onAdd: () => void
  onCancel: () => void
  onClose: () => void
}

export function AddPersonDialog({
  title,
  draft,
  days,
  dates,
  onDraft,
  onAdd,
  onCancel,
  onClose,
}: AddPersonDialogProps) {
  const form = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (hasName(draft)) return onAdd()
    setWasSubmitted(true)
    nameField.current?.focus()
  }

  const footer = (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
      <Button type="submit" form={form}>
        {m.common_add()}
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title={title} footer={footer}>
      <form id={form} onSubmit={submit} noValidate>
        <PersonFields
          {...{ days, dates, nameField }}
          person={draft}
          nameError={wasSubmitted && !hasName(draft) ? m.group_person_name_required() : undefined}
          onChange={(change) => onDraft(withAnswer(draft, change, dates.departure_date))}
        />
      </form>
    </Modal>
  )
}
