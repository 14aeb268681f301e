import { Plus, Undo2, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { LocalDate } from '#domain/local-date.ts'
import {
  isDatesOption,
  MAX_OPTION,
  MAX_OPTIONS,
  MAX_QUESTION,
  newDatesOption,
  newTextOption,
  type Poll,
  type PollOption,
  type Polls,
} from '#domain/plan/polls.ts'
import { withOption, withoutOption, withPollChange } from '#domain/polls/changes.ts'
import { checkDates, findRepeated } from '#domain/polls/check-options.ts'
import { pollTitle } from '#domain/polls/poll-words.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import type { EditableSection } from '#web/data/trips/use-section.ts'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { DoneFooter } from '#web/ui/done-footer.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DatesFields, noDates } from './dates-fields.tsx'
import { optionTitle } from './poll-words.ts'
import { useWrongRow } from './use-wrong-row.ts'

interface ChangeDialogProps {
  poll: Poll
  today: LocalDate
  edit: EditableSection<'polls'>['edit']
  /** Undefined if the poll has a taken option that the current user may not take back. */
  onClosed: ((isClosed: boolean) => void) | undefined
  onRemove: () => void
  onClose: () => void
}

/** Changes a poll. All is saved as it is typed, except what is still to be added. */
export function ChangeDialog({ poll, today, edit, onClosed, onRemove, onClose }: ChangeDialogProps) {
  const [title] = useState(() => pollTitle(poll))
  const adding = useAdding(poll, (change) => void edit(change, 'at-once'))
  const change = (to: Parameters<typeof withPollChange>[2], timing: 'at-once' | 'after-pause') =>
    void edit((value) => withPollChange(value, poll.id, to), timing)
  const isNameless = poll.kind === 'question' && isBlank(poll.question)
  const footer = (
    // What is typed to be added is not lost.
    <DoneFooter
      remove={m.polls_remove()}
      onRemove={onRemove}
      onDone={() => (adding.finish() ? onClose() : undefined)}
    />
  )
  /** What could not be added when the dialog was about to close: closing it once more discards that. */
  const refused = useRef<string>(undefined)
  const dismiss = () => {
    if (adding.typed === refused.current || adding.finish()) return onClose()
    refused.current = adding.typed
  }
  return (
    <Modal open isForReading onClose={dismiss} title={title} footer={footer}>
      <div className="grid grid-cols-1 gap-5">
        <TextField
          label={m.polls_question_label({ kind: poll.kind })}
          placeholder={poll.kind === 'dates' ? m.polls_when() : undefined}
          value={poll.question}
          error={isNameless ? m.polls_question_error() : undefined}
          maxLength={MAX_QUESTION}
          autoComplete="off"
          onChange={({ target }) => change({ question: target.value }, 'after-pause')}
        />
        <DateField
          label={m.polls_answer_by_label()}
          value={poll.deadline}
          min={today}
          onChange={(deadline) => change({ deadline }, 'at-once')}
        />
        {!poll.is_closed && (
          <section aria-label={m.polls_options({ kind: poll.kind })} className="grid grid-cols-1 gap-2">
            <h3 className="text-base">{m.polls_options({ kind: poll.kind })}</h3>
            <OptionList {...{ poll, today, edit }} />
            <AddOption {...{ poll, today, adding }} />
          </section>
        )}
        {onClosed && (
          <div className="grid justify-items-start gap-1">
            <Button variant="quiet" onClick={() => onClosed(!poll.is_closed)}>
              {poll.is_closed ? m.polls_reopen() : m.polls_close()}
            </Button>
            {poll.is_closed && poll.kind === 'dates' && poll.taken !== '' && (
              <p className="text-sm text-muted">{m.polls_reopen_hint()}</p>
            )}
          </div>
        )}
      </div>
    </Modal>
  )
}

/** The options. One that is removed leaves its row, with a button that brings it back. */
function OptionList({ poll, today, edit }: Pick<ChangeDialogProps, 'poll' | 'today' | 'edit'>) {
  const [removed, setRemoved] = useState<readonly { option: PollOption; index: number; undo: () => void }[]>([])
  const gone = removed.filter(({ option }) => !poll.options.some(({ id }) => id === option.id))
  const rows: { option: PollOption; undo?: () => void }[] = poll.options.map((option) => ({ option }))
  for (const { option, index, undo } of gone.toReversed()) rows.splice(index, 0, { option, undo })
  return (
    <ul>
      {rows.map(({ option, undo }, index) => {
        const name = optionTitle(option, today)
        return (
          <li key={option.id} className="flex max-w-none items-center gap-2">
            <span className={`min-w-0 grow py-2 wrap-anywhere ${undo ? 'text-muted line-through' : ''}`}>{name}</span>
            {/* The same button, so that it keeps the focus. */}
            <IconButton
              icon={undo ? Undo2 : X}
              label={undo ? m.polls_option_restore({ option: name }) : m.polls_option_remove({ option: name })}
              title={undo ? m.common_undo() : m.common_remove()}
              className="-mr-2"
              onClick={() => {
                if (undo) {
                  undo()
                  setRemoved(removed.filter((one) => one.option.id !== option.id))
                } else {
                  const takeBack = edit((value) => withoutOption(value, poll.id, option.id), 'at-once')
                  setRemoved([{ option, index, undo: takeBack }, ...gone])
                }
              }}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** What is typed to be added as an option. */
function useAdding(poll: Poll, edit: (change: (value: Polls) => Polls) => void) {
  const wrong = useWrongRow()
  const [isTried, setIsTried] = useState(false)
  const [dates, setDates] = useState(noDates)
  const [text, setText] = useState('')
  const datesMistake = checkDates([...poll.options.filter(isDatesOption), dates]).at(-1)
  const isRepeated = findRepeated([...poll.options.map((option) => option.text), text]).at(-1) ?? false
  const isEmpty = poll.kind === 'dates' ? dates.first === '' && dates.last === '' : isBlank(text)

  /** Returns whether it was added. */
  function add(): boolean {
    const isWrong = poll.kind === 'dates' ? datesMistake !== undefined : isRepeated
    setIsTried(isEmpty || isWrong)
    if (isEmpty || isWrong) {
      wrong.show()
      return false
    }
    const option =
      poll.kind === 'question'
        ? newTextOption(newId(), trimmed(text))
        : isDatesOption(dates) && newDatesOption(poll.id, dates.first, dates.last)
    if (option) edit((value) => withOption(value, poll.id, option))
    setDates(noDates)
    setText('')
    return true
  }

  return {
    form: wrong.form,
    dates,
    setDates,
    text,
    setText,
    mistake: isTried ? (isEmpty ? ('none' as const) : datesMistake) : undefined,
    typed: JSON.stringify([dates, text]),
    textError: isTried
      ? isEmpty
        ? m.polls_option_error_none()
        : isRepeated
          ? m.polls_option_error_twice()
          : undefined
      : undefined,
    add,
    /** Adds what is typed, if there is something. Returns false if it cannot be added. */
    finish: () => isEmpty || poll.is_closed || add(),
  }
}

type AddOptionProps = Pick<ChangeDialogProps, 'poll' | 'today'> & { adding: ReturnType<typeof useAdding> }

function AddOption({ poll, today, adding }: AddOptionProps) {
  const { form, dates, setDates, text, setText, mistake, textError, add } = adding
  if (poll.options.length >= MAX_OPTIONS)
    return <p className="text-sm text-muted">{m.polls_options_full({ count: MAX_OPTIONS })}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-2">
      {poll.kind === 'dates' ? (
        <DatesFields
          value={dates}
          before={poll.options.findLast(isDatesOption)}
          today={today}
          mistake={mistake}
          onChange={setDates}
        />
      ) : (
        <TextField
          label={m.polls_option_new()}
          value={text}
          error={textError}
          maxLength={MAX_OPTION}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <TextButton type="submit" className="justify-self-start">
        <Plus aria-hidden="true" className="size-5 shrink-0" />
        {poll.kind === 'dates' ? m.polls_option_dates_add() : m.polls_option_add()}
      </TextButton>
    </form>
  )
}
