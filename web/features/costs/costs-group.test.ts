import { expect, test } from 'vitest'
import type { PersonCosts } from '#domain/costs/balances.ts'
import { newPerson, type Party } from '#domain/plan/people.ts'
import { likelyPayment, listHouseholds, nameHousehold, representativeOf } from './costs-group.ts'
import { groupOf } from './testing/group-of.ts'

const partyOf = (id: string, name: string, ...names: string[]): Party => ({
  id,
  name,
  persons: names.map((one) => newPerson(one, one)),
})
const parties = [
  partyOf('mine', '', 'Me', 'Max'),
  partyOf('two', '', 'Ana', 'Dan'),
  partyOf('four', '', 'Ben', 'Cleo', 'Eva', 'Flo'),
  partyOf('named', 'The Rossis', 'Rita', 'Ron'),
  partyOf('one', '', 'Ivy'),
]
const group = groupOf('Me', parties)
const costsOf = (people: Record<string, Partial<PersonCosts>>) => ({
  people: new Map(
    Object.entries(people).map(([id, sums]) => [id, { paid: 0, share: 0, balance: 0, ...sums }] as const),
  ),
})

test('households are called by their people, and verbs agree', () => {
  expect(['mine', 'two', 'four', 'named', 'one', 'gone'].map((id) => nameHousehold(id, group))).toEqual([
    { who: 'mine', name: 'Your party', inside: 'your party' },
    { who: 'several', name: 'Ana and Dan', inside: 'Ana and Dan' },
    { who: 'several', name: 'Ben and 3 others', inside: 'Ben and 3 others' },
    { who: 'other', name: 'The Rossis', inside: 'The Rossis' },
    { who: 'other', name: 'Ivy', inside: 'Ivy' },
    { who: 'other', name: 'Former member', inside: 'Former member' },
  ])
})

test('friends in one party settle among themselves, a family does not', () => {
  const friends = partyOf('friends', '', 'Me', 'Ana')
  expect(listHouseholds([friends, partyOf('empty', '')], 'Me')).toEqual([])
  expect(listHouseholds([friends, partyOf('one', '', 'Ivy')], 'Me')).toHaveLength(2)
  expect(listHouseholds([friends], 'Somebody else')).toEqual([friends])
  const family = { ...friends, persons: [...friends.persons, { ...newPerson('Eva', 'Eva'), kind: 'child' as const }] }
  expect(listHouseholds([family, partyOf('empty', '')], 'Me')).toEqual([family])
  const withoutParents = family.persons.map((one) =>
    one.kind === 'adult' ? { ...one, coming: 'not_coming' as const } : one,
  )
  expect(listHouseholds([{ ...family, persons: withoutParents }], 'Me')).toHaveLength(1)
  expect(listHouseholds([{ ...family, persons: family.persons.slice(2) }], 'Eva')).toEqual([])
})

test('a household pays by the person with the largest debt, then by who has paid something, then by the first', () => {
  const of = (people: Record<string, Partial<PersonCosts>>, sign: 1 | -1) =>
    representativeOf('two', sign, costsOf(people), group)
  expect(of({ Ana: { balance: -5 }, Dan: { balance: -9 } }, -1)).toBe('Dan')
  expect(of({ Ana: { balance: 5 }, Dan: { balance: -9 } }, 1)).toBe('Ana')
  expect(of({ Dan: { paid: 3 } }, 1)).toBe('Dan')
  expect(of({}, 1)).toBe('Ana')
})

test('a payment is suggested as settling up needs it, and never to somebody who has left', () => {
  const costs = costsOf({ Ivy: { balance: 30 }, Rita: { balance: 50 }, Gone: { balance: 0, paid: 9 } })
  expect(likelyPayment([{ from: 'mine', to: 'one', amount: 3 }], costs, group)).toEqual({ from: 'Me', to: 'Ivy' })
  expect(likelyPayment([{ from: 'named', to: 'mine', amount: 3 }], costs, group)).toEqual({ from: 'Ron', to: 'Me' })
  expect(likelyPayment([], costs, group)).toEqual({ from: 'Me', to: 'Rita' })
  expect(likelyPayment([], costsOf({ Gone: {} }), group)).toEqual({ from: 'Me', to: 'Ana' })
  const eva = { ...newPerson('Eva', 'Eva'), kind: 'child' as const }
  const family = { id: 'family', name: '', persons: [newPerson('Me', 'Me'), eva, newPerson('Max', 'Max')] }
  const children = { id: 'children', name: '', persons: [{ ...eva, id: 'Flo' }] }
  expect(likelyPayment([], costs, groupOf('Me', [family, children]))).toEqual({ from: 'Me', to: 'Max' })
})
