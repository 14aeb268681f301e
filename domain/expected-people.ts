import type { Details } from './plan/details.ts'
import { listPersons, type Party } from './plan/people.ts'

/** Whether more people are expected than are on the list: the list is not complete yet. */
export function areMoreExpected({ expected }: Pick<Details, 'expected'>, parties: readonly Party[]): boolean {
  return expected.adults + expected.children > listPersons(parties).length
}

/** How many people a trip is planned for: those expected, or those on the list if they are more; 0 if nobody knows. */
export function countExpected({ expected }: Pick<Details, 'expected'>, parties: readonly Party[]): number {
  const listed = listPersons(parties).filter(({ coming }) => coming !== 'not_coming').length
  // The person who plans may be on the list from the start: one alone says nothing about the group.
  return Math.max(expected.adults + expected.children, listed > 1 ? listed : 0)
}
