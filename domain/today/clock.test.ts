import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { clockOf, DAY_MINUTES, instantIn, isTimeZone, timeUntil } from './clock.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

/** Node reads the time zone again when TZ changes. */
const inZone = (name: string) => {
  process.env['TZ'] = name
}

describe('clockOf', () => {
  it('is the date and time of the device, wherever it is', () => {
    const moment = new Date('2026-06-12T03:30:00Z')
    inZone('America/Toronto')
    expect(clockOf(moment)).toEqual({ date: '2026-06-11', minute: 23 * 60 + 30 })
    inZone('Asia/Tokyo')
    expect(clockOf(moment)).toEqual({ date: '2026-06-12', minute: 12 * 60 + 30 })
  })

  it('changes its date at midnight', () => {
    inZone('America/Toronto')
    expect(clockOf(new Date(2026, 5, 11, 23, 59, 59, 999)).date).toBe('2026-06-11')
    expect(clockOf(new Date(2026, 5, 12)).date).toBe('2026-06-12')
  })
})

describe('the clock of a time zone', () => {
  it('shows its date and time, wherever the device is', () => {
    inZone('Asia/Tokyo')
    const moment = new Date('2026-06-12T03:30:00Z')
    expect(clockOf(moment, 'America/Toronto')).toEqual({ date: '2026-06-11', minute: 23 * 60 + 30 })
    expect(clockOf(moment, 'Asia/Kathmandu')).toEqual({ date: '2026-06-12', minute: 9 * 60 + 15 })
    expect(clockOf(new Date('2026-06-12T04:00:00Z'), 'America/Toronto').minute).toBe(0)
  })

  it('is the device’s where there is no zone, or one that it does not know', () => {
    inZone('Asia/Tokyo')
    const moment = new Date('2026-06-12T03:30:00Z')
    for (const zone of ['', 'Mars/Olympus', '../etc'])
      expect(clockOf(moment, zone)).toEqual({ date: '2026-06-12', minute: 12 * 60 + 30 })
    expect(isTimeZone('Mars/Olympus')).toBe(false)
    expect(isTimeZone('Europe/Lisbon')).toBe(true)
  })

  it('says how long it is until a minute, also when clocks change in between', () => {
    inZone('Asia/Tokyo')
    const hoursUntil = (minute: number, moment: string) =>
      timeUntil(minute, new Date(moment), 'America/Toronto') / 3_600_000
    // 22:00 in Toronto.
    expect(hoursUntil(DAY_MINUTES, '2026-06-12T02:00:00Z')).toBe(2)
    expect(timeUntil(DAY_MINUTES, new Date('2026-06-12T03:59:30Z'), 'America/Toronto')).toBe(30_000)
    // Midnight before clocks go forward at 2:00, and before they go back.
    expect(hoursUntil(DAY_MINUTES, '2026-03-08T05:00:00Z')).toBe(23)
    expect(hoursUntil(10 * 60, '2026-03-08T05:00:00Z')).toBe(9)
    expect(hoursUntil(DAY_MINUTES, '2026-11-01T04:00:00Z')).toBe(25)
    expect(timeUntil(60, new Date('2026-06-12T06:00:00Z'), 'America/Toronto')).toBe(1000)
  })

  it('waits beyond a minute that the clocks skip', () => {
    // In Santiago, clocks go from midnight to 1:00 on September 6; in Toronto from 2:00 to 3:00 on March 8.
    const minutes = (minute: number, moment: string, where: string) =>
      timeUntil(minute, new Date(moment), where) / 60_000
    expect(minutes(DAY_MINUTES, '2026-09-06T02:00:00Z', 'America/Santiago')).toBe(120)
    expect(minutes(DAY_MINUTES, '2026-09-06T03:30:00Z', 'America/Santiago')).toBe(30)
    expect(minutes(2 * 60 + 30, '2026-03-08T06:00:00Z', 'America/Toronto')).toBeGreaterThanOrEqual(60)
    expect(minutes(2 * 60 + 30, '2026-03-08T06:30:00Z', 'America/Toronto')).toBeGreaterThanOrEqual(30)
  })

  it('shows the time of an instant that was computed for it, unless it skips that time', () => {
    const minute = fc.integer({ min: 0, max: DAY_MINUTES - 1 })
    const zones = ['America/Toronto', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/London', '']
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 1, max: 28 }), minute, (zone, day, at) => {
        const date = `2031-06-${String(day).padStart(2, '0')}` as LocalDate
        expect(clockOf(instantIn(zone, date, at), zone)).toEqual({ date, minute: at })
      }),
    )
    // In 2031, Toronto's clocks go forward on March 9 and back on November 2, at 2:00.
    const [spring, fall] = ['2031-03-09', '2031-11-02'] as LocalDate[] as [LocalDate, LocalDate]
    expect(instantIn('America/Toronto', spring, 60).toISOString()).toBe('2031-03-09T06:00:00.000Z')
    expect(instantIn('America/Toronto', spring, 12 * 60).toISOString()).toBe('2031-03-09T16:00:00.000Z')
    expect(instantIn('America/Toronto', fall, 12 * 60).toISOString()).toBe('2031-11-02T17:00:00.000Z')
  })
})

describe('timeUntil', () => {
  const hours = (milliseconds: number) => milliseconds / 3_600_000

  it('is the time that passes, also on days when the clocks change', () => {
    inZone('America/Toronto')
    expect(hours(timeUntil(DAY_MINUTES, new Date(2026, 5, 11, 22)))).toBe(2)
    // Clocks go forward at 2:00 on March 8, and back at 2:00 on November 1.
    expect(hours(timeUntil(DAY_MINUTES, new Date(2026, 2, 8)))).toBe(23)
    expect(hours(timeUntil(10 * 60, new Date(2026, 2, 8)))).toBe(9)
    expect(hours(timeUntil(DAY_MINUTES, new Date(2026, 10, 1)))).toBe(25)
  })

  it('is never 0, so that a timer cannot run in a circle', () => {
    expect(timeUntil(60, new Date(2026, 5, 11, 1))).toBe(1000)
    expect(timeUntil(60, new Date(2026, 5, 11, 5))).toBe(1000)
  })
})
