import { addDays, type LocalDate } from '../local-date.ts'
import { FORECAST_DAYS, type WeatherDay } from '../weather/forecast.ts'

/** A calm day in summer. */
export function buildWeatherDay(date: string, more: Partial<Omit<WeatherDay, 'date'>> = {}): WeatherDay {
  const calm = { code: 2, high: 23.4, low: 13.6, rain: 0, rain_chance: 5, wind: 11.2, gusts: 24.8, uv: 6.1 }
  return { date: date as LocalDate, ...calm, ...more }
}

/**
 * What Open-Meteo answers, in its documented form.
 * @param first the first day of the forecast
 * @param days what differs from a calm day, for the first days
 */
export function buildOpenMeteo(
  first: string,
  days: Partial<Omit<WeatherDay, 'date'>>[] = [],
  zone = 'America/Toronto',
) {
  const all = Array.from({ length: FORECAST_DAYS }, (_, index) =>
    buildWeatherDay(addDays(first as LocalDate, index), days[index]),
  )
  const list = <Name extends keyof WeatherDay>(name: Name) => all.map((day) => day[name])
  return {
    latitude: 45.84,
    longitude: -78.4,
    generationtime_ms: 0.2,
    utc_offset_seconds: -14_400,
    timezone: zone,
    timezone_abbreviation: 'EDT',
    elevation: 420,
    daily_units: {
      time: 'iso8601',
      weather_code: 'wmo code',
      temperature_2m_max: '°C',
      temperature_2m_min: '°C',
      precipitation_sum: 'mm',
      precipitation_probability_max: '%',
      wind_speed_10m_max: 'km/h',
      wind_gusts_10m_max: 'km/h',
      uv_index_max: '',
    },
    daily: {
      time: list('date'),
      weather_code: list('code'),
      temperature_2m_max: list('high'),
      temperature_2m_min: list('low'),
      precipitation_sum: list('rain'),
      precipitation_probability_max: list('rain_chance'),
      wind_speed_10m_max: list('wind'),
      wind_gusts_10m_max: list('gusts'),
      uv_index_max: list('uv'),
    },
  }
}
