import { CalendarDays } from 'lucide-react'
import { confirmationFor } from '#domain/change-stay.ts'
import type { Person } from '#domain/plan/people.ts'
import { findUnconfirmed, stayIn } from '#domain/stay.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { nameOf, stayWords } from '#web/trip-core/people/person-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface ConfirmAnswerProps {
  person: Person
  dates: TripDates
  onChange: (change: Partial<Person>) => void
  /** Opens the fields of the answer: none of its days are within the trip. */
  onAnswer: () => void
}

/** Asks for a confirmation of an answer that was given for another departure. */
export function ConfirmAnswer({ person, dates, onChange, onAnswer }: ConfirmAnswerProps) {
  const isOver = useTripOver()
  const { departure_date } = dates
  const unconfirmed = findUnconfirmed(person, departure_date)
  if (!unconfirmed || isOver) return null
  const name = nameOf(person)
  const stay = stayIn(person, dates)
  if (stay.isOutside)
    return (
      <Notice
        tone="warn"
        icon={CalendarDays}
        action={
          <Button variant="quiet" onClick={onAnswer}>
            {m.group_confirm_change()}
          </Button>
        }
      >
        {m.group_confirm_outside({ name })}
      </Notice>
    )
  return (
    <Notice
      tone={unconfirmed === 'days' ? 'warn' : 'plain'}
      icon={CalendarDays}
      action={
        <Button variant="quiet" onClick={() => onChange(confirmationFor(departure_date))}>
          {m.group_confirm()}
        </Button>
      }
    >
      {unconfirmed === 'days'
        ? m.group_confirm_days({ name, stay: stayWords(stay, dates) })
        : m.group_confirm_coming({ name })}
    </Notice>
  )
}
