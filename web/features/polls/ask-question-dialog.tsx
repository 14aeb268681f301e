import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { LocalDate, OptionalLocalDate } from '#domain/local-date.ts'
import { MAX_OPTION, MAX_OPTIONS, MAX_QUESTION, newPoll, newTextOption, type Poll } from '#domain/plan/polls.ts'
import { findRepeated } from '#domain/polls/check-options.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useWrongRow } from './use-wrong-row.ts'

interface AskQuestionDialogProps {
  today: LocalDate
  onAdd: (poll: Poll) => void
  onClose: () => void
}

const MIN_OPTIONS = 2

/** Asks the group a question with options. */
export function AskQuestionDialog({ today, onAdd, onClose }: AskQuestionDialogProps) {
  const id = useId()
  const { form, isTried, show } = useWrongRow()
  const [question, setQuestion] = useState('')
  const [deadline, setDeadline] = useState<OptionalLocalDate>('')
  const [rows, setRows] = useState(() => Array.from({ length: MIN_OPTIONS }, () => ({ id: newId(), text: '' })))
  const [added, setAdded] = useState<string>()
  const addedRow = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (added) addedRow.current?.querySelector('input')?.focus()
  }, [added])
  const repeated = findRepeated(rows.map(({ text }) => text))
  const given = rows.filter(({ text }) => !isBlank(text))
  const firstBlank = rows.findIndex(({ text }) => isBlank(text))
  const errorOf = (index: number) => {
    if (repeated[index]) return m.polls_option_error_twice()
    return given.length < MIN_OPTIONS && index === firstBlank ? m.polls_option_error_few() : undefined
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBlank(question) || rows.some((_, index) => errorOf(index))) return show()
    const options = given.map((row) => newTextOption(row.id, trimmed(row.text)))
    onAdd({ ...newPoll(newId(), 'question'), question: trimmed(question), options, deadline })
    onClose()
  }

  function add() {
    const row = { id: newId(), text: '' }
    setRows([...rows, row])
    setAdded(row.id)
  }

  const footer = <FormFooter form={id} submit={m.polls_ask()} onCancel={onClose} />
  return (
    <Modal open onClose={onClose} title={m.polls_ask_open()} footer={footer}>
      <form ref={form} id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <TextField
          label={m.polls_question_label({ kind: 'question' })}
          value={question}
          error={isTried && isBlank(question) ? m.polls_question_error() : undefined}
          maxLength={MAX_QUESTION}
          autoComplete="off"
          onChange={({ target }) => setQuestion(target.value)}
        />
        {rows.map((row, index) => (
          <div key={row.id} ref={row.id === added ? addedRow : undefined} className="flex items-end gap-1">
            <TextField
              className="min-w-0 grow"
              label={m.polls_option_label({ number: index + 1 })}
              value={row.text}
              error={isTried ? errorOf(index) : undefined}
              maxLength={MAX_OPTION}
              autoComplete="off"
              onChange={({ target }) =>
                setRows(rows.map((one) => (one.id === row.id ? { ...one, text: target.value } : one)))
              }
            />
            {rows.length > MIN_OPTIONS && (
              <IconButton
                icon={X}
                label={m.polls_option_remove_number({ number: index + 1 })}
                title={m.common_remove()}
                className="-mr-2"
                onClick={() => setRows(rows.filter(({ id: rowId }) => rowId !== row.id))}
              />
            )}
          </div>
        ))}
        {rows.length < MAX_OPTIONS ? (
          <TextButton className="justify-self-start" onClick={add}>
            <Plus aria-hidden="true" className="size-5 shrink-0" />
            {m.polls_option_add()}
          </TextButton>
        ) : (
          <p className="text-sm text-muted">{m.polls_options_full({ count: MAX_OPTIONS })}</p>
        )}
        <DateField label={m.polls_answer_by_label()} value={deadline} min={today} onChange={setDeadline} />
      </form>
    </Modal>
  )
}
