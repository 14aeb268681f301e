import type { MealType } from '../plan/day-parts.ts'
import type { Eating } from '../plan/details.ts'
import type { ContentMark, ForWhom } from '../plan/meals.ts'
import type { Party } from '../plan/people.ts'
import { isPlaceholder } from '../templates/placeholders.ts'
import { isBlank } from '../text.ts'
import type { TripDates } from '../trip-days.ts'
import type { LineReading } from './reading.ts'

/* What the calculations of food read: the stored plan, and how its lines were read. */

export type { ForWhom }

/** An ingredient or a snack. */
export interface FoodLine {
  id: string
  text: string
  for_whom: ForWhom
  /** If it is for named people. */
  people: readonly { id: string }[]
  /** For how many people the amount of a line for some is, if somebody said so; otherwise 0. */
  written_for: number
  /** What is read in place of the text; '' for the text. */
  read_as: string
  /** What somebody said that it contains. */
  marks: readonly ContentMark[]
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

/** How people count, as the trip stores it. */
export type FoodSettings = Eating

/** A trip, as far as its food depends on it. */
export interface FoodTrip {
  /** By day number. */
  days: Readonly<Record<string, FoodDay>>
  people: readonly Party[]
  dates: TripDates
  settings: FoodSettings
}

/** Reads a line. An edit may call it for every line, so wrap it with `memoByText`; `KeyOfItem` too. */
export type ReadLine = (text: string) => LineReading
/** The key of an item, by which equal items are found: '1:milk' for 'Milk'. */
export type KeyOfItem = (item: string) => string

export type FoodPlace = MealType | 'snacks'

/** Whether a line says something. Empty lines and those that a new meal starts with do not. */
export function isFilled({ text }: Pick<FoodLine, 'text'>): boolean {
  return !isBlank(text) && !isPlaceholder('line', text)
}

/** The text that is read. */
export function textToRead({ text, read_as }: FoodLine): string {
  return read_as.trim() || text
}
