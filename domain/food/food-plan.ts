import type { MealType } from '../plan/day-parts.ts'
import { NEW_INGREDIENT, NEW_SNACK, newMealDay } from '../plan/meals.ts'
import type { Diet, Party } from '../plan/people.ts'
import { tripTypes } from '../trip.ts'
import type { TripDates } from '../trip-days.ts'
import type { LineReading } from './reading.ts'

/* What the calculations of food read: the stored plan, and how its lines were read. */

/**
 * For whom a line is: everyone at the meal, those who follow a diet, everyone but those, or named people. 'fixed' is
 * for everyone and does not scale; 'not_counted' is not bought, such as what is left of another meal.
 */
export type ForWhom = 'everyone' | 'people' | 'fixed' | 'not_counted' | `only:${Diet}` | `except:${Diet}`

/** An ingredient or a snack. */
export interface FoodLine {
  id: string
  text: string
  for_whom: ForWhom
  /** If it is for named people. */
  people: readonly { id: string }[]
  /** For how many people a line was written that is not for everyone; 0 if nobody said it. */
  written_for: number
  /** What is read in place of the text; '' for the text. */
  read_as: string
}

export interface FoodMeal {
  /** For how many people its amounts were written. */
  servings: number
  follows_headcount: boolean
  /** How many eat, if somebody says so; '' by attendance. */
  eaters: number | ''
  ingredients: readonly FoodLine[]
}

export interface FoodDay {
  meals: Record<MealType, FoodMeal>
  snacks: readonly FoodLine[]
}

export interface FoodSettings {
  /** 'all' counts people until they decline, 'coming' only those who said that they are coming. */
  counts: 'all' | 'coming'
  /** Of a portion, for a child whose age is not given as a number. */
  child_share: number
  /** Ages in years. From `young_child_until` a child is an older one, from `child_until` it eats like an adult. */
  young_child_until: number
  young_child_share: number
  child_until: number
  older_child_share: number
}

export const defaultFoodSettings: FoodSettings = {
  counts: 'all',
  child_share: 0.5,
  young_child_until: 4,
  young_child_share: 0.4,
  child_until: 11,
  older_child_share: 0.7,
}

/** A trip, as far as its food depends on it. */
export interface FoodTrip {
  /** By day number. */
  days: Readonly<Record<string, FoodDay>>
  people: readonly Party[]
  dates: TripDates
  settings: FoodSettings
}

/** Reads a line. */
export type ReadLine = (text: string) => LineReading
/** The key of an item, by which equal items are found: '1:milk' for 'Milk'. */
export type KeyOfItem = (item: string) => string

export type FoodPlace = MealType | 'snacks'

let placeholders: Set<string> | undefined

/** The lines of new days and meals, which people overwrite. */
function listPlaceholders(): Set<string> {
  const days = tripTypes.map((type) => newMealDay(type, 1))
  const lines = days.flatMap(({ meals, snacks }) =>
    [meals.breakfast, meals.lunch, meals.dinner].flatMap(({ ingredients }) => ingredients).concat(snacks),
  )
  return new Set([NEW_INGREDIENT, NEW_SNACK, ...lines.map(({ text }) => text)])
}

/** Whether a line says something. Empty lines and those that a new meal starts with do not. */
export function isFilled({ text }: Pick<FoodLine, 'text'>): boolean {
  const typed = text.trim()
  placeholders ??= listPlaceholders()
  return typed !== '' && !placeholders.has(typed)
}

/** The text that is read. */
export function textToRead({ text, read_as }: FoodLine): string {
  return read_as.trim() || text
}
