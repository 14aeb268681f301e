import { describe, expect, it } from 'vitest'
import { rideWords } from './car-words.ts'
import { canChoose, doneText, type Host, listChoices, listInside } from './seat-view.ts'

/** Ben's car with one free seat. Kim is on the trip only from Sunday, when it has left. */
const car: Host = {
  id: 'red',
  title: 'Ben’s car',
  named: 'Ben’s car',
  facts: [],
  placeId: '',
  warnings: [],
  driver: 'ben',
  awayText: (id) => (id === 'kim' ? 'not on the trip until Sun' : ''),
  edit: undefined,
  places: 3,
  inside: ['lou'],
  waiting: [],
  notComing: [],
  away: [],
  stranded: [],
  free: 1,
  isClosed: false,
}
const canSeat = () => true

describe('who can be given a place', () => {
  it('is also others of the family, and where all places are taken', () => {
    const family = new Set(['ana', 'pia'])
    const view = { me: 'ana', people: ['ana', 'ben', 'pia'], canSeat: (id: string) => family.has(id), isOver: false }
    const full = { ...car, inside: ['ben'], free: 0 }
    expect(canChoose(full, view)).toBe(true)
    expect(canChoose(full, { ...view, people: ['ana', 'ben'] })).toBe(false)
    // A car that nobody drives takes nobody else.
    expect(canChoose({ ...full, inside: [], stranded: ['ben'], isClosed: true }, view)).toBe(false)
    // After the trip, there is no button for oneself.
    expect(canChoose(full, { ...view, people: ['ana', 'ben'], isOver: true })).toBe(true)
  })

  it('is nobody who cannot be there: they would only lose their place elsewhere', () => {
    const groupsOf = (host: Host, without: string[]) =>
      listChoices(host, { words: rideWords, without, people: ['ana', 'kim', 'lou'], canSeat }).map(
        ({ legend, people }) => `${legend}: ${people.join()}`,
      )
    expect(groupsOf(car, [])).toEqual(['In this car: lou', 'Others: ana'])
    expect(groupsOf(car, ['ana', 'kim'])).toEqual(['In this car: lou', 'Need a ride: ana'])
    // Who has asked for it can be taken out.
    expect(groupsOf({ ...car, away: ['kim'] }, ['kim'])).toEqual(['In this car: lou,kim', 'Others: ana'])
    expect(groupsOf({ ...car, inside: [], stranded: ['lou'], isClosed: true }, ['lou'])).toEqual(['In this car: lou'])
    const alone = { me: 'ana', people: ['ana', 'kim'], canSeat, isOver: false }
    expect(canChoose({ ...car, inside: [] }, alone)).toBe(false)
  })
})

describe('what is said once somebody was given a place', () => {
  const saidOf = (host: Partial<Host>, seated = 'kim') =>
    doneText(
      { undo: () => undefined, seated, in: 'red' },
      { words: rideWords, hosts: [{ ...car, inside: [], ...host }], me: 'me', nameOf: () => 'Kim' },
    )

  it('is whether they have it, wait for it, or cannot have it, so that it can be undone', () => {
    expect(saidOf({ inside: ['kim'] })).toBe('Kim has a seat in Ben’s car')
    expect(saidOf({ waiting: ['kim'] })).toBe('Kim is on the waiting list for Ben’s car')
    expect(saidOf({ away: ['kim'] })).toBe('Kim needs another ride: they’re not on the trip until Sun.')
    expect(saidOf({ stranded: ['kim'], isClosed: true })).toBe(
      'Kim is in line for Ben’s car, which has no seats for now',
    )
    expect(saidOf({ stranded: ['me'], isClosed: true }, 'me')).toBe(
      'You’re in line for Ben’s car, which has no seats for now',
    )
  })

  it('follows the queue: others may have had the last seat before', () => {
    expect(saidOf({ inside: ['me'] }, 'me')).toBe('You have a seat in Ben’s car')
    expect(saidOf({ inside: ['mia'], waiting: ['me'] }, 'me')).toBe('You’re on the waiting list for Ben’s car')
  })

  it('is nothing once they have left it', () => {
    expect(saidOf({ inside: ['mia'] })).toBeUndefined()
  })
})

it('lists after the trip also those whose driver was missing', () => {
  const host = { inside: ['lou'], stranded: ['kim'] }
  expect(listInside(host, false)).toEqual(['lou'])
  expect(listInside(host, true)).toEqual(['lou', 'kim'])
})
