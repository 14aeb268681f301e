import { ChevronDown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import type { Headcount } from '#domain/headcount.ts'
import { mealTypes } from '#domain/plan/day-parts.ts'
import type { Party } from '#domain/plan/people.ts'
import { dateOfDay, dayLabel, formatDay, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { mealTitles } from '#web/trip-core/days/meal-order.ts'
import { chooseDays } from '#web/trip-core/days/shown-days.ts'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { useIsWide } from '#web/trip-core/use-media.ts'
import { page } from '#web/ui/loading/page.tsx'
import { Panel } from '#web/ui/panel.tsx'

const DayMeals = page(() => import('#web/trip-core/days/day-meals.tsx').then((module) => module.DayMeals))

/** More days are shown on request. */
const MAX_DAYS = { phone: 3, wide: 12 }

/** The day, its meals (the first has the longest name), and the arrow of a row that opens. */
const columns = 'grid grid-cols-[minmax(0,1.5fr)_minmax(4.25rem,1fr)_repeat(2,minmax(0,1fr))_1.25rem]'

interface HeadcountByDayProps {
  headcount: Headcount
  parties: readonly Party[]
  dates: TripDates
  today: string
  nameless: number
  /** How many more the amounts of the meals count, who have not said whether they come. */
  alsoCounted: number
}

/** How many people eat at each meal. A day opens to what they eat. */
export function HeadcountByDay({ headcount, parties, dates, today, nameless, alsoCounted }: HeadcountByDayProps) {
  const [openDay, setOpenDay] = useState<number>()
  const [showsAll, setShowsAll] = useState(false)
  const isOver = useTripOver()
  const isWide = useIsWide()
  const list = useId()
  const { coming, children } = headcount
  // After the trip it does not matter who was unsure.
  const unsure = isOver ? 0 : headcount.unsure
  const days = Object.entries(headcount.days).map(([day, meals]) => {
    const date = dateOfDay(dates, Number(day))
    return { day: Number(day), meals, isToday: date === today, isPast: !isOver && date !== null && date < today }
  })
  if (coming === 0 || days.length === 0) return null
  const remarks = [
    children > 0 && unsure > 0 && m.group_headcount_children_unsure({ children, unsure }),
    children > 0 && unsure === 0 && m.group_headcount_children({ children }),
    children === 0 && unsure > 0 && m.group_headcount_unsure({ unsure }),
    alsoCounted > 0 && !isOver && m.group_headcount_also_counted({ count: alsoCounted }),
    nameless > 0 && m.group_headcount_nameless({ nameless }),
  ].filter(Boolean)
  const first = chooseDays(days, isWide ? MAX_DAYS.wide : MAX_DAYS.phone)
  const isSame = days.every(({ meals }) => mealTypes.every((meal) => meals[meal] === coming))
  if (isSame)
    return (
      <Panel title={m.group_headcount_title()} className="max-sm:p-4">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="sign text-2xl tabular-nums">{coming}</span> {m.group_headcount_every_meal()}
        </p>
        {remarks.length > 0 && <p className="mt-1 text-sm text-muted">{remarks.join(' ')}</p>}
      </Panel>
    )
  return (
    <Panel
      title={m.group_headcount_title()}
      className="max-sm:p-4"
      actions={
        first.length < days.length && (
          <TextButton
            aria-expanded={showsAll}
            aria-controls={list}
            onClick={() => setShowsAll(!showsAll)}
            className="-my-2"
          >
            {m.group_headcount_all_days({ count: days.length })}
            <ChevronDown aria-hidden="true" className={`size-4 shrink-0 ${showsAll ? 'rotate-180' : ''}`} />
          </TextButton>
        )
      }
    >
      <div className="-mt-2 grid grid-cols-1 gap-2">
        {/* With large text the meals have no room beside each other. The padding is for the outline of a focused row. */}
        <div className="@container -m-1.5 grid grid-cols-[minmax(15rem,1fr)] overflow-x-auto p-1.5">
          <div aria-hidden="true" className={`${columns} text-xs text-muted`}>
            <span />
            {mealTypes.map((meal) => (
              <span key={meal} className="text-right">
                {mealTitles[meal]}
              </span>
            ))}
            <span />
          </div>
          <ul id={list} aria-label={m.group_headcount_title()} className="grid grid-cols-1">
            {(showsAll ? days : first).map(({ day, meals, isToday, isPast }) => (
              <li key={day} className="max-w-none border-line not-first:border-t">
                <button
                  type="button"
                  aria-expanded={openDay === day}
                  aria-label={m.group_headcount_of_day({ day: dayLabel(dates, day), ...meals })}
                  onClick={() => setOpenDay(openDay === day ? undefined : day)}
                  className={`touch w-full items-baseline rounded-md py-2 text-left ${columns} transition-colors hover:bg-action-soft aria-expanded:bg-action-soft ${isPast ? 'text-muted' : ''}`}
                >
                  <span className={`text-sm ${isToday ? 'font-semibold text-accent' : 'text-muted'}`}>
                    {isToday ? m.group_headcount_today() : shortName(dates, day)}
                  </span>
                  {mealTypes.map((meal) => (
                    <span key={meal} className={`text-right tabular-nums ${isPast ? '' : 'text-lg leading-tight'}`}>
                      {meals[meal]}
                    </span>
                  ))}
                  <ChevronDown
                    aria-hidden="true"
                    className={`size-4 self-center justify-self-end text-muted ${openDay === day ? 'rotate-180' : ''}`}
                  />
                </button>
                {openDay === day && (
                  <div className="sticky left-0 w-[100cqi]">
                    <Suspense>
                      <DayMeals {...{ parties, dates, day }} />
                    </Suspense>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </div>
        {remarks.length > 0 && <p className="text-sm text-muted">{remarks.join(' ')}</p>}
      </div>
    </Panel>
  )
}

function shortName(dates: TripDates, day: number): string {
  const date = dateOfDay(dates, day)
  return date ? formatDay(date) : m.days_number({ number: day })
}
