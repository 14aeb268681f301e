import { useState } from 'react'
import { withSkip } from '#domain/change-stay.ts'
import { type MealType, mealTypes } from '#domain/plan/day-parts.ts'
import { mealTimeOf, type Person } from '#domain/plan/people.ts'
import { attendsMeal, isWholeTrip, mealIndex, stayIn } from '#domain/stay.ts'
import { dayLabel, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { hasName, nameOf } from '#web/trip-core/people/person-words.ts'
import { Button } from '#web/ui/button.tsx'

type Answer = Pick<Person, 'from' | 'until' | 'skips'>
type Step = 'first' | 'last' | 'skips'

const wholeTrip: Answer = { from: '', until: '', skips: [] }
const short: Record<MealType, string> = {
  breakfast: m.common_meal_breakfast(),
  lunch: m.common_meal_lunch(),
  dinner: m.common_meal_dinner(),
}

interface AttendanceGridProps {
  person: Person
  days: readonly number[]
  dates: TripDates
  onChange: (answer: Partial<Answer>) => void
}

/**
 * Sets which meals a person is there for: a press leaves one out. For part of the trip, a button asks for the first and
 * the last meal.
 */
export function AttendanceGrid({ person, days, dates, onChange }: AttendanceGridProps) {
  const stay = stayIn(person, dates)
  const isWhole = isWholeTrip(stay)
  const [step, setStep] = useState<Step>(stay.isOutside ? 'first' : 'skips')

  function press(day: number, meal: MealType) {
    const time = mealTimeOf(day, meal, dates.departure_date)
    const place = mealIndex({ day, meal })
    const isBefore = stay.from !== undefined && place < mealIndex(stay.from)
    const skip = stay.skips.find((one) => mealIndex(one) === place)
    if (step === 'first') {
      onChange({ from: time, until: '', skips: [] })
      setStep('last')
    } else if (step === 'last') {
      // An earlier meal than the first one becomes the first.
      onChange(isBefore ? { from: time, until: person.from } : { until: time })
      setStep('skips')
    } else if (attendsMeal(stay, day, meal)) {
      onChange({ skips: withSkip(person.skips, time) })
    } else if (skip) {
      onChange({ skips: person.skips.filter(({ id }) => id !== skip.id) })
    } else {
      // A meal outside of the stay extends it.
      onChange(isBefore ? { from: time } : { until: time })
    }
  }

  const hints: Record<Step, string> = {
    first: m.group_stay_first(),
    last: m.group_stay_last(),
    skips: isWhole ? wholeStayHint(person) : m.group_stay_skips(),
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{m.group_stay_title()}</legend>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <p role="status" className="min-w-0 flex-1 basis-48 text-sm text-muted">
          {hints[step]}
        </p>
        <Button
          variant="quiet"
          className="text-sm"
          onClick={() => {
            if (!isWhole) onChange(wholeTrip)
            setStep(isWhole && step === 'skips' ? 'first' : 'skips')
          }}
        >
          {isWhole && step === 'skips' ? m.group_stay_part() : m.group_stay_all()}
        </Button>
      </div>
      <div className="@container grid gap-1.5">
        {days.map((day) => (
          <div
            key={day}
            className="flex flex-wrap gap-1.5 @md:grid @md:grid-cols-[9rem_repeat(3,minmax(0,1fr))] @md:items-center"
          >
            <span className="basis-full text-sm text-muted">{dayLabel(dates, day)}</span>
            {mealTypes.map((meal) => (
              <button
                key={meal}
                type="button"
                aria-pressed={attendsMeal(stay, day, meal)}
                aria-label={m.group_stay_meal_label({ day: dayLabel(dates, day), meal })}
                onClick={() => press(day, meal)}
                className="touch min-w-min! grow basis-20 rounded-md border border-edge bg-raised px-1 text-sm wrap-break-word text-muted transition-colors hover:border-action aria-pressed:border-action aria-pressed:bg-action-soft aria-pressed:font-semibold aria-pressed:text-action"
              >
                {short[meal]}
              </button>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

const wholeStayHint = (person: Person): string =>
  hasName(person) ? m.group_stay_whole({ name: nameOf(person) }) : m.group_stay_whole_nameless()
