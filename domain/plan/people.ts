import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { localDate, type OptionalLocalDate, optionalLocalDate } from '../local-date.ts'
import { choice, refusing } from '../operations/form.ts'
import { nameOfUser, type User } from '../person.ts'
import { freeText, longText } from '../text.ts'
import type { Identity } from '../trip.ts'
import type { MealType } from './day-parts.ts'
import { FORMER_PERSON } from './person-ref.ts'
import { defineSection } from './section.ts'

export const MAX_PERSON_NAME = 100
export const MAX_PERSON_AGE = 20
export const MAX_FOOD_NOTE = 1000

/** Whether somebody is coming; `open` until they answer. */
export const comingAnswers = ['open', 'coming', 'unsure', 'not_coming'] as const
export type ComingAnswer = (typeof comingAnswers)[number]

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

/** The allergens that Regulation (EU) No 1169/2011, Annex II, requires food to declare, in its order. */
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

function ticks<Word extends string>(words: readonly Word[]) {
  const shape = Object.fromEntries(words.map((word) => [word, z.boolean()])) as Record<Word, z.ZodMiniBoolean>
  return z.strictObject(shape) as unknown as z.ZodMiniType<Record<Word, boolean>>
}

/**
 * A meal of a numbered day, with the departure date that the days count from: '2 lunch 2026-08-12'. '2 lunch' is a meal
 * of day 2 whenever the trip departs: the trip had no dates, or an older version stored it.
 */
const mealTime = z.string().check(
  z.regex(/^[1-9]\d{0,2} (breakfast|lunch|dinner)( \d{4}-\d\d-\d\d)?$/, 'Not a meal of a day'),
  z.refine((time) => isDeparture(time.split(' ')[2]), 'Not a date'),
)
const isDeparture = (date: string | undefined) => date === undefined || localDate.safeParse(date).success
const optionalMealTime = z.union([z.literal(''), mealTime])

/** A meal that somebody skips between their first and their last meal. */
export const skippedMeal = z.strictObject({ id, at: choice(mealTime) })
export type SkippedMeal = z.infer<typeof skippedMeal>

/** Somebody who is coming, or may come. They need no account. */
export const person = z.strictObject({
  // Late edits name everybody whose account is deleted by this one id: a person with it would have their money.
  id: refusing(id, (personId) => personId === FORMER_PERSON),
  name: freeText(MAX_PERSON_NAME),
  kind: z.enum(['adult', 'child']),
  /** Free text, given if it matters: '7', '8 months'. */
  age: freeText(MAX_PERSON_AGE),
  coming: z.enum(comingAnswers),
  /** What taking the dates of a poll made of `coming`; '' if they said it themselves. See `isByPoll`. */
  coming_by_poll: z._default(z.enum(['', ...comingAnswers]), ''),
  /** Their first and last meal; '' for the trip's own. */
  from: choice(optionalMealTime),
  until: choice(optionalMealTime),
  skips: itemList(skippedMeal),
  /** The departure date for which the answer was given or last confirmed; '' if the trip had none. */
  answered_for: z._default(choice(optionalLocalDate), ''),
  /**
   * The departure date for which it was last settled what the answer means: given, confirmed, or decided by somebody
   * who edits the plan. '' as above.
   */
  settled_for: z._default(choice(optionalLocalDate), ''),
  diets: ticks(diets),
  allergens: ticks(allergens),
  food_note: longText(MAX_FOOD_NOTE),
  /** Whether they carry medicine against an allergic reaction. */
  carries_medicine: z.boolean(),
})
export type Person = z.infer<typeof person>

/** People who travel together. Each of them can answer for all. */
export const party = z.strictObject({ id, name: freeText(MAX_PERSON_NAME), persons: itemList(person) })
export type Party = z.infer<typeof party>

export const people = defineSection<Party[]>({
  schema: itemList(party),
  empty: [],
  failures: () => ({ load: m.plan_people_load_failed(), save: m.plan_people_save_failed() }),
  readers: () => [],
  // With their diets. Only who makes the copy is linked to a user there.
  copied: (parties, { with_people, newPartyId, newPersonId }) =>
    with_people
      ? parties.map((party) => ({
          ...party,
          id: newPartyId(party.id),
          persons: party.persons.map((one) => ({ ...withoutAnswer(one), id: newPersonId(one.id) })),
        }))
      : [],
})

export function newPerson(personId: string, name: string): Person {
  const none = <Word extends string>(words: readonly Word[]) =>
    Object.fromEntries(words.map((word) => [word, false])) as Record<Word, boolean>
  return {
    id: personId,
    name,
    kind: 'adult',
    age: '',
    coming: 'open',
    coming_by_poll: '',
    from: '',
    until: '',
    skips: [],
    answered_for: '',
    settled_for: '',
    diets: none(diets),
    allergens: none(allergens),
    food_note: '',
    carries_medicine: false,
  }
}

/** The party of a user who is on the list as themselves. */
export function newParty({ person_id, party_id }: Identity, person: Pick<User, 'full_name' | 'username'>): Party {
  return { id: party_id, name: '', persons: [newPerson(person_id, nameOfUser(person))] }
}

export function listPersons(parties: readonly Party[]): Person[] {
  return parties.flatMap(({ persons }) => persons)
}

/** A meal of a numbered day. */
export interface MealOfDay {
  day: number
  meal: MealType
}

/** A meal of a day in the form that attendance stores: '2 lunch 2026-08-12'. */
export function mealTimeOf(day: number, meal: MealType, departure: OptionalLocalDate): string {
  return [day, meal, departure].filter(Boolean).join(' ')
}

export function parseMealTime(time: string): MealOfDay & { departure: OptionalLocalDate } {
  const [day, meal, departure = ''] = time.split(' ')
  return { day: Number(day), meal: meal as MealType, departure: departure as OptionalLocalDate }
}

/** A skipped meal. Its id is derived, so two people who skip it independently add one entry. */
export function newSkip(time: string): SkippedMeal {
  return { id: derivedId(`people/skips/${time}`), at: time }
}

/**
 * Whether `coming` is what taking dates made of an answer to a poll. A person's own word that was said offline changes
 * only `coming`: then the two differ.
 */
export const isByPoll = ({ coming, coming_by_poll }: Pick<Person, 'coming' | 'coming_by_poll'>): boolean =>
  coming_by_poll !== '' && coming === coming_by_poll

export function countComing(parties: readonly Party[]): number {
  return listPersons(parties).filter(({ coming }) => coming === 'coming').length
}

/** Their attendance is open again. */
function withoutAnswer(one: Person): Person {
  const { coming, coming_by_poll, from, until, skips, answered_for, settled_for } = newPerson('', '')
  return { ...one, coming, coming_by_poll, from, until, skips, answered_for, settled_for }
}
