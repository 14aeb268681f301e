import type { Party } from './plan/people.ts'

/**
 * The ids of the people who have answered that they are not coming. What they promised is open again; what they paid
 * stays theirs.
 */
export function listNotComing(parties: readonly Party[]): Set<string> {
  const persons = parties.flatMap((party) => party.persons)
  return new Set(persons.flatMap(({ id, coming }) => (coming === 'not_coming' ? [id] : [])))
}
