import * as z from 'zod/mini'
import { id } from '../id.ts'
import { forecast } from '../weather/forecast.ts'

/** What the weather service said last about a place. */
export const knownForecast = z.extend(forecast, {
  /** When it said so. */
  asked_at: z.iso.datetime(),
  /** Whether that is all there is to know now; false if the service was to be asked again and didn't answer. */
  is_current: z.boolean(),
})
export type KnownForecast = z.infer<typeof knownForecast>

/** `GET /api/trips/:tripId/weather`, and the same of a shared trip. */
export const weatherResponse = z.object({
  /** Whether this server asks for weather at all. */
  is_on: z.boolean(),
  places: z.array(
    z.object({
      place_id: id,
      /** Of which position it is, rounded: '45.85,-78.40'. */
      key: z.string(),
      /** null if it was never known. */
      forecast: z.nullable(knownForecast),
    }),
  ),
})
export type WeatherResponse = z.infer<typeof weatherResponse>
