import type { Diet } from '../plan/people.ts'
import { dietsInWords } from './diet-words.ts'
import { type FoodLine, isFilled } from './food-plan.ts'
import type { LineReading } from './reading.ts'
import { isForSomeOnly, wordsFor } from './written-for.ts'

/** What a line asks those who may edit it. */
export type LineQuestion =
  /** Whether it is only for those of one of these diets, which its words name. */
  | { ask: 'diet'; diets: readonly Diet[] }
  /** For how many its amount is: until somebody says it, it stays as written. */
  | { ask: 'number' }
  /** Whether it is for as many as its words say, and not for as many as somebody stored. */
  | { ask: 'other_number'; words: number; stored: number }

/**
 * @param reading of the line
 * @param servings of its meal
 * @returns undefined if it asks nothing
 */
export function questionOf(line: FoodLine, reading: LineReading, servings: number): LineQuestion | undefined {
  if (!isFilled(line) || line.for_whom === 'fixed' || line.for_whom === 'not_counted') return undefined
  if (line.for_whom === 'everyone') {
    // Of several items, a diet may be that of one.
    const diets = reading.parts.length <= 1 ? dietsInWords(line.text) : []
    return diets.length > 0 ? { ask: 'diet', diets } : undefined
  }
  const [stored, words] = [line.written_for, wordsFor(reading, servings)]
  if (stored > 0) return words > 0 && words !== stored ? { ask: 'other_number', words, stored } : undefined
  const hasAmount = reading.parts.some(({ amount, isEach }) => amount !== null && !isEach)
  return words === 0 && hasAmount && isForSomeOnly(line) ? { ask: 'number' } : undefined
}
