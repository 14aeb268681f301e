import { TriangleAlert } from 'lucide-react'
import { countMealDiets } from '#domain/food/meal-diets.ts'
import { allergenName, dietName } from '#domain/people-words.ts'
import { mealTypes } from '#domain/plan/day-parts.ts'
import type { Party } from '#domain/plan/people.ts'
import { dayLabel, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { labelOf } from '../people/person-words.ts'
import { mealTitles } from './meal-order.ts'

/** What the people who are there on a day eat, by meal. */
export function DayMeals({ parties, day, dates }: { parties: readonly Party[]; day: number; dates: TripDates }) {
  const meals = mealTypes.map((meal) => ({ meal, ...countMealDiets(parties, { day, meal }, dates) }))
  const isVeganIncluded = meals.some(({ diets }) =>
    ['vegan', 'vegetarian'].every((one) => diets.some(({ diet }) => diet === one)),
  )
  return (
    <section aria-label={dayLabel(dates, day)} className="animate-arrive rounded-md bg-raised p-3">
      <h3 className="text-base">{dayLabel(dates, day)}</h3>
      <ul>
        {meals.map(({ meal, eaters, diets, allergies }) => (
          <li key={meal} className="max-w-none border-t border-line py-2 first:border-t-0 last:pb-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-semibold">{mealTitles[meal]}</span>
              <span className="text-sm text-muted">{m.group_meal_eaters({ count: eaters })}</span>
            </p>
            {diets.length > 0 && (
              <p className="text-sm wrap-anywhere">
                {diets.map(({ diet, count }) => m.group_meal_diet({ diet: dietName(diet), count })).join(', ')}
              </p>
            )}
            {allergies.map(({ allergen, who }) => (
              <p key={allergen} className="mt-1 flex items-start gap-1.5 text-sm">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
                <span className="min-w-0 wrap-anywhere">
                  {m.group_meal_allergy({
                    allergen: allergenName(allergen),
                    names: who.map(labelOf).join(', '),
                  })}
                </span>
              </p>
            ))}
            {diets.length + allergies.length === 0 && eaters > 0 && (
              <p className="text-sm text-muted">{m.group_meal_no_diets()}</p>
            )}
          </li>
        ))}
      </ul>
      {isVeganIncluded && <p className="mt-2 text-sm text-muted">{m.group_meal_diets_hint()}</p>}
    </section>
  )
}
