import { equal, type JsonObject } from '#domain/operations/json.ts'
import { mealTypes } from '#domain/plan/day-parts.ts'
import { type Line, linesAt, type Meal, type MealDay, type Meals, mealDefaults, newLine } from '#domain/plan/meals.ts'
import type { LineSettings, MealSettings } from '../db/tables.ts'
import { differingDays } from './differing.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

/**
 * A day has one row in `day_snacks`, and three in `meal_plans`. Lines are lists of texts, with their ids in a second
 * column. A line without an id there gets one derived from its position. All other fields are in `settings`, as far as
 * they differ from their defaults (decision 45).
 */
export const mealsRows: SectionRows<Meals> = {
  async load(db, tripId) {
    const [meals, snacks] = await Promise.all([
      db
        .selectFrom('meal_plans')
        .select(['day_number', 'meal_type', 'name', 'description', 'prep', 'servings'])
        .select(['ingredients', 'ingredient_ids', 'settings'])
        .where('trip_id', '=', tripId)
        .orderBy('day_number')
        .orderBy('meal_type')
        .execute(),
      db
        .selectFrom('day_snacks')
        .select(['day_number', 'snacks', 'snack_ids', 'settings'])
        .where('trip_id', '=', tripId)
        .orderBy('day_number')
        .execute(),
    ])
    const mealsOf = (day: number) =>
      Object.fromEntries(
        meals
          .filter((row) => row.day_number === day)
          .map(({ day_number, meal_type, ingredients, ingredient_ids, settings, ...meal }) => {
            const { lines, ...ofMeal } = settings ?? {}
            const plain = linesAt(day, meal_type, ingredients, ingredient_ids)
            return [meal_type, { ...meal, ...mealDefaults, ...ofMeal, ingredients: withSettings(plain, lines) }]
          }),
      )
    const days = snacks.map(({ day_number, snacks: texts, snack_ids, settings }) => {
      const plain = linesAt(day_number, 'snacks', texts, snack_ids)
      const meals = mealsOf(day_number) as MealDay['meals']
      return [day_number, { meals, snacks: withSettings(plain, settings?.lines) }]
    })
    return Object.fromEntries(days)
  },

  async write(trx, tripId, plan, previous = {}) {
    const { now, before } = differingDays(plan, previous)
    const daysOf = (days: Meals) => Object.entries(days).map(([day, value]) => ({ day_number: Number(day), ...value }))
    const mealsOf = (days: Meals) =>
      daysOf(days).flatMap(({ day_number, meals }) =>
        mealTypes.map((meal_type) => {
          const { name, description, prep, servings, ingredients } = meals[meal_type]
          return {
            trip_id: tripId,
            day_number,
            meal_type,
            name,
            description,
            prep,
            servings,
            ...columnsOf('ingredients', 'ingredient_ids', ingredients),
            settings: settingsText({ ...ownSettings(meals[meal_type]), ...lineSettings(ingredients) }),
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
        settings: settingsText(lineSettings(snacks)),
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

function withSettings(lines: Line[], settings: Record<string, LineSettings> | undefined): Line[] {
  return settings ? lines.map((line) => ({ ...line, ...settings[line.id] })) : lines
}

function ownSettings({ follows_headcount, eaters, served_at, link, place_id }: Meal): MealSettings {
  return differing({ follows_headcount, eaters, served_at, link, place_id }, mealDefaults)
}

function lineSettings(lines: readonly Line[]): MealSettings {
  const plain = newLine('', '')
  const all = lines.map(({ id, text: _, ...line }): [string, LineSettings] => [id, differing(line, plain)])
  const set = all.filter(([, settings]) => Object.keys(settings).length > 0)
  return set.length > 0 ? { lines: Object.fromEntries(set) } : {}
}

/** The fields whose value is not the default. */
function differing<Fields extends object>(fields: Fields, defaults: object): Partial<Fields> {
  const given = Object.entries(fields).filter(([name, value]) => !equal(value, (defaults as JsonObject)[name]))
  return Object.fromEntries(given) as Partial<Fields>
}

const settingsText = (settings: MealSettings) => (Object.keys(settings).length > 0 ? JSON.stringify(settings) : null)
