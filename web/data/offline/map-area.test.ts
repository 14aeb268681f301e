import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AreaAbout, dropAllAreas, dropAreasOf, moveAreas, stopAreas } from '../storage/map-areas.ts'
import { chooseOffline, forgetOfflineChoices } from '../storage/offline-choice.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { FakeCaches } from '../testing/fake-caches.ts'
import { FakeLocks } from '../testing/fake-locks.ts'
import { type ListFiles, MAX_AREA_BYTES, MapArea, percentOf } from './map-area.ts'

const NAME = 'wayfare-map-area ana trip'
const about: AreaAbout = {
  map: { name: 'Maps', style: 'https://maps.test/style.json', dark_style: '', pmtiles: '' },
  boxes: [{ south: 45, north: 46, west: -79, east: -78 }],
  place: 'Canisbay Lake',
}
const tile = (n: number) => `https://maps.test/${n}`
const of = (count: number, from = 0) => Array.from({ length: count }, (_, n) => tile(from + n))
const listing =
  (addresses: readonly string[]): ListFiles =>
  async () => ({ files: addresses.map((address) => ({ address })) })

let browser: FakeBrowser
let caches: FakeCaches
let area: MapArea
/** How the service answers: by default, a thousand bytes. */
let answer: (address: string) => Response | Promise<Response>
let asked: string[]
let atOnce: { now: number; most: number }
const state = () => area.getState()
const stored = () => caches.list(NAME).filter((address) => !address.includes('/map-area/'))

beforeEach(() => {
  browser = new FakeBrowser()
  caches = new FakeCaches()
  asked = []
  atOnce = { now: 0, most: 0 }
  answer = () => new Response(new Uint8Array(1000))
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('location', { href: 'https://wayfare.test/trip/trip/map' })
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    asked.push(address)
    atOnce.now += 1
    atOnce.most = Math.max(atOnce.most, atOnce.now)
    await Promise.resolve()
    try {
      signal?.throwIfAborted()
      return await answer(address)
    } finally {
      atOnce.now -= 1
    }
  })
  chooseOffline('ana', 'trip', true)
  area = new MapArea('ana', 'trip', browser.page)
})
afterEach(() => {
  area.close()
  vi.unstubAllGlobals()
  browser.close()
})

describe('an area', () => {
  it('is saved whole, four files at a time, and found again', async () => {
    await area.look()
    expect(state()).toMatchObject({ stage: 'settled', canSave: true, saved: undefined, begun: undefined })
    expect(caches.list(NAME)).toEqual([])
    await area.save(about, listing(of(20)))
    expect(state()).toMatchObject({ stage: 'settled', begun: undefined, why: undefined })
    expect(state().saved).toMatchObject({ place: 'Canisbay Lake', done: 20, total: 20, bytes: 20_000 })
    expect(stored()).toEqual(of(20).toSorted())
    expect(atOnce.most).toBe(4)
    const again = new MapArea('ana', 'trip', browser.page)
    await again.look()
    expect(again.getState().saved).toEqual(state().saved)
    const other = new MapArea('ana', 'other', browser.page)
    await other.look()
    expect(other.getState().saved).toBeUndefined()
  })

  it('tells nobody who asks, and shows progress', async () => {
    const options: RequestInit[] = []
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      options.push(init)
      return new Response('tile')
    })
    const seen = new Set<number>()
    area.subscribe(() => seen.add(state().begun ? percentOf(state().begun ?? fail()) : 100))
    await area.save(about, listing(of(10)))
    for (const each of options) expect(each).toMatchObject({ referrerPolicy: 'no-referrer', credentials: 'omit' })
    expect([...seen]).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  })

  it('has an empty file where the service has none, which is not asked again', async () => {
    answer = (address) => new Response(null, { status: address === tile(1) ? 204 : address === tile(2) ? 404 : 200 })
    await area.save(about, listing(of(4)))
    expect(state().saved).toMatchObject({ done: 4, bytes: 0 })
    asked = []
    await area.save(about, listing(of(4)))
    expect(asked).toEqual([])
  })

  it('takes files from where the list says', async () => {
    const read = async () => new Uint8Array(7).buffer
    await area.save(about, async () => ({ files: [{ address: tile(1), read }], facts: { zoom: 3 } }))
    expect(state().saved).toMatchObject({ bytes: 7, facts: { zoom: 3 } })
    expect(asked).toEqual([])
  })

  it('gives way to another one, which takes over what they have in common', async () => {
    await area.save(about, listing(of(4)))
    asked = []
    await area.save({ ...about, place: 'Huntsville' }, listing(of(4, 2)))
    expect(asked).toEqual([tile(4), tile(5)])
    expect(stored()).toEqual(of(4, 2))
    expect(state().saved).toMatchObject({ place: 'Huntsville', bytes: 4000 })
  })
})

describe('where the network breaks', () => {
  it('what is here stays, and it goes on when the network is back', async () => {
    let isDown = false
    answer = (address) => {
      if (address === tile(30)) isDown = true
      if (isDown) throw new TypeError('Failed to fetch')
      return new Response(new Uint8Array(1000))
    }
    await area.save(about, listing(of(1000)))
    expect(state()).toMatchObject({ stage: 'settled', why: 'unanswered', saved: undefined })
    const { done = 0 } = state().begun ?? {}
    expect(done).toBeGreaterThan(25)
    expect(done).toBeLessThan(31)
    // It does not try all of them.
    expect(asked.length).toBeLessThan(50)
    expect(stored()).toHaveLength(done)
    const reloaded = new MapArea('ana', 'trip', browser.page)
    await reloaded.look()
    expect(reloaded.getState().begun).toMatchObject({ done, total: 1000 })

    answer = () => new Response(new Uint8Array(1000))
    asked = []
    browser.goOnline()
    await expect.poll(() => state().saved).toMatchObject({ done: 1000, bytes: 1_000_000 })
    expect(asked).toHaveLength(1000 - done)
  })

  it('what is here is known, whether another trip is opened or the page is closed', async () => {
    answer = (address) => {
      if (address === tile(50)) area.close()
      return new Response('tile')
    }
    await area.save(about, listing(of(100)))
    const closed = new MapArea('ana', 'trip', browser.page)
    await closed.look()
    expect(closed.getState()).toMatchObject({ stage: 'settled', why: undefined, saved: undefined })
    expect(closed.getState().begun?.done).toBeGreaterThan(45)
    expect(stored()).toHaveLength(closed.getState().begun?.done ?? 0)
  })

  it('single failures leave the rest, and are tried again', async () => {
    const wrong = new Map([
      [tile(3), () => new Response('busy', { status: 503 })],
      [tile(7), () => new Response('<h1>Sign in', { headers: { 'content-type': 'text/html; charset=utf-8' } })],
    ])
    answer = (address) => wrong.get(address)?.() ?? new Response('tile')
    await area.save(about, listing(of(50)))
    expect(state()).toMatchObject({ why: 'unanswered', begun: { done: 48, total: 50 } })
    wrong.clear()
    await area.save(about, listing(of(50)))
    expect(state().saved).toMatchObject({ done: 50 })
  })

  it('the area of before stays', async () => {
    await area.save(about, listing(of(4)))
    answer = (address) => (address === tile(6) ? new Response('', { status: 500 }) : new Response('tile'))
    await area.save({ ...about, place: 'Huntsville' }, listing(of(4, 4)))
    expect(state()).toMatchObject({ saved: { place: 'Canisbay Lake' }, begun: { place: 'Huntsville', done: 3 } })
    await area.cancel()
    expect(state()).toMatchObject({ saved: { place: 'Canisbay Lake' }, begun: undefined })
    expect(stored()).toEqual(of(4))
  })

  it('nothing is begun if the service does not say which files there are', async () => {
    await area.save(about, async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(state()).toMatchObject({ stage: 'settled', why: 'unanswered', begun: { done: 0, total: 0 } })
    await area.save(about, listing(of(1)))
    expect(state()).toMatchObject({ saved: { done: 1 }, why: undefined })
  })
})

describe('a service that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  const fail = () => {
    answer = (address) => (address === tile(3) ? new Response('', { status: 503 }) : new Response('tile'))
    return area.save(about, listing(of(10)))
  }

  it('is asked again every 30 seconds, while the part that is here is shown', async () => {
    await fail()
    const shown: number[] = []
    area.subscribe(() => shown.push(state().begun?.done ?? 10))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(asked).toHaveLength(10)
    await vi.advanceTimersByTimeAsync(1000)
    await expect.poll(() => state()).toMatchObject({ why: 'unanswered', begun: { done: 9 } })
    expect(Math.min(...shown)).toBeGreaterThan(0)
    answer = () => new Response('tile')
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(() => state()).toMatchObject({ why: undefined, saved: { done: 10 } })
    await vi.advanceTimersByTimeAsync(90_000)
    expect(asked).toHaveLength(12)
  })

  it('is not asked again after a cancel, or once another trip is open', async () => {
    await fail()
    await area.cancel()
    await vi.advanceTimersByTimeAsync(90_000)
    await fail()
    asked = []
    area.close()
    await vi.advanceTimersByTimeAsync(90_000)
    expect(asked).toEqual([])
  })

  it('is not asked again after a sign-out', async () => {
    await fail()
    asked = []
    forgetOfflineChoices()
    await dropAllAreas()
    expect(state()).toMatchObject({ stage: 'settled', begun: undefined, why: undefined })
    browser.goOnline()
    await vi.advanceTimersByTimeAsync(90_000)
    expect(state().stage).toBe('settled')
    expect(asked).toEqual([])
    expect(await caches.keys()).not.toContain(NAME)
  })

  it('is not asked for anything in a page that did not hear of the sign-out', async () => {
    await fail()
    asked = []
    localStorage.removeItem('wayfare.keep-whole')
    await dropAllAreas()
    const list = vi.fn(listing(of(10)))
    await area.save(about, list)
    expect(list).not.toHaveBeenCalled()
    expect([asked, await caches.keys()]).toEqual([[], []])
    expect(state()).toMatchObject({ stage: 'settled', begun: undefined })
  })

  it('is not asked for files if somebody signs out while they are listed', async () => {
    await area.save(about, async (...options) => {
      localStorage.removeItem('wayfare.keep-whole')
      return listing(of(10))(...options)
    })
    expect([asked, await caches.keys()]).toEqual([[], []])
  })
})

describe('in two tabs', () => {
  let other: MapArea
  let release: () => void
  /** Replaces a saved area, and waits at the last file but one. */
  async function replace(): Promise<{ done: Promise<void> }> {
    await area.save({ ...about, place: 'Huntsville' }, listing(of(3, 50)))
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    answer = async (address) => {
      if (address === tile(8)) await held
      return new Response('tile')
    }
    await other.look()
    const saving = area.save(about, listing(of(10)))
    await expect.poll(() => asked).toContain(tile(9))
    return { done: saving }
  }
  const isComplete = async () => {
    const last = new MapArea('ana', 'trip', browser.page)
    await last.look()
    const { saved, begun } = last.getState()
    last.close()
    return { place: saved?.place, isWhole: saved?.done === stored().length, begun }
  }

  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true, locks: new FakeLocks() })
    other = new MapArea('ana', 'trip', browser.page)
  })
  afterEach(() => other.close())

  it('a cancel in one ends what the other saves, and the area of before stays whole', async () => {
    const saving = await replace()
    const cancelled = other.cancel()
    setTimeout(() => release(), 50)
    await Promise.all([saving.done, cancelled])
    expect(await isComplete()).toEqual({ place: 'Huntsville', isWhole: true, begun: undefined })
    expect(stored()).toEqual(of(3, 50))
    await expect
      .poll(() => state())
      .toMatchObject({ stage: 'settled', saved: { place: 'Huntsville' }, begun: undefined })
  })

  it('what is removed in one is not written by the other', async () => {
    const saving = await replace()
    const removed = other.remove()
    setTimeout(() => release(), 50)
    await Promise.all([saving.done, removed])
    expect(await caches.keys()).not.toContain(NAME)
    await expect.poll(() => state()).toMatchObject({ stage: 'settled', saved: undefined, begun: undefined })
    browser.goOnline()
    expect(state().stage).toBe('settled')
  })

  it('a cancel leaves what the other has completed meanwhile', async () => {
    await area.save({ ...about, place: 'Huntsville' }, listing(of(3, 50)))
    await other.look()
    await area.save(about, listing(of(10)))
    await other.cancel()
    expect(other.getState()).toMatchObject({ saved: { place: 'Canisbay Lake', done: 10 } })
    expect(await isComplete()).toMatchObject({ place: 'Canisbay Lake', isWhole: true })
  })

  it('a guest who signs in to an account takes along what is here of an area that is being saved', async () => {
    const saving = await replace()
    const stopped = stopAreas('ana')
    setTimeout(() => release(), 50)
    await Promise.all([saving.done, stopped])
    forgetOfflineChoices()
    await moveAreas('ana', 'robin')
    const moved = new MapArea('robin', 'trip', browser.page)
    await moved.look()
    expect(moved.getState()).toMatchObject({ saved: { place: 'Huntsville' }, begun: { place: 'Canisbay Lake' } })
    moved.close()
  })
})

describe('an area ends', () => {
  it('with what is really here: files that were removed meanwhile are missing', async () => {
    answer = (address) => {
      if (address === tile(15)) caches.all.get(NAME)?.files.delete(tile(2))
      return new Response('tile')
    }
    await area.save(about, listing(of(20)))
    expect(state()).toMatchObject({ why: 'unanswered', saved: undefined, begun: { done: 19, total: 20 } })
  })

  it('with nothing if its cache was removed meanwhile', async () => {
    answer = (address) => {
      if (address === tile(15)) caches.all.delete(NAME)
      return new Response('tile')
    }
    await area.save(about, listing(of(20)))
    expect(state()).toMatchObject({ why: 'unanswered', saved: undefined, begun: { done: 0, total: 20 } })
  })

  it('before it begins if the list says that it is too large', async () => {
    await area.save(about, async () => 'too_large')
    expect(state()).toMatchObject({ stage: 'settled', why: 'too_large', begun: { done: 0, total: 0 } })
    browser.goOnline()
    expect(state().stage).toBe('settled')
  })

  it('when it is cancelled between the list and the first file', async () => {
    const put = caches.open
    vi.spyOn(caches, 'open').mockImplementation(async (name) => {
      const cache = await put(name)
      const keys = cache.keys
      cache.keys = async () => {
        void area.cancel()
        return keys()
      }
      return cache
    })
    await area.save(about, listing(of(20)))
    expect(asked).toEqual([])
  })

  it('at 60 MB, whatever was expected', async () => {
    answer = () => new Response(new Uint8Array(7_000_000))
    await area.save(about, listing(of(20)))
    expect(state()).toMatchObject({ why: 'too_large', saved: undefined, begun: { done: 8, bytes: 56_000_000 } })
    expect(caches.bytes).toBeLessThan(MAX_AREA_BYTES)
    expect(asked.length).toBeLessThan(14)
  })

  it('where the browser stores no more', async () => {
    caches.quota = 10_000
    await area.save(about, listing(of(20)))
    expect(state()).toMatchObject({ stage: 'settled', why: 'no_room' })
    expect(state().begun?.done).toBeLessThan(10)
    expect(asked.length).toBeLessThan(16)
    caches.quota = 1_000_000
    await area.save(about, listing(of(20)))
    expect(state()).toMatchObject({ why: undefined, saved: { done: 20 } })
  })

  it('where there is no cache', async () => {
    vi.stubGlobal('caches', undefined)
    await area.look()
    expect(state()).toMatchObject({ stage: 'settled', canSave: false })
    await area.save(about, listing(of(1)))
    expect(state()).toMatchObject({ stage: 'settled', canSave: false, saved: undefined, begun: undefined })
  })

  it('when it is cancelled, and leaves nothing', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    answer = async (address) => {
      if (address === tile(9)) await held
      return new Response('tile')
    }
    const saving = area.save(about, listing(of(20)))
    await expect.poll(() => asked.length).toBeGreaterThan(15)
    const cancelled = area.cancel()
    release()
    await Promise.all([saving, cancelled])
    expect(state()).toMatchObject({ stage: 'settled', begun: undefined, saved: undefined, why: undefined })
    expect(await caches.keys()).not.toContain(NAME)
    browser.goOnline()
    expect(state().stage).toBe('settled')
  })

  it('when somebody signs out meanwhile', async () => {
    answer = (address) => {
      if (address === tile(9)) forgetOfflineChoices()
      return new Response('tile')
    }
    await area.save(about, listing(of(200)))
    expect(asked.length).toBeLessThan(20)
    expect(await caches.keys()).not.toContain(NAME)
    expect(state()).toMatchObject({ stage: 'settled', begun: undefined, saved: undefined })
  })

  it('when it is removed', async () => {
    await area.save(about, listing(of(4)))
    await area.remove()
    expect(state()).toMatchObject({ stage: 'settled', saved: undefined })
    expect(await caches.keys()).not.toContain(NAME)
  })
})

describe('the areas of this device', () => {
  const names = async () => (await caches.keys()).filter((name) => name.startsWith('wayfare-map-area')).toSorted()
  beforeEach(async () => {
    chooseOffline('ana', 'other', true)
    for (const trip of ['trip', 'other']) await new MapArea('ana', trip, browser.page).save(about, listing(of(2)))
  })

  it('of a trip go with it, and all of them with a sign-out', async () => {
    await dropAreasOf('trip')
    expect(await names()).toEqual(['wayfare-map-area ana other'])
    await dropAllAreas()
    expect(await names()).toEqual([])
  })

  it('move to the account that a guest becomes', async () => {
    await moveAreas('ana', 'robin')
    expect(await names()).toEqual(['wayfare-map-area robin other', 'wayfare-map-area robin trip'])
    const moved = new MapArea('robin', 'trip', browser.page)
    await moved.look()
    expect(moved.getState().saved).toMatchObject({ done: 2 })
    expect(caches.list('wayfare-map-area robin trip')).toEqual(expect.arrayContaining(of(2)))
  })
})

describe('moved to an account on a device that is nearly full', () => {
  it('an area needs no room for a second copy', async () => {
    await area.save(about, listing(of(20)))
    caches.quota = caches.bytes + 1500
    await moveAreas('ana', 'robin')
    expect(await caches.keys()).toEqual(['wayfare-map-area robin trip'])
    expect(caches.list('wayfare-map-area robin trip')).toEqual(expect.arrayContaining(of(20)))
  })

  it('an area without room is removed, which is logged and fails nothing', async () => {
    await area.save(about, listing(of(20)))
    caches.quota = 0
    await moveAreas('ana', 'robin')
    expect(await caches.keys()).toEqual([])
    expect(browser.takeLog()).toEqual([expect.stringContaining('could not be moved')])
  })
})

function fail(): never {
  throw new Error('There is an area')
}
