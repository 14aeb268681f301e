import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { newStay, type Stay } from '../plan/stays.ts'
import { newTicket, type Ticket, ticket as ticketSchema } from '../plan/tickets.ts'
import { buildSegment } from '../testing/tickets.ts'
import { findKnown } from './known-booking.ts'
import { boardingPassCode, leg } from './testing/boarding-pass.ts'

const id = () => crypto.randomUUID()
const nameOf = ({ name, person_id }: { name: string; person_id: string }) => name || person_id
const passenger = (name: string) => ({ id: id(), person_id: '', name })
const out = () =>
  buildSegment('YYZ', '2031-05-02T18:00', 'YUL', '2031-05-02T19:15', { carrier: 'AC', number: '424', gate: 'A4' })
const over = () => buildSegment('YUL', '2031-05-02T23:00', 'LIS', '2031-05-03T10:40', { carrier: 'AC', number: '890' })
const build = (more: Partial<Ticket>): Ticket => ({ ...newTicket(id()), title: 'To Lisbon', details: '', ...more })

function update(known: Ticket, read: Ticket, ...others: Ticket[]) {
  const found = findKnown({ is: 'ticket', entry: read }, { tickets: [...others, known], stays: [], nameOf })
  if (found?.is !== 'ticket') throw new Error('Not known')
  expect(found.known).toBe(known)
  expect(ticketSchema.safeParse(found.entry).error).toBeUndefined()
  return { ...found, said: found.changes.map(({ what, was, to }) => [what, was, to].filter(Boolean).join(' ')) }
}

describe('a ticket that is read again', () => {
  it('is the same, and nothing of it changes', () => {
    const known = build({
      confirmationNumber: 'QK7F2P',
      segments: [out(), over()],
      passengers: [passenger('Ana Sousa')],
    })
    const read = build({
      confirmationNumber: 'QK7 F2P',
      segments: [out(), over()],
      passengers: [passenger('ANA SOUSA')],
    })
    const { entry, said } = update(known, read)
    expect(said).toEqual([])
    expect(entry).toEqual(known)
  })

  it('has no new passenger who is called by one word', () => {
    const known = build({ segments: [out()], passengers: [passenger('Ana')] })
    const { entry, said } = update(known, build({ segments: [out()], passengers: [passenger('ANA')] }))
    expect([entry, said]).toEqual([known, []])
  })

  it('tells what is new: gate, terminal, times, seats, passengers, codes', () => {
    const ana = passenger('Ana Sousa')
    const known = build({ segments: [out(), over()], passengers: [ana], details: 'Meet at 3.' })
    const [readAna, ben] = [passenger('Ana Maria Sousa'), passenger('Ben Ito')]
    const seats = [
      { id: readAna.id, seat: '21A', cabin: 'Economy' },
      { id: ben.id, seat: '21B', cabin: '' },
    ]
    const part = { ...over(), gate: 'B22', departs_at: '23:20', seats }
    const code = { id: id(), format: 'pdf417' as const, text: 'M1', passenger_id: readAna.id, segment_id: part.id }
    const { entry, said } = update(known, build({ segments: [part], passengers: [readAna, ben], codes: [code] }))
    expect(said).toEqual([
      'passenger Ben Ito',
      'departs 2031-05-02 23:00 2031-05-02 23:20',
      'gate B22',
      'seat 21A',
      'seat 21B',
      'code',
    ])
    expect(entry.details).toBe('Meet at 3.')
    expect(entry.segments.map(({ number, gate, departs_at }) => [number, gate, departs_at])).toEqual([
      ['424', 'A4', '18:00'],
      ['890', 'B22', '23:20'],
    ])
    expect(entry.passengers).toEqual([ana, ben])
    expect(entry.segments[1]?.seats).toEqual([
      { id: ana.id, seat: '21A', cabin: 'Economy' },
      { id: ben.id, seat: '21B', cabin: '' },
    ])
    expect(entry.codes).toEqual([{ ...code, passenger_id: ana.id, segment_id: known.segments[1]?.id }])
  })

  it('does not forget what the source does not say', () => {
    const known = build({ confirmationNumber: 'QK7F2P', segments: [out()], price: 500, currency: 'CAD' })
    const { entry, said } = update(known, build({ segments: [{ ...out(), gate: '', arrives_at: '', departs_at: '' }] }))
    expect([entry, said]).toEqual([known, []])
  })

  it('is found by its number when the flight was moved', () => {
    const known = build({ confirmationNumber: 'QK7F2P', segments: [out()] })
    const moved = {
      ...out(),
      number: '426',
      departs_on: '2031-05-03' as LocalDate,
      arrives_on: '2031-05-03' as LocalDate,
    }
    const { entry, said } = update(known, build({ confirmationNumber: 'QK7F2P', segments: [moved] }))
    expect(entry.segments).toEqual([
      { ...known.segments[0], number: '426', departs_on: '2031-05-03', arrives_on: '2031-05-03' },
    ])
    expect(said).toContain('departs 2031-05-02 18:00 2031-05-03 18:00')
  })

  it('is another one for another day, or the way back of the same booking', () => {
    const known = build({ confirmationNumber: 'QK7F2P', segments: [out()] })
    const back = buildSegment('YUL', '2031-05-12T18:00', 'YYZ', '2031-05-12T19:30', { carrier: 'AC', number: '425' })
    const later = { ...out(), departs_on: '2031-06-02' as LocalDate }
    for (const read of [build({ confirmationNumber: 'QK7F2P', segments: [back] }), build({ segments: [later] })])
      expect(findKnown({ is: 'ticket', entry: read }, { tickets: [known], stays: [], nameOf })).toBeUndefined()
  })

  it('finds a flight that somebody typed with its carrier in the number', () => {
    const known = build({ segments: [{ ...out(), carrier: '', number: 'AC 0424', from_code: '', from: 'Toronto' }] })
    const { entry } = update(known, build({ segments: [out()] }), build({ segments: [over()] }))
    expect(entry.segments[0]).toMatchObject({ carrier: 'AC', number: 'AC 0424' })
  })

  it('keeps two passengers of one name apart', () => {
    const known = build({ segments: [out()], passengers: [passenger('Ana Sousa')] })
    const read = build({ segments: [out()], passengers: [passenger('Ana Sousa'), passenger('Ana Sousa')] })
    const { entry, said } = update(known, read)
    expect(entry.passengers).toEqual([known.passengers[0], read.passengers[1]])
    expect(said).toEqual(['passenger Ana Sousa'])
  })
})

it('passes of two people of one name are those of two people, and one of a changed seat is that of one', () => {
  const codeOf = (seatNumber: string, checkInSequenceNumber: string) =>
    boardingPassCode('SOUSA/ANA', [
      leg('2031-05-02' as LocalDate, { flightNumber: '0424', seatNumber, checkInSequenceNumber }),
    ])
  const read = (seat: string, sequence: string) => {
    const ana = passenger('Ana Sousa')
    const code = {
      id: id(),
      format: 'aztec' as const,
      text: codeOf(seat, sequence),
      passenger_id: ana.id,
      segment_id: '',
    }
    const part = { ...out(), seats: [{ id: ana.id, seat, cabin: '' }] }
    return build({ segments: [part], passengers: [ana], codes: [code] })
  }
  const known = read('021A', '0025')
  const two = update(known, read('021B', '0026'))
  expect(two.said).toEqual(['passenger Ana Sousa', 'seat 021B', 'code'])
  expect(two.entry.segments[0]?.seats.map(({ seat }) => seat)).toEqual(['021A', '021B'])
  const moved = update(known, read('030C', '0025'))
  expect(moved.said).toEqual(['seat 021A 030C', 'code'])
})

it('a stay that is read again is found by its number, or its name and day', () => {
  const known = newStay(id(), {
    name: 'Hotel Vila Galé',
    starts_on: '2031-05-03' as LocalDate,
    confirmation_number: '4471-902',
  })
  const read = newStay(id(), {
    name: 'Vila Galé',
    starts_on: '2031-05-03' as LocalDate,
    starts_at: '15:00',
    confirmation_number: '4471902',
  })
  const found = findKnown({ is: 'stay', entry: read }, { tickets: [], stays: [known], nameOf })
  expect(found?.entry).toEqual({ ...known, starts_at: '15:00' })
  expect(found?.changes.map(({ what }) => what)).toEqual(['starts'])
  const named = newStay(id(), { name: 'hotel vila galé', starts_on: '2031-05-03' as LocalDate })
  expect(findKnown({ is: 'stay', entry: named }, { tickets: [], stays: [known], nameOf })?.known).toBe(known)
  const other = { ...named, starts_on: '2031-05-04' as LocalDate }
  expect(findKnown({ is: 'stay', entry: other }, { tickets: [], stays: [known], nameOf })).toBeUndefined()
})

describe('two bookings that are alike are two', () => {
  const findStay = (known: Stay, read: Stay) =>
    findKnown({ is: 'stay', entry: read }, { tickets: [], stays: [known], nameOf })
  const findTicket = (known: Ticket, read: Ticket) =>
    findKnown({ is: 'ticket', entry: read }, { tickets: [known], stays: [], nameOf })
  const day = (number: number) => `2031-05-0${number}` as LocalDate
  const hotel = (name: string, from: number, until: number, confirmation_number = 'P1') =>
    newStay(id(), { name, starts_on: day(from), ends_on: day(until), confirmation_number })

  it('hotels of one package, two rooms, and the ways of a ferry', () => {
    expect(findStay(hotel('Hotel A', 2, 4), hotel('Hotel B', 4, 6))).toBeUndefined()
    expect(findStay(hotel('Hotel A', 2, 4), hotel('Hotel A', 6, 8))).toBeUndefined()
    expect(findStay(hotel('Hotel A', 2, 4, 'R1'), hotel('Hotel A', 2, 4, 'R2'))).toBeUndefined()
    expect(findStay(hotel('Hotel A', 2, 4), hotel('Hotel A', 3, 5))).toBeDefined()
    const ferry = (place: string, end_place: string, date: number) =>
      newStay(id(), { kind: 'ferry', place, end_place, starts_on: day(date), confirmation_number: 'F1' })
    expect(findStay(ferry('Split', 'Hvar', 2), ferry('Hvar', 'Split', 5))).toBeUndefined()
  })

  it('tickets of two people with numbers of their own', () => {
    const booked = (name: string, confirmationNumber: string) =>
      build({ confirmationNumber, segments: [out()], passengers: [passenger(name)], price: 500, currency: 'CAD' })
    expect(findTicket(booked('Ana Sousa', 'XK4T9Q'), booked('Ben Ito', 'ZZ7H2P'))).toBeUndefined()
    expect(findTicket(booked('Ana Sousa', 'XK4T9Q'), booked('ANA SOUSA', 'ZZ7H2P'))).toBeDefined()
  })

  it('legs of one number elsewhere, by another carrier, or without a day', () => {
    const bus = (from: string, to: string, time: string) =>
      build({ type: 'bus', segments: [buildSegment('', `2031-05-02T${time}`, '', '', { number: 'X1', from, to })] })
    expect(findTicket(bus('Porto', 'Braga', '08:00'), bus('Braga', 'Faro', '10:00'))).toBeUndefined()
    const both = build({
      type: 'bus',
      segments: [...bus('Porto', 'Braga', '08:00').segments, ...bus('Braga', 'Faro', '10:00').segments],
    })
    const again = update(both, { ...both, id: id(), segments: both.segments.map((one) => ({ ...one, id: id() })) })
    expect([again.said, again.entry]).toEqual([[], both])
    const lufthansa = build({ segments: [{ ...over(), carrier: 'LH' }] })
    expect(findTicket(build({ segments: [over()] }), lufthansa)).toBeUndefined()
    const undated = () => build({ segments: [{ ...over(), departs_on: '' }] })
    expect(findTicket(undated(), undated())).toBeUndefined()
  })

  it('events of one order', () => {
    const event = (title: string, time: string) =>
      build({ type: 'attraction', title, date: day(5), time, confirmationNumber: 'O-1' })
    expect(findTicket(event('Museum', '10:00 AM'), event('Concert', '8:00 PM'))).toBeUndefined()
    const moved = update(event('Museum', '10:00 AM'), event('Museum', '2:30 PM'))
    expect(moved.entry.time).toBe('2:30 PM')
    expect(moved.said).toEqual(['starts 2031-05-05 10:00 AM 2031-05-05 2:30 PM'])
    expect(update(event('Museum', '10 am'), event('Museum', '10:00 AM')).said).toEqual([])
  })

  it('trains without a number are found by where they go', () => {
    const train = () =>
      build({
        type: 'train',
        confirmationNumber: 'CP8',
        segments: [buildSegment('', '2031-05-02T09:00', '', '2031-05-02T12:00', { from: 'Lisboa', to: 'Porto' })],
      })
    expect(update(train(), train()).said).toEqual([])
  })
})

describe('a journey that was changed', () => {
  it('has the zone of its new airport', () => {
    const known = build({ confirmationNumber: 'QK7F2P', segments: [{ ...out(), number: '1' }, over()] })
    const next = '2031-05-03' as LocalDate
    const rerouted = [
      {
        ...out(),
        ...{
          number: '2',
          to_code: 'FRA',
          to: 'Frankfurt',
          to_zone: 'Europe/Berlin',
          arrives_on: next,
          arrives_at: '07:30',
        },
      },
      {
        ...over(),
        ...{ number: '3', from_code: 'FRA', from: 'Frankfurt', from_zone: 'Europe/Berlin' },
        ...{ departs_on: next, departs_at: '09:00' },
      },
    ]
    const { entry } = update(known, build({ confirmationNumber: 'QK7F2P', segments: rerouted }))
    expect(entry.segments.map(({ to_zone }) => to_zone)).toEqual(['Europe/Berlin', 'Europe/Lisbon'])
    expect(entry.segments[1]).toMatchObject({ from_zone: 'Europe/Berlin', from_code: 'FRA', from: 'Frankfurt' })
  })

  it('arrives as much later if only the day of its departure is told', () => {
    const known = build({ confirmationNumber: 'QK7F2P', segments: [over()] })
    const pass = {
      ...over(),
      number: '892',
      departs_on: '2031-05-05' as LocalDate,
      arrives_on: '' as const,
      arrives_at: '',
    }
    const { entry } = update(known, build({ confirmationNumber: 'QK7F2P', segments: [pass] }))
    expect(entry.segments[0]).toMatchObject({ departs_on: '2031-05-05', arrives_on: '2031-05-06', arrives_at: '10:40' })
  })

  it('has the code of the newest pass of each person', () => {
    const ana = passenger('Ana Sousa')
    const codeOf = (seatNumber: string) => ({
      ...{ id: id(), format: 'aztec' as const, passenger_id: ana.id, segment_id: '' },
      text: boardingPassCode('SOUSA/ANA', [leg('2031-05-02' as LocalDate, { flightNumber: '0424', seatNumber })]),
    })
    const known = build({ segments: [out()], passengers: [ana], codes: [codeOf('021A')] })
    const fresh = codeOf('030C')
    const { entry } = update(known, build({ segments: [out()], passengers: [ana], codes: [fresh] }))
    expect(entry.codes).toEqual([{ ...fresh, id: known.codes[0]?.id }])
  })
})
