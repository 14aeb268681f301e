import { Fragment, useId } from 'react'
import type { DutyConflict } from '#domain/duties/conflicts.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { mealTitles } from '#web/trip-core/days/meal-order.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import type { IsLost } from '#web/trip-core/people/use-lost-seats.ts'
import { type DutyActions, DutyRow } from './duty-row.tsx'
import type { DutyDay } from './duty-words.ts'
import type { DutiesView } from './use-duties.ts'

interface DutyDayCardProps {
  day: DutyDay
  conflicts: ReadonlyMap<string, readonly DutyConflict[]>
  dates: TripDates
  me: string
  nameOf: NameOf
  isLost: IsLost
  findAbsence: DutiesView['findAbsence']
  actions: DutyActions
}

const NONE: readonly DutyConflict[] = []

export function DutyDayCard({ day, conflicts, ...rest }: DutyDayCardProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="mb-4 unsplit-card break-inside-avoid-column card print:mb-3 print:border-0"
    >
      <h3 id={heading} className="border-b border-line px-4 py-2.5 text-lg print:px-0 print:py-1">
        {day.title}
      </h3>
      <div className="px-4 py-1 print:px-0">
        {day.meals.map(({ meal, list }) => (
          <Fragment key={meal}>
            {meal && <h4 className="pt-2 font-sans text-sm font-normal text-action">{mealTitles[meal]}</h4>}
            <ul>
              {list.map((one) => (
                <DutyRow key={one.duty.id} one={one} conflicts={conflicts.get(one.duty.id) ?? NONE} {...rest} />
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </section>
  )
}
