import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { importWithRetry } from './import-with-retry.ts'

let news: string[]

beforeEach(() => {
  news = []
  vi.useFakeTimers()
  vi.stubGlobal('dispatchEvent', (event: Event) => news.push(event.type))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A part of the app that is there after so many attempts. */
function partAfter(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
  return load
}

it('loads a part again until it is there, later each time, and says only of one that failed what became of it', async () => {
  await expect(importWithRetry(partAfter(0))).resolves.toBe('part')
  expect(news).toEqual([])

  const load = partAfter(2)
  const loaded = importWithRetry(load)
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).toHaveBeenCalledTimes(2)
  expect(news).toEqual(['wayfare:partmissing', 'wayfare:partmissing'])
  await vi.advanceTimersByTimeAsync(1000)
  await expect(loaded).resolves.toBe('part')
  expect(news.slice(2)).toEqual(['wayfare:partsthere'])
})

it('does not say that all parts are there while another is missing', async () => {
  const first = importWithRetry(partAfter(1))
  const second = importWithRetry(partAfter(2))
  await vi.advanceTimersByTimeAsync(1000)
  await first
  expect(news).not.toContain('wayfare:partsthere')
  await vi.advanceTimersByTimeAsync(2000)
  await second
  expect(news.filter((name) => name === 'wayfare:partsthere')).toHaveLength(1)
})
