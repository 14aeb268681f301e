import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, type LocalDate } from '../local-date.ts'
import { FORECAST_DAYS } from './forecast.ts'
import { weatherDays } from './weather-days.ts'

const dates = (departure_date: string, return_date: string) => ({
  departure_date: departure_date as LocalDate,
  return_date: return_date as LocalDate,
})
const on = (today: string, departure: string, back: string) => weatherDays(dates(departure, back), today as LocalDate)
const days = (...list: string[]) => list as LocalDate[]

describe('the days with weather', () => {
  it('are the trip’s days, from today on', () => {
    const all = days('2031-06-25', '2031-06-26', '2031-06-27')
    const args = ['2031-06-25', '2031-06-27'] as const
    expect(on('2031-06-24', ...args)).toEqual({ is: 'days', days: all, forecastFrom: undefined })
    expect(on('2031-06-26', ...args)).toEqual({ is: 'days', days: all.slice(1), forecastFrom: undefined })
    expect(on('2031-06-28', ...args)).toEqual({ is: 'after' })
  })

  it('get a forecast when the first of them is its sixteenth', () => {
    const args = ['2031-06-25', '2031-06-27'] as const
    expect(on('2031-06-09', ...args)).toMatchObject({ forecastFrom: '2031-06-10' })
    expect(on('2031-06-10', ...args)).toMatchObject({ forecastFrom: undefined })
  })

  it('of a trip with one date, or that returns before it departs, are that day', () => {
    const one = { is: 'days', days: days('2031-06-25'), forecastFrom: undefined }
    for (const [departure, back] of [
      ['2031-06-25', ''],
      ['', '2031-06-25'],
      ['2031-06-25', '2031-06-01'],
    ] as const)
      expect(on('2031-06-25', departure, back)).toEqual(one)
  })

  it('of a trip without dates are the coming ones', () => {
    const { is, days: shown } = on('2031-06-25', '', '') as { is: string; days: LocalDate[] }
    expect([is, shown.length, shown[0]]).toEqual(['undated', 7, '2031-06-25'])
  })

  it('are in order, of the trip, and not over, and a forecast begins when it can', () => {
    const number = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 60 }), number, (start, length, now) => {
        const [departure, today] = [start, now].map((days) => addDays('2031-01-01' as LocalDate, days))
        const back = addDays(departure as LocalDate, length)
        const shown = weatherDays(dates(departure as string, back), today as LocalDate)
        if (shown.is === 'after') expect(daysBetween(today as LocalDate, back)).toBeLessThan(0)
        if (shown.is !== 'days') return
        for (const [index, day] of shown.days.entries()) {
          expect(daysBetween(shown.days[0] as LocalDate, day)).toBe(index)
          expect(day >= (departure as string) && day <= back && day >= (today as string)).toBe(true)
        }
        const ahead = daysBetween(today as LocalDate, shown.days[0] as LocalDate)
        expect(shown.forecastFrom === undefined).toBe(ahead < FORECAST_DAYS)
      }),
    )
  })
})
