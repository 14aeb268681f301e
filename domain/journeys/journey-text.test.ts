import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import type { Passenger, Segment } from '../plan/booking.ts'
import type { Ticket } from '../plan/tickets.ts'
import { buildSegment, buildTicket } from '../testing/tickets.ts'
import { legOf } from './journey.ts'
import { legFacts, ticketText } from './journey-text.ts'
import { typedBeside } from './typed-beside.ts'

const ana: Passenger = { id: crypto.randomUUID(), person_id: crypto.randomUUID(), name: '' }
const guest: Passenger = { id: crypto.randomUUID(), person_id: '', name: 'Maximiliana O’Shaughnessy' }
const nameOf = ({ person_id, name }: Passenger) => (person_id === '' ? name : 'Ana Sousa')

const segments: Segment[] = [
  buildSegment('YYZ', '2031-05-02T18:00', 'YUL', '2031-05-02T19:15', {
    ...{ carrier: 'AC', number: '424', from: 'Toronto', to: 'Montréal' },
    ...{ terminal: '1', gate: 'D20', check_in_at: '17:00' },
    seats: [{ id: ana.id, seat: '21A', cabin: 'Economy' }],
  }),
  buildSegment('YUL', '2031-05-02T23:00', 'LIS', '2031-05-03T10:40', {
    ...{ carrier: 'TP', number: '254', from: 'Montréal', to: 'Lisbon', arrival_terminal: '1' },
  }),
]
const journey = (more: Partial<Ticket> = {}): Ticket =>
  buildTicket('Toronto to Lisbon', {
    ...{ date: '2031-05-02' as LocalDate, time: '6:00 PM', location: 'Toronto (YYZ)', confirmationNumber: 'QK7F2P' },
    ...{ passengers: [ana, guest], price: 318_400, currency: 'CAD', segments },
    codes: [{ id: crypto.randomUUID(), format: 'pdf417', text: 'M1SECRET', passenger_id: ana.id, segment_id: '' }],
    ...more,
  })

describe('a ticket as a text', () => {
  it('says the journey in local times, the waits, the number and the names', () => {
    expect(ticketText(journey(), nameOf)).toBe(
      [
        'Toronto to Lisbon',
        '',
        'AC 424, Toronto to Montréal',
        'Fri, May 2 · 6:00 PM to 7:15 PM · 1 h 15',
        'Terminal 1 · Gate D20 · Check in by 5:00 PM',
        '',
        '3 h 45 in Montréal',
        '',
        'TP 254, Montréal to Lisbon',
        'Fri, May 2 · 11:00 PM to 10:40 AM +1 day · 6 h 40',
        'Arrives at Terminal 1',
        '',
        'Confirmation number: QK7F2P',
        'Passengers: Ana Sousa and Maximiliana O’Shaughnessy',
      ].join('\n'),
    )
  })

  it('has no code, seat or price', () => {
    const text = ticketText(journey(), nameOf)
    for (const secret of ['M1SECRET', '21A', '3,184', '318400', 'CAD']) expect(text).not.toContain(secret)
  })

  it('warns of what cannot work', () => {
    const [one, two] = segments as [Segment, Segment]
    const missed = ticketText(journey({ segments: [one, { ...two, departs_at: '19:00' }] }), nameOf)
    expect(missed).toContain('\nTP 254 leaves before AC 424 arrives. Check the dates and times.\n')
    const short = ticketText(journey({ segments: [one, { ...two, departs_at: '19:40' }] }), nameOf)
    expect(short).toContain('Only 25 minutes in Montréal.')
    const backwards = ticketText(journey({ segments: [{ ...one, arrives_at: '17:00' }] }), nameOf)
    expect(backwards).toContain('This arrives before it leaves. Check the dates and times.')
  })

  it('without a journey says what was typed', () => {
    const typed = {
      segments: [],
      passengers: [guest],
      time: 'after coffee',
      location: 'Gate 3',
      confirmationNumber: ' ',
    }
    expect(ticketText(journey(typed), nameOf)).toBe(
      'Toronto to Lisbon\nFri, May 2, 2031 · after coffee · Gate 3\n\nPassenger: Maximiliana O’Shaughnessy',
    )
    expect(ticketText(buildTicket(''), nameOf)).toBe('')
  })

  it('says only what is known of a leg', () => {
    const bare = buildSegment('', '', '', '', { carrier: ' ', terminal: ' ', to: 'Porto' })
    expect(ticketText(journey({ title: '', segments: [bare], passengers: [], confirmationNumber: '' }), nameOf)).toBe(
      'Fri, May 2, 2031 · 6:00 PM · Toronto (YYZ)\n\nPorto',
    )
    const landing = { ...bare, arrives_on: '2031-05-02' as LocalDate, arrives_at: '12:40' }
    expect(ticketText(journey({ segments: [landing] }), nameOf)).toContain('Porto\nArrives 12:40 PM\n')
    expect(legFacts(legOf(bare, 'flight'))).toEqual([])
  })
})

describe('what was typed beside a journey', () => {
  const nothing = { date: '', time: '', location: '' }

  it.each([
    [{}, nothing],
    [{ time: '18:00', location: 'YYZ, Terminal 1, Gate D20' }, nothing],
    [{ time: '6 pm', location: 'TORONTO airport' }, nothing],
    [{ date: '2031-05-01' as LocalDate }, { ...nothing, date: '2031-05-01' }],
    [{ time: '6:00 PM → 10:40 AM (+1)' }, { ...nothing, time: '6:00 PM → 10:40 AM (+1)' }],
    [{ time: '5:00 PM' }, { ...nothing, time: '5:00 PM' }],
    [{ location: 'YYZ, Gate E73' }, { ...nothing, location: 'YYZ, Gate E73' }],
    [{ location: 'by the clock' }, { ...nothing, location: 'by the clock' }],
  ])('of %o is %o', (typed, shown) => {
    expect(typedBeside(journey(typed))).toEqual(shown)
  })

  it('is all without a journey', () => {
    const { date, time, location } = journey()
    expect(typedBeside(journey({ segments: [] }))).toEqual({ date, time, location })
  })
})
