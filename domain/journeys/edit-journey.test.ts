import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate, type OptionalLocalDate } from '../local-date.ts'
import { newSegment, type Passenger, type Segment } from '../plan/booking.ts'
import { details as detailsSection } from '../plan/details.ts'
import { type Ticket, ticketPlaceholders } from '../plan/tickets.ts'
import { buildSegment, buildTicket } from '../testing/tickets.ts'
import {
  detailsWithFlight,
  inOrder,
  isInOrder,
  journeyTitle,
  passengerNames,
  readCarrierNumber,
  segmentAfter,
  ticketsToSave,
  withoutSegment,
  withPassengerAgain,
  withPassengers,
  withSeat,
  withSegmentAgain,
  withSegmentChange,
} from './edit-journey.ts'
import { arrivalDate, carrierText } from './journey.ts'

const toMontreal = () =>
  buildSegment('YYZ', '2031-05-02T18:00', 'YUL', '2031-05-02T19:15', {
    ...{ carrier: 'AC', number: '424', from: 'Toronto', to: 'Montréal' },
  })
const toLisbon = () =>
  buildSegment('YUL', '2031-05-02T23:00', 'LIS', '2031-05-03T10:40', {
    ...{ carrier: 'AC', number: '890', from: 'Montréal', to: 'Lisbon' },
  })
const back = () => [
  buildSegment('LIS', '2031-05-12T13:00', 'YUL', '2031-05-12T15:30', { from: 'Lisbon', to: 'Montréal' }),
  buildSegment('YUL', '2031-05-12T18:00', 'YYZ', '2031-05-12T19:20', { from: 'Montréal', to: 'Toronto' }),
]
const flight = (...segments: Segment[]) => buildTicket('To Lisbon', { segments })
const passenger = (name: string): Passenger => ({ id: crypto.randomUUID(), person_id: '', name })

describe('carrier and number', () => {
  it.each([
    ['AC848', 'AC', '848'],
    [' ac 848 ', 'AC', '848'],
    ['TP-260', 'TP', '260'],
    ['U2 1234', 'U2', '1234'],
    ['U21234', 'U2', '1234'],
    ['3U8888', '3U', '8888'],
    ['AC0424', 'AC', '424'],
    ['aca848', 'ACA', '848'],
    ['AC 1234a', 'AC', '1234A'],
    ['848', '', '848'],
    ['AC', 'AC', ''],
    ['Air Canada', 'Air Canada', ''],
    ['Air Canada 848', 'Air Canada', '848'],
    ['Alfa Pendular 131', 'Alfa Pendular', '131'],
    ['Comboios  de Portugal 121/122', 'Comboios de Portugal', '121/122'],
    ['', '', ''],
    ['   ', '', ''],
  ])('%j', (text, carrier, number) => {
    expect(readCarrierNumber(text)).toEqual({ carrier, number })
  })

  it('lose no letter, and read the same as they are shown', () => {
    const letters = (text: string) => text.replace(/[\s\-0]/g, '').toUpperCase()
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AcU2 8-0é/'), maxLength: 12 }), (text) => {
        const read = readCarrierNumber(text)
        expect(letters(read.carrier + read.number)).toBe(letters(text))
        expect(letters(carrierText(readCarrierNumber(carrierText(read))))).toBe(letters(text))
      }),
    )
  })
})

describe('the next part', () => {
  it('starts where and when the one before ends, with its carrier', () => {
    expect(segmentAfter([toMontreal()], 'two')).toEqual({
      ...newSegment('two'),
      ...{ carrier: 'AC', from: 'Montréal', from_code: 'YUL', from_zone: 'America/Toronto', departs_on: '2031-05-02' },
    })
    expect(segmentAfter([], 'one')).toEqual(newSegment('one'))
    expect(segmentAfter([{ ...toMontreal(), arrives_on: '' }], 'two').departs_on).toBe('2031-05-02')
  })

  it('follows the one before until somebody says when it leaves', () => {
    const [one, two] = [toMontreal(), toLisbon()]
    const to = { to: 'Ottawa', to_code: 'YOW', to_zone: 'America/Toronto' }
    const open = withSegmentChange([one, { ...two, departs_at: '' }], one.id, to)
    expect(open[1]).toMatchObject({ from: 'Ottawa', from_code: 'YOW' })
    expect(withSegmentChange([one, two], one.id, to)[1]).toEqual(two)
    expect(withSegmentChange([one, two], one.id, { departs_on: '2031-05-03' as LocalDate })[1]).toEqual(two)
    // What somebody chose otherwise stays.
    const elsewhere = {
      ...two,
      departs_at: '',
      from: 'Québec',
      from_code: 'YQB',
      departs_on: '2031-05-04' as LocalDate,
    }
    expect(withSegmentChange([one, elsewhere], one.id, { ...to, departs_on: '2031-05-03' as LocalDate })[1]).toEqual(
      elsewhere,
    )
  })

  it('takes those after it along', () => {
    const [one, two] = [toMontreal(), { ...toLisbon(), departs_at: '' }]
    const three = { ...newSegment('three'), departs_on: two.arrives_on }
    const moved = withSegmentChange(
      [one, { ...two, arrives_on: '', arrives_at: '' }, { ...three, departs_on: '2031-05-02' as LocalDate }],
      one.id,
      {
        departs_on: '2031-05-09' as LocalDate,
      },
    )
    expect(moved.map(({ departs_on }) => departs_on)).toEqual(['2031-05-09', '2031-05-09', '2031-05-09'])
  })
})

describe('the date of arrival', () => {
  it('is filled in, and follows what it was computed from', () => {
    const empty = { ...toLisbon(), arrives_on: '' as OptionalLocalDate, arrives_at: '' }
    const [filled] = withSegmentChange([empty], empty.id, { arrives_at: '10:40' })
    expect(filled?.arrives_on).toBe('2031-05-03')
    expect(
      withSegmentChange(
        [toLisbon()].map((one) => ({ ...one, id: 'a' })),
        'a',
        { departs_on: '2031-05-09' as LocalDate },
      )[0]?.arrives_on,
    ).toBe('2031-05-10')
    // Without the time, nothing follows, and nothing is lost.
    expect(withSegmentChange([{ ...toLisbon(), id: 'a' }], 'a', { arrives_at: '' })[0]?.arrives_on).toBe('2031-05-03')
  })

  it('stays as somebody typed it', () => {
    const typed = { ...toLisbon(), arrives_on: '2031-05-05' as LocalDate }
    expect(withSegmentChange([typed], typed.id, { departs_at: '22:00' })[0]?.arrives_on).toBe('2031-05-05')
    expect(withSegmentChange([typed], typed.id, { arrives_on: '' })[0]?.arrives_on).toBe('')
  })

  it('any change keeps all else that was typed', () => {
    const time = fc.constantFrom('', '06:00', '23:59')
    const date = fc.constantFrom('', ...[0, 1, 9].map((days) => addDays('2031-05-02' as LocalDate, days)))
    const change = fc.record(
      { departs_on: date, departs_at: time, arrives_on: date, arrives_at: time, from: fc.string(), gate: fc.string() },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Partial<Segment>>
    fc.assert(
      fc.property(change, change, change, (first, second, changes) => {
        const segments = [
          { ...toMontreal(), ...first },
          { ...toLisbon(), ...second },
        ] as [Segment, Segment]
        const [one, two] = withSegmentChange(segments, segments[0].id, changes) as [Segment, Segment]
        expect({ ...one, arrives_on: '' }).toEqual({ ...segments[0], ...changes, arrives_on: '' })
        const wasComputed = ['', arrivalDate(segments[0])].includes(segments[0].arrives_on)
        if (!wasComputed && changes.arrives_on === undefined) expect(one.arrives_on).toBe(segments[0].arrives_on)
        if (segments[1].departs_at !== '') expect(two).toEqual(segments[1])
      }),
    )
  })
})

describe('parts in the wrong order', () => {
  it('are sorted by when they leave; one without a date stays after the part above it', () => {
    const [one, two, open] = [toMontreal(), toLisbon(), newSegment('open')]
    expect(isInOrder([one, two])).toBe(true)
    expect(isInOrder([two, open, one])).toBe(false)
    expect(inOrder([two, open, one])).toEqual([one, two, open])
    expect(isInOrder([open, two])).toBe(true)
  })

  it('are those of the clocks only while a zone is missing', () => {
    // Over the date line, people leave the second time on the day before.
    const west = buildSegment('AKL', '2031-05-02T10:00', 'HNL', '2031-05-01T20:30')
    const onwards = buildSegment('HNL', '2031-05-01T23:00', 'YYZ', '2031-05-02T15:00')
    expect(isInOrder([west, onwards])).toBe(true)
    expect(isInOrder([west, { ...onwards, from_zone: '' }])).toBe(false)
  })

  it('all parts stay, and sorting twice changes nothing', () => {
    const any = fc.array(fc.record({ day: fc.option(fc.nat(5)), hour: fc.nat(9) }), { maxLength: 6 })
    fc.assert(
      fc.property(any, (times) => {
        const segments = times.map(({ day, hour }, index) => ({
          ...newSegment(String(index)),
          departs_on: day === null ? ('' as const) : addDays('2031-05-02' as LocalDate, day),
          departs_at: `0${hour}:00`,
        }))
        const sorted = inOrder(segments)
        expect(new Set(sorted)).toEqual(new Set(segments))
        expect(isInOrder(sorted)).toBe(true)
      }),
    )
  })
})

describe('what is removed', () => {
  const [ana, ben] = [passenger('Ana'), passenger('Ben')]
  const code = { id: crypto.randomUUID(), format: 'qr' as const, text: 'M1', passenger_id: ana.id, segment_id: '' }
  const file = { id: crypto.randomUUID(), passenger_id: ana.id }
  const seats = [
    { id: ana.id, seat: '23A', cabin: 'Economy' },
    { id: ben.id, seat: '23B', cabin: '' },
  ]
  const full = (): Ticket => ({
    ...flight({ ...toMontreal(), seats }, { ...toLisbon(), seats }),
    passengers: [ana, ben],
    codes: [code],
    files: [file],
  })

  it('takes a passenger’s seats along, and leaves codes and files', () => {
    const without = withPassengers(full(), [ben])
    expect(without.segments.map((one) => one.seats.map(({ id }) => id))).toEqual([[ben.id], [ben.id]])
    expect([without.codes[0]?.passenger_id, without.files[0]?.passenger_id]).toEqual(['', ''])
    expect(withPassengers(full(), [ana, ben])).toMatchObject({ codes: [code], files: [file] })
  })

  it('comes back as it was', () => {
    const before = full()
    const part = before.segments[0]?.id ?? ''
    expect(withPassengerAgain(withPassengers(before, [ben]), before, ana.id)).toEqual(before)
    const coded = { ...before, codes: [{ ...code, segment_id: part }] }
    expect(withoutSegment(coded, part).codes[0]?.segment_id).toBe('')
    expect(withSegmentAgain(withoutSegment(coded, part), coded, part)).toEqual(coded)
    // Twice changes nothing.
    expect(withPassengerAgain(before, before, ana.id)).toEqual(before)
  })

  it('a seat without any text is none', () => {
    const segment = toMontreal()
    const sat = withSeat(segment, ana.id, { seat: '1A' })
    expect(sat.seats).toEqual([{ id: ana.id, seat: '1A', cabin: '' }])
    expect(withSeat(withSeat(sat, ana.id, { cabin: 'First' }), ana.id, { seat: '' }).seats).toEqual([
      { id: ana.id, seat: '', cabin: 'First' },
    ])
    expect(withSeat(sat, ana.id, { seat: '' })).toEqual(segment)
  })
})

it('people of one name are numbered', () => {
  const people = ['Ana', 'Ben', 'Ana', ''].map(passenger)
  expect([...passengerNames(people, ({ name }) => name).values()]).toEqual([
    'Ana',
    'Ben',
    'Ana (2)',
    'Unnamed passenger',
  ])
})

describe('the title of a journey', () => {
  it.each([
    [[toMontreal()], 'Toronto to Montréal, AC 424'],
    [[toMontreal(), toLisbon()], 'Toronto to Lisbon, AC 424'],
    [[toMontreal(), toLisbon(), ...back()], 'Toronto to Lisbon and back, AC 424'],
    [[{ ...newSegment('one'), number: '131' }], '131'],
    [[{ ...newSegment('one'), to: 'Porto' }], 'Porto'],
    [[newSegment('one')], ''],
    [[], ''],
  ])('%#', (segments, title) => {
    expect(journeyTitle({ segments, type: 'flight' })).toBe(title)
  })

  it('replaces only the placeholder, when the journey changes', () => {
    const untouched = { ...flight(toMontreal()), ...ticketPlaceholders }
    const titles = (before: Ticket[], now: Ticket[]) => ticketsToSave(before, now).map(({ title }) => title)
    expect(titles([], [untouched, flight(toMontreal())])).toEqual(['Toronto to Montréal, AC 424', 'To Lisbon'])
    expect(ticketsToSave([], [untouched])).toMatchObject([{ details: 'Add details', date: '', time: '' }])
    // Somebody saved it under that title before.
    expect(titles([untouched], [{ ...untouched, time: 'noon' }])).toEqual(['New Ticket'])
    expect(titles([], [{ ...untouched, segments: [newSegment('one')] }])).toEqual(['New Ticket'])
  })

  it('passengers without a name are left out, with what was theirs', () => {
    const [ana, nobody] = [passenger('Ana'), passenger(' ')]
    const ticket = { ...flight(withSeat(toMontreal(), nobody.id, { seat: '1A' })), passengers: [ana, nobody] }
    expect(ticketsToSave([], [ticket])).toMatchObject([{ passengers: [ana], segments: [{ seats: [] }] }])
  })
})

describe('the flight of a trip', () => {
  const { empty } = detailsSection
  const filled = {
    departure_airport_code: 'YYZ',
    arrival_airport_code: 'LIS',
    air_travel_flight_info: { carrier: 'AC', flightNumber: 'AC 424' },
  }

  it('is the earliest, from its start to where it leads', () => {
    const home = flight(...back())
    expect(detailsWithFlight(empty, [], [home, flight(toMontreal(), toLisbon())])).toEqual({ ...empty, ...filled })
    expect(detailsWithFlight(empty, [], [flight(toMontreal(), toLisbon(), ...back())])).toMatchObject(filled)
    // One without a date is not known to be the first.
    const undated = flight(buildSegment('LIS', 'T10:00', 'YUL', 'T12:00'))
    expect(detailsWithFlight(empty, [], [undated, flight(toMontreal(), toLisbon())])).toMatchObject(filled)
  })

  it('is not taken from trains, nor from tickets without a journey', () => {
    const train = { ...flight(toMontreal()), type: 'train' as const }
    expect(detailsWithFlight(empty, [], [train, buildTicket('By hand')])).toBe(empty)
  })

  it('fills what is empty only, and only when it changes', () => {
    const tickets = [flight(toMontreal(), toLisbon())]
    const typed = { ...empty, arrival_airport_code: 'OPO', departure_airport_code: ' ' }
    expect(detailsWithFlight(typed, [], tickets)).toEqual({ ...typed, ...filled, arrival_airport_code: 'OPO' })
    expect(detailsWithFlight(typed, tickets, tickets)).toBe(typed)
    const text = fc.constantFrom('', ' ', 'YTZ', 'Porter')
    fc.assert(
      fc.property(text, text, text, text, (from, to, carrier, flightNumber) => {
        const before = {
          ...empty,
          ...{ departure_airport_code: from, arrival_airport_code: to },
          air_travel_flight_info: { carrier, flightNumber },
        }
        const after = detailsWithFlight(before, [], tickets)
        const pairs = [
          [from, after.departure_airport_code],
          [to, after.arrival_airport_code],
          [carrier, after.air_travel_flight_info.carrier],
          [flightNumber, after.air_travel_flight_info.flightNumber],
        ] as const
        for (const [was, is] of pairs) expect(was.trim() === '' ? is.trim() !== '' : is === was).toBe(true)
      }),
    )
  })
})
