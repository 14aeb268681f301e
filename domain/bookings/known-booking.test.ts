import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { newStay } from '../plan/stays.ts'
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
