import { Fragment, type ReactNode } from 'react'
import { type MealPlace, mealOrder } from '#web/trip-core/days/meal-order.ts'

/**
 * The meals of a day: one below the other, on a wide screen side by side, with the snacks below the meal that they
 * follow. Reading order and keyboard order are the same.
 */
export function MealGrid({ day, children }: { day: number; children: (place: MealPlace) => ReactNode }) {
  return (
    <div className="meal-columns grid items-start gap-4">
      {mealOrder(day).map((place) => (
        <Fragment key={place}>{children(place)}</Fragment>
      ))}
    </div>
  )
}
