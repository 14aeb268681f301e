import { equal } from '../operations/json.ts'
import { type Meal, type Meals, mealTypes } from '../plan/meals.ts'
import { quote } from './changes.ts'
import { describeDays } from './describe-days.ts'

const words = { breakfast: 'breakfast', lunch: 'lunch', dinner: 'dinner' }
const fields = ['description', 'prep', 'servings', 'ingredients'] as const satisfies (keyof Meal)[]

/** What changed in the meal plan, in sentences without their subject: 'renamed dinner, day 2, to 'Chili''. */
export function describeMeals(before: Meals, after: Meals): string[] {
  return describeDays(before, after, (day, earlier, later) => [
    ...mealTypes.flatMap((type) => describeMeal(`${words[type]}, day ${day},`, earlier.meals[type], later.meals[type])),
    ...(equal(earlier.snacks, later.snacks) ? [] : [`changed the snacks of day ${day}`]),
  ])
}

function describeMeal(where: string, before: Meal, after: Meal): string[] {
  const changed = fields.filter((field) => !equal(before[field], after[field]))
  return [
    ...(before.name === after.name ? [] : [`renamed ${where} from ${quote(before.name)} to ${quote(after.name)}`]),
    ...changed.map((field) =>
      field === 'servings'
        ? `set the servings of ${where} to ${after.servings}`
        : `changed the ${field} of ${where}`.replace(/,$/, ''),
    ),
  ]
}
