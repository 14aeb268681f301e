import * as z from 'zod/mini'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { nameOfUser, type User } from '../person.ts'
import { freeText, longText } from '../text.ts'
import type { PlaceInPlan } from '../trip.ts'
import { type MealType, mealTypes } from './day-parts.ts'
import { defineSection } from './section.ts'

export const MAX_PERSON_NAME = 100
export const MAX_PERSON_AGE = 20
export const MAX_FOOD_NOTE = 1000

/** Whether somebody comes along; `open` until they have said so. */
export const comings = ['open', 'coming', 'unsure', 'not_coming'] as const
export type Coming = (typeof comings)[number]

export const diets = [
  'vegetarian',
  'vegan',
  'halal',
  'kosher',
  'gluten_free',
  'lactose_free',
  'no_pork',
  'no_alcohol',
] as const
export type Diet = (typeof diets)[number]

/** What has to be declared in food by Regulation (EU) No 1169/2011, Annex II, in its order. */
export const allergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const
export type Allergen = (typeof allergens)[number]

/** One tick for each of a few words. */
function ticks<Word extends string>(words: readonly Word[]) {
  const shape = Object.fromEntries(words.map((word) => [word, z.boolean()])) as Record<Word, z.ZodMiniBoolean>
  return z.strictObject(shape) as unknown as z.ZodMiniType<Record<Word, boolean>>
}

/** A meal of a numbered day: '2 lunch'. */
const mealTime = z.string().check(z.regex(/^[1-9]\d{0,2} (breakfast|lunch|dinner)$/, 'Not a meal of a day'))
const optionalMealTime = z.union([z.literal(''), mealTime])

/** A meal that somebody is not there for, although they have come by then. */
export const skipped = z.strictObject({ id, at: mealTime })

/** Somebody who comes along, or may. They need no account. */
export const person = z.strictObject({
  id,
  name: freeText(MAX_PERSON_NAME),
  kind: z.enum(['adult', 'child']),
  /** In the person's own words, where it matters: '7', '8 months'. */
  age: freeText(MAX_PERSON_AGE),
  coming: z.enum(comings),
  /** The first and the last meal they are there for; '' where it is the trip's own. */
  from: optionalMealTime,
  until: optionalMealTime,
  skips: itemList(skipped),
  diets: ticks(diets),
  allergens: ticks(allergens),
  /** What else there is to know of what they eat. */
  food_note: longText(MAX_FOOD_NOTE),
  /** Whether they have a medicine with them for when they ate what they must not. */
  carries_medicine: z.boolean(),
})
export type Person = z.infer<typeof person>

/** Those who come together. Whoever belongs to it says so for all of them. */
export const party = z.strictObject({ id, name: freeText(MAX_PERSON_NAME), persons: itemList(person) })
export type Party = z.infer<typeof party>

export const people = defineSection<Party[]>({
  schema: itemList(party),
  empty: [],
  failures: { load: 'Failed to load people', save: 'Failed to save people' },
  readers: 'nothing',
})

/** What a person starts with. */
export function newPerson(personId: string, name: string): Person {
  const none = <Word extends string>(words: readonly Word[]) =>
    Object.fromEntries(words.map((word) => [word, false])) as Record<Word, boolean>
  return {
    id: personId,
    name,
    kind: 'adult',
    age: '',
    coming: 'open',
    from: '',
    until: '',
    skips: [],
    diets: none(diets),
    allergens: none(allergens),
    food_note: '',
    carries_medicine: false,
  }
}

/** The party of somebody who stands on the list as themselves. */
export function newParty({ person_id, party_id }: PlaceInPlan, person: Pick<User, 'full_name' | 'username'>): Party {
  return { id: party_id, name: '', persons: [newPerson(person_id, nameOfUser(person))] }
}

/** Everybody who stands on the list. */
export function personsOf(parties: readonly Party[]): Person[] {
  return parties.flatMap(({ persons }) => persons)
}

/** The meal of a day as attendance names it. */
export function mealTimeOf(day: number, meal: MealType): string {
  return `${day} ${meal}`
}

/** What `mealTimeOf` names. */
export function parseMealTime(time: string): { day: number; meal: MealType } {
  const [day, meal] = time.split(' ')
  return { day: Number(day), meal: meal as MealType }
}

/** A skipped meal. Two who say so apart make one. */
export function skipOf(time: string): z.infer<typeof skipped> {
  return { id: derivedId(`people/skips/${time}`), at: time }
}

/** Which of all the trip's meals one is, counted from its beginning. */
export function placeOfMeal(time: string): number {
  const { day, meal } = parseMealTime(time)
  return day * mealTypes.length + mealTypes.indexOf(meal)
}

/** Whether somebody who comes is there for a meal. */
export function isThereFor(
  { from, until, skips }: Pick<Person, 'from' | 'until' | 'skips'>,
  day: number,
  meal: MealType,
): boolean {
  const time = mealTimeOf(day, meal)
  const place = placeOfMeal(time)
  if (from !== '' && place < placeOfMeal(from)) return false
  if (until !== '' && place > placeOfMeal(until)) return false
  return !skips.some(({ at }) => at === time)
}

/** How many come, as far as they have said so. */
export function countComing(parties: readonly Party[]): number {
  return personsOf(parties).filter(({ coming }) => coming === 'coming').length
}
