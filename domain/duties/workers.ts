import { yearsOf } from '../food/portions.ts'
import { listPersons, type Party, type Person } from '../plan/people.ts'
import { type Stay, stayIn } from '../stay.ts'
import type { TripDates } from '../trip-days.ts'

/** Children are asked from this age on, as they count as adults for food. A child without an age is younger. */
const MIN_AGE = 11

/** Somebody who can be asked to do something. */
export interface Worker {
  id: string
  stay: Stay
}

/**
 * The people who take turns: all who have not said that they are not coming, except for children under 11. Those may
 * volunteer too, but are not proposed, and nobody misses a duty of theirs.
 * @param onlyComing leaves out those who have not answered, or are not sure
 */
export function listWorkers(people: readonly Party[], dates: TripDates, onlyComing: boolean): Worker[] {
  return listExpected(people, onlyComing)
    .filter(isOldEnough)
    .map((person) => ({ id: person.id, stay: stayIn(person, dates) }))
}

/** The ids of the children who are not asked because of their age. The parameters are those of `listWorkers`. */
export function listTooYoung(people: readonly Party[], onlyComing: boolean): string[] {
  return listExpected(people, onlyComing).flatMap((person) => (isOldEnough(person) ? [] : [person.id]))
}

function listExpected(people: readonly Party[], onlyComing: boolean): Person[] {
  return listPersons(people).filter(({ coming }) => (onlyComing ? coming === 'coming' : coming !== 'not_coming'))
}

function isOldEnough({ kind, age }: Pick<Person, 'kind' | 'age'>): boolean {
  return kind === 'adult' || (yearsOf(age) ?? 0) >= MIN_AGE
}
