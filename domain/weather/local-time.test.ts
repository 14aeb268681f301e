import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { clockIn, instantIn } from './local-time.ts'

const zones = ['America/Toronto', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/London', 'UTC']

describe('the clock of a zone', () => {
  it('shows the date there', () => {
    const at = new Date('2031-06-25T02:30:00Z')
    expect(clockIn('America/Toronto', at)).toEqual({ date: '2031-06-24', minute: 22 * 60 + 30 })
    expect(clockIn('Asia/Kathmandu', at)).toEqual({ date: '2031-06-25', minute: 8 * 60 + 15 })
    expect(clockIn('UTC', new Date('2031-06-25T00:00:00Z'))).toEqual({ date: '2031-06-25', minute: 0 })
  })

  it('is the device’s for a zone that it doesn’t know', () => {
    const at = new Date('2031-06-25T02:30:00Z')
    expect(clockIn('Mars/Olympus', at)).toEqual(clockIn(undefined, at))
  })

  it('shows the time of an instant that was computed for it, unless it skips that time', () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 1, max: 28 }), minute, (zone, day, at) => {
        const date = `2031-06-${String(day).padStart(2, '0')}` as LocalDate
        expect(clockIn(zone, instantIn(zone, date, at))).toEqual({ date, minute: at })
      }),
    )
  })

  it('is right on the days on which clocks change', () => {
    // In 2031, Toronto's clocks go forward on March 9 and back on November 2, at 2:00.
    const [spring, fall] = ['2031-03-09', '2031-11-02'] as LocalDate[] as [LocalDate, LocalDate]
    expect(instantIn('America/Toronto', spring, 60).toISOString()).toBe('2031-03-09T06:00:00.000Z')
    expect(instantIn('America/Toronto', spring, 12 * 60).toISOString()).toBe('2031-03-09T16:00:00.000Z')
    expect(instantIn('America/Toronto', fall, 0).toISOString()).toBe('2031-11-02T04:00:00.000Z')
    expect(instantIn('America/Toronto', fall, 12 * 60).toISOString()).toBe('2031-11-02T17:00:00.000Z')
  })
})
