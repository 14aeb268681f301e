import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { id } from '#domain/id.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

/** What a page that is opened now, with modules of its own, calls its device. */
async function deviceOfNewPage(): Promise<string> {
  vi.resetModules()
  return (await import('./join.ts')).deviceId()
}

it('a device has one id, the same for all of its pages', async () => {
  const first = await deviceOfNewPage()
  expect(id.safeParse(first).success).toBe(true)
  expect(await deviceOfNewPage()).toBe(first)
})

it('another device has another id', async () => {
  const first = await deviceOfNewPage()
  browser.close()
  browser = new FakeBrowser()
  expect(await deviceOfNewPage()).not.toBe(first)
})
