import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '../local-date.ts'
import { newSegment, type Segment } from '../plan/booking.ts'
import { buildSegment } from '../testing/tickets.ts'
import { arrivalDate, dateOf, journeyOf, legOf } from './journey.ts'
import { connectionWarning, durationText, legWarnings, momentText, waitText } from './journey-words.ts'

const there = [
  buildSegment('YYZ', '2031-05-02T18:00', 'YUL', '2031-05-02T19:15', { carrier: 'AC', number: '424', to: 'Montréal' }),
  buildSegment('YUL', '2031-05-02T23:00', 'LIS', '2031-05-03T10:40', {
    carrier: 'AC',
    number: '890',
    from: 'Montréal',
  }),
]
const flights = (...segments: Segment[]) => journeyOf({ segments, type: 'flight' })
const between = (one: Segment, next: Segment) => {
  const { legs, connections } = flights(one, next)
  const [before, after] = legs
  const [connection] = connections
  if (!before || !after || !connection) throw new Error('Two legs have one connection')
  return { connection, warning: connectionWarning(connection, after, before), wait: waitText(connection) }
}

describe('a journey', () => {
  it('says how long each part, each wait and all of it take, across zones', () => {
    const { legs, connections, minutes } = flights(...there)
    expect(legs.map((leg) => [leg.minutes, leg.plusDays, leg.trouble])).toEqual([
      [75, 0, undefined],
      [400, 1, undefined],
    ])
    expect(connections).toEqual([{ place: 'Montréal', minutes: 225, trouble: undefined, isStopover: false }])
    expect(minutes).toBe(75 + 225 + 400)
    expect(connections.map(waitText)).toEqual(['3 h 45 in Montréal'])
    expect(momentText(legs[1]?.arrives ?? { minute: undefined }, legs[1]?.plusDays)).toBe('10:40 AM +1 day')
  })

  it('does not compute what nobody entered, or a zone that does not exist', () => {
    const unknown = { ...there[0], from_zone: 'Mars/Olympus' } as Segment
    const halves = [newSegment('one'), { ...there[0], arrives_at: '' } as Segment, unknown]
    for (const segment of halves) {
      const leg = legOf(segment, 'flight')
      expect([leg.minutes, leg.trouble]).toEqual([undefined, undefined])
      expect(legWarnings(leg)).toEqual([])
    }
    expect(flights(...halves).minutes).toBeUndefined()
  })

  it('tells connections that cannot work', () => {
    const [one, two] = there as [Segment, Segment]
    expect(between(one, { ...two, departs_at: '19:00' }).warning).toBe(
      'AC 890 leaves before AC 424 arrives. Check the dates and times.',
    )
    expect(between(one, { ...two, departs_at: '19:15' }).connection.trouble).toBe('impossible')
    expect(between(one, { ...two, departs_at: '19:59' }).warning).toBe(
      'Only 44 minutes in Montréal. Ask the airline whether that’s enough.',
    )
    expect(between(one, { ...two, departs_at: '20:00' }).warning).toBe('')
    expect(between(one, { ...two, from: 'Toronto', from_code: 'YTZ' }).warning).toBe(
      'You arrive at Montréal (YUL) and leave from Toronto (YTZ).',
    )
    // Between the ways there and back, people are elsewhere, and that is no fault.
    const back = { ...two, departs_on: '2031-05-12' as LocalDate, from_code: 'LIS' }
    expect(between(one, back)).toMatchObject({
      warning: '',
      wait: '10 days in Montréal',
      connection: { isStopover: true },
    })
  })

  it('tells legs that cannot be', () => {
    const backwards = legOf({ ...there[0], arrives_at: '17:59' } as Segment, 'flight')
    expect(legWarnings(backwards)).toEqual(['This arrives before it leaves. Check the dates and times.'])
    expect(backwards.minutes).toBeUndefined()
    const late = { ...there[0], arrives_on: '2031-05-03' as LocalDate } as Segment
    expect(legWarnings(legOf(late, 'flight'))).toEqual(['This takes longer than any flight. Check the dates.'])
    expect(legWarnings(legOf(late, 'train'))).toEqual([])
  })

  it('tells times that the clocks show twice or never', () => {
    const autumn = buildSegment('YYZ', '2031-11-02T01:30', 'LIS', '2031-11-02T13:00')
    expect(legWarnings(legOf(autumn, 'flight'))).toEqual([
      'The clocks go back that night, so 1:30 AM happens twice. We use the first one.',
    ])
    expect(legOf(autumn, 'flight').minutes).toBe(7.5 * 60)
    const spring = buildSegment('YYZ', '2031-03-09T02:30', 'LIS', '2031-03-09T14:00')
    expect(legWarnings(legOf(spring, 'flight'))).toEqual([
      'The clocks go forward that night and skip 2:30 AM. Check the time.',
    ])
  })

  it('westwards over the date line arrives on the day before', () => {
    const west = buildSegment('AKL', '2031-05-02T10:00', 'HNL', '2031-05-01T20:30')
    expect(legOf(west, 'flight')).toMatchObject({ minutes: 8.5 * 60, plusDays: -1, trouble: undefined })
    expect(momentText(legOf(west, 'flight').arrives, -1)).toBe('8:30 PM −1 day')
  })
})

describe('the date of an arrival', () => {
  it.each([
    ['YYZ', '2031-05-02T18:00', 'YUL', '19:15', '2031-05-02'],
    ['YUL', '2031-05-02T23:00', 'LIS', '10:40', '2031-05-03'],
    ['LIS', '2031-05-12T13:00', 'YUL', '15:30', '2031-05-12'],
    ['AKL', '2031-05-02T10:00', 'HNL', '20:30', '2031-05-01'],
    ['Lisboa', '2031-05-02T23:30', 'Porto', '02:40', '2031-05-03'],
    ['Lisboa', '2031-05-02T09:30', 'Porto', '12:40', '2031-05-02'],
    // Of one zone alone, nothing follows.
    ['YYZ', '2031-05-02T18:00', 'Moon', '19:15', ''],
  ])('from %s at %s in %s at %s is %s', (from, departs, to, time, date) => {
    expect(arrivalDate(buildSegment(from, departs, to, `T${time}`))).toBe(date)
  })

  it('is the first day that makes the journey take any time, at most a day', () => {
    const zones = fc.constantFrom(
      'America/Toronto',
      'Europe/Lisbon',
      'Pacific/Auckland',
      'Pacific/Honolulu',
      'Asia/Kolkata',
    )
    const time = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
    const day = fc.nat(700).map((days) => addDays('2030-06-01' as LocalDate, days))
    fc.assert(
      fc.property(zones, zones, time, time, day, (from_zone, to_zone, departs_at, arrives_at, departs_on) => {
        fc.pre(from_zone !== to_zone)
        const segment = { ...newSegment('one'), from_zone, to_zone, departs_at, arrives_at, departs_on }
        const arrives_on = arrivalDate(segment)
        const { minutes = 0, trouble } = legOf({ ...segment, arrives_on }, 'train')
        expect(trouble).toBeUndefined()
        expect(minutes).toBeGreaterThan(0)
        // A change of the clocks may lengthen the day.
        expect(minutes).toBeLessThanOrEqual(25 * 60)
      }),
    )
  })
})

it('a ticket is for the day of its first part, else for the day that was typed', () => {
  expect(dateOf({ date: '2031-05-01' as LocalDate, segments: there })).toBe('2031-05-02')
  expect(dateOf({ date: '2031-05-01' as LocalDate, segments: [newSegment('one')] })).toBe('2031-05-01')
  expect(dateOf({ date: '', segments: [] })).toBe('')
})

it('durations are short texts', () => {
  expect([5, 60, 65, 225, 1440].map(durationText)).toEqual(['5 min', '1 h', '1 h 05', '3 h 45', '24 h'])
})

it('warnings about parts without a name or a place are sentences, too', () => {
  const bare = (departs_at: string, arrives_at: string) => ({
    ...newSegment(crypto.randomUUID()),
    ...{ from_zone: 'Europe/Lisbon', to_zone: 'Europe/Lisbon', departs_at, arrives_at },
    ...{ departs_on: '2031-05-02' as LocalDate, arrives_on: '2031-05-02' as LocalDate },
  })
  expect(between(bare('10:00', '12:00'), bare('11:00', '13:00')).warning).toBe(
    'The next part leaves before the part before it arrives. Check the dates and times.',
  )
  expect(between(bare('10:00', '12:00'), bare('12:20', '13:00')).warning).toBe(
    'Only 20 minutes to change. Ask the airline whether that’s enough.',
  )
})
