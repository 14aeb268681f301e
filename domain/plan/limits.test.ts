import { describe, expect, it } from 'vitest'
import { findExceeded, MAX_LINES, MAX_PEOPLE, MAX_SKIPS } from './limits.ts'
import { newLine, newMealDay } from './meals.ts'
import { newPerson, newSkip, type Party } from './people.ts'

const partyOf = (count: number, skips = 0): Party => ({
  id: 'party',
  name: '',
  persons: Array.from({ length: count }, (_, number) => ({
    ...newPerson(`person ${number}`, ''),
    skips: Array.from({ length: skips }, (_skip, index) => newSkip(`${index + 1} lunch`)),
  })),
})
const mealsOf = (lines: number) => {
  const day = newMealDay('car_trip', 1)
  const ingredients = Array.from({ length: lines - 3 }, (_, number) => newLine(String(number), ''))
  return { '1': { ...day, meals: { ...day.meals, lunch: { ...day.meals.lunch, ingredients } } } }
}

describe('what a trip may have', () => {
  it.each([
    ['people', 'too_many_people', (more: number) => [partyOf(MAX_PEOPLE - 10), partyOf(10 + more)]],
    ['people', 'too_many_skips', (more: number) => [partyOf(2, MAX_SKIPS + more)]],
    ['meals', 'too_many_lines', (more: number) => mealsOf(MAX_LINES + more)],
  ] as const)('%s: %s', (section, refusal, withMore) => {
    expect(findExceeded(section, withMore(-1), withMore(0))).toBeUndefined()
    expect(findExceeded(section, withMore(0), withMore(1))).toBe(refusal)
    // What is above the limit already can change, and shrink.
    expect(findExceeded(section, withMore(5), withMore(5))).toBeUndefined()
    expect(findExceeded(section, withMore(5), withMore(4))).toBeUndefined()
    expect(findExceeded(section, withMore(5), withMore(6))).toBe(refusal)
  })

  it('is more than a trip of 500 people has', () => {
    expect(findExceeded('people', [], [partyOf(500, 3 * 31)])).toBeUndefined()
    expect(findExceeded('meals', {}, mealsOf(31 * 4 * 30))).toBeUndefined()
  })
})
