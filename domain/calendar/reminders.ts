import * as z from 'zod/mini'
import type { DayEntry } from '../day/day-entry.ts'
import { sortEntries } from '../day/list-days.ts'

/** When to remind somebody that they leave, and of their duties. */
export const reminders = z.strictObject({
  departure: z.enum(['none', 'evening', 'two_hours']),
  duties: z.enum(['none', 'half_hour', 'hour']),
})
export type Reminders = z.infer<typeof reminders>

export const noReminders: Reminders = { departure: 'none', duties: 'none' }

/** The evening before a day begins at 19:00, when one can still pack: so many minutes before the day. */
export const EVENING_BEFORE_DAY = 5 * 60

/**
 * What takes somebody to the trip: their car, else the first flight, train or bus, on the first day or before it. If
 * they arrive later: the first one on that day, or on the last day before it that has one. Undefined if there is none.
 * @param own the entries that concern them
 */
export function findDepartureEntry(
  own: readonly DayEntry[],
  { me, firstDay }: { me: string; firstDay: number },
): DayEntry | undefined {
  const early = own.filter(({ day, date }) => day !== undefined && day <= firstDay && date !== undefined)
  const isOwnCar = ({ thing }: DayEntry) =>
    thing.of === 'rides' && me !== '' && (thing.car.driver === me || thing.riders.includes(me))
  const isTravel = ({ thing }: DayEntry) =>
    thing.of === 'tickets' && thing.ticket.type !== 'attraction' && thing.part?.is !== 'arrival'
  const first = (entries: readonly DayEntry[]) =>
    sortEntries(entries).toSorted((one, other) => (one.day ?? 0) - (other.day ?? 0))[0]
  const travel = early.filter(isTravel)
  const lastDay = Math.max(...travel.map(({ day = 1 }) => day))
  return first(early.filter(isOwnCar)) ?? first(firstDay > 1 ? travel.filter(({ day }) => day === lastDay) : travel)
}

const DEPARTURE_MINUTES = { none: undefined, two_hours: 2 * 60 }
const DUTY_MINUTES = { none: undefined, half_hour: 30, hour: 60 }

interface About {
  reminders: Reminders
  /** Whether it is the departure, or a duty of theirs. */
  departure: boolean
  duty: boolean
  /** How many minutes its start is after the evening before it. */
  sinceEvening: number
}

/** How many minutes before its start to remind somebody of an entry that has a time. */
export function alarmOf({ reminders: { departure, duties }, ...about }: About): number | undefined {
  if (about.departure) return departure === 'evening' ? about.sinceEvening : DEPARTURE_MINUTES[departure]
  return about.duty ? DUTY_MINUTES[duties] : undefined
}
