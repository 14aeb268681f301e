import { listText } from '#domain/list-text.ts'
import { allergenName, comingName, dietName } from '#domain/people-words.ts'
import { allergens, type ComingAnswer, diets, type MealOfDay, type Party, type Person } from '#domain/plan/people.ts'
import { type Stay, shortenStay } from '#domain/stay.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import { dayName, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'

export const hasName = ({ name }: Pick<Person, 'name'>): boolean => !isBlank(name)

/** A person's name within a sentence. */
export const nameOf = ({ name }: Pick<Person, 'name'>): string => trimmed(name) || m.group_person_nameless()

/** A person's name in a list or a heading. */
export const labelOf = ({ name }: Pick<Person, 'name'>): string => trimmed(name) || m.group_person_no_name()

/** More people of a party without a name are only counted. */
const MAX_NAMES = 3

/** What a party is called, or who is in it: 'Ana and Dan', 'Ana and 3 others'. */
export function labelOfParty({ name, persons }: Pick<Party, 'name' | 'persons'>): string {
  if (!isBlank(name)) return name.trim()
  const [first, ...others] = persons.map(labelOf)
  return first && others.length >= MAX_NAMES
    ? m.group_party_and_others({ name: first, count: others.length })
    : listText(persons.map(labelOf))
}

/** An answer as others read it; after the trip, what happened. */
export function answerName(coming: ComingAnswer, isOver: boolean): string {
  if (coming === 'open') return m.group_answer_none()
  if (isOver && coming === 'coming') return m.group_answer_came()
  if (isOver && coming === 'not_coming') return m.group_answer_absent()
  return comingName(coming)
}

/** The same for those who gave it: on a day of the trip, not everybody who said yes is there. */
export function answerOfSeveral(
  coming: ComingAnswer,
  { isOver, isUnderWay }: { isOver: boolean; isUnderWay: boolean },
) {
  return isUnderWay && coming === 'coming' ? m.group_answer_yes() : answerName(coming, isOver)
}

/** The answers of several people in a few words: '4 coming', '3 of 4 coming', 'No answer'. */
export function answerOfParty(persons: readonly Pick<Person, 'coming'>[], isOver: boolean): string {
  const count = persons.filter(({ coming }) => coming === 'coming').length
  const [first] = persons
  if (first && count === 0 && persons.every(({ coming }) => coming === first.coming))
    return answerName(first.coming, isOver)
  const words = { count, total: persons.length, time: isOver ? 'past' : 'ahead' } as const
  return count === persons.length ? m.group_party_all_coming(words) : m.group_party_some_coming(words)
}

/** 'Allergies: peanuts, sesame'; '' if none is known. */
export function allergyWords(person: Pick<Person, 'allergens'>): string {
  const known = allergens.filter((allergen) => person.allergens[allergen]).map(allergenName)
  return known.length === 0 ? '' : m.group_allergies({ count: known.length, allergens: known.join(', ') })
}

/** The allergens alone: 'Peanuts, sesame'; '' if none is known. */
export function allergenWords(person: Pick<Person, 'allergens'>): string {
  const words = allergens
    .filter((allergen) => person.allergens[allergen])
    .map(allergenName)
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function dietWords(person: Pick<Person, 'diets'>): string {
  return diets
    .filter((diet) => person.diets[diet])
    .map(dietName)
    .join(', ')
}

/** A longer food note is only mentioned in the list: part of it could be misunderstood. */
const MAX_SHOWN_NOTE = 60

/** Diets and the food note, without allergies; '' if nothing is known. */
export function foodWords(person: Pick<Person, 'diets' | 'food_note'>): string {
  const note = person.food_note.trim().replace(/\s+/g, ' ')
  return [dietWords(person), note.length > MAX_SHOWN_NOTE ? m.group_food_long_note() : note].filter(Boolean).join(', ')
}

/** When a person is there: 'Fri lunch to Sun breakfast'. */
export function stayWords(stay: Stay, dates: TripDates): string {
  const timeWords = ({ day, meal }: MealOfDay) => m.group_stay_time({ day: dayName(dates, day), meal })
  if (stay.isOutside) return m.group_stay_outside()
  const { from, until, skips } = shortenStay(stay, dates)
  const [only] = skips
  const skipped = { skips: skips.length, meal: only ? timeWords(only) : '' }
  if (from && until) return m.group_stay_from_until({ from: timeWords(from), until: timeWords(until), ...skipped })
  if (from) return m.group_stay_from({ from: timeWords(from), ...skipped })
  if (until) return m.group_stay_until({ until: timeWords(until), ...skipped })
  return m.group_stay_days(skipped)
}

/** For a child: 'child', with the age if it is known. */
export const childWords = ({ age }: Pick<Person, 'age'>): string =>
  age ? m.group_person_child_aged({ age }) : m.group_person_child()
