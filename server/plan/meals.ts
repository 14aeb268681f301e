import { mealTypes } from '#domain/plan/day-parts.ts'
import { type Line, linesAt, type MealDay, type Meals } from '#domain/plan/meals.ts'
import { differingDays } from './differing.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

/**
 * A day has one row in `day_snacks`, and three in `meal_plans`. Lines are lists of texts, with their ids in a second
 * column. A line without an id there gets one derived from its position.
 */
export const mealsRows: SectionRows<Meals> = {
  async load(db, tripId) {
    const [meals, snacks] = await Promise.all([
      db
        .selectFrom('meal_plans')
        .select(['day_number', 'meal_type', 'name', 'description', 'prep', 'servings', 'ingredients', 'ingredient_ids'])
        .where('trip_id', '=', tripId)
        .orderBy('day_number')
        .orderBy('meal_type')
        .execute(),
      db
        .selectFrom('day_snacks')
        .select(['day_number', 'snacks', 'snack_ids'])
        .where('trip_id', '=', tripId)
        .orderBy('day_number')
        .execute(),
    ])
    const mealsOf = (day: number) =>
      Object.fromEntries(
        meals
          .filter((row) => row.day_number === day)
          .map(({ day_number, meal_type, ingredients, ingredient_ids, ...meal }) => [
            meal_type,
            { ...meal, ingredients: linesAt(day, meal_type, ingredients, ingredient_ids) },
          ]),
      )
    const days = snacks.map(({ day_number, snacks: texts, snack_ids }) => [
      day_number,
      { meals: mealsOf(day_number) as MealDay['meals'], snacks: linesAt(day_number, 'snacks', texts, snack_ids) },
    ])
    return Object.fromEntries(days)
  },

  async write(trx, tripId, plan, previous = {}) {
    const { now, before } = differingDays(plan, previous)
    const daysOf = (days: Meals) => Object.entries(days).map(([day, value]) => ({ day_number: Number(day), ...value }))
    const mealsOf = (days: Meals) =>
      daysOf(days).flatMap(({ day_number, meals }) =>
        mealTypes.map((meal_type) => {
          const { ingredients, ...meal } = meals[meal_type]
          return {
            trip_id: tripId,
            day_number,
            meal_type,
            ...meal,
            ...columnsOf('ingredients', 'ingredient_ids', ingredients),
          }
        }),
      )
    await writeRows(trx, tripId, {
      table: 'meal_plans',
      key: ['trip_id', 'day_number', 'meal_type'],
      rows: mealsOf(now),
      previous: mealsOf(before),
      all: () => mealsOf(plan),
    })
    const snacksOf = (days: Meals) =>
      daysOf(days).map(({ day_number, snacks }) => ({
        trip_id: tripId,
        day_number,
        ...columnsOf('snacks', 'snack_ids', snacks),
      }))
    await writeRows(trx, tripId, {
      table: 'day_snacks',
      key: ['trip_id', 'day_number'],
      rows: snacksOf(now),
      previous: snacksOf(before),
      all: () => snacksOf(plan),
    })
  },
}

function columnsOf<Texts extends string, Ids extends string>(texts: Texts, ids: Ids, lines: readonly Line[]) {
  return {
    [texts]: JSON.stringify(lines.map(({ text }) => text)),
    [ids]: JSON.stringify(lines.map(({ id }) => id)),
  } as Record<Texts | Ids, string>
}
