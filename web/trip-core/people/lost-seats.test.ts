import { expect, it } from 'vitest'
import { compareSeats } from './lost-seats.ts'

const party = new Set(['ana', 'kim'])
const compare = (seen: Parameters<typeof compareSeats>[0], inside: string[], waiting: string[]) =>
  compareSeats(seen, [{ id: 'red', inside, waiting }], party)

it('remembers the seats of the party, and no others', () => {
  expect(compare([], ['ana', 'ben'], ['kim'])).toEqual({ lost: [], remembered: ['red/ana'] })
})

it('tells of a seat that somebody had and now waits for, until they no longer wait', () => {
  const { lost, remembered } = compare(['red/ana'], ['ben'], ['ana'])
  expect(lost).toEqual(['red/ana'])
  expect(compare(remembered, ['ben'], ['ana']).lost).toEqual(['red/ana'])
  expect(compare(remembered, ['ben', 'ana'], [])).toEqual({ lost: [], remembered: ['red/ana'] })
  expect(compare(remembered, ['ben'], [])).toEqual({ lost: [], remembered: [] })
})

it('remembers a seat that somebody keeps in a car that has no seats for now', () => {
  const closed = [{ id: 'red', inside: [], waiting: [], stranded: ['ana', 'kim'] }]
  const { lost, remembered } = compareSeats(['red/ana'], closed, party)
  expect({ lost, remembered }).toEqual({ lost: [], remembered: ['red/ana'] })
  expect(compare(remembered, ['ben'], ['ana']).lost).toEqual(['red/ana'])
})

it('tells nothing to somebody who has only waited', () => {
  expect(compare(compare([], ['ben'], ['ana']).remembered, ['ben'], ['ana']).lost).toEqual([])
})
