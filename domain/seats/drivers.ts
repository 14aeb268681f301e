import { yearsOf } from '../food/portions.ts'
import type { Person } from '../plan/people.ts'

/** The youngest at which somebody may drive a car somewhere, with a parent or alone. */
const MIN_AGE = 16

/** Whether somebody can be asked to drive a car. A child without an age is younger. */
export function mayDrive({ kind, age }: Pick<Person, 'kind' | 'age'>): boolean {
  return kind === 'adult' || (yearsOf(age) ?? 0) >= MIN_AGE
}
