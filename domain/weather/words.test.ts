import { describe, expect, it } from 'vitest'
import { buildWeatherDay } from '../testing/weather.ts'
import { daySummary } from './day-words.ts'
import { rangeText, usesFahrenheit } from './units.ts'
import { type WarningKind, warningsOf, warningText } from './warnings.ts'
import { meaningOf, weatherCodes } from './weather-code.ts'

const DATE = '2031-06-25'
const day = (...args: Parameters<typeof buildWeatherDay> extends [string, ...infer Rest] ? Rest : never) =>
  buildWeatherDay(DATE, ...args)

describe('warnings', () => {
  it.each<[WarningKind, Parameters<typeof day>[0], Parameters<typeof day>[0], string]>([
    ['heavy_rain', { rain: 49.9 }, { rain: 50 }, 'Heavy rain: 50 mm'],
    ['gusts', { gusts: 61.9 }, { gusts: 62 }, 'Gusts up to 62 km/h'],
    ['frost', { low: 0.1 }, { low: 0 }, 'Frost at night'],
    ['heat', { high: 30.9 }, { high: 31 }, 'Extreme heat'],
    ['uv', { uv: 7.4 }, { uv: 7.5 }, 'Very high UV: 8'],
    ['thunderstorm', { code: 82 }, { code: 95 }, 'Thunderstorm: stay off the water'],
  ])('of %s begin at their threshold', (kind, below, at, text) => {
    expect(warningsOf(day(below))).toEqual([])
    expect(warningsOf(day(at))).toEqual([kind])
    expect(warningText(kind, day(at))).toBe(text)
  })

  it('are none for what isn’t known', () => {
    const nothing = { code: null, high: null, low: null, rain: null, rain_chance: null, wind: null, gusts: null }
    expect(warningsOf(day({ ...nothing, uv: null }))).toEqual([])
  })
})

describe('a day in words', () => {
  it.each<[string, Parameters<typeof day>[0]]>([
    ['14 to 23 °C, partly cloudy', {}],
    ['14 to 23 °C, rain likely', { code: 63, rain_chance: 60 }],
    ['14 to 23 °C, rain possible', { code: 80, rain_chance: 59 }],
    ['14 to 23 °C, light showers', { code: 80, rain_chance: null }],
    ['14 to 23 °C, heavy snow', { code: 75, rain_chance: 90 }],
    ['14 to 23 °C', { code: null }],
    ['14 to 23 °C', { code: 42 }],
    ['fog', { code: 45, low: null }],
    ['−3 °C, clear', { code: 0, low: -3.2, high: -2.6 }],
    ['−1 to 0 °C, clear', { code: 0, low: -0.6, high: -0.2 }],
  ])('says %s', (text, what) => {
    expect(daySummary(day(what), false)).toBe(text)
  })

  it('says nothing if nothing is known', () => {
    expect(daySummary(day({ code: null, high: null }), false)).toBeUndefined()
  })

  it('has words for every code', () => {
    expect(weatherCodes.map((code) => meaningOf(code)?.words()).filter(Boolean)).toHaveLength(28)
    for (const code of [null, 4, 100]) expect(meaningOf(code)).toBeUndefined()
  })
})

describe('temperatures', () => {
  it('are in °C, and in °F where the device’s region uses it', () => {
    expect(rangeText(13.6, 23.4, false)).toBe('14 to 23 °C')
    expect(rangeText(-20.4, -17.8, true)).toBe('−20 to −18 °C (−5 to 0 °F)')
    expect(rangeText(13.6, 23.4, true)).toBe('14 to 23 °C (56 to 74 °F)')
  })

  it.each([
    ['US', true],
    ['PR', true],
    ['CA', false],
    ['', false],
  ])('of %j in °F: %s', (region, expected) => {
    expect(usesFahrenheit(region)).toBe(expected)
  })
})
