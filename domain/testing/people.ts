import { newPerson, type Party, type Person } from '../plan/people.ts'

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

/** A party for each of these people. */
export function buildParties(...people: (string | Person)[]): Party[] {
  return people.map((person) => buildParty(person))
}
