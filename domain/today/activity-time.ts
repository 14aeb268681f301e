import type { Activity } from '../plan/itinerary.ts'
import { normalizeTimes, parseDuration, parseTime } from '../typed-time.ts'
import { DAY_MINUTES } from './clock.ts'

/** When an activity is, in minutes since midnight. */
export interface ActivityTime {
  start: number
  /** May be after midnight; undefined if nobody said it. */
  end: number | undefined
}

const WORDS = /^(?:around|about|approx\.?|approximately|at|from|ca\.?|~)\s*/

/**
 * When an activity is, from what people typed: '10:30 AM', '14:00 - 15:30', 'about 2 pm'. Undefined if that cannot be
 * read for sure: 'after lunch', and '9:30', which may be in the evening.
 */
export function readActivityTime({ time, duration }: Pick<Activity, 'time' | 'duration'>): ActivityTime | undefined {
  const [from = '', until, ...more] = normalizeTimes(time)
    .trim()
    .replace(WORDS, '')
    .split(/\s*(?:-|–|—|\bto\b|\buntil\b|\btill\b)\s*/)
  const start = parseTime(from)
  if (start === undefined || more.length > 0) return undefined
  if (until !== undefined) {
    const end = parseTime(until)
    if (end === undefined) return undefined
    return { start, end: end > start ? end : end + DAY_MINUTES }
  }
  const minutes = parseDuration(duration)
  return { start, end: minutes === undefined ? undefined : start + minutes }
}
