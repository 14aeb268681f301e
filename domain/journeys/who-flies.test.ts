import { expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import type { Passenger, Segment } from '../plan/booking.ts'
import { buildComing, buildParties, buildPerson } from '../testing/people.ts'
import { buildSegment, buildTicket } from '../testing/tickets.ts'
import { whoFlies } from './who-flies.ts'

const people = buildParties(
  buildComing('Ana'),
  buildComing('Ben'),
  buildPerson('Kim'),
  buildComing('Lee', { coming: 'not_coming' }),
)
const [ana, ben, kim] = people.flatMap(({ persons }) => persons.map(({ id }) => id)) as [string, string, string]
const nameOf = (id: string) => people.flatMap(({ persons }) => persons).find((one) => one.id === id)?.name ?? id
const on = (...who: string[]): Passenger[] =>
  who.map((one) => {
    const isListed = one.includes('-')
    return { id: crypto.randomUUID(), person_id: isListed ? one : '', name: isListed ? '' : one }
  })
const first = (more: Partial<Segment> = {}) =>
  buildSegment('YYZ', '2031-05-02T16:00', 'YUL', '2031-05-02T17:15', { carrier: 'AC', number: '418', ...more })
const second = () => buildSegment('YUL', '2031-05-02T21:00', 'LIS', '2031-05-03T08:40')
const linesOf = (...args: Parameters<typeof whoFlies>) => {
  const { legs, without } = whoFlies(...args)
  return [
    ...legs.map(
      ({ leg, passengers }) =>
        `${leg.segment.from_code}: ${passengers.map(({ person_id, name }) => (person_id ? nameOf(person_id) : name)).join()}`,
    ),
    `without: ${without.map(nameOf).join()}`,
  ]
}

it('says who takes each leg, in the order of departure, once for the tickets of all', () => {
  const tickets = [
    buildTicket('', { segments: [second()], passengers: on(ben) }),
    buildTicket('', { segments: [first(), second()], passengers: on(ana, 'LAKE/KIM') }),
    buildTicket('', { segments: [first({ carrier: 'AC418', number: '' })], passengers: on(ben, ana) }),
  ]
  expect(linesOf(tickets, people)).toEqual(['YYZ: Ana,LAKE/KIM,Ben', 'YUL: Ben,Ana,LAKE/KIM', 'without: Kim'])
})

it('keeps apart what leaves at another time or on another day', () => {
  const legs = [
    first(),
    first({ departs_at: '18:00' }),
    first({ departs_on: '2031-05-01' as LocalDate }),
    first({ departs_on: '' }),
  ]
  const tickets = legs.map((one) => buildTicket('', { segments: [one], passengers: on(kim) }))
  expect(whoFlies(tickets, people).legs.map(({ ticket }) => tickets.findIndex(({ id }) => id === ticket.id))).toEqual([
    2, 0, 1, 3,
  ])
})

it('calls nobody without a flight while a journey names no one, or nobody is named at all', () => {
  const named = buildTicket('', { segments: [first()], passengers: on(ana) })
  expect(linesOf([named], people)).toEqual(['YYZ: Ana', 'without: Ben,Kim'])
  expect(linesOf([named, buildTicket('', { segments: [second()] })], people)).toEqual(['YYZ: Ana', 'without: '])
  expect(linesOf([buildTicket('', { segments: [first()] })], people)).toEqual(['without: '])
  expect(linesOf([buildTicket('', { segments: [first()], passengers: on('') })], people)).toEqual(['without: '])
  // A museum says nothing about flights.
  expect(linesOf([named, buildTicket('Museum', { passengers: on(ben) })], people)).toEqual([
    'YYZ: Ana',
    'without: Ben,Kim',
  ])
})
