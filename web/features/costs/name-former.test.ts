import { expect, test } from 'vitest'
import { newPerson } from '#domain/plan/people.ts'
import { nameFormer } from './name-former.ts'

const people = [{ id: 'p', name: '', persons: [newPerson('ana', 'Ana')] }]
const members = new Map([['mia', 'Mia']])
const former = [{ id: 'ben', name: 'Ben' }]
const namesOf = (...named: string[]) => [...nameFormer(named, { people, members, former }).values()]

test('somebody who was removed keeps their name where money is shown', () => {
  expect(namesOf('ana', 'ben')).toEqual(['Ben (removed)'])
})

test('several former members without a name are told apart', () => {
  expect(namesOf('ana', 'mia', 'x')).toEqual(['Ben (removed)'])
  expect(namesOf('y', 'mia', 'ben', 'x')).toEqual(['Ben (removed)', 'Former member 1', 'Former member 2'])
  expect(nameFormer(['y', 'x'], { people, members, former }).get('x')).toBe('Former member 1')
  expect(nameFormer(['x', 'y'], { people, members, former }).get('x')).toBe('Former member 1')
  // Who is a member is not known yet.
  expect([...nameFormer(['x', 'y'], { people, members: undefined, former: [] })]).toEqual([])
})

test('removed people of one name are told apart', () => {
  const bens = [
    { id: 'b', name: 'Ben' },
    { id: 'a', name: 'ben ' },
    // She is on the list again.
    { id: 'ana', name: 'Ben' },
    { id: 'c', name: 'Cem' },
    { id: 'd', name: '\u200b' },
  ]
  expect(nameFormer(['b', 'a', 'd'], { people, members, former: bens })).toEqual(
    new Map([
      ['a', 'ben 1 (removed)'],
      ['b', 'Ben 2 (removed)'],
      ['c', 'Cem (removed)'],
    ]),
  )
})
