import type { LocalDate } from '#domain/local-date.ts'
import { MAX_DAYS } from '#domain/plan/day-number.ts'
import { type DatesMistake, offerLast, type TypedDates } from '#domain/polls/check-options.ts'
import * as m from '#messages'
import { DateField } from '#web/trip-core/days/date-field.tsx'

/** Dates as they are typed. */
export interface TypedProposal extends TypedDates {
  /** Whether nobody has chosen the last day: it goes with the first one. */
  isOffered: boolean
}

export const noDates: TypedProposal = { first: '', last: '', isOffered: true }

interface DatesFieldsProps {
  value: TypedProposal
  /** The dates that were proposed before these: the last day is offered as long after the first. */
  before: TypedDates | undefined
  today: LocalDate
  mistake: DatesMistake | 'none' | undefined
  onChange: (value: TypedProposal) => void
}

/** The first and the last day of proposed dates. */
export function DatesFields({ value, before, today, mistake, onChange }: DatesFieldsProps) {
  const { first, last, isOffered } = value
  const isPast = last !== '' && last < today && last >= first
  const isFirstWrong = mistake === 'no_first' || mistake === 'none'
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-start gap-2">
        <DateField
          label={m.polls_dates_first()}
          value={first}
          min={today}
          error={isFirstWrong ? mistakeText(mistake) : undefined}
          onChange={(to) =>
            onChange({
              ...value,
              first: to,
              ...(isOffered && { last: to === '' ? '' : offerLast(to, before) }),
            })
          }
        />
        <DateField
          label={m.polls_dates_last()}
          value={last}
          min={first || today}
          error={mistake && !isFirstWrong ? mistakeText(mistake) : undefined}
          onChange={(to) => onChange({ ...value, last: to, isOffered: to === '' })}
        />
      </div>
      {isPast && <p className="text-sm text-warn">{m.polls_dates_past()}</p>}
    </div>
  )
}

function mistakeText(mistake: DatesMistake | 'none'): string {
  if (mistake === 'none') return m.polls_dates_error_none()
  if (mistake === 'no_first') return m.polls_dates_error_first()
  if (mistake === 'no_last') return m.polls_dates_error_last()
  if (mistake === 'reversed') return m.polls_dates_error_reversed()
  return mistake === 'too_long' ? m.polls_dates_error_too_long({ count: MAX_DAYS }) : m.polls_dates_error_twice()
}
