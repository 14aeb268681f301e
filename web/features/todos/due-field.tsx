import { useRef, useState } from 'react'
import { daysBetween, type OptionalLocalDate } from '#domain/local-date.ts'
import { MAX_DAYS_BEFORE, type TodoDue } from '#domain/plan/todos.ts'
import { daysBefore, dueBefore, dueDate } from '#domain/todos/due.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

type Kind = 'any' | 'date' | 'before'

const kinds: Record<Kind, () => string> = {
  any: m.todos_due_any,
  date: m.todos_due_date,
  before: m.todos_due_before,
}

const kindOf = (due: TodoDue): Kind => {
  if (due === '') return 'any'
  return daysBefore(due) === undefined ? 'date' : 'before'
}

/** How many days to begin with, if neither a date nor an earlier choice says it. */
const USUAL_DAYS = 14

interface DueFieldProps {
  due: TodoDue
  dates: Pick<TripDates, 'departure_date'>
  /** `isTyped`: the change comes letter by letter. */
  onChange: (due: TodoDue, isTyped?: boolean) => void
}

/** By when something is to be done. Another choice means the same day, if there is one, else what was chosen before. */
export function DueField({ due, dates, onChange }: DueFieldProps) {
  // Until a date is entered, the due that was there before stays stored.
  const [isForDate, setIsForDate] = useState(false)
  const last = useRef<{ days?: number; date?: TodoDue }>({})
  const kind = isForDate ? 'date' : kindOf(due)
  const date = dueDate(due, dates)

  function choose(to: Kind) {
    const days = daysBefore(due)
    if (days !== undefined) last.current.days = days
    else if (due !== '') last.current.date = due
    const dated = to === 'date' ? (date ?? last.current.date) : undefined
    setIsForDate(to === 'date' && dated === undefined)
    if (to === 'any') onChange('')
    else if (to === 'before') onChange(dueBefore(daysTo(due, date)))
    else if (dated !== undefined) onChange(dated)
  }

  /** The number of days that is the same day, or the one before the last choice. */
  function daysTo(from: TodoDue, on: typeof date): number {
    const own = daysBefore(from)
    if (own !== undefined) return own
    const { departure_date } = dates
    if (!on || departure_date === '') return last.current.days ?? USUAL_DAYS
    return Math.min(MAX_DAYS_BEFORE, Math.max(0, daysBetween(on, departure_date)))
  }

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={m.todos_due_label()}>
        {(wiring) => (
          <select
            {...wiring}
            value={kind}
            onChange={({ target }) => choose(target.value as Kind)}
            className={fieldLook}
          >
            {(Object.keys(kinds) as Kind[]).map((one) => (
              <option key={one} value={one}>
                {kinds[one]()}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind === 'date' && (
        <DateField
          label={m.todos_date_label()}
          value={isForDate ? '' : (due as OptionalLocalDate)}
          onChange={(to) => {
            if (isForDate && to === '') return
            // Somebody who clears it is about to enter another one.
            setIsForDate(to === '')
            onChange(to, true)
          }}
        />
      )}
      {kind === 'before' && <DaysBefore due={due} onChange={onChange} />}
    </div>
  )
}

/** While the text is no such number, the due from before the typing stays stored: the beginning of it is no answer. */
function DaysBefore({ due, onChange }: Pick<DueFieldProps, 'due' | 'onChange'>) {
  const beforeTyping = useRef<TodoDue>(undefined)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the typing is over.
    <div
      onBlur={() => {
        beforeTyping.current = undefined
      }}
    >
      <Stepper
        label={m.todos_days_label()}
        isLabelShown
        value={daysBefore(due) ?? USUAL_DAYS}
        max={MAX_DAYS_BEFORE}
        onChange={(days, isTyped) => {
          if (isTyped) beforeTyping.current ??= due
          else beforeTyping.current = undefined
          onChange(dueBefore(days), isTyped)
        }}
        onValid={(isValid) => {
          const before = beforeTyping.current
          if (!isValid && before !== undefined && before !== due) onChange(before, true)
        }}
      />
    </div>
  )
}
