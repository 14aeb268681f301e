import { addDays, type LocalDate } from '../local-date.ts'
import { clockOf, DAY_MINUTES, isTimeZone } from '../today/clock.ts'

const MINUTE_MS = 60_000

/** Converts what the clock of a zone shows to an instant. Minutes of 24 hours and more are on the next day. */
export type ToInstant = (date: LocalDate, minute: number) => number

/**
 * As RFC 5545 (3.3.5) reads local times: the first of two, and what the clocks skip as if they had not been put forward
 * yet. A function for one zone, since it knows the days on which the clocks do not change.
 * @returns undefined if this device does not know the zone
 */
export function instantsIn(zone: string): ToInstant | undefined {
  if (zone === '' || !isTimeZone(zone)) return undefined
  const offsets = new Map<string, [before: number, after: number]>()
  const offsetsAround = (date: LocalDate) => {
    const known = offsets.get(date)
    if (known) return known
    // No two changes of a zone are this close.
    const around: [number, number] = [offsetIn(zone, addDays(date, -1)), offsetIn(zone, addDays(date, 3))]
    offsets.set(date, around)
    return around
  }
  return (date, minute) => {
    const [before, after] = offsetsAround(date)
    const shown = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS
    if (before === after) return shown - before
    const [first, second] = [shown - before, shown - after]
    const shows = (instant: number) => shownIn(zone, instant) === shown
    return shows(first) || !shows(second) ? first : second
  }
}

/** How far the zone's clock is ahead of UTC when that day begins in UTC. */
function offsetIn(zone: string, date: LocalDate): number {
  const at = Date.parse(`${date}T00:00:00Z`)
  return shownIn(zone, at) - at
}

/** What the clock of a zone shows, as milliseconds of a clock without a zone. */
function shownIn(zone: string, at: number): number {
  const { date, minute } = clockOf(new Date(at), zone)
  return Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS
}

/** '20260628'. */
export const dateText = (date: LocalDate): string => date.replaceAll('-', '')

/** '20260628T093000': the time wherever the phone is. */
export function floatingText(date: LocalDate, minute: number): string {
  const day = addDays(date, Math.floor(minute / DAY_MINUTES))
  const inDay = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  return `${dateText(day)}T${two(Math.floor(inDay / 60))}${two(inDay % 60)}00`
}

/** '20260628T133000Z'. */
export function utcText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

const two = (number: number) => String(number).padStart(2, '0')
