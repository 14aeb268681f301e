import { mealTypes } from '../plan/day-parts.ts'
import type { Meal, Meals } from '../plan/meals.ts'
import { eatersAt, listGuests } from './eaters.ts'
import { type FoodTrip, isFilled } from './food-plan.ts'

/** A meal whose amounts would follow the headcount: for how many they are written, and how many would eat. */
export interface MealSize {
  servings: number
  eaters: number
}

/** The trip's meals with ingredients that follow the list once somebody lets them, and that somebody attends. */
export function listMealSizes(trip: FoodTrip): MealSize[] {
  const attending = attendingOf(trip)
  return Object.entries(trip.days).flatMap(([number, { meals }]) =>
    mealTypes.flatMap((type) => {
      const eaters = attending(Number(number), type)
      const isCounted = followsList(meals[type]) && eaters > 0 && meals[type].ingredients.some(isFilled)
      return isCounted ? [{ servings: meals[type].servings, eaters }] : []
    }),
  )
}

/** Whether nobody has said how many eat, or that the amounts stay as written. */
const followsList = ({ follows_headcount, eaters }: Pick<Meal, 'follows_headcount' | 'eaters'>) =>
  follows_headcount && eaters === ''

/**
 * The same meals, whose amounts are right for those who attend each.
 * @param isCounted leaves out others, such as those of the sample
 */
export function withServingsOfEaters(
  meals: Meals,
  trip: Omit<FoodTrip, 'days'>,
  isCounted: (meal: Meal) => boolean = () => true,
): Meals {
  const attending = attendingOf(trip)
  return Object.fromEntries(
    Object.entries(meals).map(([number, day]) => {
      const sized = (type: (typeof mealTypes)[number]) => {
        const meal = day.meals[type]
        return followsList(meal) && isCounted(meal)
          ? { ...meal, servings: attending(Number(number), type) || meal.servings }
          : meal
      }
      const ofDay = { breakfast: sized('breakfast'), lunch: sized('lunch'), dinner: sized('dinner') }
      return [number, { ...day, meals: ofDay }]
    }),
  )
}

/** How many would eat if amounts followed everybody who has not declined. */
function attendingOf(trip: Omit<FoodTrip, 'days'>) {
  const guests = listGuests({ ...trip, settings: { ...trip.settings, counts: 'all' } })
  return (day: number, meal: (typeof mealTypes)[number]) => eatersAt(guests, day, meal, '').count
}
