import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findTripPhoto, notePhotoFailed } from './trip-photos.ts'

const network = { onLine: true }

beforeEach(() => {
  network.onLine = true
  const stored = new Map<string, string>()
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('returns a different photo for each trip type', () => {
  expect(findTripPhoto('car_trip')).toMatch(/^https:/)
  expect(findTripPhoto('air_travel')).toMatch(/^https:/)
  expect(findTripPhoto('car_trip')).not.toBe(findTripPhoto('air_travel'))
})

it('returns no photo for any trip of this tab after the host failed', async () => {
  notePhotoFailed()
  vi.resetModules()
  const reloaded = await import('./trip-photos.ts')
  for (const type of ['car_trip', 'air_travel'] as const) {
    expect(findTripPhoto(type)).toBeUndefined()
    expect(reloaded.findTripPhoto(type)).toBeUndefined()
  }
})

it('returns the photo again once the device is online if it failed offline', () => {
  network.onLine = false
  notePhotoFailed()
  expect(findTripPhoto('car_trip')).toBeUndefined()
  network.onLine = true
  expect(findTripPhoto('car_trip')).toMatch(/^https:/)
})
