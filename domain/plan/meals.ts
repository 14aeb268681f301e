import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { derivedList } from '../list-kinds.ts'
import { choice } from '../operations/form.ts'
import { newDays } from '../templates/new-day.ts'
import { freeText, longText } from '../text.ts'
import type { TripType } from '../trip.ts'
import { dayNumber } from './day-number.ts'
import { type MealType, mealTypes } from './day-parts.ts'
import { allergens, type Diet, diets } from './people.ts'
import { personId } from './person-ref.ts'
import { placeRef } from './place-ref.ts'
import { allOfIt, defineSection } from './section.ts'
import { optionalTimeOfDay } from './time-of-day.ts'

export const MAX_MEAL_TEXT = 2000
export const MAX_SERVINGS = 100_000
export const MAX_READ_AS = 200
export const MAX_MEAL_LINK = 2048
export const MAX_MARK_WORDS = 2000

const text = freeText(MAX_MEAL_TEXT)
const count = z.int().check(z.nonnegative(), z.maximum(MAX_SERVINGS))

/**
 * For whom a line is. `fixed`: for everyone, and the amount does not follow the headcount. `not_counted`: not bought,
 * such as what is left of another meal.
 */
export type ForWhom = 'everyone' | `only:${Diet}` | `except:${Diet}` | 'people' | 'fixed' | 'not_counted'
export const forWhomOptions: readonly ForWhom[] = [
  'everyone',
  ...diets.flatMap((diet): ForWhom[] => [`only:${diet}`, `except:${diet}`]),
  'people',
  'fixed',
  'not_counted',
]

/**
 * What a line can contain: the allergens, and what diets ask about beside them. `not_halal`: meat or gelatine that
 * nobody calls halal.
 */
export const contentTags = [
  ...allergens,
  'lactose',
  'meat',
  'pork',
  'gelatin',
  'honey',
  'alcohol',
  'not_halal',
  'not_kosher',
] as const
export type ContentTag = (typeof contentTags)[number]

/** What somebody said that a line contains, or does not. It counts more than the words of the line. */
const contentMark = z.strictObject({
  id,
  tag: z.enum(contentTags),
  /** '' once it is taken back. */
  says: z.enum(['', 'yes', 'no']),
  /** Of a 'no': the words that do not contain it here, with commas between them. Other words still count. */
  words: choice(freeText(MAX_MARK_WORDS)),
})
export type ContentMark = z.infer<typeof contentMark>

/** A mark that says nothing yet. It is the same for everybody. */
export function newMark(tag: ContentTag): ContentMark {
  return { id: derivedId(`meals/marks/${tag}`), tag, says: '', words: '' }
}

/** An ingredient or a snack. Lines are short fields: of two that are typed at once, the newer wins. */
export const line = z.strictObject({
  id,
  text,
  for_whom: z._default(z.enum(forWhomOptions), 'everyone'),
  /** For whom it is if `for_whom` is 'people'. */
  people: z._default(itemList(z.strictObject({ id: personId })), []),
  /** For how many people the amount of a line for some is, if somebody said so; otherwise 0 (decision 69). */
  written_for: z._default(count, 0),
  /** What is read in place of the text; '' for the text itself. '1.5 kg potatoes' */
  read_as: z._default(freeText(MAX_READ_AS), ''),
  marks: z._default(derivedList(contentMark, { fixed: ['tag'], emptyOf: ({ tag }) => newMark(tag) }), []),
})
export type Line = z.infer<typeof line>

export const meal = z.strictObject({
  name: text,
  description: longText(MAX_MEAL_TEXT),
  /** The preparation time as free text: '30 minutes'. */
  prep: text,
  /** For how many people the amounts are written. */
  servings: count,
  /** Whether the amounts are shown for those who attend. Nothing follows in a trip without people. */
  follows_headcount: z._default(z.boolean(), true),
  /** How many eat; '' for those who attend. */
  eaters: z._default(z.union([z.literal(''), count]), ''),
  /** When it is served: '18:00', or '' if nobody said it. */
  served_at: z._default(optionalTimeOfDay, ''),
  /** A web address, such as that of the recipe. Any other text remains text (web-address.ts). */
  link: z._default(freeText(MAX_MEAL_LINK), ''),
  /** Where it is eaten. */
  place_id: z._default(placeRef, ''),
  ingredients: itemList(line),
})
export type Meal = z.infer<typeof meal>

export const mealDay = z.strictObject({
  meals: z.strictObject({ breakfast: meal, lunch: meal, dinner: meal }),
  snacks: itemList(line),
})
export type MealDay = z.infer<typeof mealDay>

export type Meals = Record<string, MealDay>

export const meals = defineSection<Meals>({
  schema: z.record(dayNumber, mealDay),
  empty: {},
  newEntry: newMealDay,
  failures: () => ({ load: m.plan_meals_load_failed(), save: m.plan_meals_save_failed() }),
  readers: withoutNamedPeople,
  copied: allOfIt,
})

/** A line without settings. */
export function newLine(lineId: string, text: string): Line {
  return { id: lineId, text, for_whom: 'everyone', people: [], written_for: 0, read_as: '', marks: [] }
}

export const mealDefaults = {
  follows_headcount: true,
  eaters: '',
  served_at: '',
  link: '',
  place_id: '',
} as const satisfies Partial<Meal>

/** What the texts of a new day and of new lines are, until somebody overwrites them: see placeholders.ts. */
export const mealPlaceholders = {
  names: { breakfast: 'New Breakfast', lunch: 'New Lunch', dinner: 'New Dinner' },
  description: 'Add description',
  prep: { breakfast: '30 minutes', lunch: '45 minutes', dinner: '1 hour' },
  ingredients: 'Add ingredients',
  ingredient: 'New food item',
  snacks: 'Add snacks',
  snack: 'New snack',
} as const

/**
 * What a new day starts with. Two people who add the same day independently add one.
 * @param servings for how many people its meals are; 0 for as many as usual in this type of trip
 */
export function newMealDay(type: TripType, day: number, servings = 0): MealDay {
  const newMeal = (place: MealType): Meal => ({
    name: mealPlaceholders.names[place],
    description: mealPlaceholders.description,
    prep: mealPlaceholders.prep[place],
    servings: servings || newDays[type].servings,
    ...mealDefaults,
    ingredients: linesAt(day, place, [mealPlaceholders.ingredients]),
  })
  return {
    meals: {
      breakfast: newMeal('breakfast'),
      lunch: newMeal('lunch'),
      dinner: newMeal('dinner'),
    },
    snacks: linesAt(day, 'snacks', [mealPlaceholders.snacks]),
  }
}

/**
 * Texts as the lines of a meal or of the day's snacks, with ids derived from their place.
 * @param known existing ids, which are used instead
 */
export function linesAt(
  day: number,
  place: MealType | 'snacks',
  texts: readonly string[],
  known: readonly string[] = [],
): Line[] {
  return texts.map((text, index) => newLine(known[index] ?? derivedId(`meals/${day}/${place}/${index}`), text))
}

/** The same plan with another line of a meal or of a day's snacks. */
export function withLine(
  meals: Meals,
  { day, place, id: lineId }: { day: number; place: MealType | 'snacks'; id: string },
  change: Partial<Line>,
): Meals {
  const of = meals[day]
  if (!of) return meals
  const changed = (lines: Line[]) => lines.map((one) => (one.id === lineId ? { ...one, ...change } : one))
  if (place === 'snacks') return { ...meals, [day]: { ...of, snacks: changed(of.snacks) } }
  const at = { ...of.meals[place], ingredients: changed(of.meals[place].ingredients) }
  return { ...meals, [day]: { ...of, meals: { ...of.meals, [place]: at } } }
}

/** What readers get: that a line is for some people, but not who they are. */
function withoutNamedPeople(days: Meals): Meals {
  const shownLines = (lines: Line[]): Line[] =>
    lines.some(({ people }) => people.length > 0) ? lines.map((one) => ({ ...one, people: [] })) : lines
  const shownMeal = (one: Meal): Meal => {
    const ingredients = shownLines(one.ingredients)
    return ingredients === one.ingredients ? one : { ...one, ingredients }
  }
  const shownDay = (day: MealDay): MealDay => {
    const { breakfast, lunch, dinner } = day.meals
    const shown = {
      meals: { breakfast: shownMeal(breakfast), lunch: shownMeal(lunch), dinner: shownMeal(dinner) },
      snacks: shownLines(day.snacks),
    }
    const isSame = shown.snacks === day.snacks && mealTypes.every((type) => shown.meals[type] === day.meals[type])
    return isSame ? day : shown
  }
  const entries = Object.entries(days).map(([number, day]) => [number, shownDay(day)] as const)
  return entries.every(([number, day]) => day === days[number]) ? days : Object.fromEntries(entries)
}
