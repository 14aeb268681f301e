import { Clock, Users } from 'lucide-react'
import type { Line, Meal, MealDay } from '#domain/plan/meals.ts'
import * as m from '#messages'
import { rich } from '#web/ui/rich.ts'
import { UnbrokenAmounts } from '#web/ui/unbroken-amounts.tsx'
import { MealFrame } from './meal-frame.tsx'
import { mealOrder } from './meal-order.ts'

export function MealDayView({ number, day }: { number: number; day: MealDay }) {
  return (
    <div className="grid gap-4">
      {mealOrder(number).map((place) =>
        place === 'snacks' ? (
          <MealFrame key={place} place={place}>
            <LineList lines={day.snacks} none={m.days_meal_snacks_none()} />
          </MealFrame>
        ) : (
          <MealView key={place} place={place} meal={day.meals[place]} />
        ),
      )}
    </div>
  )
}

function MealView({ place, meal }: { place: keyof MealDay['meals']; meal: Meal }) {
  const servings = (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Users aria-hidden="true" className="size-4.5 text-muted" />
      {rich(
        m.days_meal_servings({
          servings: meal.servings,
          figure: (text) => <span className="sign text-lg tabular-nums">{text}</span>,
          word: (text) => <span className="text-sm text-muted">{text}</span>,
        }),
      )}
    </span>
  )
  return (
    <MealFrame place={place} aside={servings}>
      <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[2fr_3fr]">
        <div>
          <h3 className="text-lg">{meal.name}</h3>
          <p className="mt-1 whitespace-pre-line">{meal.description}</p>
          {meal.prep && (
            <p className="mt-2 flex items-center gap-1.5 text-sm text-muted">
              <Clock aria-hidden="true" className="size-4" />
              {meal.prep}
            </p>
          )}
        </div>
        <LineList lines={meal.ingredients} none={m.days_meal_ingredients_none()} />
      </div>
    </MealFrame>
  )
}

/** Multi-column text balances columns of any length. */
function LineList({ lines, none }: { lines: Line[]; none: string }) {
  if (lines.length === 0) return <p className="text-muted">{none}</p>
  return (
    <ul className="gap-x-8 sm:columns-2">
      {lines.map(({ id, text }) => (
        <li key={id} className="mb-1 ml-5 list-disc break-inside-avoid marker:text-accent">
          <UnbrokenAmounts text={text} />
        </li>
      ))}
    </ul>
  )
}
