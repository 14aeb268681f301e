import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountHolder } from '#domain/person.ts'
import type { AuthListener } from '../auth/session.ts'
import { FakeBrowser, failure, json } from '../testing/fake-browser.ts'

const RESET = 'POST /auth/v1/reset'
const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token'
const MINUTE = 60_000
const robin: AccountHolder = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'robin',
  full_name: 'Robin Tester',
  email: 'robin@example.org',
  is_beta_user: true,
}
const answer = { user: robin, expires_in: 1800 }
const reset = { secret: 'of-the-link', password: 'pine-needles' }

let browser: FakeBrowser

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  browser = new FakeBrowser()
  browser.answer(RESET, json(answer))
  browser.answer(REFRESH, json(answer))
  browser.answer('POST /auth/v1/logout', () => new Response(null, { status: 204 }))
})

afterEach(() => {
  browser.close()
  vi.useRealTimers()
  expect(browser.takeLog(), 'logged, and not expected').toEqual([])
})

/** Opens another signed-out tab with its own modules. Tabs share cookies, storage and messages. */
async function openTab() {
  vi.resetModules()
  const { resetPassword } = await import('./account-recovery.ts')
  const { session } = await import('../root/session.ts')
  await session.init()
  const listener = vi.fn<AuthListener>()
  session.onAuthStateChange(listener)
  return { resetPassword, session, listener }
}

/** Waits for messages between tabs. */
async function spinUntil(condition: () => boolean): Promise<void> {
  for (let turns = 0; turns < 2000 && !condition(); turns++) await new Promise((resolve) => setImmediate(resolve))
}

it('CALL-AUTH-22 a password reset announces password_recovery in all tabs and signs in', async () => {
  const there = await openTab()
  const here = await openTab()
  await here.resetPassword(reset)
  expect(browser.requests).toMatchObject([{ method: 'POST', path: '/auth/v1/reset', body: reset }])
  expect(here.listener.mock.calls).toEqual([['password_recovery', robin]])
  expect(here.session.getState()).toEqual({ status: 'signed_in', user: robin })
  await spinUntil(() => there.listener.mock.calls.length > 0)
  expect(there.listener.mock.calls).toEqual([['password_recovery', robin]])
  expect(there.session.getCurrentUser()).toEqual(robin)
})

it('SESS-19 a session that begins with a password recovery ends after 30 minutes of inactivity', async () => {
  const { resetPassword, session } = await openTab()
  await resetPassword(reset)
  await vi.advanceTimersByTimeAsync(30 * MINUTE - 1)
  expect(session.getState().status).toBe('signed_in')
  await vi.advanceTimersByTimeAsync(1)
  expect(session.getState().status).toBe('signed_out')
})

it('a reset with an invalid link announces nothing', async () => {
  browser.answer(RESET, failure('link_not_found', 404))
  const { resetPassword, session, listener } = await openTab()
  await expect(resetPassword(reset)).rejects.toMatchObject({ code: 'link_not_found' })
  expect(listener).not.toHaveBeenCalled()
  expect(session.getState().status).toBe('signed_out')
})
