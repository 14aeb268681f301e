import { describe, expect, it } from 'vitest'
import { newPerson, type Party, type Person } from './plan/people.ts'
import { listMarks, namesToChoose } from './tell-apart.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const person = (number: number, name: string, more: Partial<Person> = {}): Person => ({
  ...newPerson(idOf(number), name),
  ...more,
})
const party = (number: number, persons: Person[], name = ''): Party => ({ id: idOf(number), name, persons })
const marksOf = (...people: Party[]) => Object.fromEntries(listMarks(people))
const allergicTo = (allergen: 'peanuts' | 'milk') => ({
  allergens: { ...newPerson(idOf(0), '').allergens, [allergen]: true },
})

describe('people of the same name', () => {
  it('are told apart by their party, or by whom they travel with', () => {
    expect(marksOf(party(8, [person(1, 'Ben')], 'Silva family'), party(9, [person(2, 'ben ')]))).toEqual({
      [idOf(1)]: 'Silva family',
    })
    expect(marksOf(party(8, [person(1, 'Ben'), person(3, 'Ada')]), party(9, [person(2, 'Ben')]))).toEqual({
      [idOf(1)]: 'with Ada',
    })
  })

  it('are told apart by what they cannot eat, or by age, if they are in one party', () => {
    const { diets } = newPerson(idOf(0), '')
    const [plain, allergic] = [person(1, 'Ben'), person(2, 'Ben', allergicTo('peanuts'))]
    expect(marksOf(party(8, [plain, allergic]))).toEqual({ [idOf(2)]: 'allergic to peanuts' })
    expect(marksOf(party(8, [plain, person(2, 'Ben', { diets: { ...diets, vegan: true } })]))).toEqual({
      [idOf(2)]: 'vegan',
    })
    expect(marksOf(party(8, [plain, person(2, 'Ben', { kind: 'child', age: '7' })]))).toEqual({
      [idOf(2)]: 'child, 7',
    })
    // An age from when they were listed as a child.
    expect(marksOf(party(8, [plain, person(2, 'Ben', { age: '7' })]))).toEqual({})
  })

  it('are not told apart by a party whose name shows nothing', () => {
    const people = [party(8, [person(1, 'Ben'), person(3, 'Ada')], '\u200b'), party(9, [person(2, 'Ben')], '\u200b')]
    expect(marksOf(...people)).toEqual({ [idOf(1)]: 'with Ada' })
  })

  it('have all that is known if nothing tells all of them apart', () => {
    const three = [person(1, 'Ben'), person(2, 'Ben', allergicTo('milk')), person(3, 'Ben', { kind: 'child' })]
    expect(marksOf(party(8, three))).toEqual({ [idOf(2)]: 'allergic to milk', [idOf(3)]: 'child' })
  })

  it('are marked in a choice only where the name is not unique, and never the current user', () => {
    const people = [party(8, [person(1, 'Ben')], 'Silva family'), party(9, [person(2, 'Ben'), person(3, 'Cy')])]
    const names: Record<string, string> = { [idOf(1)]: 'Ben', [idOf(2)]: 'You', [idOf(3)]: 'Cy' }
    const toChoose = namesToChoose(people, (id) => names[id] ?? '', idOf(2))
    expect([1, 2, 3].map(idOf).map(toChoose)).toEqual(['Ben (Silva family)', 'You', 'Cy'])
  })

  it('without a name are not namesakes', () => {
    expect(marksOf(party(8, [person(1, ''), person(2, ' ')], 'Silva family'))).toEqual({})
  })
})
