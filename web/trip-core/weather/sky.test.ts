import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import { moonOn, sunOn } from './sky.ts'

const KILLARNEY = { lat: 46.013, lon: -81.401 }
const TROMSO = { lat: 69.65, lon: 18.96 }
const KIRITIMATI = { lat: 1.87, lon: -157.43 }
const SYDNEY = { lat: -33.87, lon: 151.21 }
const on = (date: string) => date as LocalDate
const clock = (minute: number | undefined) =>
  minute === undefined ? undefined : `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`

/** Minutes between a time and the one that an almanac says. */
const off = (minute: number | undefined, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return Math.abs((minute ?? Number.NaN) - (hours * 60 + minutes))
}

describe('the sun', () => {
  // By NOAA's general formulas of solar position, computed apart from suncalc.
  it.each([
    ['Killarney', KILLARNEY, 'America/Toronto', '2026-06-21', '5:34', '21:19'],
    ['Killarney', KILLARNEY, 'America/Toronto', '2026-12-21', '8:04', '16:42'],
    ['Sydney', SYDNEY, 'Australia/Sydney', '2026-12-21', '5:40', '20:05'],
    ['Kiritimati', KIRITIMATI, 'Pacific/Kiritimati', '2026-03-20', '6:34', '18:41'],
  ])('rises and sets in %s by the clock of the place', (_, position, zone, date, sunrise, sunset) => {
    const sun = sunOn(on(date), position, zone)
    if (sun.is !== 'rising') throw new Error(sun.is)
    expect([off(sun.sunrise, sunrise) <= 3, off(sun.sunset, sunset) <= 3], JSON.stringify(sun)).toEqual([true, true])
    expect((sun.dawn ?? 0) < sun.sunrise && (sun.dusk ?? 0) > sun.sunset).toBe(true)
  })

  it('does not set in summer in the north, and does not rise in winter', () => {
    expect(sunOn(on('2026-06-21'), TROMSO, 'Europe/Oslo')).toEqual({ is: 'up' })
    const winter = sunOn(on('2026-12-21'), TROMSO, 'Europe/Oslo')
    expect(winter.is).toBe('down')
    // It is light around noon all the same.
    if (winter.is === 'down') expect(off(winter.dawn, '9:15')).toBeLessThan(30)
    expect(sunOn(on('2026-12-21'), { lat: 90, lon: 0 }, 'UTC')).toEqual({
      is: 'down',
      dawn: undefined,
      dusk: undefined,
    })
  })
})

describe('the moon', () => {
  // Phases in 2026 (UTC) as almanacs have them: full on January 3, 10:03; last quarter on January 10, 15:48;
  // new on January 18, 19:52; first quarter on January 26, 4:47.
  it.each([
    ['2026-01-03', 'UTC', 'full'],
    ['2026-01-04', 'UTC', 'waning_gibbous'],
    ['2026-01-10', 'UTC', 'last_quarter'],
    ['2026-01-14', 'UTC', 'waning_crescent'],
    ['2026-01-18', 'UTC', 'new'],
    ['2026-01-19', 'UTC', 'waxing_crescent'],
    ['2026-01-19', 'Pacific/Kiritimati', 'new'],
    ['2026-01-26', 'UTC', 'first_quarter'],
    ['2026-01-25', 'America/Vancouver', 'first_quarter'],
    ['2026-01-30', 'UTC', 'waxing_gibbous'],
  ])('on %s (%s) is %s', (date, zone, phase) => {
    expect(moonOn(on(date), KILLARNEY, zone).phase).toBe(phase)
  })

  it('rises once a day by the clock of the place, about 50 minutes later each day, and skips a day each month', () => {
    const rises = Array.from(
      { length: 31 },
      (_, day) => moonOn(addDays(on('2026-01-01'), day), KILLARNEY, 'America/Toronto').rises,
    )
    expect(rises.filter((rise) => rise === undefined)).toHaveLength(1)
    // A full moon rises at about sunset.
    expect(off(rises[2], '17:10'), clock(rises[2])).toBeLessThan(30)
    for (const [day, rise] of rises.entries()) {
      const before = rises[day - 1]
      if (rise === undefined || before === undefined) continue
      const later = (rise - before + 24 * 60) % (24 * 60)
      expect(later > 15 && later < 100, `${day}: ${clock(before)}, ${clock(rise)}`).toBe(true)
    }
  })
})
