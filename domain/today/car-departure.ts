import { addDays, type LocalDate } from '../local-date.ts'
import type { TripDates } from '../trip-days.ts'
import { readActivityTime } from './activity-time.ts'
import { type Clock, DAY_MINUTES } from './clock.ts'

const WEEKDAY = /\b(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\b/g
const EVENING = 17 * 60
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

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
export function hasLeft(departure: Clock | undefined, { date, minute }: Clock): boolean {
  if (!departure) return false
  return departure.date === date ? departure.minute < minute : departure.date < date
}

/** Whether rides matter: until the first day, and from the evening before the last one, when people travel back. */
export function isRideTime({ departure_date, return_date }: TripDates, { date, minute }: Clock): boolean {
  if (departure_date === '' || date <= departure_date) return true
  if (return_date === '') return false
  return date >= return_date || (date === addDays(return_date, -1) && minute >= EVENING)
}

/** How many days after the departure of the trip a weekday is: -1 to 5. */
function offsetOf(name: string, tripDeparture: LocalDate): number {
  const first = new Date(`${tripDeparture}T00:00:00Z`).getUTCDay()
  return ((WEEKDAYS.indexOf(name) - first + 8) % 7) - 1
}
