import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSamePassenger, matchPassengers, mayBeSamePassenger } from './passenger-match.ts'

const people = (...names: string[]) => names.map((name) => ({ id: name, name }))

it.each([
  ['Ana Maria Sousa', 'Ana Sousa', true],
  ['ANA SOUSA', 'Ana Sousa', true],
  ['Zoë O’Neill', 'Zoe Oneill', false],
  ['Zoë O’Neill', "Zoe O'Neill", true],
  ['Wolfeschlegelsteinh', 'Wolfeschlegelsteinhausenbergerdorff', true],
  ['Ana', 'Ana Sousa', false],
  ['Ana Sousa', 'Ana Silva', false],
  ['Maria Sousa', 'Ana Maria Sousa', false],
  ['Maria Silva', 'Maria Silvano', false],
  ['', '', false],
])('%s may be %s: %s', (one, other, expected) => {
  expect(mayBeSamePassenger(one, other)).toBe(expected)
  expect(mayBeSamePassenger(other, one)).toBe(expected)
})

it('finds people by their name, or by the first name that they have in the trip', () => {
  expect(matchPassengers(['Ana Maria Sousa', 'Ben Ito'], people('Ben', 'Ana Sousa'))).toEqual(['Ana Sousa', 'Ben'])
  expect(matchPassengers(['Kim Lee'], people('Ana'))).toEqual([''])
})

it('guesses nobody', () => {
  expect(matchPassengers(['Ana Sousa'], people('Ana', 'Ana S.', 'Ben'))).toEqual([''])
  expect(matchPassengers(['Ana Sousa'], people('Ana S.', 'Ana P.'))).toEqual(['Ana S.'])
  expect(matchPassengers(['Ana Sousa'], [...people('Ana'), { id: 'other', name: 'Ana' }])).toEqual([''])
  // Two passengers have the same name, and only one person on the trip has it.
  expect(matchPassengers(['Ana Sousa', 'Ana Sousa'], people('Ana Sousa'))).toEqual(['', ''])
})

it('passengers are the same by their entry, their person or their name, also if that is one word', () => {
  const nameOf = ({ name }: { name: string }) => name
  const passenger = (id: string, name: string, person_id = '') => ({ id, name, person_id })
  expect(isSamePassenger(passenger('1', 'Ana'), passenger('2', 'ana'), nameOf)).toBe(true)
  expect(isSamePassenger(passenger('1', 'Ana'), passenger('1', 'Ben'), nameOf)).toBe(true)
  expect(isSamePassenger(passenger('1', '', 'p'), passenger('2', '', 'p'), nameOf)).toBe(true)
  expect(isSamePassenger(passenger('1', 'Ana'), passenger('2', 'Ana Sousa'), nameOf)).toBe(false)
  expect(isSamePassenger(passenger('1', ''), passenger('2', ''), nameOf)).toBe(false)
})

it('gives no person to two passengers', () => {
  const name = fc
    .array(fc.constantFrom('Ana', 'Ben', 'Sousa', 'Ito', "O'Neill"), { maxLength: 3 })
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(name, { maxLength: 4 }), fc.array(name, { maxLength: 4 }), (names, listed) => {
      const persons = listed.map((one, index) => ({ id: String(index), name: one }))
      const found = matchPassengers(names, persons).filter(Boolean)
      expect(new Set(found).size).toBe(found.length)
    }),
  )
})
