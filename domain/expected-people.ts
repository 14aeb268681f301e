import type { Details } from './plan/details.ts'
import { listPersons, type Party } from './plan/people.ts'

/** How many people a trip is planned for: those expected, or those on the list if they are more; 0 if nobody knows. */
export function countExpected({ expected }: Pick<Details, 'expected'>, parties: readonly Party[]): number {
  const listed = listPersons(parties).filter(({ coming }) => coming !== 'not_coming').length
  // Whoever plans is on the list from the start: one person alone says nothing about the group.
  return Math.max(expected.adults + expected.children, listed > 1 ? listed : 0)
}
