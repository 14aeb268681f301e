import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { LocalDate, OptionalLocalDate } from '#domain/local-date.ts'
import { isDatesOption, MAX_OPTIONS, MAX_QUESTION, newDatesOption, newPoll, type Poll } from '#domain/plan/polls.ts'
import { checkDates } from '#domain/polls/check-options.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DatesFields, noDates, type TypedProposal } from './dates-fields.tsx'
import { useWrongRow } from './use-wrong-row.ts'

interface ProposeDialogProps {
  today: LocalDate
  onAdd: (poll: Poll) => void
  onClose: () => void
}

/** Proposes dates to the group. */
export function ProposeDialog({ today, onAdd, onClose }: ProposeDialogProps) {
  const id = useId()
  const { form, isTried, show } = useWrongRow()
  const [question, setQuestion] = useState('')
  const [deadline, setDeadline] = useState<OptionalLocalDate>('')
  const [rows, setRows] = useState<({ key: string } & TypedProposal)[]>(() => [{ key: newId(), ...noDates }])
  const [added, setAdded] = useState<string>()
  const addedRow = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (added) addedRow.current?.querySelector('input')?.focus()
  }, [added])
  const mistakes = checkDates(rows)
  const isNone = rows.every(({ first, last }) => first === '' && last === '')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isNone || mistakes.some(Boolean)) return show()
    const poll = newPoll(newId(), 'dates')
    const options = rows.flatMap((row) => (isDatesOption(row) ? [newDatesOption(poll.id, row.first, row.last)] : []))
    onAdd({ ...poll, question: trimmed(question), options, deadline })
    onClose()
  }

  function add() {
    const key = newId()
    setRows([...rows, { key, ...noDates }])
    setAdded(key)
  }

  const footer = <FormFooter form={id} submit={m.polls_propose()} onCancel={onClose} />
  return (
    <Modal open onClose={onClose} title={m.polls_propose_open()} description={m.polls_propose_hint()} footer={footer}>
      <form ref={form} id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        {rows.map((row, index) => {
          const number = index + 1
          const mistake = index === 0 && isNone ? 'none' : mistakes[index]
          return (
            <fieldset key={row.key} ref={row.key === added ? addedRow : undefined} className="min-w-0">
              <legend className="sr-only">{m.polls_dates_row({ number })}</legend>
              <div className="flex min-h-11 items-center justify-between">
                <span aria-hidden="true" className="font-semibold">
                  {m.polls_dates_row({ number })}
                </span>
                {rows.length > 1 && (
                  <IconButton
                    icon={X}
                    label={m.polls_propose_remove({ number })}
                    title={m.common_remove()}
                    className="-mr-2"
                    onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
                  />
                )}
              </div>
              <DatesFields
                value={row}
                before={rows[index - 1]}
                today={today}
                mistake={isTried ? mistake : undefined}
                onChange={(to) => setRows(rows.map((one) => (one.key === row.key ? { ...one, ...to } : one)))}
              />
            </fieldset>
          )
        })}
        {rows.length < MAX_OPTIONS ? (
          <TextButton className="justify-self-start" onClick={add}>
            <Plus aria-hidden="true" className="size-5 shrink-0" />
            {m.polls_option_dates_another()}
          </TextButton>
        ) : (
          <p className="text-sm text-muted">{m.polls_options_full({ count: MAX_OPTIONS })}</p>
        )}
        <TextField
          label={m.polls_question_label({ kind: 'dates' })}
          placeholder={m.polls_when()}
          value={question}
          maxLength={MAX_QUESTION}
          autoComplete="off"
          onChange={({ target }) => setQuestion(target.value)}
        />
        <DateField label={m.polls_answer_by_label()} value={deadline} min={today} onChange={setDeadline} />
      </form>
    </Modal>
  )
}
