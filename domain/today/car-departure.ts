import { addDays, type LocalDate } from '../local-date.ts'
import type { Car } from '../plan/rides.ts'
import type { TripDates } from '../trip-days.ts'
import { parseTime } from '../typed-time.ts'
import { readActivityTime } from './activity-time.ts'
import { type Clock, DAY_MINUTES, isBefore } from './clock.ts'

const WEEKDAY = /\b(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\b/g
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
  const words = text.toLowerCase()
  const offsets = [...words.matchAll(WEEKDAY)].map(([, name = '']) => offsetOf(name.slice(0, 3), tripDeparture))
  const offset = offsets.length > 0 ? Math.max(...offsets) : 0
  const time = readActivityTime({ time: words.replace(WEEKDAY, '').replace(/^[\s,.]+|[\s,.]+$/g, ''), duration: '' })
  return { date: addDays(tripDeparture, offset), minute: time ? (time.end ?? time.start) : DAY_MINUTES }
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

/** How many days after the departure of the trip a weekday is: -1 to 5. */
function offsetOf(name: string, tripDeparture: LocalDate): number {
  const first = new Date(`${tripDeparture}T00:00:00Z`).getUTCDay()
  return ((WEEKDAYS.indexOf(name) - first + 8) % 7) - 1
}
