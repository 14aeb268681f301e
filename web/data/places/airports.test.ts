import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import type * as AirportsModule from './airports.ts'

const AIRPORTS = readFileSync(new URL('../../../place-data/airports.txt', import.meta.url), 'utf8')

let browser: FakeBrowser
let airports: typeof AirportsModule
/** Where the bundler puts the file. */
let file: string

beforeEach(async () => {
  browser = new FakeBrowser()
  vi.resetModules()
  airports = await import('./airports.ts')
  file = (await import('#place-data/airports.txt?url')).default
})

afterEach(() => {
  browser.close()
  expect(browser.takeLog(), 'unexpected log messages').toEqual([])
})

const haveFile = () => browser.answer(`GET ${file}`, () => new Response(AIRPORTS))

describe('the airports', () => {
  it('are loaded once, without the other places', async () => {
    haveFile()
    const [one, other] = await Promise.all([airports.loadAirports(), airports.loadAirports()])
    expect(one).toBe(other)
    expect(await airports.loadAirports()).toBe(one)
    expect(one.find('yul')).toMatchObject({ code: 'YUL', zone: 'America/Toronto' })
    expect(browser.requests.map(({ path }) => path)).toEqual([file])
  })

  it('are loaded without a network too: the service worker has them', async () => {
    browser.online = false
    haveFile()
    expect((await airports.loadAirports()).find('LIS')?.city).toBe('Lisbon')
  })

  it('are unreachable if the device does not have them, and are tried again', async () => {
    await expect(airports.loadAirports()).rejects.toMatchObject({ code: 'unreachable' })
    browser.answer(`GET ${file}`, () => new Response('gone', { status: 404 }))
    await expect(airports.loadAirports()).rejects.toMatchObject({ code: 'unreachable' })
    haveFile()
    expect((await airports.loadAirports()).find('LIS')?.city).toBe('Lisbon')
  })
})
