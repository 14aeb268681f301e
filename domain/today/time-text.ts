import { DAY_MINUTES } from './clock.ts'

let format: Intl.DateTimeFormat | undefined

/** A minute of a day as people read it: '2:30 PM'. Minutes of the day before or after count as that day's. */
export function timeText(minute: number): string {
  format ??= new Intl.DateTimeFormat('en-CA', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' })
  const text = format.format((((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES) * 60_000)
  return text.replace('a.m.', 'AM').replace('p.m.', 'PM')
}

/** The same for what a time field contains: '14:30'. */
export const clockTimeText = (time: string): string => timeText(Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))

/** What a time field contains for a minute of the day: '07:30'. */
export const clockText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((number) => String(number).padStart(2, '0')).join(':')
