import { getMoonIllumination, getMoonTimes, getTimes } from 'suncalc'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import type { Position } from '#domain/places/position.ts'
import { clockOf, instantIn } from '#domain/today/clock.ts'

/*
 * Sun and moon on a day at a place, computed on the device. Times are minutes of the day in the zone.
 */

export type Sun =
  | { is: 'rising'; sunrise: number; sunset: number; dawn: number | undefined; dusk: number | undefined }
  /** The sun doesn't set. */
  | { is: 'up' }
  /** The sun doesn't rise. It may be light for a while. */
  | { is: 'down'; dawn: number | undefined; dusk: number | undefined }

export const moonPhases = [
  'new',
  'waxing_crescent',
  'first_quarter',
  'waxing_gibbous',
  'full',
  'waning_gibbous',
  'last_quarter',
  'waning_crescent',
] as const
export type MoonPhase = (typeof moonPhases)[number]

export interface Moon {
  phase: MoonPhase
  /** Undefined if it doesn't rise on this day. */
  rises: number | undefined
}

const NOON = 12 * 60
const DAY = 24 * 60

export function sunOn(date: LocalDate, { lat, lon }: Position, zone: string): Sun {
  const { sunrise, sunset, dawn, dusk, alwaysUp } = getTimes(instantIn(zone, date, NOON), lat, lon)
  const minute = (at: Date | null) => (at ? clockOf(at, zone).minute : undefined)
  const light = { dawn: minute(dawn), dusk: minute(dusk) }
  if (sunrise && sunset)
    return { is: 'rising', sunrise: clockOf(sunrise, zone).minute, sunset: clockOf(sunset, zone).minute, ...light }
  return alwaysUp ? { is: 'up' } : { is: 'down', ...light }
}

export function moonOn(date: LocalDate, { lat, lon }: Position, zone: string): Moon {
  return { phase: phaseOn(date, zone), rises: findMoonrise(date, { lat, lon }, zone) }
}

/** suncalc knows days of UTC. A day of the zone touches up to three of them. */
function findMoonrise(date: LocalDate, { lat, lon }: Position, zone: string): number | undefined {
  const rises = [-1, 0, 1].flatMap((days) => {
    const { rise } = getMoonTimes(new Date(`${addDays(date, days)}T12:00:00Z`), lat, lon)
    return rise ? [clockOf(rise, zone)] : []
  })
  return rises.find((rise) => rise.date === date)?.minute
}

/** The four phases that are a moment have the day on which it is. Between them the moon waxes or wanes. */
function phaseOn(date: LocalDate, zone: string): MoonPhase {
  const at = (minute: number) => getMoonIllumination(instantIn(zone, date, minute)).phase
  const [begin, end] = [at(0), at(DAY)]
  const quarter = Math.floor(begin * 4)
  const next = (quarter + 1) / 4
  // After the last quarter the phase goes back to 0, at new moon.
  const isReached = end < begin ? true : end >= next
  return moonPhases[(isReached ? (quarter + 1) * 2 : quarter * 2 + 1) % moonPhases.length] as MoonPhase
}
