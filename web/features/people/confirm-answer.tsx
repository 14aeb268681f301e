import { CalendarDays } from 'lucide-react'
import { confirmationFor } from '#domain/change-stay.ts'
import type { Person } from '#domain/plan/people.ts'
import { findUnconfirmed, stayIn, TO_CONFIRM } from '#domain/stay.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { answerName, nameOf, stayWords } from '#web/trip-core/people/person-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface ConfirmAnswerProps {
  person: Person
  dates: TripDates
  onChange: (change: Partial<Person>) => void
  /** Opens the fields of the answer: none of its days are within the trip. */
  onAnswer: () => void
}

/** Asks for a confirmation of an answer that was given for another departure, or only if need be. */
export function ConfirmAnswer({ person, dates, onChange, onAnswer }: ConfirmAnswerProps) {
  const isOver = useTripOver()
  const { departure_date } = dates
  const unconfirmed = findUnconfirmed(person, departure_date)
  if (!unconfirmed || isOver) return null
  const name = nameOf(person)
  // "If need be" is no answer that somebody could confirm.
  if (person.answered_for === TO_CONFIRM && person.coming === 'unsure')
    return (
      <Notice
        tone="warn"
        icon={CalendarDays}
        action={
          <fieldset className="flex min-w-0 flex-wrap gap-2">
            <legend className="sr-only">{m.group_coming_question({ name })}</legend>
            {(['coming', 'not_coming'] as const).map((coming) => (
              <Button key={coming} variant="quiet" onClick={() => onChange({ coming })}>
                {answerName(coming, isOver)}
              </Button>
            ))}
          </fieldset>
        }
      >
        {m.group_confirm_need({ name, dates: person.settled_for === departure_date ? 'these' : 'others' })}
      </Notice>
    )
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
