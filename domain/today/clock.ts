import { type LocalDate, localDateOf } from '../local-date.ts'

/** Minutes in a day of the calendar, whatever a change of the clocks makes of it. */
export const DAY_MINUTES = 24 * 60

/** What the clock on the wall says, on the device or in the trip's time zone. */
export interface Clock {
  date: LocalDate
  /** Minutes since midnight, as the clock shows them. */
  minute: number
}

/** Whether a time is earlier than another. */
export function isBefore(one: Clock, other: Clock): boolean {
  return one.date === other.date ? one.minute < other.minute : one.date < other.date
}

/** @param zone of the IANA database; '' or one that this device does not know is the device's own */
export function clockOf(now: Date, zone = ''): Clock {
  const parts = zone === '' ? undefined : partsIn(now, zone)
  if (!parts) return { date: localDateOf(now), minute: now.getHours() * 60 + now.getMinutes() }
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts
  return { date: `${year.padStart(4, '0')}-${month}-${day}` as LocalDate, minute: Number(hour) * 60 + Number(minute) }
}

/**
 * How long until the clock shows this minute of the day, in milliseconds. 24:00 is the next midnight. At least a
 * second: when the clocks are set back, a minute comes twice.
 * @param zone as in `clockOf`
 */
export function timeUntil(minute: number, now: Date, zone = ''): number {
  if (zone !== '' && isTimeZone(zone)) return timeUntilIn(zone, minute, now)
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 0, minute)
  return Math.max(1000, at.getTime() - now.getTime())
}

/** Whether this device knows a time zone of the IANA database. */
export function isTimeZone(zone: string): boolean {
  return formatIn(zone) !== null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * The instant at which the clock of a zone shows this minute of a day; if it skips it, about an hour beside it.
 * @param zone as in `clockOf`
 */
export function instantIn(zone: string, date: LocalDate, minute: number): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS
  // The zone's offset at the guess may be another one than at the instant itself.
  const guess = wanted - offsetIn(zone, wanted)
  return new Date(wanted - offsetIn(zone, guess))
}

/** How far a zone's clock is ahead of UTC, in milliseconds. */
function offsetIn(zone: string, at: number): number {
  const { date, minute } = clockOf(new Date(at), zone)
  return Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS - Math.floor(at / MINUTE_MS) * MINUTE_MS
}

/** Where the clocks skip the minute, until they show a later one. */
function timeUntilIn(zone: string, minute: number, now: Date): number {
  const { date } = clockOf(now, zone)
  const at = instantIn(zone, date, minute).getTime()
  const isEarly = isBefore(clockOf(new Date(at), zone), { date, minute })
  return Math.max(1000, at + (isEarly ? HOUR_MS : 0) - now.getTime())
}

/** One for each zone: making one takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat | null>()

/** Null for a zone that this device does not know. */
function formatIn(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone)
  if (known !== undefined) return known
  let format: Intl.DateTimeFormat | null
  try {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  } catch {
    format = null
  }
  formats.set(zone, format)
  return format
}

function partsIn(now: Date, zone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> | undefined {
  const parts = formatIn(zone)?.formatToParts(now)
  return parts && Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}
