import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WeatherResponse } from '#domain/api/weather.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import { findPersistedWeather, forgetWeather, forgetWeatherOf, persistWeather } from './persisted-weather.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

const response: WeatherResponse = { is_on: true, places: [] }

it('belongs to a user and a trip, until they leave it or sign out', () => {
  for (const [user, trip] of [
    ['ana', 'lake'],
    ['ana', 'sea'],
    ['ben', 'lake'],
  ] as const)
    persistWeather(user, trip, { at: 1, response })
  forgetWeatherOf('ana', 'lake')
  expect(findPersistedWeather('ana', 'lake')).toBeUndefined()
  expect(findPersistedWeather('ana', 'sea')).toEqual({ at: 1, response })
  forgetPersonHere('ana')
  expect(findPersistedWeather('ana', 'sea')).toBeUndefined()
  forgetWeather()
  expect(findPersistedWeather('ben', 'lake')).toBeUndefined()
  expect(localStorage.length).toBe(0)
})

it('is ignored if another version of the app wrote it', () => {
  for (const text of ['not JSON', '{}', '{"at":1}', '{"at":"1","response":{"is_on":true,"places":[]}}']) {
    localStorage.setItem('wayfare.weather ana lake', text)
    expect(findPersistedWeather('ana', 'lake')).toBeUndefined()
  }
})

it('is stored for the twenty trips that got theirs last', () => {
  for (let trip = 1; trip <= 25; trip++) persistWeather('ana', `trip-${trip}`, { at: trip, response })
  const stored = Array.from({ length: 25 }, (_, at) => at + 1).filter((trip) =>
    findPersistedWeather('ana', `trip-${trip}`),
  )
  expect(stored).toEqual(Array.from({ length: 20 }, (_, at) => at + 6))
})
