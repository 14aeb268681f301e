import { equal } from './json.ts'
import type { Mutation } from './operation.ts'

/**
 * Two operations of the same field as one, where the second starts from what the first left: somebody types on.
 * @returns undefined where they are two; 'nothing' where the second takes the first back
 */
export function fold(first: Mutation, second: Mutation): Mutation | 'nothing' | undefined {
  if (first.do !== 'set' || second.do !== 'set' || !equal(first.at, second.at) || !equal(first.to, second.was))
    return undefined
  return equal(first.was, second.to) ? 'nothing' : { ...second, was: first.was }
}
