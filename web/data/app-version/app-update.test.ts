import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { AppUpdate, type UpdatePage } from './app-update.ts'

const HOUR_MS = 60 * 60_000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A page that the test controls. Its storage survives a reload. */
class FakePage implements UpdatePage {
  newest: () => Promise<boolean> = async () => true
  isThere = false
  isAlone = true
  isHidden = false
  fetched = 0
  prepared: { isRepeated: boolean }[] = []
  reloads = 0
  readonly stored = new Map<string, string>()
  storage: UpdatePage['storage'] = {
    getItem: (key) => this.stored.get(key) ?? null,
    setItem: (key, value) => this.stored.set(key, value).has(key),
  }
  fetchNewest = () => {
    this.fetched += 1
    return this.newest()
  }
  hasNewer = async () => this.isThere
  isFree = () => this.isAlone
  isAway = () => this.isHidden
  prepareReload = async (options: { isRepeated: boolean }) => void this.prepared.push(options)
  reload = async () => {
    this.reloads += 1
  }
}

let page: FakePage
let log: Mock<typeof console.error>
/** Opens the page, as a reload does. */
function open(version = 1): AppUpdate {
  page.reloads = 0
  page.prepared = []
  return new AppUpdate(page, version)
}

beforeEach(() => {
  vi.useFakeTimers()
  page = new FakePage()
  log = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  expect(log.mock.calls, 'unexpected log messages').toEqual([])
})
const takeLog = () => log.mock.calls.splice(0).flat()

describe('a page whose app is too old', () => {
  it('fetches the newer app at once, and reloads as soon as it is free', async () => {
    page.isAlone = false
    const update = open()
    const states: string[] = []
    update.subscribe(() => states.push(update.getState()))
    update.noteTooOld()
    await pass(HOUR_MS)
    expect(page.fetched).toBe(1)
    expect(page.reloads).toBe(0)
    expect(states).toEqual(['waiting'])

    page.isAlone = true
    await pass(2000)
    expect(page.reloads).toBe(1)
    expect(page.prepared).toEqual([{ isRepeated: false }])
    expect(states).toEqual(['waiting', 'updating', 'failed'])
  })

  it('reloads once, however often the server says so', async () => {
    const update = open()
    update.noteTooOld()
    update.noteTooOld()
    await pass(5000)
    update.noteTooOld()
    await pass(HOUR_MS * 2)
    expect(page.reloads).toBe(1)
  })

  it('does not reload if somebody starts typing during its last check for the newer app', async () => {
    const update = open()
    update.noteTooOld()
    await pass(0)
    page.newest = async () => {
      page.isAlone = false
      return true
    }
    await pass(HOUR_MS)
    expect(page.reloads).toBe(0)
    expect(update.getState()).toBe('waiting')
  })

  it('waits until the newer app can be fetched, and tries again when the server says so again', async () => {
    page.newest = async () => false
    const update = open()
    update.noteTooOld()
    await pass(HOUR_MS)
    expect(page.fetched).toBe(1)
    page.newest = () => Promise.reject(new TypeError('Failed to fetch'))
    update.noteTooOld()
    await pass(HOUR_MS)
    expect(takeLog()).toEqual(['The newer version of the app could not be loaded (TypeError: Failed to fetch)'])
    expect(page.reloads).toBe(0)
    expect(update.getState()).toBe('waiting')
    page.newest = async () => true
    update.noteTooOld()
    await pass(1000)
    expect(page.reloads).toBe(1)
  })

  it('reloads at once when the person asks for it, even if it is not free', async () => {
    page.isAlone = false
    const update = open()
    update.noteTooOld()
    await update.ask()
    expect(page.reloads).toBe(1)
    expect(page.prepared).toEqual([{ isRepeated: false }])
  })

  it('reloads when the person asks for it during its own check for the newer app', async () => {
    const update = open()
    update.noteTooOld()
    await pass(0)
    page.newest = async () => {
      page.isAlone = false
      await update.ask()
      return true
    }
    await pass(1000)
    expect(page.reloads).toBe(1)
  })

  it('reports a failure if the person asks for the newer app and it cannot be fetched', async () => {
    page.newest = async () => false
    const update = open()
    update.noteTooOld()
    await update.ask()
    expect(page.reloads).toBe(0)
    expect(update.getState()).toBe('failed')
    page.newest = async () => true
    await update.ask()
    expect(page.reloads).toBe(1)
    expect(page.prepared).toEqual([{ isRepeated: false }])
  })
})

describe('a page that still has the old app after a reload', () => {
  beforeEach(async () => {
    open().noteTooOld()
    await pass(2000)
    expect(page.reloads).toBe(1)
  })

  it('says so and does not reload by itself', async () => {
    const update = open()
    update.noteTooOld()
    expect(update.getState()).toBe('failed')
    await pass(HOUR_MS * 2)
    expect(page.reloads).toBe(0)
  })

  it('reloads another way when the person asks for it', async () => {
    const update = open()
    update.noteTooOld()
    await update.ask()
    expect(page.reloads).toBe(1)
    expect(page.prepared).toEqual([{ isRepeated: true }])
  })

  it('reloads again for another version, or after an hour', async () => {
    for (const [version, afterMs] of [
      [2, 0],
      [1, HOUR_MS],
    ] as const) {
      await pass(afterMs)
      open(version).noteTooOld()
      await pass(2000)
      expect(page.reloads).toBe(1)
      expect(page.prepared).toEqual([{ isRepeated: false }])
    }
  })
})

describe('a page for which there is a newer app, and whose own app still works', () => {
  beforeEach(() => {
    page.isThere = true
  })

  it('reloads only if it is out of sight and free', async () => {
    open()
    await pass(2000)
    expect(page.reloads).toBe(0)
    page.isHidden = true
    page.isAlone = false
    await pass(2000)
    expect(page.reloads).toBe(0)
    page.isAlone = true
    page.isHidden = false
    await pass(2000)
    expect(page.reloads).toBe(0)
    page.isHidden = true
    await pass(2000)
    expect(page.reloads).toBe(1)
  })

  it('does not reload if somebody comes back meanwhile, and does when they have left again', async () => {
    page.isHidden = true
    const take = page.prepareReload
    page.prepareReload = async (options) => {
      page.isHidden = false
      await take(options)
    }
    const update = open()
    await pass(HOUR_MS)
    expect(page.prepared).toHaveLength(1)
    expect(page.reloads).toBe(0)
    expect(update.getState()).toBe('waiting')
    page.prepareReload = take
    page.isHidden = true
    await pass(2000)
    expect(page.reloads).toBe(1)
  })

  it('reloads for that reason once an hour at most', async () => {
    page.isHidden = true
    open()
    await pass(2000)
    expect(page.reloads).toBe(1)
    open()
    await pass(HOUR_MS - 10_000)
    expect(page.reloads).toBe(0)
    await pass(20_000)
    expect(page.reloads).toBe(1)
  })

  it('also reloads in sight once the server no longer understands it, even within the hour', async () => {
    page.isHidden = true
    open()
    await pass(2000)
    expect(page.reloads).toBe(1)
    page.isHidden = false
    const update = open()
    update.noteTooOld()
    expect(update.getState()).toBe('waiting')
    await pass(2000)
    expect(page.reloads).toBe(1)
  })
})

describe('a page that could not load a part of its app', () => {
  it('reloads in sight when it is free and the server can be reached, once an hour', async () => {
    page.isAlone = false
    page.newest = async () => false
    const update = open()
    update.notePartMissing()
    page.isAlone = true
    await pass(5000)
    expect(page.reloads).toBe(0)
    // This failure is not logged.
    page.newest = () => Promise.reject(new TypeError('Failed to fetch'))
    update.notePartMissing()
    await pass(5000)
    expect(page.reloads).toBe(0)
    page.newest = async () => true
    page.isAlone = false
    update.notePartMissing()
    await pass(5000)
    expect(page.reloads).toBe(0)
    page.isAlone = true
    await pass(2000)
    expect(page.reloads).toBe(1)
    expect(page.prepared).toEqual([{ isRepeated: false }])

    const next = open()
    next.notePartMissing()
    await pass(HOUR_MS - 10_000)
    expect(page.reloads).toBe(0)
    next.notePartMissing()
    await pass(20_000)
    next.notePartMissing()
    await pass(2000)
    expect(page.reloads).toBe(1)
  })

  it('does not reload once the part has been loaded after all', async () => {
    page.isAlone = false
    const update = open()
    update.notePartMissing()
    await pass(5000)
    update.notePartsThere()
    page.isAlone = true
    await pass(5000)
    expect(page.reloads).toBe(0)

    update.notePartMissing()
    await pass(2000)
    expect(page.reloads).toBe(1)
  })

  it('reports that it is too old if the server says so too', async () => {
    page.isAlone = false
    const update = open()
    update.noteTooOld()
    update.notePartMissing()
    update.notePartsThere()
    await pass(2000)
    page.isAlone = true
    await pass(2000)
    expect(page.reloads).toBe(1)
    const next = open()
    next.noteTooOld()
    expect(next.getState()).toBe('failed')
  })
})

it('a page that stays open checks for a newer app once an hour, and reloads only for one', async () => {
  page.isHidden = true
  open()
  await pass(HOUR_MS * 3.5)
  expect(page.fetched).toBe(3)
  expect(page.reloads).toBe(0)
})

describe('a page whose storage is full, or gone with the page', () => {
  beforeEach(() => {
    page.storage = { getItem: () => null, setItem: () => false }
  })

  it('does not reload by itself: the reloaded page would not know of it', async () => {
    const update = open()
    update.noteTooOld()
    await pass(HOUR_MS)
    expect(page.reloads).toBe(0)
    expect(update.getState()).toBe('failed')
  })

  it('reloads when the person asks for it', async () => {
    page.isAlone = false
    const update = open()
    update.noteTooOld()
    await update.ask()
    expect(page.reloads).toBe(1)
  })
})
