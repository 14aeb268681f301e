import { describe, expect, it } from 'vitest'
import type { Passenger } from '../plan/booking.ts'
import type { Ticket } from '../plan/tickets.ts'
import { buildSegment, buildTicket } from '../testing/tickets.ts'
import { countdownTo, nextLeg } from './next-leg.ts'

const [ana, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const passenger = (personId: string, name = ''): Passenger => ({ id: crypto.randomUUID(), person_id: personId, name })

/** Toronto to Montréal at 20:00 UTC, on to Lisbon at 1:00 UTC, landing at 7:40 UTC. */
const toLisbon = (more: Partial<Ticket> = {}): Ticket =>
  buildTicket('To Lisbon', {
    segments: [
      buildSegment('YYZ', '2031-05-02T16:00', 'YUL', '2031-05-02T17:15', { number: '418' }),
      buildSegment('YUL', '2031-05-02T21:00', 'LIS', '2031-05-03T08:40', { number: '812' }),
    ],
    ...more,
  })
const at = (text: string) => new Date(text)
/** '418', or '418 under way'. */
const numberAt = (now: string, tickets: readonly Ticket[] = [toLisbon()], me: string = ana, zone?: string) => {
  const next = nextLeg(tickets, { now: at(now), me, ...(zone && { zone }) })
  return next && `${next.leg.segment.number}${next.isUnderWay ? ' under way' : ''}`
}

describe('the next leg', () => {
  it('is the first months before, then each in turn from its departure to its arrival, then none', () => {
    expect(numberAt('2031-03-15T12:00:00Z')).toBe('418')
    expect(numberAt('2031-05-02T19:59:59Z')).toBe('418')
    expect(numberAt('2031-05-02T20:00:00Z')).toBe('418 under way')
    expect(numberAt('2031-05-02T21:14:59Z')).toBe('418 under way')
    expect(numberAt('2031-05-02T21:15:00Z')).toBe('812')
    expect(numberAt('2031-05-03T01:00:00Z')).toBe('812 under way')
    expect(numberAt('2031-05-03T07:39:59Z')).toBe('812 under way')
    expect(numberAt('2031-05-03T07:40:00Z')).toBeUndefined()
    expect(numberAt('2031-03-15T12:00:00Z', [])).toBeUndefined()
  })

  it('does not depend on the zone of the device where the airport has one', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Honolulu', 'Europe/Lisbon']) {
      expect(numberAt('2031-05-02T19:59:59Z', undefined, ana, zone)).toBe('418')
      expect(numberAt('2031-05-02T20:00:00Z', undefined, ana, zone)).toBe('418 under way')
    }
  })

  it('passes by the clock of the device where nobody knows the zone', () => {
    const train = buildTicket('', {
      type: 'train',
      segments: [buildSegment('', '2031-05-02T16:00', '', '2031-05-02T18:00', { number: 'IC 5' })],
    })
    expect(numberAt('2031-05-02T14:59:00Z', [train], ana, 'Europe/Lisbon')).toBe('IC 5')
    expect(numberAt('2031-05-02T15:00:00Z', [train], ana, 'Europe/Lisbon')).toBe('IC 5 under way')
    expect(numberAt('2031-05-02T17:00:00Z', [train], ana, 'Europe/Lisbon')).toBeUndefined()
    expect(numberAt('2031-05-02T17:00:00Z', [train], ana, 'America/Toronto')).toBe('IC 5')
    const unknown = { ...train, segments: train.segments.map((one) => ({ ...one, from_zone: 'Mars/Base' })) }
    expect(numberAt('2031-05-02T14:59:00Z', [unknown], ana, 'Europe/Lisbon')).toBe('IC 5')
  })

  it('is there for its whole day if it has no time, until it has arrived', () => {
    const day = (arrives: string) => [
      buildTicket('', { segments: [buildSegment('YYZ', '2031-05-02', 'YUL', arrives)] }),
    ]
    expect(numberAt('2031-05-03T03:59:00Z', day(''))).toBe('')
    expect(numberAt('2031-05-03T04:00:00Z', day(''))).toBeUndefined()
    expect(numberAt('2031-05-02T20:59:00Z', day('2031-05-02T17:00'))).toBe('')
    expect(numberAt('2031-05-02T21:00:00Z', day('2031-05-02T17:00'))).toBeUndefined()
    // It left without a time, and lands on the day after.
    expect(numberAt('2031-05-03T07:00:00Z', day('2031-05-03T08:00'))).toBe(' under way')
  })

  it('is over at its departure if nobody knows when it arrives, or that cannot be', () => {
    const of = (arrives: string) => [
      buildTicket('', { segments: [buildSegment('YYZ', '2031-05-02T16:00', 'YUL', arrives)] }),
    ]
    for (const arrives of ['', '2031-05-02T15:00', '2032-05-02T17:00']) {
      expect(numberAt('2031-05-02T19:59:00Z', of(arrives))).toBe('')
      expect(numberAt('2031-05-02T20:00:00Z', of(arrives))).toBeUndefined()
    }
    // Without a date there is none.
    expect(
      nextLeg([buildTicket('', { segments: [buildSegment('YYZ', '', 'YUL', '')] })], { now: at('2031-05-02'), me: '' }),
    ).toBeUndefined()
    expect(numberAt('2031-05-02T12:00:00Z', [buildTicket('Plain')])).toBeUndefined()
  })

  it('is one that the person takes, or that names nobody of the list', () => {
    const now = '2031-05-01T12:00:00Z'
    expect(numberAt(now, [toLisbon({ passengers: [passenger(ben)] })])).toBeUndefined()
    expect(numberAt(now, [toLisbon({ passengers: [passenger(ben), passenger(ana)] })])).toBe('418')
    expect(numberAt(now, [toLisbon({ passengers: [passenger('', 'LAKE/ANA')] })])).toBe('418')
    expect(numberAt(now, [toLisbon({ passengers: [passenger('', 'LAKE/ANA')] })], '')).toBe('418')
    expect(numberAt(now, [toLisbon({ passengers: [passenger(ben)] })], '')).toBeUndefined()
  })

  it('is of two at the same time the one that names the person', () => {
    const mine = toLisbon({ passengers: [passenger(ana)] })
    for (const tickets of [
      [toLisbon(), mine],
      [mine, toLisbon()],
    ])
      expect(nextLeg(tickets, { now: at('2031-05-01T12:00:00Z'), me: ana })?.ticket).toBe(mine)
  })

  it('is the later of two that overlap, once it has left', () => {
    const late = buildTicket('', {
      segments: [buildSegment('YUL', '2031-05-02T17:00', 'LIS', '2031-05-03T04:00', { number: '900' })],
    })
    expect(numberAt('2031-05-02T20:30:00Z', [toLisbon(), late])).toBe('418 under way')
    expect(numberAt('2031-05-02T21:05:00Z', [toLisbon(), late])).toBe('900 under way')
  })

  it('says the wait after it, what comes then, and the own seat', () => {
    const [own, other] = [passenger(ana), passenger(ben)]
    const ticket = toLisbon({ passengers: [own, other] })
    const [first] = ticket.segments
    first?.seats.push({ id: other.id, seat: '12B', cabin: '' }, { id: own.id, seat: '12A', cabin: 'Economy' })
    const next = nextLeg([ticket], { now: at('2031-05-01T12:00:00Z'), me: ana })
    expect(next?.seat?.seat).toBe('12A')
    expect(next?.connection).toMatchObject({ minutes: 225, isStopover: false })
    expect(next?.after?.segment.number).toBe('812')
    const last = nextLeg([ticket], { now: at('2031-05-03T02:00:00Z'), me: ana })
    expect([last?.seat, last?.connection, last?.after]).toEqual([undefined, undefined, undefined])
    // The way back is no wait.
    const back = buildSegment('LIS', '2031-05-10T12:00', 'YYZ', '2031-05-10T15:00')
    const way = nextLeg([{ ...ticket, segments: [...ticket.segments, back] }], {
      now: at('2031-05-03T02:00:00Z'),
      me: ana,
    })
    expect([way?.connection, way?.after]).toEqual([undefined, undefined])
  })

  it('knows the seat and the code of each passenger that became the person', () => {
    const [first, second, other] = [passenger(ana), passenger(ana), passenger(ben)]
    const ticket = toLisbon({ passengers: [first, second, other] })
    const [leg] = ticket.segments
    const code = { id: crypto.randomUUID(), format: 'aztec' as const, text: 'M1', segment_id: '' }
    const next = () => nextLeg([ticket], { now: at('2031-05-01T12:00:00Z'), me: ana })
    leg?.seats.push({ id: other.id, seat: '12B', cabin: '' })
    ticket.codes.push({ ...code, passenger_id: other.id })
    expect([next()?.seat, next()?.hasCode]).toEqual([undefined, false])
    leg?.seats.push({ id: first.id, seat: ' ', cabin: 'Economy' })
    expect(next()?.seat?.cabin).toBe('Economy')
    leg?.seats.push({ id: second.id, seat: '12A', cabin: '' })
    ticket.codes.push({ ...code, passenger_id: second.id })
    expect([next()?.seat?.seat, next()?.hasCode]).toEqual(['12A', true])
  })

  it('says what leaves on another ticket within a day of the arrival', () => {
    const train = (departs: string) =>
      buildTicket('', {
        type: 'train',
        segments: [{ ...buildSegment('LIS', departs, '', '', { number: 'AP 1' }) }],
      })
    const now = at('2031-05-03T02:00:00Z')
    const afterOf = (departs: string) => nextLeg([train(departs), toLisbon()], { now, me: ana })?.after?.segment.number
    expect(afterOf('2031-05-03T12:00')).toBe('AP 1')
    expect(afterOf('2031-05-04T08:39')).toBe('AP 1')
    expect(afterOf('2031-05-04T08:40')).toBeUndefined()
  })

  it('knows whether the person has a code for it', () => {
    const [own, other] = [passenger(ana), passenger(ben)]
    const hasCode = (code: { passenger_id?: string; segment?: number }, passengers: Passenger[] = [own, other]) => {
      const ticket = toLisbon({ passengers })
      const segmentId = code.segment === undefined ? '' : (ticket.segments[code.segment]?.id ?? '')
      ticket.codes.push({
        ...{ id: crypto.randomUUID(), format: 'aztec', text: 'M1' },
        ...{ passenger_id: code.passenger_id ?? '', segment_id: segmentId },
      })
      return nextLeg([ticket], { now: at('2031-05-01T12:00:00Z'), me: ana })?.hasCode
    }
    expect(hasCode({})).toBe(true)
    expect(hasCode({ passenger_id: own.id, segment: 0 })).toBe(true)
    expect(hasCode({ passenger_id: own.id, segment: 1 })).toBe(false)
    expect(hasCode({ passenger_id: other.id })).toBe(false)
    expect(hasCode({ passenger_id: other.id }, [])).toBe(true)
  })
})

describe('the countdown', () => {
  const leg = (departs: string, from = 'YYZ') => {
    const ticket = buildTicket('', { segments: [buildSegment(from, departs, 'YUL', '')] })
    const next = nextLeg([ticket], { now: at('2020-01-01'), me: '' })
    if (!next) throw new Error('No leg')
    return next.leg.departs
  }
  const until = (now: string, departs = '2031-05-02T16:00', from = 'YYZ', zone = '') => {
    const left = countdownTo(leg(departs, from), at(now), zone)
    return left?.in === 'minutes' ? `${left.minutes} min` : `${left?.days} days`
  }

  it('is in days until a day before, then in minutes', () => {
    expect(until('2031-03-15T12:00:00Z')).toBe('48 days')
    expect(until('2031-05-01T20:00:00Z')).toBe('1 days')
    // Less than a day, but no whole minute less.
    expect(until('2031-05-01T20:00:01Z')).toBe('1 days')
    expect(until('2031-05-01T20:01:00Z')).toBe('1439 min')
    expect(until('2031-05-02T16:40:00Z')).toBe('200 min')
    expect(until('2031-05-02T19:59:59Z')).toBe('1 min')
    expect(until('2031-05-02T21:00:00Z')).toBe('0 min')
  })

  it('counts days as the airport’s calendar does', () => {
    // In Toronto it is still May 1, in Lisbon already May 2.
    expect(until('2031-05-02T02:00:00Z', '2031-05-04T16:00', 'YYZ', 'Europe/Lisbon')).toBe('3 days')
  })

  it('counts the hour that a change of the clocks adds', () => {
    // The night of November 2, 2031 has 25 hours in Toronto: 1:00 to 2:00 comes twice.
    expect(until('2031-11-02T04:00:00Z', '2031-11-02T08:00')).toBe(`${9 * 60} min`)
    // The night of March 9, 2031 has 23.
    expect(until('2031-03-09T05:00:00Z', '2031-03-09T08:00')).toBe(`${7 * 60} min`)
  })

  it('is in days only where nobody knows the zone', () => {
    expect(until('2031-05-02T12:00:00Z', '2031-05-02T16:00', '', 'Europe/Lisbon')).toBe('0 days')
    expect(until('2031-05-01T23:30:00Z', '2031-05-02T16:00', '', 'Europe/Lisbon')).toBe('0 days')
    expect(until('2031-05-01T23:30:00Z', '2031-05-02T16:00', '', 'America/Toronto')).toBe('1 days')
  })
})
