import { expect, test } from 'vitest'
import { legOf } from '#domain/journeys/journey.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Segment } from '#domain/plan/booking.ts'
import { buildSegment } from '#domain/testing/tickets.ts'
import { daysUntil, findNext, isOver } from './journey-now.ts'

const flight = buildSegment('YUL', '2031-05-02T23:00', 'LIS', '2031-05-03T10:40')
const leg = (more: Partial<Segment> = {}) => legOf({ ...flight, ...more }, 'flight')
/** On the clock of the device. */
const at = (time: string) => new Date(`2031-05-${time}`)

test('a leg is over once it has arrived, by the clock there', () => {
  expect(isOver(leg(), new Date('2031-05-03T09:39:00Z'))).toBe(false)
  expect(isOver(leg(), new Date('2031-05-03T09:41:00Z'))).toBe(true)
})

test('where nobody knows when it arrives, or that cannot be, it is over with its day', () => {
  const unknown = [{ arrives_at: '' }, { to_zone: '' }].map(leg)
  // It would have arrived before it left.
  const wrong = leg({ arrives_on: '2031-05-01' as LocalDate })
  for (const one of unknown) expect([isOver(one, at('03T23:00')), isOver(one, at('04T01:00'))]).toEqual([false, true])
  expect([isOver(wrong, at('02T22:00')), isOver(wrong, at('03T01:00'))]).toEqual([false, true])
  expect(isOver(leg({ departs_on: '', arrives_on: '' }), at('30T12:00'))).toBe(false)
})

test('the next leg is the first that is not over', () => {
  const back = leg({ departs_on: '2031-05-12' as LocalDate, arrives_on: '2031-05-13' as LocalDate })
  expect(findNext([leg(), back], at('01T12:00'))).toBe(0)
  expect(findNext([leg(), back], at('05T12:00'))).toBe(1)
  expect(findNext([leg(), back], at('20T12:00'))).toBe(-1)
})

test('days are counted by the device', () => {
  expect(daysUntil('2031-05-03' as LocalDate, at('02T23:59'))).toBe(1)
  expect(daysUntil('', at('02T12:00'))).toBeUndefined()
})
