import type { Activity } from '../plan/itinerary.ts'
import { normalizeTimes, parseDuration, parseTime } from '../typed-time.ts'
import { DAY_MINUTES } from './clock.ts'

/** When an activity is, in minutes since midnight. */
export interface ActivityTime {
  start: number
  /** May be after midnight; undefined if nobody said it. */
  end: number | undefined
}

const BEFORE = /^(?:(?:around|about|approx\.?|approximately|at|from|ca\.?|starts at)\b|[~@])\s*/
const AFTER = /\s*(?:sharp|\(?local(?: time)?\)?)$/
const HALF_DAY = DAY_MINUTES / 2

/**
 * When an activity is, from what people typed: '10:30 AM', '14:00 - 15:30', 'about 2 pm', '17 h 30', '2-4pm'. Undefined
 * if that cannot be read for sure: 'after lunch', and '7:30', which may be in the evening.
 */
export function readActivityTime({ time, duration }: Pick<Activity, 'time' | 'duration'>): ActivityTime | undefined {
  const [from = '', until, ...more] = normalizeTimes(time)
    .trim()
    .replace(BEFORE, '')
    .replace(AFTER, '')
    .split(/\s*(?:-|–|—|\bto\b|\buntil\b|\btill\b)\s*/)
  if (more.length > 0) return undefined
  if (until !== undefined) return readRange(from, until)
  const start = readTime(from)
  if (start === undefined) return undefined
  const minutes = parseDuration(duration)
  return { start, end: minutes === undefined ? undefined : start + minutes }
}

function readRange(from: string, until: string): ActivityTime | undefined {
  const end = until === 'midnight' ? DAY_MINUTES : readTime(until)
  const half = /[ap]m?$/.exec(until)?.[0].slice(0, 1)
  const start = half && end !== undefined && isOfTwelve(from) ? startBefore(from, half, end) : readTime(from)
  if (start === undefined || end === undefined) return undefined
  return { start, end: end > start ? end : end + DAY_MINUTES }
}

/** Whether a time may be one of twelve hours, without saying of which half of the day. */
const isOfTwelve = (text: string) => /^(?:[1-9]|1[0-2])(?:[:.][0-5]\d)?$/.test(text)

/** In '2-4pm' both are in the afternoon; in '11-1pm' the first is in the morning. */
function startBefore(from: string, half: string, end: number): number | undefined {
  const same = readTime(`${from}${half}m`)
  return same === undefined || same < end ? same : (same + HALF_DAY) % DAY_MINUTES
}

/**
 * A time of day in all forms that people type. Hours below 9 that say nothing of morning or evening are not read: the
 * clock of 24 hours and that of twelve have both.
 */
function readTime(typed: string): number | undefined {
  const text = typed.replace(/^midday$|^12(?:[:.]00)? noon$/, 'noon').replace(/(\d)\s*([ap])$/, '$1$2m')
  const [, hour = '', minute = ''] = /^(\d{1,2}) ?h ?([0-5]\d)?$/.exec(text) ?? []
  if (hour !== '') return minute === '' && Number(hour) <= 12 ? undefined : onFullClock(hour, minute)
  const [, hours = '', minutes = '', after] =
    /^(\d{1,2})[:.]?([0-5]\d)(?: ?(?:h|hrs?|hours?))?( ?[ap]m)?$/.exec(text) ?? []
  if (after) return parseTime(`${hours}:${minutes}${after}`)
  const isSure = hours.length === 2 || hours === '0' || hours === '9'
  if (hours !== '' && isSure) return onFullClock(hours, minutes)
  return parseTime(text)
}

const onFullClock = (hour: string, minute: string) => parseTime(`${hour.padStart(2, '0')}:${minute || '00'}`)
