import * as m from '#messages'
import type { Car } from '../plan/rides.ts'
import { dateOfDay, formatDay, type TripDates } from '../trip-days.ts'
import { clockTimeText } from './time-text.ts'

/** When a car leaves, the same for everybody: 'Fri, Jul 2, 7:30 AM'. 'Day 1, 7:30 AM' without dates. */
export function departureText(
  { leaves_day, leaves_time }: Pick<Car, 'leaves_day' | 'leaves_time'>,
  dates: TripDates,
): string {
  const date = dateOfDay(dates, leaves_day)
  const day = date ? formatDay(date) : leaves_day > 0 ? m.days_number({ number: leaves_day }) : ''
  return dayTimeText(day, leaves_time && clockTimeText(leaves_time))
}

/** 'Fri, Jul 2, 7:30 AM', or what is known of it. */
export const dayTimeText = (day: string, time: string): string =>
  day && time ? m.days_date_time({ day, time }) : day || time

/** Where and when a car leaves. Its free text comes last. */
export const whereAndWhen = (car: Car, dates: TripDates): string[] =>
  [car.place.trim(), departureText(car, dates), car.leaves_at.trim()].filter(Boolean)
