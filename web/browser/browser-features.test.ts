import { afterEach, describe, expect, it, vi } from 'vitest'
import { acceptedReceipts } from '#web/data/receipts/accepted-receipts.ts'
import { isApplePhoneOrTablet } from './apple-device.ts'
import { openFileCache } from './cache-storage.ts'
import { openCamera } from './camera.ts'
import { deviceRegion } from './device-region.ts'
import { findServiceWorkers } from './service-workers.ts'
import { hasShareSheet, share } from './share-sheet.ts'
import { withTabLock } from './tab-locks.ts'
import { keepScreenOn } from './wake-lock.ts'
import { watchInView } from './watch-in-view.ts'

afterEach(() => vi.unstubAllGlobals())

const denied = () => {
  throw new DOMException('Denied.', 'SecurityError')
}
/** A navigator whose `name` throws when it is touched. */
const denying = (name: string) => Object.defineProperty({}, name, { get: denied })

it.each([
  ['en-CA', 'CA'],
  ['de', 'DE'],
  ['fr_CA', ''],
  ['en_US.UTF-8', ''],
  ['c', ''],
  ['', ''],
  [undefined, ''],
])('a device with the language %s is in region %j', (language, region) => {
  vi.stubGlobal('navigator', { language })
  expect(deviceRegion()).toBe(region)
})

const agent = (system: string) => `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/604.1`
describe.each([
  ['an iPhone', agent('iPhone; CPU iPhone OS 18_5 like Mac OS X'), 5, true],
  ['an iPad', agent('Macintosh; Intel Mac OS X 10_15_7'), 5, true],
  ['a Mac', agent('Macintosh; Intel Mac OS X 10_15_7'), 0, false],
  ['a Windows laptop with a touch screen', agent('Windows NT 10.0; Win64; x64'), 10, false],
])('%s', (_, userAgent, maxTouchPoints, isApple) => {
  it(`is ${isApple ? '' : 'not '}one that deletes storage, and takes HEIC photos ${isApple ? 'as JPEG' : 'as files'}`, () => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
    expect(isApplePhoneOrTablet()).toBe(isApple)
    expect(acceptedReceipts().includes('heic')).toBe(!isApple)
  })
})

it('a share sheet that was closed is no failure; one that does not open is', async () => {
  vi.stubGlobal('navigator', {})
  expect(hasShareSheet()).toBe(false)
  expect(await share({ text: 'a' })).toBe('refused')
  for (const [name, outcome] of [
    ['AbortError', 'done'],
    ['NotAllowedError', 'refused'],
  ]) {
    vi.stubGlobal('navigator', { share: async () => Promise.reject(new DOMException('', name)) })
    expect(await share({ text: 'a' })).toBe(outcome)
  }
})

it('without service workers or caches there are none', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('caches', undefined)
  expect([findServiceWorkers(), await openFileCache('a')]).toEqual([undefined, undefined])
  vi.stubGlobal('navigator', denying('serviceWorker'))
  vi.stubGlobal('caches', { open: denied })
  expect([findServiceWorkers(), await openFileCache('a')]).toEqual([undefined, undefined])
})

it.each([
  [true, 'none'],
  [false, 'insecure'],
])('without a camera API there is none; in a secure context: %s', async (isSecureContext, refusal) => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('isSecureContext', isSecureContext)
  expect(await openCamera(() => {})).toBe(refusal)
})

it('a screen that cannot be kept on is left alone', async () => {
  const listeners = { addEventListener: vi.fn(), removeEventListener: vi.fn() }
  vi.stubGlobal('document', { visibilityState: 'visible', ...listeners })
  for (const navigator of [{}, { wakeLock: { request: async () => denied() } }]) {
    vi.stubGlobal('navigator', navigator)
    keepScreenOn()()
  }
  expect(listeners.removeEventListener).toHaveBeenCalledTimes(2)
})

it('a screen that is kept on too late is let go', async () => {
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} })
  const release = vi.fn(async () => {})
  vi.stubGlobal('navigator', { wakeLock: { request: async () => ({ released: false, release }) } })
  keepScreenOn()()
  await expect.poll(() => release).toHaveBeenCalledOnce()
})

it('without IntersectionObserver everything is in view', () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  const seen = vi.fn()
  const target = {} as Element
  watchInView([target], seen)()
  expect(seen).toHaveBeenCalledExactlyOnceWith([{ target, isIntersecting: true }])
})

describe('a lock between tabs', () => {
  it.each([
    ['is missing', {}],
    ['may not be touched', denying('locks')],
    ['is denied', { locks: { request: async () => denied() } }],
  ])('that %s stops no work', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator)
    expect(await withTabLock('a', async () => 'done')).toBe('done')
  })

  it('fails as its work fails, which runs once', async () => {
    vi.stubGlobal('navigator', { locks: { request: (_: string, __: object, work: () => unknown) => work() } })
    const work = vi.fn(() => Promise.reject(new Error('no')))
    await expect(withTabLock('a', work)).rejects.toThrow('no')
    expect(work).toHaveBeenCalledOnce()
  })

  const neverGranted = {
    request: (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_done, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }

  it('that is not granted in time is done without', async () => {
    vi.stubGlobal('navigator', { locks: neverGranted })
    expect(await withTabLock('a', async () => 'done', { timeoutMs: 10 })).toBe('done')
  })

  it('that nobody waits for any more does nothing', async () => {
    vi.stubGlobal('navigator', { locks: neverGranted })
    const work = vi.fn(async () => 'done')
    const stop = new AbortController()
    const waiting = withTabLock('a', work, { signal: stop.signal })
    stop.abort()
    await expect(waiting).rejects.toThrow()
    expect(work).not.toHaveBeenCalled()
  })
})
