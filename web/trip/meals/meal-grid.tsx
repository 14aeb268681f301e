import { Fragment, type ReactNode } from 'react'
import { type MealPlace, mealOrder } from './meal-order.ts'

/**
 * The meals of a day: one below the other, on a wide screen side by side, with the snacks below the meal that they
 * follow. Reading order and keyboard order are the same.
 */
export function MealGrid({ day, children }: { day: number; children: (place: MealPlace) => ReactNode }) {
  return (
    <div className="grid gap-4 lg:auto-cols-fr lg:grid-flow-col lg:grid-rows-[auto_1fr] lg:*:row-span-2 lg:*:data-[place=snacks]:row-span-1 lg:*:has-[+[data-place=snacks]]:row-span-1">
      {mealOrder(day).map((place) => (
        <Fragment key={place}>{children(place)}</Fragment>
      ))}
    </div>
  )
}
