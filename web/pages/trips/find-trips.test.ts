import { describe, expect, it } from 'vitest'
import { findTrips } from './find-trips.ts'

const trips = [
  { name: 'Canoe weekend', destination_name: 'Killarney' },
  { name: 'Québec by train', destination_name: '' },
  { name: 'Killarney again', destination_name: 'George Lake' },
]
const namesFor = (words: string) => findTrips(trips, words).map(({ name }) => name)

describe('listTripIds', () => {
  it.each([
    ['all trips without a search', '  ', ['Canoe weekend', 'Québec by train', 'Killarney again']],
    ['trips by name or destination', 'killarney', ['Canoe weekend', 'Killarney again']],
    ['a trip by a part of a word', 'NOE', ['Canoe weekend']],
    ['a trip by words of its name and destination in any order', 'lake  kill', ['Killarney again']],
    ['an accented name without its accent', 'quebec', ['Québec by train']],
    ['a plain name with a stray accent', 'cänoe', ['Canoe weekend']],
    ['nothing when no trip matches', 'Temagami', []],
  ])('finds %s', (_, words, found) => {
    expect(namesFor(words)).toEqual(found)
  })
})
