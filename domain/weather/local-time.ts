import type { LocalDate } from '../local-date.ts'
import type { Clock } from '../today/clock.ts'

/** A zone is an IANA name, or undefined for the device's own. */
export type Zone = string | undefined

const formats = new Map<Zone, Intl.DateTimeFormat>()

/** What the clock on the wall says in a zone. A zone that this device doesn't know counts as its own. */
export function clockIn(zone: Zone, at: Date): Clock {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts
  const date = [year.padStart(4, '0'), month, day].join('-') as LocalDate
  return { date, minute: Number(hour) * 60 + Number(minute) }
}

/** Whether this device knows a zone. */
export function isKnownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-CA', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function formatOf(zone: Zone): Intl.DateTimeFormat {
  const found = formats.get(zone)
  if (found) return found
  const timeZone = zone !== undefined && isKnownZone(zone) ? zone : undefined
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(zone, made)
  return made
}

const MINUTE_MS = 60_000

/** The instant at which the clock in a zone shows this minute of a day; if it skips it, about an hour beside it. */
export function instantIn(zone: Zone, date: LocalDate, minute: number): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS
  // The zone's offset at the guess may be another one than at the instant itself.
  const guess = wanted - offsetIn(zone, wanted)
  return new Date(wanted - offsetIn(zone, guess))
}

/** How far a zone's clock is ahead of UTC, in milliseconds. */
function offsetIn(zone: Zone, at: number): number {
  const { date, minute } = clockIn(zone, new Date(at))
  return Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS - Math.floor(at / MINUTE_MS) * MINUTE_MS
}
