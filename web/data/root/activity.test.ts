import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeBrowser, json } from '../testing/fake-browser.ts'

// Node has no disk of a browser.
vi.mock('../storage/device-copies.ts', () => ({ dropDeviceCopies: async () => {} }))

const MINUTE = 60_000
const robin = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'robin',
  full_name: 'Robin Tester',
  email: 'robin@example.org',
  is_beta_user: true,
}

let browser: FakeBrowser
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  browser = new FakeBrowser()
  for (const name of ['GET /auth/v1/user', 'POST /auth/v1/token?grant_type=refresh_token'])
    browser.answer(name, json({ user: robin, expires_in: 1800 }))
  browser.answer('POST /auth/v1/logout', () => new Response(null, { status: 204 }))
  browser.setCookie('wayfare_session_hint=1')
  page = new EventTarget()
  const addEventListener = page.addEventListener.bind(page)
  vi.stubGlobal('addEventListener', addEventListener)
  Object.assign(document, { addEventListener })
})

afterEach(() => {
  browser.close()
  vi.useRealTimers()
  expect(browser.takeLog(), 'logged, and not expected').toEqual([])
})

it.each([
  ['SESS-14', 'mousemove'],
  ['SESS-15', 'keydown'],
  ['SESS-16', 'click'],
  ['SESS-17', 'scroll'],
  ['SESS-18', 'touchstart'],
])('%s a %s restarts the 30 minutes, and a second after them the person is signed out', async (_id, type) => {
  vi.resetModules()
  const { session, startSession } = await import('./session.ts')
  await startSession()
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return session.getState().status
  }
  expect(await pass(29 * MINUTE)).toBe('signed_in')
  page.dispatchEvent(new Event(type))
  expect(await pass(29 * MINUTE + 59_000)).toBe('signed_in')
  expect(await pass(2000)).toBe('signed_out')
  expect(session.getSignOutReason()).toBe('inactive')
})
