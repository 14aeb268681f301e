import type { Party, Person } from './plan/people.ts'

/** Whether somebody is a child for whom an adult of their party answers: one who is coming or may come. */
export function isGuarded({ kind }: Pick<Person, 'kind'>, { persons }: Pick<Party, 'persons'>): boolean {
  return kind === 'child' && persons.some((other) => other.kind === 'adult' && other.coming !== 'not_coming')
}
