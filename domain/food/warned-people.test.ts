import { describe, expect, it } from 'vitest'
import { isAllergy, warnedByReason } from './warned-people.ts'
import type { Reason, Warning } from './warnings.ts'

const warning = (name: string, ...reasons: Reason[]): Warning => {
  return { day: 1, place: 'dinner', line: 'a', person: { id: name, name }, reasons }
}
const nuts: Reason = { allergen: 'nuts', words: ['walnuts'] }
const eggs: Reason = { allergen: 'eggs', words: [] }
const vegan: Reason = { diet: 'vegan', words: ['honey'] }
const halal: Reason = { diet: 'halal', words: ['pork'] }

describe('warnings by reason', () => {
  it('have allergies apart from diets, and each person once', () => {
    const { allergies, diets } = warnedByReason([
      warning('Ana', vegan, nuts),
      warning('Ben', halal),
      warning('Ana', nuts, eggs),
      warning('Cleo', nuts),
    ])
    const [ana, ben, cleo] = ['Ana', 'Ben', 'Cleo'].map((name) => ({ id: name, name }))
    expect(allergies).toEqual([
      { allergen: 'eggs', people: [ana] },
      { allergen: 'nuts', people: [ana, cleo] },
    ])
    expect(diets).toEqual([
      { diet: 'vegan', people: [ana] },
      { diet: 'halal', people: [ben] },
    ])
  })

  it('leave out a diet that an allergy means', () => {
    const gluten: Reason = { allergen: 'gluten', words: ['buns'] }
    const glutenFree: Reason = { diet: 'gluten_free', words: ['buns'] }
    const { allergies, diets } = warnedByReason([warning('Ana', gluten, glutenFree), warning('Ben', glutenFree)])
    expect(allergies.map(({ people }) => people.length)).toEqual([1])
    expect(diets).toEqual([{ diet: 'gluten_free', people: [{ id: 'Ben', name: 'Ben' }] }])
  })

  it('tell an allergy from a diet', () => {
    expect(isAllergy(warning('Ana', vegan, nuts))).toBe(true)
    expect(isAllergy(warning('Ana', vegan))).toBe(false)
  })
})
