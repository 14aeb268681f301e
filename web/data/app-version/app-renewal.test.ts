import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppRenewal, type RenewalPage } from './app-renewal.ts'

const HOUR_MS = 60 * 60_000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A page whose browser does what the test says. A reload leaves its storage to the next. */
class FakePage implements RenewalPage {
  newest: () => Promise<boolean> = async () => true
  isAlone = true
  fetched = 0
  readonly reloads: { isRepeated: boolean }[] = []
  readonly stored = new Map<string, string>()
  storage: RenewalPage['storage'] = {
    getItem: (key) => this.stored.get(key) ?? null,
    setItem: (key, value) => void this.stored.set(key, value),
  }
  fetchNewest = () => {
    this.fetched += 1
    return this.newest()
  }
  isFree = () => this.isAlone
  reload = async (options: { isRepeated: boolean }) => void this.reloads.push(options)
}

let page: FakePage
let log: string[]
const open = (version = 1) =>
  new AppRenewal(page, { version, logFailure: (what, failure) => void log.push(`${what}: ${String(failure)}`) })

beforeEach(() => {
  vi.useFakeTimers()
  page = new FakePage()
  log = []
})
afterEach(() => {
  vi.useRealTimers()
  expect(log, 'logged, and not expected').toEqual([])
})

describe('a page whose app is too old', () => {
  it('gets the newer one at once, and is loaded anew as soon as nobody is busy with it', async () => {
    page.isAlone = false
    const renewal = open()
    const states: string[] = []
    renewal.subscribe(() => states.push(renewal.getState()))
    expect(renewal.getState()).toBe('current')
    renewal.note()
    await pass(HOUR_MS)
    expect(page.fetched).toBe(1)
    expect(page.reloads).toEqual([])
    expect(states).toEqual(['outdated'])

    page.isAlone = true
    await pass(2000)
    expect(page.reloads).toEqual([{ isRepeated: false }])
    expect(states).toEqual(['outdated', 'renewing', 'failed'])
  })

  it('is loaded anew once, however often the server says so', async () => {
    const renewal = open()
    renewal.note()
    renewal.note()
    await pass(5000)
    renewal.note()
    await pass(HOUR_MS * 2)
    expect(page.reloads).toHaveLength(1)
  })

  it('is not loaded anew when somebody has begun to type while it looked for the newer one once more', async () => {
    const renewal = open()
    renewal.note()
    await pass(0)
    page.newest = async () => {
      page.isAlone = false
      return true
    }
    await pass(HOUR_MS)
    expect(page.reloads).toEqual([])
    expect(renewal.getState()).toBe('outdated')
  })

  it('waits until the newer one can be had, and tries again when the server says so again', async () => {
    page.newest = async () => false
    const renewal = open()
    renewal.note()
    await pass(HOUR_MS)
    expect(page.fetched).toBe(1)
    page.newest = () => Promise.reject(new TypeError('Failed to fetch'))
    renewal.note()
    await pass(HOUR_MS)
    expect(log.splice(0)).toEqual(['The newer version of the app could not be loaded: TypeError: Failed to fetch'])
    expect(page.reloads).toEqual([])
    expect(renewal.getState()).toBe('outdated')
    page.newest = async () => true
    renewal.note()
    await pass(1000)
    expect(page.reloads).toHaveLength(1)
  })

  it('is loaded anew at once when the person asks for it, whatever else is going on', async () => {
    page.isAlone = false
    const renewal = open()
    renewal.note()
    await renewal.renew()
    expect(page.reloads).toEqual([{ isRepeated: false }])
  })

  it('says that it could not be when the person has asked for it and it is not to be had', async () => {
    page.newest = async () => false
    const renewal = open()
    renewal.note()
    await renewal.renew()
    expect(page.reloads).toEqual([])
    expect(renewal.getState()).toBe('failed')
    page.newest = async () => true
    await renewal.renew()
    expect(page.reloads).toEqual([{ isRepeated: false }])
  })
})

describe('a page that a reload has brought again with the old app', () => {
  beforeEach(async () => {
    open().note()
    await pass(2000)
    expect(page.reloads.splice(0)).toHaveLength(1)
  })

  it('says so and is not loaded anew by itself', async () => {
    const renewal = open()
    renewal.note()
    expect(renewal.getState()).toBe('failed')
    await pass(HOUR_MS * 2)
    expect(page.reloads).toEqual([])
  })

  it('is when the person asks for it, another way', async () => {
    const renewal = open()
    renewal.note()
    await renewal.renew()
    expect(page.reloads).toEqual([{ isRepeated: true }])
  })

  it('is once more where it is another version, or an hour later', async () => {
    open(2).note()
    await pass(2000)
    expect(page.reloads).toEqual([{ isRepeated: false }])
    await pass(HOUR_MS)
    open().note()
    await pass(2000)
    expect(page.reloads).toEqual([{ isRepeated: false }, { isRepeated: false }])
  })
})

describe.each([
  ['has no room left', () => null],
  [
    'refuses',
    () => {
      throw new Error('refused')
    },
  ],
])('a page whose storage %s', (_, getItem) => {
  beforeEach(() => {
    page.storage = {
      getItem,
      setItem: () => {
        throw new Error('full')
      },
    }
  })
  afterEach(() => expect(log.splice(0)).toEqual(['That the app is being renewed could not be kept: Error: full']))

  it('is not loaded anew by itself: it could not know that it was', async () => {
    const renewal = open()
    renewal.note()
    await pass(HOUR_MS)
    expect(page.reloads).toEqual([])
    expect(renewal.getState()).toBe('failed')
  })

  it('is when the person asks for it', async () => {
    page.isAlone = false
    const renewal = open()
    renewal.note()
    await renewal.renew()
    expect(page.reloads).toHaveLength(1)
  })
})
