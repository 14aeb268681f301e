import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { AppUpdate, type UpdatePage } from './app-update.ts'

const HOUR_MS = 60 * 60_000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A page whose browser does what the test says. A reload leaves its storage to the next. */
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
    setItem: (key, value) => void this.stored.set(key, value),
    isLasting: true,
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
/** Opens the page. Whichever was open before has been loaded anew, and does nothing more. */
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
  expect(log.mock.calls, 'logged, and not expected').toEqual([])
})
const takeLog = () => log.mock.calls.splice(0).flat()

describe('a page whose app is too old', () => {
  it('gets the newer one at once, and is loaded anew as soon as nobody is busy with it', async () => {
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

  it('is loaded anew once, however often the server says so', async () => {
    const update = open()
    update.noteTooOld()
    update.noteTooOld()
    await pass(5000)
    update.noteTooOld()
    await pass(HOUR_MS * 2)
    expect(page.reloads).toBe(1)
  })

  it('is not loaded anew when somebody has begun to type while it looked for the newer one once more', async () => {
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

  it('waits until the newer one can be had, and tries again when the server says so again', async () => {
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

  it('is loaded anew at once when the person asks for it, whatever else is going on', async () => {
    page.isAlone = false
    const update = open()
    update.noteTooOld()
    await update.ask()
    expect(page.reloads).toBe(1)
    expect(page.prepared).toEqual([{ isRepeated: false }])
  })

  it('is loaded anew when the person asks for it just as it looks for the newer one by itself', async () => {
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

  it('says that it could not be when the person has asked for it and it is not to be had', async () => {
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

describe('a page that a reload has brought again with the app that is too old', () => {
  beforeEach(async () => {
    open().noteTooOld()
    await pass(2000)
    expect(page.reloads).toBe(1)
  })

  it('says so and is not loaded anew by itself', async () => {
    const update = open()
    update.noteTooOld()
    expect(update.getState()).toBe('failed')
    await pass(HOUR_MS * 2)
    expect(page.reloads).toBe(0)
  })

  it('is when the person asks for it, another way', async () => {
    const update = open()
    update.noteTooOld()
    await update.ask()
    expect(page.reloads).toBe(1)
    expect(page.prepared).toEqual([{ isRepeated: true }])
  })

  it('is once more where it is another version, or an hour later', async () => {
    for (const [version, later] of [
      [2, 0],
      [1, HOUR_MS],
    ] as const) {
      await pass(later)
      open(version).noteTooOld()
      await pass(2000)
      expect(page.reloads).toBe(1)
      expect(page.prepared).toEqual([{ isRepeated: false }])
    }
  })
})

describe('a page for which there is a newer app, and whose own the server still understands', () => {
  beforeEach(() => {
    page.isThere = true
  })

  it('is loaded anew once nobody looks at it and it is free, and not in sight', async () => {
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

  it('is not loaded anew when somebody comes back while the newer one takes over, and is when they have left again', async () => {
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

  it('is loaded anew for that once an hour at most, though it is the same version', async () => {
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

  it('is also loaded anew in sight when the server no longer understands it, as if it had not been before', async () => {
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

describe('a page of whose app a part could not be loaded', () => {
  it('is loaded anew in sight as soon as it is free and the server can be reached, once an hour', async () => {
    page.isAlone = false
    page.newest = async () => false
    const update = open()
    update.notePartMissing()
    page.isAlone = true
    await pass(5000)
    expect(page.reloads).toBe(0)
    // Nothing is logged of it.
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

  it('is not loaded anew once the part is there after all', async () => {
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

  it('says that it is too old where the server says so too', async () => {
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

it('a page that stays open looks for a newer app once an hour, and stays as it is where there is none', async () => {
  page.isHidden = true
  open()
  await pass(HOUR_MS * 3.5)
  expect(page.fetched).toBe(3)
  expect(page.reloads).toBe(0)
})

describe.each([
  ['has no room left', true],
  ['is gone with the page', false],
])('a page whose storage %s', (_, isFull) => {
  beforeEach(() => {
    const setItem = () => {
      if (isFull) throw new Error('full')
    }
    page.storage = { getItem: () => null, setItem, isLasting: isFull }
  })
  afterEach(() => {
    expect(takeLog()).toEqual(isFull ? ['That the app is being updated could not be kept (Error: full)'] : [])
  })

  it('is not loaded anew by itself: it could not know that it was', async () => {
    const update = open()
    update.noteTooOld()
    await pass(HOUR_MS)
    expect(page.reloads).toBe(0)
    expect(update.getState()).toBe('failed')
  })

  it('is when the person asks for it', async () => {
    page.isAlone = false
    const update = open()
    update.noteTooOld()
    await update.ask()
    expect(page.reloads).toBe(1)
  })
})
