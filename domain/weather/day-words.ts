import * as m from '#messages'
import type { WeatherDay } from './forecast.ts'
import { rangeText } from './units.ts'
import { meaningOf } from './weather-code.ts'

const LIKELY = 60

/** A day in a few words, for a line: '14 to 23 °C, rain likely'. Undefined if nothing is known. */
export function daySummary(day: WeatherDay, withFahrenheit: boolean): string | undefined {
  const range = day.low !== null && day.high !== null ? rangeText(day.low, day.high, withFahrenheit) : undefined
  const parts = [range, skyInSentence(day)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : undefined
}

/** Of rain, how probable it is says more than its name. */
function skyInSentence({ code, rain_chance }: WeatherDay): string | undefined {
  const meaning = meaningOf(code)
  if (!meaning) return undefined
  if (meaning.isRain && rain_chance !== null)
    return rain_chance >= LIKELY ? m.weather_rain_likely() : m.weather_rain_possible()
  return meaning.words().toLowerCase()
}
