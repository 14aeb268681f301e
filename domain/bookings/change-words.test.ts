import { expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { newStay } from '../plan/stays.ts'
import { buildSegment, buildTicket } from '../testing/tickets.ts'
import { changeLines } from './change-words.ts'
import { type BookingChange, findKnown } from './known-booking.ts'

const ana = { id: 'a', person_id: '', name: 'Ana Sousa' }
const omar = { id: 'o', person_id: '', name: 'Omar Haddad' }
const nameOf = ({ name }: { name: string }) => name

const out = buildSegment('YYZ', '2031-05-02T15:00', 'YUL', '2031-05-02T16:20', {
  carrier: 'AC',
  number: '406',
  from: 'Toronto',
})
const on = buildSegment('YUL', '2031-05-02T20:05', 'LIS', '2031-05-03T07:40', { carrier: 'AC', number: '890' })
const known = buildTicket('Out', { segments: [out, on], passengers: [ana], confirmationNumber: 'QX7K2M' })

function linesOf(segments: (typeof out)[], other: Partial<typeof known> = {}, before = known): string[] {
  const read = { ...known, ...other, segments }
  const update = findKnown({ is: 'ticket', entry: read }, { tickets: [before], stays: [], nameOf })
  if (!update) throw new Error('It is not known')
  return changeLines(update, { nameOf })
}

it('says which part of a journey has changed, and what it was', () => {
  expect(linesOf([{ ...out, gate: 'D31' }, on])).toEqual(['AC 406: gate D31'])
  const atGate = { ...known, segments: [out, { ...on, gate: 'A4' }] }
  expect(linesOf([{ ...on, gate: 'B22' }], {}, atGate)).toEqual(['AC 890: gate B22, was A4'])
})

it('does not name the only part', () => {
  const single = { ...known, segments: [out] }
  expect(linesOf([{ ...out, gate: 'B22' }], {}, single)).toEqual(['gate B22'])
})

it('shows times, dates and airports as people read them', () => {
  const later = {
    ...out,
    departs_at: '15:40',
    arrives_on: '2031-05-03' as LocalDate,
    arrives_at: '00:05',
    boards_at: '14:25',
  }
  expect(linesOf([{ ...later, terminal: '3', arrival_terminal: '2' }, on])).toEqual([
    'AC 406: leaves Fri, May 2, 3:40 PM, was Fri, May 2, 3:00 PM',
    'AC 406: arrives Sat, May 3, 12:05 AM, was Fri, May 2, 4:20 PM',
    'AC 406: terminal 3',
    'AC 406: arrives at terminal 2',
    'AC 406: boarding 2:25 PM',
  ])
  const change: BookingChange = { what: 'from', segment: out, was: 'YYZ Toronto', to: 'YTZ Toronto City' }
  const single = { ...known, segments: [out] }
  expect(changeLines({ entry: single, changes: [change] }, { nameOf })).toEqual([
    'from Toronto City (YTZ), was Toronto (YYZ)',
  ])
})

it('says whose seat it is', () => {
  const seats = [{ id: ana.id, seat: '23A', cabin: '' }]
  expect(linesOf([{ ...out, seats }, on])).toEqual(['AC 406: seat 23A for Ana Sousa'])
  const seated = { ...known, segments: [{ ...out, seats }, on] }
  const other = [{ id: ana.id, seat: '21A', cabin: '' }]
  expect(linesOf([{ ...out, seats: other }, on], {}, seated)).toEqual(['AC 406: seat 21A for Ana Sousa, was 23A'])
})

it('tells what is new', () => {
  const back = buildSegment('LIS', '2031-05-12T09:50', 'YUL', '2031-05-12T12:15', { carrier: 'AC', number: '813' })
  const code = { format: 'aztec' as const, passenger_id: '', segment_id: '' }
  const codes = [
    { ...code, id: 'c1', text: 'one' },
    { ...code, id: 'c2', text: 'two' },
  ]
  expect(linesOf([out, on, back], { passengers: [ana, omar], codes, price: 10_000, currency: 'CAD' })).toEqual([
    'new passenger Omar Haddad',
    'new part AC 813',
    'price $100.00',
    '2 new codes',
  ])
  expect(linesOf([out, on])).toEqual([])
})

it('says what has changed of a stay', () => {
  const stay = newStay('s', { name: 'Hotel', starts_on: '2031-05-03' as LocalDate, confirmation_number: 'HV-1' })
  const read = { ...stay, starts_at: '15:00', ends_on: '2031-05-07' as LocalDate, ends_at: '11:00' }
  const update = findKnown({ is: 'stay', entry: read }, { tickets: [], stays: [stay], nameOf })
  expect(update && changeLines(update, { nameOf })).toEqual([
    'starts Sat, May 3, 3:00 PM, was Sat, May 3',
    'ends Wed, May 7, 11:00 AM',
  ])
})
