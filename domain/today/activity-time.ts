import type { Activity } from '../plan/itinerary.ts'
import { normalizeTimes, parseDuration, parseTime } from '../typed-time.ts'
import { DAY_MINUTES } from './clock.ts'

/*
 * When something is, from what people typed as its time.
 * Job: read '10:30 AM', '14:00 - 15:30', 'about 2 pm', '17 h 30', '2-4pm'. People type these words, so they are no
 *   messages.
 * Invariants: nothing is guessed. '7:30' may be in the evening, and '11.06' is a date. In a range, one end may say of
 *   which half of the day the other is, if only one of both makes sense.
 */

/** When an activity is, in minutes since midnight. */
export interface ActivityTime {
  start: number
  /** May be after midnight; undefined if nobody said it. */
  end: number | undefined
}

const BEFORE = /^(?:(?:around|about|approx\.?|approximately|at|from|ca\.?|starts at)\b|[~@])\s*/
const AFTER = /\s*(?:sharp|\(?local(?: time)?\)?)$/
const HALF_DAY = DAY_MINUTES / 2
/** What takes longer than two weeks is no activity of a day. */
const MAX_MINUTES = 14 * DAY_MINUTES

/** Undefined if it cannot be read for sure. */
export function readActivityTime({ time, duration }: Pick<Activity, 'time' | 'duration'>): ActivityTime | undefined {
  const [from = '', until, ...more] = normalizeTimes(time)
    .trim()
    .replace(BEFORE, '')
    .replace(AFTER, '')
    .split(/\s*(?:-|–|—|\bto\b|\buntil\b|\btill\b)\s*/)
  if (more.length > 0) return undefined
  if (until !== undefined) return readRange(from, until)
  const start = likelyMinute(readClock(from))
  if (start === undefined) return undefined
  const minutes = parseDuration(duration)
  return { start, end: minutes === undefined || minutes > MAX_MINUTES ? undefined : start + minutes }
}

const BARE = /^\d{1,2}(?:(?::| ?h ?)[0-5]\d)?(?:\s*(?:-|–|—|to)\s*\d{1,2}(?:(?::| ?h ?)[0-5]\d)?)?$/

/** Whether it is not read because nobody said whether it is in the morning or in the evening. */
export const lacksHalfDay = (time: string): boolean =>
  BARE.test(time.trim().toLowerCase()) && readActivityTime({ time, duration: '' }) === undefined

/** What somebody typed as a time of day. */
type Clock =
  /** Said for sure. `isFull`: on the clock of 24 hours. */
  | { minute: number; isFull: boolean }
  /** As written, or twelve hours from there. `isLikely`: people mean it as written, if they say no more. */
  | { written: number; isLikely: boolean }

function readRange(from: string, until: string): ActivityTime | undefined {
  const first = readClock(from)
  const last = until === 'midnight' ? { minute: DAY_MINUTES, isFull: false } : readClock(until)
  if (!first || !last || from === until) return undefined
  const [shortest] = startsOf(first, last)
    .flatMap((start) => minutesOf(last).map((end) => ({ start, end: end > start ? end : end + DAY_MINUTES })))
    .toSorted((one, other) => one.end - one.start - (other.end - other.start))
  if (!shortest) return undefined
  // Neither the opening hours '10:00 - 9:00' nor '2:30 - 16:00' begin as they are written.
  const isLong = shortest.end - shortest.start > HALF_DAY
  const isDoubtful = shortest.end > DAY_MINUTES || 'written' in first
  return isLong && isDoubtful ? undefined : shortest
}

/** The minutes at which a range may begin; none if nothing says in which half of the day: '7:30 - 9:45'. */
function startsOf(first: Clock, last: Clock): number[] {
  if ('minute' in first) return [first.minute]
  if ('written' in last) return first.isLikely ? [first.written] : []
  return last.isFull ? [first.written] : minutesOf(first)
}

function minutesOf(clock: Clock): number[] {
  if ('minute' in clock) return [clock.minute]
  const early = clock.written % HALF_DAY
  return [early, early + HALF_DAY]
}

const likelyMinute = (clock: Clock | undefined): number | undefined =>
  clock && ('minute' in clock ? clock.minute : clock.isLikely ? clock.written : undefined)

/** From this hour on, a bare time is more likely as written than in the evening. */
const LIKELY_HOUR = 9

function readClock(typed: string): Clock | undefined {
  const text = typed.replace(/^midday$|^12(?:[:.]00)? noon$/, 'noon').replace(/(\d)\s*([ap])$/, '$1$2m')
  if (text === 'noon' || /[ap]m$/.test(text)) {
    const minute = parseTime(text.replace(/^(\d{1,2})\.?([0-5]\d)/, '$1:$2'))
    return minute === undefined ? undefined : { minute, isFull: false }
  }
  const [, hours = '', sign = '', minutes = ''] =
    /^(\d{1,2})(:|\.| ?h ?|(?=\d\d\b))?([0-5]\d)?(?: ?(?:h|hrs?|hours?))?$/.exec(text) ?? []
  const hour = Number(hours)
  const isWhole = minutes === ''
  if (hours === '' || hour > 23 || (isWhole && (sign === ':' || sign === '.'))) return undefined
  // A month: '11.06' is a day of June.
  if (sign === '.' && Number(minutes) >= 1 && Number(minutes) <= 12) return undefined
  const minute = hour * 60 + Number(minutes)
  const isFull = hour > 12 || hours.startsWith('0')
  if (isFull) return isWhole && !text.includes('h') ? undefined : { minute, isFull }
  return { written: minute, isLikely: !isWhole && hour >= LIKELY_HOUR }
}
