import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { id } from '#domain/id.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

/** Returns the device id in a new page with its own modules. */
async function deviceIdInNewPage(): Promise<string> {
  vi.resetModules()
  return (await import('./join.ts')).deviceId()
}

it('all pages of a device have the same id', async () => {
  const first = await deviceIdInNewPage()
  expect(id.safeParse(first).success).toBe(true)
  expect(await deviceIdInNewPage()).toBe(first)
})

it('another device has another id', async () => {
  const first = await deviceIdInNewPage()
  browser.close()
  browser = new FakeBrowser()
  expect(await deviceIdInNewPage()).not.toBe(first)
})

it('a device whose storage is full has one id for as long as its page is open', async () => {
  localStorage.setItem = () => {
    throw new DOMException('Quota exceeded.', 'QuotaExceededError')
  }
  vi.resetModules()
  const { deviceId } = await import('./join.ts')
  const made = deviceId()
  expect(id.safeParse(made).success).toBe(true)
  expect(deviceId()).toBe(made)
})
