import { addDays, type LocalDate } from '../local-date.ts'
import type { Car } from '../plan/rides.ts'
import type { TripDates } from '../trip-days.ts'
import { normalizeTimes, parseTime } from '../typed-time.ts'
import { type ActivityTime, readActivityTime } from './activity-time.ts'
import { type Clock, DAY_MINUTES, isBefore } from './clock.ts'

const WEEKDAY = /\b(sun|mon|tues?|wed(?:nes|s)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\b/g
const EVENING = 17 * 60
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * When a car leaves; the end of its day if the time is not known. A chosen day or time takes precedence over the free
 * text. A chosen time without a day is on the day that the text names. Undefined without a date of the trip.
 */
export function findDeparture(
  { leaves_day, leaves_time, leaves_at }: Pick<Car, 'leaves_day' | 'leaves_time' | 'leaves_at'>,
  tripDeparture: LocalDate | '',
): Clock | undefined {
  const typed = readDeparture(leaves_at, tripDeparture)
  if (tripDeparture === '' || !typed || (leaves_day === 0 && leaves_time === '')) return typed
  const date = leaves_day > 0 ? addDays(tripDeparture, leaves_day - 1) : typed.date
  return { date, minute: parseTime(leaves_time) ?? DAY_MINUTES }
}

/**
 * Until when a car is there, from what people typed as its departure: 'Friday at 3'. A weekday is one from the day
 * before the trip to its sixth day. Anything else is on the day of departure. Without a time that can be read for sure,
 * the car may leave at any time of its day. Undefined without a date of the trip.
 */
export function readDeparture(text: string, tripDeparture: LocalDate | ''): Clock | undefined {
  if (tripDeparture === '') return undefined
  const { names, time } = readText(text)
  return {
    date: addDays(tripDeparture, offsetOf(names, tripDeparture)),
    minute: time?.end ?? time?.start ?? DAY_MINUTES,
  }
}

/** When a car leaves, as far as somebody said it. */
interface CarTime {
  /** The number of its day, less than 1 before the trip; undefined if that is not known without the trip's dates. */
  day: number | undefined
  /** As of an activity; undefined if that cannot be read. */
  start: number | undefined
  end: number | undefined
  /** Whether this is all that the free text says. */
  isWhole: boolean
}

/** The same as `findDeparture`, for a list of the day: from when to when, if that can be read for sure. */
export function readCarTime(
  { leaves_day, leaves_time, leaves_at }: Pick<Car, 'leaves_day' | 'leaves_time' | 'leaves_at'>,
  tripDeparture: LocalDate | '',
): CarTime {
  const { names, time, rest } = readText(leaves_at)
  const day =
    leaves_day || (tripDeparture !== '' ? offsetOf(names, tripDeparture) + 1 : names.length > 0 ? undefined : 1)
  if (leaves_day > 0 || leaves_time !== '')
    return { day, start: parseTime(leaves_time), end: undefined, isWhole: leaves_at.trim() === '' }
  const isWhole = names.length < 2 && (time !== undefined || rest === '')
  return { day, start: time?.start, end: time?.end, isWhole }
}

/** Whether a car has left; false if that is not known. */
export function hasLeft(departure: Clock | undefined, clock: Clock): boolean {
  return departure !== undefined && isBefore(departure, clock)
}

/**
 * Whether a ride matters for the way there. It does until its car has left: on each day if its day was chosen,
 * otherwise before the trip and on the day that its free text names. Without a car, until the end of the trip's first
 * day.
 */
export function isWayThere(
  { departure_date }: TripDates,
  car: Pick<Car, 'leaves_day' | 'leaves_time' | 'leaves_at'> | undefined,
  clock: Clock,
): boolean {
  if (departure_date === '') return true
  const departure = car && findDeparture(car, departure_date)
  const isItsDay = clock.date < departure_date || clock.date === (departure?.date ?? departure_date)
  return (isItsDay || (car !== undefined && car.leaves_day > 0)) && !hasLeft(departure, clock)
}

/** From when rides matter again: from the evening before the last day, but not on the first one. */
export function findWayBack({ departure_date, return_date }: TripDates): Clock | undefined {
  if (departure_date === '' || return_date === '' || return_date <= departure_date) return undefined
  const eve = addDays(return_date, -1)
  return eve > departure_date ? { date: eve, minute: EVENING } : { date: return_date, minute: 0 }
}

/** The weekdays that a text names, and the time that the rest of it says. */
function readText(text: string): { names: string[]; time: ActivityTime | undefined; rest: string } {
  const words = normalizeTimes(text)
  const names = [...words.matchAll(WEEKDAY)].map(([, name = '']) => name.slice(0, 3))
  const rest = words.replace(WEEKDAY, '').replace(/^[\s,.]+|[\s,.]+$/g, '')
  return { names, time: readActivityTime({ time: rest, duration: '' }), rest }
}

/** How many days after the departure of the trip the last of these weekdays is: -1 to 5; 0 for none. */
function offsetOf(names: readonly string[], tripDeparture: LocalDate): number {
  const first = new Date(`${tripDeparture}T00:00:00Z`).getUTCDay()
  return names.length === 0 ? 0 : Math.max(...names.map((name) => ((WEEKDAYS.indexOf(name) - first + 8) % 7) - 1))
}
