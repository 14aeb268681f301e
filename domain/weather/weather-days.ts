import { addDays, daysBetween, type LocalDate } from '../local-date.ts'
import { dayCount, type TripDates } from '../trip-days.ts'
import { FORECAST_DAYS } from './forecast.ts'

/** A trip without dates shows the coming days. */
const DAYS_WITHOUT_DATES = 7
/** So many days of a longer trip are shown: the last day that a forecast may have, and no more. */
const MAX_DAYS = 30

/** Which days of a trip have weather, seen from a day. */
export type WeatherDays =
  /** There is something to show. `from`: when its first day gets a forecast, if that is later than today. */
  | { is: 'days'; days: LocalDate[]; forecastFrom: LocalDate | undefined }
  /** It has no dates: the coming days. */
  | { is: 'undated'; days: LocalDate[] }
  | { is: 'after' }

/** @param today the date in the place's zone */
export function weatherDays(dates: TripDates, today: LocalDate): WeatherDays {
  const first = dates.departure_date || dates.return_date
  if (first === '') return { is: 'undated', days: daysFrom(today, DAYS_WITHOUT_DATES) }
  // A return before the departure counts as none.
  const count = dayCount(dates) ?? 1
  const last = addDays(first as LocalDate, count - 1)
  if (daysBetween(today, last) < 0) return { is: 'after' }
  const begin = daysBetween(today, first as LocalDate) > 0 ? (first as LocalDate) : today
  const days = daysFrom(begin, Math.min(daysBetween(begin, last) + 1, MAX_DAYS))
  const forecastFrom = addDays(begin, 1 - FORECAST_DAYS)
  return { is: 'days', days, forecastFrom: daysBetween(today, forecastFrom) > 0 ? forecastFrom : undefined }
}

const daysFrom = (date: LocalDate, count: number) => Array.from({ length: count }, (_, index) => addDays(date, index))
