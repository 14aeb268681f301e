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
  // Who is a member is not known yet.
  expect([...nameFormer(['x', 'y'], { people, members: undefined, former: [] })]).toEqual([])
})
