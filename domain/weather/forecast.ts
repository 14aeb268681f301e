import * as z from 'zod/mini'
import { type LocalDate, localDate } from '../local-date.ts'

/** A number that the service may not know, as for the last days of a forecast. What nobody has measured is wrong. */
const known = (min: number, max: number) => z.nullable(z.number().check(z.minimum(min), z.maximum(max)))

/** What the weather will be on one day of a place. null is what the service doesn't know. */
export const weatherDay = z.strictObject({
  /** The day in the place's own zone. */
  date: localDate,
  /** The day's most severe weather, as a WMO code: see weather-code.ts. */
  code: known(0, 99),
  /** Celsius. */
  high: known(-100, 70),
  low: known(-100, 70),
  /** Rain, showers and melted snow, in millimetres. */
  rain: known(0, 3000),
  /** The probability of any of it, in percent. */
  rain_chance: known(0, 100),
  /** Kilometres per hour, 10 m above the ground. */
  wind: known(0, 500),
  gusts: known(0, 600),
  /** The UV index. */
  uv: known(0, 30),
})
export type WeatherDay = z.infer<typeof weatherDay>

/** How many days a forecast has: the first is today. */
export const FORECAST_DAYS = 16

export const forecast = z.strictObject({
  /** The zone of its days (IANA), as the service names it. */
  zone: z.string().check(z.minLength(1), z.maxLength(64)),
  /** In order, without gaps. */
  days: z.array(weatherDay).check(z.minLength(1), z.maxLength(FORECAST_DAYS)),
})
export type Forecast = z.infer<typeof forecast>

/** The weather of a day; undefined if the forecast doesn't have it, or knows nothing about it. */
export function findDay({ days }: Pick<Forecast, 'days'>, date: LocalDate): WeatherDay | undefined {
  const day = days.find((one) => one.date === date)
  return day && (day.code !== null || (day.high !== null && day.low !== null)) ? day : undefined
}
