import { type ClipboardEvent, type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { withAnswer } from '#domain/change-stay.ts'
import { readPeopleInText } from '#domain/people-in-text.ts'
import { MAX_PEOPLE } from '#domain/plan/limits.ts'
import type { Person } from '#domain/plan/people.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { hasName } from '#web/trip-core/people/person-words.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { ComingChoice } from './coming-choice.tsx'
import { NamesField } from './names-field.tsx'
import { PersonFields } from './person-fields.tsx'

interface AddPersonDialogProps {
  title: string
  /** What has been entered so far. The caller keeps it, so that it survives closing the dialog by mistake. */
  draft: Person
  /** The names of many people. They stay while it is about one. */
  text: string
  isMany: boolean
  /** Everybody on the list. */
  persons: readonly Person[]
  days: readonly number[]
  dates: TripDates
  onDraft: (draft: Person) => void
  onNames: (names: { text?: string; isMany?: boolean }) => void
  onAdd: () => void
  onAddAll: (names: readonly string[]) => void
  onCancel: () => void
  onClose: () => void
}

/** Adds one person with all details, or many by their names. */
export function AddPersonDialog(props: AddPersonDialogProps) {
  const { title, draft, text, isMany, persons, days, dates } = props
  const { onDraft, onNames, onAdd, onAddAll, onCancel, onClose } = props
  const form = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const namesPlace = useRef<HTMLDivElement>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const found = useMemo(
    () =>
      isMany
        ? readPeopleInText(
            text,
            persons.map(({ name }) => name),
            MAX_PEOPLE - persons.length,
          )
        : undefined,
    [isMany, text, persons],
  )
  const wasMany = useRef(isMany)
  useEffect(() => {
    // The pressed button goes.
    if (wasMany.current && !isMany) nameField.current?.focus()
    wasMany.current = isMany
  }, [isMany])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (found ? found.names.length > 0 : hasName(draft)) return found ? onAddAll(found.names) : onAdd()
    setWasSubmitted(true)
    const field = found ? namesPlace.current?.querySelector('textarea') : nameField.current
    field?.focus()
  }

  function change(names: { text?: string; isMany: boolean }) {
    setWasSubmitted(false)
    onNames(names)
  }

  /** Several lines in the field for one name are a list of names: the browser would join them to one. */
  function pasteName(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/\S[^\S\n\r]*[\r\n]+\s*\S/.test(pasted)) return
    event.preventDefault()
    const lines = [text.trim(), draft.name.trim(), pasted].filter((line) => line !== '')
    change({ text: lines.join('\n'), isMany: true })
  }

  const footer = (
    <FormFooter
      form={form}
      submit={found ? m.group_many_submit({ count: found.names.length }) : m.common_add()}
      wraps
      onCancel={onCancel}
    />
  )
  return (
    <Modal open onClose={onClose} title={title} footer={footer}>
      <form id={form} onSubmit={submit} noValidate>
        {found ? (
          <div className="grid grid-cols-1 justify-items-start gap-3 *:w-full">
            <NamesField
              {...{ text, found }}
              place={namesPlace}
              error={wasSubmitted && found.names.length === 0 ? m.group_many_nobody() : undefined}
              onText={(changed) => onNames({ text: changed })}
            />
            <ComingChoice
              name={undefined}
              value={draft.coming}
              onChange={(coming) => onDraft(withAnswer(draft, { coming }, dates.departure_date))}
            />
            <TextButton className="w-auto!" onClick={() => change({ isMany: false })}>
              {m.group_many_one()}
            </TextButton>
          </div>
        ) : (
          <PersonFields
            {...{ days, dates, nameField }}
            person={draft}
            nameError={wasSubmitted && !hasName(draft) ? m.group_person_name_required() : undefined}
            belowName={<TextButton onClick={() => change({ isMany: true })}>{m.group_many_open()}</TextButton>}
            onPasteName={pasteName}
            onChange={(changed) => onDraft(withAnswer(draft, changed, dates.departure_date))}
          />
        )}
      </form>
    </Modal>
  )
}
