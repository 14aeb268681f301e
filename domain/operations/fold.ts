import { equal } from './json.ts'
import type { Mutation } from './operation.ts'

/**
 * Makes one operation of two on a field if the second starts from the result of the first, as when somebody types on.
 * @returns undefined if they stay two; 'nothing' if the second undoes the first
 */
export function fold(first: Mutation, second: Mutation): Mutation | 'nothing' | undefined {
  if (first.do !== 'set' || second.do !== 'set' || !equal(first.at, second.at) || !equal(first.to, second.was))
    return undefined
  return equal(first.was, second.to) ? 'nothing' : { ...second, was: first.was }
}
