import type { LocalDate } from '../local-date.ts'
import { type Forecast, findDay } from '../weather/forecast.ts'
import { warningsOf, warningText } from '../weather/warnings.ts'
import { meaningOf } from '../weather/weather-code.ts'

/** What a weather service says about a day, as it is written in a request. Units are in the names. */
export interface ForecastFacts {
  date: LocalDate
  conditions?: string
  high_celsius?: number
  low_celsius?: number
  rain_mm?: number
  rain_chance_percent?: number
  gusts_km_per_hour?: number
  uv_index?: number
  warnings?: string[]
}

/** As many days as a response of its length can be about. */
const MAX_DAYS = 10

/** @returns only the days that the forecast has, without what it doesn't know */
export function forecastFacts(forecast: Pick<Forecast, 'days'>, dates: readonly LocalDate[]): ForecastFacts[] {
  return dates.slice(0, MAX_DAYS).flatMap((date): ForecastFacts[] => {
    const day = findDay(forecast, date)
    if (!day) return []
    const { high, low, rain, rain_chance, gusts, uv } = day
    const conditions = meaningOf(day.code)?.words()
    const warnings = warningsOf(day).map((kind) => warningText(kind, day))
    return [
      {
        date,
        ...(conditions !== undefined && { conditions }),
        ...(high !== null && { high_celsius: Math.round(high) }),
        ...(low !== null && { low_celsius: Math.round(low) }),
        ...(rain !== null && { rain_mm: Math.round(rain) }),
        ...(rain_chance !== null && { rain_chance_percent: Math.round(rain_chance) }),
        ...(gusts !== null && { gusts_km_per_hour: Math.round(gusts) }),
        ...(uv !== null && { uv_index: Math.round(uv) }),
        ...(warnings.length > 0 && { warnings }),
      },
    ]
  })
}
