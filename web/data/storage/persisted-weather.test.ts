import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import { findPersistedWeather, forgetWeather, forgetWeatherOf, persistWeather } from './persisted-weather.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

const weather = { is_on: true, places: [] }

it('belongs to a user and a trip, until they leave it or sign out', () => {
  for (const [user, trip] of [
    ['ana', 'lake'],
    ['ana', 'sea'],
    ['ben', 'lake'],
  ] as const)
    persistWeather(user, trip, { at: 1, weather })
  forgetWeatherOf('ana', 'lake')
  expect(findPersistedWeather('ana', 'lake')).toBeUndefined()
  expect(findPersistedWeather('ana', 'sea')).toEqual({ at: 1, weather })
  forgetPersonHere('ana')
  expect(findPersistedWeather('ana', 'sea')).toBeUndefined()
  forgetWeather()
  expect(findPersistedWeather('ben', 'lake')).toBeUndefined()
  expect(localStorage.length).toBe(0)
})

it('is ignored if it cannot be read', () => {
  for (const text of ['not JSON', '{}', 'null', '{"at":"1"}']) {
    localStorage.setItem('wayfare.weather ana lake', text)
    expect(findPersistedWeather('ana', 'lake')).toBeUndefined()
  }
})

it('is stored for the twenty trips that got theirs last', () => {
  for (let trip = 1; trip <= 25; trip++) persistWeather('ana', `trip-${trip}`, { at: trip, weather })
  const stored = Array.from({ length: 25 }, (_, at) => at + 1).filter((trip) =>
    findPersistedWeather('ana', `trip-${trip}`),
  )
  expect(stored).toEqual(Array.from({ length: 20 }, (_, at) => at + 6))
})
