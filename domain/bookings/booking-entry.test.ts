import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { stay } from '../plan/stays.ts'
import { ticket } from '../plan/tickets.ts'
import { threeAirports } from '../testing/airports.ts'
import { type EntryContext, entryOfBooking } from './booking-entry.ts'
import { emptyBooking, noPlace, type ReadBooking, type ReadSegment, type ReadTime } from './read-booking.ts'

const at = (date: string, time: string, more: Partial<ReadTime> = {}): ReadTime => ({
  date: date as LocalDate,
  time,
  zone: '',
  ...more,
})
const leg: ReadSegment = {
  ...{ carrier: 'AC', number: '848', terminal: '1', arrivalTerminal: '1', gate: 'E73', boardingTime: '21:30' },
  from: { ...noPlace, code: 'YYZ', name: 'Lester B. Pearson Intl' },
  to: { ...noPlace, code: 'LIS' },
  departs: at('2031-05-02', '22:30'),
  arrives: at('2031-05-03', '10:15'),
  seats: [{ passenger: 1, seat: '23A', cabin: 'Economy' }],
}
const flight: ReadBooking = {
  ...emptyBooking('flight'),
  confirmationNumber: 'QK7F2P',
  segments: [leg],
  passengers: ['Ana Sousa', 'Robin Guest'],
  price: { amount: 318_400, currency: 'CAD' },
  codes: [{ format: 'pdf417', text: 'M1SOUSA/ANA', passenger: 0, segment: 0 }],
}

/** Ids in the order in which they are made. */
function contextWith(more: Partial<EntryContext> = {}): EntryContext {
  let made = 0
  const newId = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
  return {
    newId,
    airports: threeAirports,
    people: [{ id: 'a0000000-0000-4000-8000-000000000000', name: 'Ana' }],
    ...more,
  }
}

function ticketOf(booking: ReadBooking, more: Partial<EntryContext> = {}) {
  const made = entryOfBooking(booking, contextWith(more))
  if (made.is !== 'ticket') throw new Error('Not a ticket')
  expect(ticket.safeParse(made.entry).error).toBeUndefined()
  return made.entry
}

function stayOf(booking: ReadBooking) {
  const made = entryOfBooking(booking, contextWith())
  if (made.is !== 'stay') throw new Error('Not a stay')
  expect(stay.safeParse(made.entry).error).toBeUndefined()
  return made.entry
}

it('a flight becomes a ticket with its journey, whose form stays free for people', () => {
  const made = ticketOf(flight)
  expect(made).toMatchObject({
    ...{ type: 'flight', title: 'Toronto Pearson to Lisbon, AC 848', details: '', date: '', time: '', location: '' },
    ...{ confirmationNumber: 'QK7F2P', price: 318_400, currency: 'CAD' },
    segments: [
      {
        ...{ carrier: 'AC', number: '848', from: 'Toronto Pearson', from_code: 'YYZ', from_zone: 'America/Toronto' },
        ...{ departs_on: '2031-05-02', departs_at: '22:30', to: 'Lisbon', to_code: 'LIS', to_zone: 'Europe/Lisbon' },
        ...{ arrives_on: '2031-05-03', arrives_at: '10:15', terminal: '1', gate: 'E73', boards_at: '21:30' },
      },
    ],
  })
  const [ana, robin] = made.passengers
  expect(made.passengers).toMatchObject([
    { person_id: 'a0000000-0000-4000-8000-000000000000', name: '' },
    { person_id: '', name: 'Robin Guest' },
  ])
  expect(made.segments[0]?.seats).toEqual([{ id: robin?.id, seat: '23A', cabin: 'Economy' }])
  expect(made.codes).toMatchObject([{ passenger_id: ana?.id, segment_id: made.segments[0]?.id, text: 'M1SOUSA/ANA' }])
})

it('an instant is what the clock at the airport shows, and nothing where its zone is not known', () => {
  const utc = at('2031-05-03', '02:30', { instant: Date.parse('2031-05-03T02:30:00Z') })
  const booking = { ...flight, segments: [{ ...leg, departs: utc }] }
  expect(ticketOf(booking).segments[0]).toMatchObject({ departs_on: '2031-05-02', departs_at: '22:30' })
  const [unknown] = ticketOf(booking, { airports: undefined }).segments
  expect(unknown).toMatchObject({ departs_on: '', departs_at: '', from_zone: '', from: 'Lester B. Pearson Intl' })
})

it('an arrival without a date is on the day on which it is possible', () => {
  const booking = { ...flight, segments: [{ ...leg, arrives: at('', '10:15') }] }
  expect(ticketOf(booking).segments[0]).toMatchObject({ arrives_on: '2031-05-03', arrives_at: '10:15' })
})

it('of a damaged or endless source, only what the plan can hold is taken', () => {
  const long = 'x'.repeat(1000)
  const made = ticketOf({
    ...flight,
    passengers: [long],
    segments: [{ ...leg, carrier: long, gate: `${'y'.repeat(199)}😀`, from: { ...noPlace, code: 'Y1' } }],
    codes: [{ format: 'aztec', text: 'a\0b', passenger: 7, segment: undefined }],
  })
  expect(made.segments[0]?.carrier).toHaveLength(200)
  expect(made.segments[0]?.gate).toBe('y'.repeat(199))
  expect(made.segments[0]?.from_code).toBe('')
  expect(made.segments[0]?.seats).toEqual([])
  expect(made.codes).toEqual([])
})

it('a museum becomes an attraction, with date and time in its form', () => {
  const museum = {
    ...emptyBooking('attraction'),
    name: 'Livraria Lello',
    starts: at('2031-05-05', '14:30'),
    place: { code: '', name: 'Livraria Lello', address: 'Rua das Carmelitas 144, Porto' },
  }
  expect(ticketOf(museum)).toMatchObject({
    ...{ type: 'attraction', title: 'Livraria Lello', date: '2031-05-05', time: '2:30 PM', segments: [] },
    location: 'Livraria Lello, Rua das Carmelitas 144, Porto',
  })
})

it('hotels, cars and ferries become stays', () => {
  const hotel = {
    ...emptyBooking('stay'),
    name: 'Hotel Vila Galé',
    starts: at('2031-05-03', '15:00'),
    ends: at('2031-05-12', ''),
    place: { code: '', name: '', address: 'Rua Prof. Mira Fernandes, Lisbon' },
    passengers: ['Ana Sousa'],
  }
  expect(stayOf(hotel)).toMatchObject({
    ...{ kind: 'stay', name: 'Hotel Vila Galé', starts_on: '2031-05-03', starts_at: '15:00', ends_on: '2031-05-12' },
    ...{ ends_at: '', place: 'Rua Prof. Mira Fernandes, Lisbon' },
    passengers: [{ person_id: 'a0000000-0000-4000-8000-000000000000' }],
  })
  const ferry = {
    ...emptyBooking('ferry'),
    segments: [
      {
        ...leg,
        carrier: 'Transtejo',
        number: '',
        from: { ...noPlace, name: 'Cacilhas' },
        to: { ...noPlace, name: 'Lisboa' },
      },
    ],
  }
  expect(stayOf(ferry)).toMatchObject({
    ...{ kind: 'ferry', name: 'Transtejo', place: 'Cacilhas', end_place: 'Lisboa' },
    ...{ starts_on: '2031-05-02', starts_at: '22:30', ends_on: '2031-05-03', ends_at: '10:15' },
  })
})

it('a ferry with a change arrives where its last part does', () => {
  const part = (from: string, to: string, departs: ReadTime, arrives: ReadTime) => ({
    ...leg,
    ...{ from: { ...noPlace, name: from }, to: { ...noPlace, name: to }, departs, arrives },
  })
  const segments = [
    part('Split', 'Hvar', at('2031-05-02', '09:00'), at('2031-05-02', '11:00')),
    part('Hvar', 'Vis', at('2031-05-02', '12:00'), at('2031-05-02', '14:00')),
  ]
  expect(stayOf({ ...emptyBooking('ferry'), segments })).toMatchObject({
    ...{ place: 'Split', starts_at: '09:00', end_place: 'Vis', ends_at: '14:00' },
  })
})

it('whatever was read, the plan can hold it', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ minLength: 400, maxLength: 3000 }),
    fc.constantFrom('😀'.repeat(1500), 'a\0b'),
  )
  const place = fc.record({ code: text, name: text, address: text })
  const time = fc.record({ date: fc.constantFrom('', '2031-05-02'), time: text, zone: text }) as fc.Arbitrary<ReadTime>
  const segment = fc.record({
    ...{
      carrier: text,
      number: text,
      from: place,
      to: place,
      departs: time,
      arrives: time,
      terminal: text,
      gate: text,
    },
    ...{ arrivalTerminal: text, boardingTime: text },
    seats: fc.array(fc.record({ passenger: fc.integer(), seat: text, cabin: text }), { maxLength: 2 }),
  })
  const booking = fc.record({
    kind: fc.constantFrom('flight', 'train', 'bus', 'attraction', 'stay', 'car', 'ferry'),
    ...{ name: text, confirmationNumber: text, details: text, isCancelled: fc.boolean(), place, endPlace: place },
    ...{
      starts: time,
      ends: time,
      segments: fc.array(segment, { maxLength: 2 }),
      passengers: fc.array(text, { maxLength: 2 }),
    },
    price: fc.option(fc.record({ amount: fc.double(), currency: text }), { nil: undefined }),
    codes: fc.array(
      fc.record({
        ...{ format: fc.constantFrom('qr', 'aztec'), text, passenger: fc.option(fc.integer(), { nil: undefined }) },
        segment: fc.option(fc.integer(), { nil: undefined }),
      }),
      { maxLength: 2 },
    ),
  }) as fc.Arbitrary<ReadBooking>
  const newId = () => crypto.randomUUID()
  fc.assert(
    fc.property(booking, (read) => {
      const made = entryOfBooking(read, contextWith({ newId }))
      const form = made.is === 'ticket' ? ticket : stay
      expect(form.safeParse(made.entry).error).toBeUndefined()
    }),
  )
})
