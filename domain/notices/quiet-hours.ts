import { addDays } from '../local-date.ts'
import { clockOf, instantIn } from '../today/clock.ts'
import type { QuietHours } from './choices.ts'

/**
 * When the quiet hours end that a time is in; undefined if it is in none.
 * @param tripZone the zone of the trip, for those who have chosen none of their own; '' for the server's own
 */
export function quietUntil({ from, until, zone }: QuietHours, now: Date, tripZone: string): Date | undefined {
  if (from === '' || until === '' || from === until) return undefined
  const place = zone || tripZone
  const { date, minute } = clockOf(now, place)
  const [start, end] = [minuteOf(from), minuteOf(until)]
  const isOverMidnight = start > end
  const isQuiet = isOverMidnight ? minute >= start || minute < end : minute >= start && minute < end
  if (!isQuiet) return undefined
  const endsTomorrow = isOverMidnight && minute >= start
  const ends = instantIn(place, endsTomorrow ? addDays(date, 1) : date, end)
  // Where the clocks are set back, the end may seem to have passed.
  return ends > now ? ends : new Date(now.getTime() + MINUTE_MS)
}

const MINUTE_MS = 60_000

/** '22:30' is 1350. */
function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
