import * as z from 'zod/mini'
import { daysBetween, type LocalDate } from '../local-date.ts'
import type { Position } from '../places/position.ts'
import { FORECAST_DAYS, type Forecast, forecast, type WeatherDay } from './forecast.ts'

/*
 * The forecast as Open-Meteo documents it (https://open-meteo.com/en/docs): one list for each variable, all as long as
 * `time`. Units are its defaults: °C, km/h and mm.
 */

/** What is asked for, and what it is in a forecast. */
const variables = {
  weather_code: 'code',
  temperature_2m_max: 'high',
  temperature_2m_min: 'low',
  precipitation_sum: 'rain',
  precipitation_probability_max: 'rain_chance',
  wind_speed_10m_max: 'wind',
  wind_gusts_10m_max: 'gusts',
  uv_index_max: 'uv',
} as const satisfies Record<string, Exclude<keyof WeatherDay, 'date'>>
const names = Object.keys(variables) as (keyof typeof variables)[]

/** The parameters of a question. @param position rounded: see weather-position.ts */
export function forecastQuery({ lat, lon }: Position): Record<string, string> {
  return {
    latitude: String(lat),
    longitude: String(lon),
    daily: names.join(','),
    timezone: 'auto',
    forecast_days: String(FORECAST_DAYS),
  }
}

const values = z.array(z.nullable(z.number()))
const response = z.object({
  timezone: z.string(),
  daily: z.object({
    time: z.array(z.string()),
    ...(Object.fromEntries(names.map((name) => [name, values])) as Record<keyof typeof variables, typeof values>),
  }),
})

/** Reads a response; undefined if it has another form, lists of different lengths, or values that cannot be. */
export function readForecast(body: unknown): Forecast | undefined {
  const parsed = response.safeParse(body)
  if (!parsed.success) return undefined
  const { timezone, daily } = parsed.data
  if (names.some((name) => daily[name].length !== daily.time.length)) return undefined
  const days = daily.time.map((date, index) => ({
    date,
    ...Object.fromEntries(names.map((name) => [variables[name], daily[name][index] ?? null])),
  }))
  const read = forecast.safeParse({ zone: timezone, days })
  return read.success && isInOrder(read.data.days) && read.data.days.every(isPossible) ? read.data : undefined
}

const isInOrder = (days: readonly WeatherDay[]) =>
  days.every(({ date }, index) => daysBetween(days[0]?.date as LocalDate, date) === index)

const isPossible = ({ high, low }: WeatherDay) => high === null || low === null || low <= high

const refusal = z.object({ error: z.literal(true), reason: z.string() })

/** Why the service refuses a question, in its own words, for the log; undefined if it doesn't say. */
export function readRefusal(body: unknown): string | undefined {
  const parsed = refusal.safeParse(body)
  return parsed.success ? parsed.data.reason.slice(0, 200) : undefined
}
