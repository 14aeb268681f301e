import * as m from '#messages'

/*
 * The weather of a day as WMO codes (WMO Manual on Codes, table 4677), as far as Open-Meteo uses them.
 */

/** What it looks like: one icon for each. */
export type Sky =
  | 'clear'
  | 'mostly_clear'
  | 'partly_cloudy'
  | 'cloudy'
  | 'fog'
  | 'drizzle'
  | 'rain'
  | 'heavy_rain'
  | 'ice'
  | 'snow'
  | 'thunderstorm'

interface Meaning {
  sky: Sky
  words: () => string
  /** Whether it is rain, so that its probability says more than the word. */
  isRain?: true
}

const rain = (sky: Sky, words: () => string): Meaning => ({ sky, words, isRain: true })

const meanings: Record<number, Meaning> = {
  0: { sky: 'clear', words: m.weather_code_clear },
  1: { sky: 'mostly_clear', words: m.weather_code_mostly_clear },
  2: { sky: 'partly_cloudy', words: m.weather_code_partly_cloudy },
  3: { sky: 'cloudy', words: m.weather_code_overcast },
  45: { sky: 'fog', words: m.weather_code_fog },
  48: { sky: 'fog', words: m.weather_code_freezing_fog },
  51: rain('drizzle', m.weather_code_light_drizzle),
  53: rain('drizzle', m.weather_code_drizzle),
  55: rain('drizzle', m.weather_code_heavy_drizzle),
  56: { sky: 'ice', words: m.weather_code_freezing_drizzle },
  57: { sky: 'ice', words: m.weather_code_freezing_drizzle },
  61: rain('rain', m.weather_code_light_rain),
  63: rain('rain', m.weather_code_rain),
  65: rain('heavy_rain', m.weather_code_heavy_rain),
  66: { sky: 'ice', words: m.weather_code_freezing_rain },
  67: { sky: 'ice', words: m.weather_code_freezing_rain },
  71: { sky: 'snow', words: m.weather_code_light_snow },
  73: { sky: 'snow', words: m.weather_code_snow },
  75: { sky: 'snow', words: m.weather_code_heavy_snow },
  77: { sky: 'snow', words: m.weather_code_snow_grains },
  80: rain('rain', m.weather_code_light_showers),
  81: rain('rain', m.weather_code_showers),
  82: rain('heavy_rain', m.weather_code_heavy_showers),
  85: { sky: 'snow', words: m.weather_code_snow_showers },
  86: { sky: 'snow', words: m.weather_code_heavy_snow_showers },
  95: { sky: 'thunderstorm', words: m.weather_code_thunderstorm },
  96: { sky: 'thunderstorm', words: m.weather_code_thunderstorm_hail },
  99: { sky: 'thunderstorm', words: m.weather_code_thunderstorm_hail },
}

/** What a code means; undefined for one that the service doesn't use, or if there is none. */
export function meaningOf(code: number | null): Meaning | undefined {
  return code === null ? undefined : meanings[code]
}

/** All codes that have words. */
export const weatherCodes: readonly number[] = Object.keys(meanings).map(Number)
