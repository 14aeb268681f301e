import { describe, expect, it } from 'vitest'
import { listTargets, withCopy } from './copy-meals.ts'
import { type Line, type Meals, newLine, newMark, newMealDay, meals as section } from './meals.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
function copyId(): () => string {
  let last = 100
  return () => id(++last)
}
const forAna: Line = {
  ...newLine(id(2), '1 L soy milk'),
  for_whom: 'people',
  people: [{ id: id(9) }],
  written_for: 1,
  marks: [{ ...newMark('nuts'), says: 'yes' }],
}
const first = newMealDay('car_trip', 1)
const lunch = { ...first.meals.lunch, name: 'Wraps', eaters: 4, ingredients: [newLine(id(1), '8 wraps'), forAna] }
const meals: Meals = {
  '1': { ...first, meals: { ...first.meals, lunch } },
  '2': newMealDay('car_trip', 2),
}
const from = meals['1'] as Meals[string]
const textsOf = ({ meals: of, snacks }: Meals[string]) =>
  [...Object.values(of).flatMap(({ ingredients }) => ingredients), ...snacks].map(({ text }) => text)

describe('a copied meal', () => {
  it('replaces one meal of a day, with lines of their own', () => {
    const options = { newId: copyId(), isOtherTrip: false }
    const copied = withCopy(meals, { part: 'lunch', from, to: 2, options })
    expect(section.schema.safeParse(copied).error).toBeUndefined()
    expect(copied['2']?.meals.lunch.name).toBe(from.meals.lunch.name)
    expect(copied['2']?.meals.lunch.ingredients.map(({ for_whom }) => for_whom)).toEqual(['everyone', 'people'])
    expect(copied['2']?.meals.lunch.eaters).toBe('')
    expect(copied['2']?.meals.dinner).toBe(meals['2']?.meals.dinner)
    expect(copied['1']).toBe(from)
    const ids = new Set(from.meals.lunch.ingredients.map(({ id }) => id))
    for (const { id } of copied['2']?.meals.lunch.ingredients ?? []) expect(ids.has(id)).toBe(false)
  })

  it('names nobody in another trip, and has the amounts that were written', () => {
    const options = { newId: copyId(), isOtherTrip: true }
    const copied = withCopy({}, { part: 'day', from, to: 1, options })
    expect(textsOf(copied['1'] as Meals[string])).toEqual(textsOf(from))
    const [, soyMilk] = copied['1']?.meals.lunch.ingredients ?? []
    expect(soyMilk).toMatchObject({ for_whom: 'fixed', people: [], written_for: 0, marks: forAna.marks })
  })

  it('needs a day that exists; a copied day makes one', () => {
    const options = { newId: copyId(), isOtherTrip: false }
    expect(withCopy(meals, { part: 'lunch', from, to: 9, options })).toBe(meals)
    expect(Object.keys(withCopy(meals, { part: 'day', from, to: 9, options }))).toEqual(['1', '2', '9'])
  })

  it('can replace every other day', () => {
    expect(listTargets(meals, 'day', 1)).toEqual([2])
    expect(listTargets(meals, 'lunch', 1)).toEqual([1, 2])
    expect(listTargets(meals, 'day', undefined)).toEqual([1, 2])
  })
})
