import { describe, expect, it } from 'vitest'
import { buildOpenMeteo, buildWeatherDay } from '../testing/weather.ts'
import { findDay } from './forecast.ts'
import { forecastQuery, readForecast, readRefusal } from './open-meteo.ts'

const FIRST = '2031-06-25'
const answer = () => buildOpenMeteo(FIRST, [{ code: 63, rain: 12.3 }])
/** The answer with one list replaced. */
const withList = (name: keyof ReturnType<typeof answer>['daily'], list: unknown) => {
  const body = answer()
  return { ...body, daily: { ...body.daily, [name]: list } }
}

describe('a forecast of Open-Meteo', () => {
  it('is read by day', () => {
    const forecast = readForecast(answer())
    expect(forecast?.zone).toBe('America/Toronto')
    expect(forecast?.days).toHaveLength(16)
    expect(forecast?.days[0]).toEqual(buildWeatherDay(FIRST, { code: 63, rain: 12.3 }))
    expect(forecast?.days[15]?.date).toBe('2031-07-10')
  })

  it('is asked for by the documented parameters', () => {
    expect(forecastQuery({ lat: 45.85, lon: -78.4 })).toEqual({
      latitude: '45.85',
      longitude: '-78.4',
      daily:
        'weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,' +
        'wind_speed_10m_max,wind_gusts_10m_max,uv_index_max',
      timezone: 'auto',
      forecast_days: '16',
    })
  })

  it('may lack what the service doesn’t know', () => {
    const body = withList('uv_index_max', Array(16).fill(null))
    expect(readForecast(body)?.days[0]?.uv).toBeNull()
  })

  it('has no day of which nothing is known', () => {
    const nothing = { code: null, high: null, low: null }
    const forecast = readForecast(buildOpenMeteo(FIRST, [{}, nothing, { ...nothing, code: 3 }]))
    const dates = forecast?.days.flatMap(({ date }) => (findDay(forecast, date) ? [date] : []))
    expect(dates?.slice(0, 3)).toEqual(['2031-06-25', '2031-06-27', '2031-06-28'])
  })

  const all = <Value>(value: Value) => Array<Value>(16).fill(value)
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', '<!doctype html>'],
    ['an empty object', {}],
    ['a refusal', { error: true, reason: 'Latitude must be in range of -90 to 90°. Given: 300.' }],
    ['no zone', { ...answer(), timezone: null }],
    ['no days', { ...answer(), daily: {} }],
    ['a list that is too short', withList('temperature_2m_max', [20])],
    ['a list of texts', withList('temperature_2m_max', all('20'))],
    ['a temperature that cannot be', withList('temperature_2m_max', all(900))],
    ['a low above the high', withList('temperature_2m_min', all(40))],
    ['a negative rain', withList('precipitation_sum', all(-1))],
    ['a probability above 100', withList('precipitation_probability_max', all(101))],
    ['dates that are none', withList('time', all('soon'))],
    ['the same date twice', withList('time', all(FIRST))],
  ])('is not read from %s', (_, body) => {
    expect(readForecast(body)).toBeUndefined()
  })
})

it('a refusal of Open-Meteo says why', () => {
  expect(readRefusal({ error: true, reason: 'Daily API request limit exceeded.' })).toBe(
    'Daily API request limit exceeded.',
  )
  for (const body of [undefined, {}, { error: false, reason: 'x' }, answer()]) expect(readRefusal(body)).toBeUndefined()
})
