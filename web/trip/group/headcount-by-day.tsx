import { Suspense, useState } from 'react'
import type { Headcount, MealHeadcount } from '#domain/headcount.ts'
import { mealTypes } from '#domain/plan/day-parts.ts'
import type { Party } from '#domain/plan/people.ts'
import { dateOfDay, dayLabel, formatDay, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useClock } from '#web/components/use-clock.ts'
import { page } from '#web/loading/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

const DayMeals = page(() => import('./day-meals.tsx').then((module) => module.DayMeals))

/** More days are shown on request. */
const MAX_DAYS = 12

interface HeadcountByDayProps {
  headcount: Headcount
  parties: readonly Party[]
  dates: TripDates
  nameless: number
}

/** How many people eat at each meal. A day opens to what they eat. */
export function HeadcountByDay({ headcount, parties, dates, nameless }: HeadcountByDayProps) {
  const today = useClock().date
  const [openDay, setOpenDay] = useState<number>()
  const [showsAll, setShowsAll] = useState(false)
  const days = Object.entries(headcount.days).map(([day, meals]) => ({ day: Number(day), meals }))
  const { coming, children, unsure } = headcount
  if (coming === 0 || days.length === 0) return null
  const remarks = [
    children > 0 && m.group_headcount_children({ children }),
    nameless > 0 && m.group_headcount_nameless({ nameless }),
    unsure > 0 && m.group_headcount_unsure({ unsure }),
  ].filter(Boolean)
  const isFolded = days.length > MAX_DAYS && !showsAll
  const isSame = days.every(({ meals }) => mealTypes.every((meal) => meals[meal] === coming))
  if (isSame)
    return (
      <Panel title={m.group_headcount_title()}>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="sign text-2xl tabular-nums">{coming}</span> {m.group_headcount_every_meal()}
        </p>
        {remarks.length > 0 && <p className="mt-1 text-sm text-muted">{remarks.join(' ')}</p>}
      </Panel>
    )
  return (
    <Panel title={m.group_headcount_title()}>
      <div className="grid grid-cols-1 gap-3">
        <ul
          aria-label={m.group_headcount_title()}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,5.75rem),1fr))] gap-1.5"
        >
          {(isFolded ? days.slice(0, MAX_DAYS) : days).map(({ day, meals }) => (
            <li key={day} className="grid">
              <button
                type="button"
                aria-expanded={openDay === day}
                aria-label={m.group_headcount_of_day({ day: dayLabel(dates, day), ...meals })}
                onClick={() => setOpenDay(openDay === day ? undefined : day)}
                className="touch grid content-between gap-0.5 rounded-md border border-transparent bg-raised px-1 py-1.5 text-left transition-colors hover:bg-action-soft aria-expanded:border-action aria-expanded:bg-action-soft"
              >
                {dateOfDay(dates, day) === today ? (
                  <span className="text-xs font-semibold text-accent">{m.group_headcount_today()}</span>
                ) : (
                  <span className="text-xs text-muted">{shortName(dates, day)}</span>
                )}
                <Numbers meals={meals} />
              </button>
            </li>
          ))}
        </ul>
        {isFolded && (
          <Button variant="quiet" className="justify-self-start" onClick={() => setShowsAll(true)}>
            {m.group_headcount_all_days({ count: days.length })}
          </Button>
        )}
        {openDay !== undefined && openDay in headcount.days && (
          <Suspense>
            <DayMeals key={openDay} {...{ parties, dates }} day={openDay} />
          </Suspense>
        )}
        <p className="text-sm text-muted">{[m.group_headcount_hint(), ...remarks].join(' ')}</p>
      </div>
    </Panel>
  )
}

/** One number if it is the same at each meal. Otherwise each has the meal's initial. */
function Numbers({ meals }: { meals: MealHeadcount }) {
  const isSame = new Set(mealTypes.map((meal) => meals[meal])).size === 1
  return (
    <span className={`flex items-baseline tabular-nums ${isSame ? 'flex-wrap gap-x-1' : 'gap-x-1.5'}`}>
      {(isSame ? mealTypes.slice(0, 1) : mealTypes).map((meal) => (
        <span key={meal} className="grid">
          {!isSame && <span className="text-xs leading-tight text-muted">{m.group_headcount_letter({ meal })}</span>}
          <span className="sign text-lg leading-tight">{meals[meal]}</span>
        </span>
      ))}
      {isSame && <span className="text-xs text-muted">{m.group_headcount_all_meals()}</span>}
    </span>
  )
}

function shortName(dates: TripDates, day: number): string {
  const date = dateOfDay(dates, day)
  return date ? formatDay(date) : m.days_number({ number: day })
}
