import { describe, expect, it } from 'vitest'
import { findTrips } from './find-trips.ts'

const trips = [
  { name: 'Canoe weekend', destination_name: 'Killarney' },
  { name: 'Québec by train', destination_name: '' },
  { name: 'Killarney again', destination_name: 'George Lake' },
]
const namesFor = (words: string) => findTrips(trips, words).map(({ name }) => name)

describe('looking for a trip', () => {
  it.each([
    ['nothing in particular', '  ', ['Canoe weekend', 'Québec by train', 'Killarney again']],
    ['a name or a destination', 'killarney', ['Canoe weekend', 'Killarney again']],
    ['a part of a word', 'NOE', ['Canoe weekend']],
    ['words of both, in any order', 'lake  kill', ['Killarney again']],
    ['a name without its accent', 'quebec', ['Québec by train']],
    ['a name with an accent too many', 'cänoe', ['Canoe weekend']],
    ['what is not there', 'Temagami', []],
  ])('finds %s', (_, words, found) => {
    expect(namesFor(words)).toEqual(found)
  })
})
