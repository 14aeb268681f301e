import { type Allergen, type Diet, newPerson, type Party, type Person } from '../plan/people.ts'

/* People for tests, by their names. Each has an id of their own unless `more` gives one, such as an account's. */

/** Somebody who has not answered. `more` is what differs. */
export function buildPerson(name: string, more: Partial<Person> = {}): Person {
  return { ...newPerson(crypto.randomUUID(), name), ...more }
}

/** Somebody who comes for the whole trip. */
export function buildComing(name: string, more: Partial<Person> = {}): Person {
  return buildPerson(name, { coming: 'coming', ...more })
}

/**
 * A party of these people; of a name, who has not answered. As with an account, its id is that of its first person.
 */
export function buildParty(...people: (string | Person)[]): Party {
  const persons = people.map((person) => (typeof person === 'string' ? buildPerson(person) : person))
  return { id: persons[0]?.id ?? crypto.randomUUID(), name: '', persons }
}

/** A party that has a name. */
export function buildNamedParty(name: string, ...people: (string | Person)[]): Party {
  return { ...buildParty(...people), name }
}

/** A party for each of these people. */
export function buildParties(...people: (string | Person)[]): Party[] {
  return people.map((person) => buildParty(person))
}

const none = newPerson('', '')

/** These diets and no others. */
export function dietsOf(...diets: Diet[]): Person['diets'] {
  return { ...none.diets, ...ticked(diets) }
}

/** These allergies and no others. */
export function allergensOf(...allergens: Allergen[]): Person['allergens'] {
  return { ...none.allergens, ...ticked(allergens) }
}

function ticked<Word extends string>(words: readonly Word[]): Partial<Record<Word, boolean>> {
  return Object.fromEntries(words.map((word) => [word, true])) as Partial<Record<Word, boolean>>
}
