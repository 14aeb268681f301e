import { expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { newCar } from '../plan/rides.ts'
import type { TripDates } from '../trip-days.ts'
import { departureText, whereAndWhen } from './departure-text.ts'

const dates: TripDates = { departure_date: '2026-07-02' as LocalDate, return_date: '2026-07-05' as LocalDate }
const undated: TripDates = { departure_date: '', return_date: '' }

it('says when a car leaves so that everybody reads the same', () => {
  const textOf = (leaves_day: number, leaves_time: string, on = dates) => departureText({ leaves_day, leaves_time }, on)
  expect(textOf(1, '07:30')).toBe('Thu, Jul 2, 7:30 AM')
  expect(textOf(2, '')).toBe('Fri, Jul 3')
  expect(textOf(0, '19:05')).toBe('7:05 PM')
  expect(textOf(0, '')).toBe('')
  // A day that the trip no longer has, and a trip without dates.
  expect(textOf(9, '07:30')).toBe('Day 9, 7:30 AM')
  expect(textOf(1, '', undated)).toBe('Day 1')
})

it('follows the trip to other dates', () => {
  const later: TripDates = { departure_date: '2026-07-09' as LocalDate, return_date: '2026-07-12' as LocalDate }
  expect(departureText({ leaves_day: 1, leaves_time: '07:30' }, later)).toBe('Thu, Jul 9, 7:30 AM')
})

it('shows what somebody typed after it', () => {
  const car = { ...newCar('red', ''), place: ' Kingston ', leaves_at: 'Friday at 3 ' }
  expect(whereAndWhen(car, dates)).toEqual(['Kingston', 'Friday at 3'])
  expect(whereAndWhen({ ...car, leaves_day: 1, leaves_time: '15:00' }, dates)).toEqual([
    'Kingston',
    'Thu, Jul 2, 3:00 PM',
    'Friday at 3',
  ])
  expect(whereAndWhen(newCar('red', ''), dates)).toEqual([])
})
