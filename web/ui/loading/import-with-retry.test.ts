import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { importWithRetry, isPartMissing, onPartMissing, prefetch } from './import-with-retry.ts'

let events: string[]

beforeEach(() => {
  events = []
  vi.useFakeTimers()
  vi.stubGlobal('dispatchEvent', (event: Event) => events.push(event.type))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A loader that succeeds after this many failed attempts. */
function partAfter(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
  return load
}

it('retries with growing pauses, and dispatches events only for an import that failed', async () => {
  await expect(importWithRetry(partAfter(0))).resolves.toBe('part')
  expect(events).toEqual([])

  const load = partAfter(2)
  const loaded = importWithRetry(load)
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).toHaveBeenCalledTimes(2)
  expect(events).toEqual(['wayfare:partmissing', 'wayfare:partmissing'])
  await vi.advanceTimersByTimeAsync(1000)
  await expect(loaded).resolves.toBe('part')
  expect(events.slice(2)).toEqual(['wayfare:partsthere'])
})

it('does not report that all parts are loaded while another one is missing', async () => {
  const first = importWithRetry(partAfter(1))
  const second = importWithRetry(partAfter(2))
  await vi.advanceTimersByTimeAsync(1000)
  await first
  expect(events).not.toContain('wayfare:partsthere')
  await vi.advanceTimersByTimeAsync(2000)
  await second
  expect(events.filter((name) => name === 'wayfare:partsthere')).toHaveLength(1)
})

it('a missing part is reported until it is loaded', async () => {
  const page = new EventTarget()
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const reported: boolean[] = []
  const stop = onPartMissing(() => reported.push(isPartMissing()))
  const loaded = importWithRetry(partAfter(1))
  await vi.advanceTimersByTimeAsync(1000)
  await loaded
  expect(reported).toEqual([true, false])
  stop()
  const again = importWithRetry(partAfter(1))
  await vi.advanceTimersByTimeAsync(1000)
  await again
  expect(reported).toHaveLength(2)
})

it('does not report a part that nobody waits for yet', async () => {
  const load = partAfter(1)
  prefetch(load)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(events).toEqual([])
  expect(load).toHaveBeenCalledTimes(1)
  await expect(importWithRetry(load)).resolves.toBe('part')
})
