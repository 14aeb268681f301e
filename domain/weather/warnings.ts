import * as m from '#messages'
import type { WeatherDay } from './forecast.ts'
import { meaningOf } from './weather-code.ts'

/** What campers should know beforehand, the most dangerous first. */
export const warningKinds = ['thunderstorm', 'gusts', 'heavy_rain', 'frost', 'heat', 'uv'] as const
export type WarningKind = (typeof warningKinds)[number]

/** Environment Canada, rainfall warning: 50 mm or more within 24 hours. In millimetres. */
const HEAVY_RAIN = 50
/** WMO Beaufort 8, gale (62 to 74 km/h): twigs break off trees, so tents and tarps are at risk. In km/h. */
const STRONG_GUSTS = 62
/** Environment Canada, frost advisory: the night's low is 0 °C or less. */
const FROST = 0
/** Environment Canada, heat warning of southern Ontario: a high of 31 °C or more. */
const HEAT = 31
/** WHO, Global Solar UV Index: from 8 on it is very high, and extra protection is needed. Rounded, as it is shown. */
const HIGH_UV = 8

const isWarned: Record<WarningKind, (day: WeatherDay) => boolean> = {
  // Open-Meteo gives the day's most severe code.
  thunderstorm: ({ code }) => meaningOf(code)?.sky === 'thunderstorm',
  gusts: ({ gusts }) => (gusts ?? 0) >= STRONG_GUSTS,
  heavy_rain: ({ rain }) => (rain ?? 0) >= HEAVY_RAIN,
  frost: ({ low }) => low !== null && low <= FROST,
  heat: ({ high }) => high !== null && high >= HEAT,
  uv: ({ uv }) => Math.round(uv ?? 0) >= HIGH_UV,
}

export function warningsOf(day: WeatherDay): WarningKind[] {
  return warningKinds.filter((kind) => isWarned[kind](day))
}

/** A warning in words: 'Gusts up to 75 km/h'. */
export function warningText(kind: WarningKind, { gusts, rain, uv }: WeatherDay): string {
  const texts: Record<WarningKind, () => string> = {
    thunderstorm: m.weather_warning_thunderstorm,
    gusts: () => m.weather_warning_gusts({ speed: Math.round(gusts ?? 0) }),
    heavy_rain: () => m.weather_warning_heavy_rain({ amount: Math.round(rain ?? 0) }),
    frost: m.weather_warning_frost,
    heat: m.weather_warning_heat,
    uv: () => m.weather_warning_uv({ index: Math.round(uv ?? 0) }),
  }
  return texts[kind]()
}
