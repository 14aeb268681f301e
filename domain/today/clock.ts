import { type LocalDate, localDateOf } from '../local-date.ts'

/** Minutes in a day of the calendar, whatever a change of the clocks makes of it. */
export const DAY_MINUTES = 24 * 60

/** What the clock on the wall says, on the device. */
export interface Clock {
  date: LocalDate
  /** Minutes since midnight, as the clock shows them. */
  minute: number
}

/** Whether a time is earlier than another. */
export function isBefore(one: Clock, other: Clock): boolean {
  return one.date === other.date ? one.minute < other.minute : one.date < other.date
}

export function clockOf(now: Date): Clock {
  return { date: localDateOf(now), minute: now.getHours() * 60 + now.getMinutes() }
}

/**
 * How long until the clock shows this minute of the day, in milliseconds. 24:00 is the next midnight. At least a
 * second: when the clocks are set back, a minute comes twice.
 */
export function timeUntil(minute: number, now: Date): number {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 0, minute)
  return Math.max(1000, at.getTime() - now.getTime())
}
