import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import type { AccountHolder, User } from '#domain/person.ts'
import { FakeBrowser, failure, json } from '../testing/fake-browser.ts'
import type { AuthListener, Session } from './session.ts'

const MINUTE = 60_000
const robin: AccountHolder = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'robin',
  full_name: 'Robin Tester',
  email: 'robin@example.org',
  is_beta_user: true,
}
const answer = (user: User) => json({ user, expires_in: 1800 })
const credentials = { email: robin.email, password: 'pine-needles' }
const registration = {
  ...credentials,
  data: { username: 'robin', full_name: 'Robin Tester', is_beta_user: true as const, referred_by: null },
}

const USER = 'GET /auth/v1/user'
const LOGIN = 'POST /auth/v1/token?grant_type=password'
const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token'
const OWN_REFRESH = `${REFRESH}&own_device`
const SIGN_UP = 'POST /auth/v1/signup'
const LOGOUT = 'POST /auth/v1/logout'

let browser: FakeBrowser

beforeEach(() => {
  // Messages between tabs are real and arrive while the fake clock stands still.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  browser = new FakeBrowser()
  browser.answer(USER, answer(robin))
  browser.answer(LOGIN, answer(robin))
  browser.answer(SIGN_UP, answer(robin))
  browser.answer(REFRESH, answer(robin))
  browser.answer(LOGOUT, () => new Response(null, { status: 204 }))
})

afterEach(() => {
  browser.close()
  vi.useRealTimers()
  expect(browser.takeLog(), 'logged, and not expected').toEqual([])
})

/** Makes a trip available offline for somebody. */
const makeTripOffline = ({ id }: User) => localStorage.setItem('wayfare.keep-whole', JSON.stringify([`${id} a-trip`]))

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Opens another tab with its own modules. Tabs share cookies, storage and messages. */
async function openTab(): Promise<Session> {
  vi.resetModules()
  const { Session } = await import('./session.ts')
  return new Session(browser.page)
}

async function openSignedIn(): Promise<Session> {
  browser.setCookie('wayfare_session_hint=1')
  const session = await openTab()
  await session.init()
  return session
}

function listen(session: Session): Mock<AuthListener> {
  const listener = vi.fn<AuthListener>()
  session.onAuthStateChange(listener)
  return listener
}

/** Runs the event loop until the condition holds, or long enough to assume that it never will. */
async function spinUntil(condition: () => boolean): Promise<void> {
  for (let turns = 0; turns < 2000 && !condition(); turns++) await new Promise((resolve) => setImmediate(resolve))
}

const logoutNotSent = expect.stringMatching(/^The sign-out could not be sent to the server \(unreachable: /)
const statusOf = (session: Session) => session.getState().status

it('a session from another answer, as when a guest joins, applies to all tabs without a request', async () => {
  const [here, there] = [await openTab(), await openTab()]
  await here.init()
  await there.init()
  const guest: User = { ...robin, email: null }
  here.enter({ user: guest })
  expect(here.getState()).toEqual({ status: 'signed_in', user: guest })
  await spinUntil(() => statusOf(there) === 'signed_in')
  expect(there.getCurrentUser()).toEqual(guest)
  expect(browser.requests).toEqual([])
})

describe('at the start', () => {
  it('SESS-1, SESS-2, CALL-AUTH-7, CALL-AUTH-9, CALL-AUTH-11, CALL-AUTH-18 init restores the session', async () => {
    browser.setCookie('theme=dark')
    browser.setCookie('wayfare_session_hint=1')
    const session = await openTab()
    const listener = listen(session)
    const started = session.init()
    expect(session.getState()).toEqual({ status: 'loading', user: null })
    expect(session.getCurrentUser()).toBeNull()
    await started
    expect(browser.requests).toMatchObject([{ method: 'GET', path: '/auth/v1/user' }])
    expect(session.getState()).toEqual({ status: 'signed_in', user: robin })
    expect(session.getCurrentUser()).toEqual(robin)
    expect(listener.mock.calls).toEqual([['signed_in', robin]])
  })

  it('SESS-2, CALL-AUTH-7 nobody is signed in without a session, and no request is sent', async () => {
    const session = await openTab()
    await session.init()
    expect(session.getState()).toEqual({ status: 'signed_out', user: null })
    expect(browser.requests).toEqual([])
  })

  it('SESS-2 an ended session signs out and clears the hint cookie', async () => {
    browser.answer(USER, failure('not_signed_in', 401))
    const session = await openSignedIn()
    expect(session.getState()).toEqual({ status: 'signed_out', user: null })
    expect(document.cookie).toBe('')
  })

  it('SESS-1 starts as the last person at once, and stays so while the server cannot be reached', async () => {
    await openSignedIn()
    const again = await openSignedIn()
    expect(again.getState()).toEqual({ status: 'signed_in', user: robin })
    browser.answer(USER, () => Promise.reject(new TypeError('Failed to fetch')))
    // The cookies have expired meanwhile.
    browser.setCookie('wayfare_session_hint=; max-age=0')
    const offline = await openTab()
    const started = offline.init()
    expect(statusOf(offline)).toBe('loading')
    await advance(3000)
    await started
    expect(offline.getState()).toEqual({ status: 'signed_in', user: robin })
    browser.answer(USER, failure('not_signed_in', 401))
    await advance(60_000)
    expect(statusOf(offline)).toBe('signed_out')
    expect(browser.takeLog()).toHaveLength(1)
  })

  it('SESS-2 a session that ended while the app was closed marks the copies for removal', async () => {
    const { hasCopiesToDrop, forgetCopiesToDrop } = await import('../storage/copies-to-drop.ts')
    await openSignedIn()
    expect(hasCopiesToDrop()).toBe(false)
    browser.answer(USER, failure('not_signed_in', 401))
    browser.setCookie('wayfare_session_hint=; max-age=0')
    const later = await openTab()
    await later.init()
    expect(statusOf(later)).toBe('signed_out')
    expect(hasCopiesToDrop()).toBe(true)
    forgetCopiesToDrop()
    expect(hasCopiesToDrop()).toBe(false)
  })

  it('SESS-7 copies on an own device stay until somebody else signs in or the person signs out', async () => {
    const { hasCopiesToDrop } = await import('../storage/copies-to-drop.ts')
    makeTripOffline(robin)
    browser.answer(OWN_REFRESH, answer(robin))
    const openAndExpire = async () => {
      const session = await openSignedIn()
      browser.answer(USER, failure('not_signed_in', 401))
      await session.validateSession()
      browser.answer(USER, answer(robin))
      expect([statusOf(session), session.getSignOutReason()]).toEqual(['signed_out', 'ended'])
      return session
    }
    await (await openAndExpire()).login(credentials)
    expect(hasCopiesToDrop()).toBe(false)
    const session = await openAndExpire()
    expect(hasCopiesToDrop()).toBe(false)
    session.enter({ user: { ...robin, id: '00000000-0000-4000-8000-000000000002' } })
    expect(hasCopiesToDrop()).toBe(true)
    const { forgetCopiesToDrop } = await import('../storage/copies-to-drop.ts')
    forgetCopiesToDrop()
    await session.logout()
    expect(hasCopiesToDrop()).toBe(true)
  })

  it('a sign-in as somebody else marks the previous person’s copies for removal', async () => {
    const { hasCopiesToDrop } = await import('../storage/copies-to-drop.ts')
    const session = await openSignedIn()
    session.announce('token_refreshed', robin)
    expect(hasCopiesToDrop()).toBe(false)
    session.announce('signed_in', { ...robin, id: '00000000-0000-4000-8000-000000000002' })
    expect(hasCopiesToDrop()).toBe(true)
  })

  it('SESS-1 stays loading while the server fails, and retries', async () => {
    browser.answer(USER, failure('internal_error', 500, 'Something went wrong'))
    browser.setCookie('wayfare_session_hint=1')
    const session = await openTab()
    const started = session.init()
    await advance(8000)
    expect(statusOf(session)).toBe('loading')
    expect(browser.count(USER)).toBe(3)
    expect(browser.takeLog()).toEqual(
      Array(3).fill('The session could not be checked (internal_error: Something went wrong)'),
    )
    browser.answer(USER, answer(robin))
    await advance(1000)
    await started
    expect(statusOf(session)).toBe('signed_in')
  })
})

describe('signing in', () => {
  it('PROD-13, SESS-3, CALL-AUTH-1..3, CALL-AUTH-18 login sends the credentials and announces the user', async () => {
    const session = await openTab()
    await session.init()
    const listener = listen(session)
    await session.login(credentials)
    expect(browser.requests).toMatchObject([
      { method: 'POST', path: '/auth/v1/token?grant_type=password', body: credentials },
    ])
    expect(session.getState()).toEqual({ status: 'signed_in', user: robin })
    expect(listener.mock.calls).toEqual([['signed_in', robin]])
  })

  it('PROD-13, SESS-4, CALL-AUTH-4, CALL-AUTH-5, CALL-AUTH-18 register announces the new user', async () => {
    const session = await openTab()
    await session.init()
    const listener = listen(session)
    await session.register(registration)
    expect(browser.requests).toMatchObject([{ method: 'POST', path: '/auth/v1/signup', body: registration }])
    expect(session.getState()).toEqual({ status: 'signed_in', user: robin })
    expect(listener.mock.calls).toEqual([['signed_in', robin]])
  })

  it('changes nothing on failure, and rejects with the server’s message', async () => {
    browser.answer(LOGIN, failure('wrong_credentials', 401, 'Invalid email or password'))
    browser.answer(SIGN_UP, failure('email_exists', 409, 'Email already exists'))
    const session = await openTab()
    await session.init()
    const listener = listen(session)
    await expect(session.login(credentials)).rejects.toMatchObject({ message: 'Invalid email or password' })
    await expect(session.register(registration)).rejects.toMatchObject({ message: 'Email already exists' })
    expect(statusOf(session)).toBe('signed_out')
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('validateSession', () => {
  it('CALL-AUTH-8, CALL-AUTH-10 fetches the user and returns whether the session is valid', async () => {
    const session = await openSignedIn()
    expect(await session.validateSession()).toBe(true)
    expect(browser.count(USER)).toBe(2)
    browser.answer(USER, failure('not_signed_in', 401))
    expect(await session.validateSession()).toBe(false)
    expect(statusOf(session)).toBe('signed_out')
  })

  it('CALL-AUTH-10 does not end a session while the server does not answer', async () => {
    const session = await openSignedIn()
    browser.answer(USER, () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await session.validateSession()).toBe(false)
    expect(statusOf(session)).toBe('signed_in')
    expect(browser.takeLog()).toEqual([expect.stringMatching(/^The session could not be checked \(unreachable: /)])
  })

  it('SESS-11, CALL-AUTH-21 updates the person and announces it', async () => {
    const session = await openSignedIn()
    const listener = listen(session)
    await session.validateSession()
    expect(listener).not.toHaveBeenCalled()
    const renamed = { ...robin, full_name: 'Robin Renamed' }
    browser.answer(USER, answer(renamed))
    await session.validateSession()
    expect(session.getCurrentUser()).toEqual(renamed)
    expect(listener.mock.calls).toEqual([['user_updated', renamed]])
  })

  it('does not sign in again after a logout during the request', async () => {
    const session = await openSignedIn()
    let send = (_answer: Response) => {}
    browser.answer(USER, () => new Promise((resolve) => (send = resolve)))
    const validated = session.validateSession()
    await session.logout()
    send(answer(robin)())
    expect(await validated).toBe(false)
    expect(statusOf(session)).toBe('signed_out')
  })
})

describe('auth state changes', () => {
  it('CALL-AUTH-12, CALL-AUTH-13 reach every subscriber until it unsubscribes', async () => {
    const session = await openSignedIn()
    const subscribed = listen(session)
    const unsubscribed = vi.fn<AuthListener>()
    const unsubscribe = session.onAuthStateChange(unsubscribed)
    session.announce('user_updated', robin)
    unsubscribe()
    await session.logout()
    expect(subscribed.mock.calls).toEqual([
      ['user_updated', robin],
      ['signed_out', null],
    ])
    expect(unsubscribed.mock.calls).toEqual([['user_updated', robin]])
  })

  it('CALL-AUTH-21, CALL-AUTH-23, SESS-11 user_updated and mfa_verified reach all tabs', async () => {
    const [here, there] = [await openSignedIn(), await openSignedIn()]
    const [listenerHere, listenerThere] = [listen(here), listen(there)]
    const renamed = { ...robin, username: 'renamed' }
    const events = [['user_updated', renamed] as const, ['mfa_verified', renamed] as const]
    for (const [event, user] of events) here.announce(event, user)
    await spinUntil(() => listenerThere.mock.calls.length >= events.length)
    expect(listenerHere.mock.calls).toEqual(events)
    expect(listenerThere.mock.calls).toEqual(events)
    expect(there.getCurrentUser()).toEqual(renamed)
  })

  it('CALL-AUTH-18, CALL-AUTH-19, SESS-6 other tabs follow a sign-in and a sign-out', async () => {
    const [here, there] = [await openTab(), await openTab()]
    await here.init()
    await there.init()
    const listenerThere = listen(there)
    await here.login(credentials)
    await spinUntil(() => statusOf(there) === 'signed_in')
    expect(there.getCurrentUser()).toEqual(robin)
    await here.logout()
    await spinUntil(() => statusOf(there) === 'signed_out')
    expect(there.getCurrentUser()).toBeNull()
    expect(listenerThere.mock.calls).toEqual([
      ['signed_in', robin],
      ['signed_out', null],
    ])
    // Only the tab that signed out sends a request.
    expect(browser.count(LOGOUT)).toBe(1)
  })

  it('SESS-6, CALL-AUTH-19 any not_signed_in answer signs out all tabs', async () => {
    const there = await openSignedIn()
    const here = await openSignedIn()
    const listener = listen(here)
    const { request } = await import('../http/http.ts')
    browser.answer('GET /api/trips', failure('not_signed_in', 401))
    await expect(request('/api/trips')).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(listener.mock.calls).toEqual([['signed_out', null]])
    await spinUntil(() => statusOf(there) === 'signed_out')
    expect(statusOf(there)).toBe('signed_out')
  })
})

describe('logout', () => {
  it('CALL-AUTH-6, CALL-AUTH-14, CALL-AUTH-19, SESS-5, SESS-8 notifies the server and clears the user', async () => {
    const session = await openSignedIn()
    const listener = listen(session)
    await session.logout()
    expect(browser.count(LOGOUT)).toBe(1)
    expect(session.getState()).toEqual({ status: 'signed_out', user: null })
    expect(listener.mock.calls).toEqual([['signed_out', null]])
    expect(document.cookie).toBe('')
    await advance(60 * MINUTE)
    expect(browser.requests).toHaveLength(2)
  })

  it('SESS-10 clears the user even if the request fails, and sends it again at the next start', async () => {
    browser.answer(LOGOUT, () => Promise.reject(new TypeError('Failed to fetch')))
    const session = await openSignedIn()
    await session.logout()
    expect(statusOf(session)).toBe('signed_out')
    expect(browser.takeLog()).toEqual([logoutNotSent])

    browser.answer(LOGOUT, () => new Response(null, { status: 204 }))
    await (await openTab()).init()
    expect(browser.count(LOGOUT)).toBe(2)
    await (await openTab()).init()
    expect(browser.count(LOGOUT)).toBe(2)
  })

  it('does not end the next session if its request failed', async () => {
    browser.answer(LOGOUT, () => Promise.reject(new TypeError('Failed to fetch')))
    const session = await openSignedIn()
    await session.logout()
    expect(browser.takeLog()).toEqual([logoutNotSent])
    await session.login(credentials)
    browser.answer(LOGOUT, () => new Response(null, { status: 204 }))
    const reloaded = await openSignedIn()
    expect(statusOf(reloaded)).toBe('signed_in')
    expect(browser.count(LOGOUT)).toBe(1)
  })
})

describe('30 minutes of inactivity', () => {
  it('SESS-23, SESS-7, CONST-1 sign out, and not earlier', async () => {
    const session = await openSignedIn()
    await advance(30 * MINUTE - 1)
    expect(statusOf(session)).toBe('signed_in')
    await advance(1)
    expect(statusOf(session)).toBe('signed_out')
    expect(browser.count(LOGOUT)).toBe(1)
  })

  it.each([
    ['SESS-19 login', (session: Session) => session.login(credentials)],
    ['SESS-20 registration', (session: Session) => session.register(registration)],
  ])('%s starts them', async (_what, enter) => {
    const session = await openTab()
    await session.init()
    await advance(29 * MINUTE)
    await enter(session)
    await advance(30 * MINUTE - 1)
    expect(statusOf(session)).toBe('signed_in')
    await advance(1)
    expect(statusOf(session)).toBe('signed_out')
  })

  it.each([
    ['SESS-21, CALL-AUTH-10 validating the session', (session: Session) => session.validateSession()],
    ['SESS-22, CALL-AUTH-15 resetSessionTimer', async (session: Session) => session.resetSessionTimer()],
    ['CALL-AUTH-15 activity', async (session: Session) => session.recordActivity()],
  ])('%s restarts them', async (_what, reset) => {
    const session = await openSignedIn()
    await advance(29 * MINUTE)
    await reset(session)
    await advance(30 * MINUTE - 1)
    expect(statusOf(session)).toBe('signed_in')
    await advance(1)
    expect(statusOf(session)).toBe('signed_out')
  })

  it('are shared by tabs: activity in one keeps the other, and both end together', async () => {
    const [busy, idle] = [await openSignedIn(), await openSignedIn()]
    for (let minute = 0; minute < 60; minute++) {
      await advance(MINUTE)
      busy.recordActivity()
    }
    expect([statusOf(busy), statusOf(idle)]).toEqual(['signed_in', 'signed_in'])
    await advance(30 * MINUTE)
    await spinUntil(() => statusOf(busy) === 'signed_out' && statusOf(idle) === 'signed_out')
    expect([statusOf(busy), statusOf(idle)]).toEqual(['signed_out', 'signed_out'])
  })

  it('SESS-23 do not sign out offline, but as soon as the device is online', async () => {
    const session = await openSignedIn()
    browser.online = false
    await advance(45 * MINUTE)
    expect(statusOf(session)).toBe('signed_in')
    browser.goOnline()
    await advance(0)
    expect(statusOf(session)).toBe('signed_out')
  })

  it('SESS-23 restart with activity while the device is offline', async () => {
    const session = await openSignedIn()
    browser.online = false
    await advance(45 * MINUTE)
    session.resetSessionTimer()
    browser.goOnline()
    await advance(30 * MINUTE - 1)
    expect(statusOf(session)).toBe('signed_in')
    await advance(1)
    expect(statusOf(session)).toBe('signed_out')
  })

  it('SESS-7, SESS-23 do not apply while a trip is available offline, which the refresh tells the server', async () => {
    makeTripOffline(robin)
    const session = await openSignedIn()
    browser.answer(OWN_REFRESH, answer(robin))
    await advance(45 * MINUTE)
    session.recordActivity()
    await advance(45 * MINUTE)
    session.handleVisible()
    await advance(0)
    expect(statusOf(session)).toBe('signed_in')
    expect([browser.count(OWN_REFRESH), browser.count(REFRESH)]).toEqual([1, 0])

    localStorage.removeItem('wayfare.keep-whole')
    await session.refreshNow()
    session.recordActivity()
    expect(browser.count(REFRESH)).toBe(1)
    await advance(30 * MINUTE)
    expect(statusOf(session)).toBe('signed_out')
    expect(session.getSignOutReason()).toBe('inactive')
  })

  it('SESS-23 sign out when the page becomes visible after a sleep without timers', async () => {
    const session = await openSignedIn()
    vi.setSystemTime(Date.now() + 31 * MINUTE)
    session.handleVisible()
    await advance(0)
    expect(statusOf(session)).toBe('signed_out')
  })
})

describe('the refresh', () => {
  it('CALL-AUTH-16, CALL-AUTH-17, CALL-AUTH-20 follows activity at most once a minute, and is announced', async () => {
    const session = await openSignedIn()
    const listener = listen(session)
    for (let second = 0; second < 150; second++) {
      session.recordActivity()
      await advance(1000)
    }
    expect(browser.count(REFRESH)).toBe(2)
    await advance(60_000)
    // The activity after the second refresh leads to a third. Nothing follows.
    expect(browser.count(REFRESH)).toBe(3)
    await advance(20 * MINUTE)
    expect(browser.count(REFRESH)).toBe(3)
    expect(listener.mock.calls).toEqual(Array(3).fill(['token_refreshed', robin]))
  })

  it('SESS-11, CALL-AUTH-20 updates the person', async () => {
    const session = await openSignedIn()
    const renamed = { ...robin, full_name: 'Robin Renamed' }
    browser.answer(REFRESH, answer(renamed))
    session.recordActivity()
    await advance(MINUTE)
    expect(session.getCurrentUser()).toEqual(renamed)
  })

  it('CALL-AUTH-16 logs a failure, continues the session, and retries with later activity', async () => {
    const session = await openSignedIn()
    browser.answer(REFRESH, failure('internal_error', 500))
    session.recordActivity()
    await advance(MINUTE)
    expect(browser.takeLog()).toEqual(['The session could not be refreshed (internal_error)'])
    expect(statusOf(session)).toBe('signed_in')
    browser.answer(REFRESH, answer(robin))
    const listener = listen(session)
    session.recordActivity()
    await advance(MINUTE)
    expect(browser.count(REFRESH)).toBe(2)
    expect(listener).toHaveBeenCalledWith('token_refreshed', robin)
  })

  it('signs out if it is refused', async () => {
    const session = await openSignedIn()
    browser.answer(REFRESH, failure('not_signed_in', 401))
    session.recordActivity()
    await advance(MINUTE)
    expect(browser.takeLog()).toEqual([])
    expect(statusOf(session)).toBe('signed_out')
  })

  it('is not sent after a sign-out', async () => {
    const session = await openSignedIn()
    session.recordActivity()
    await session.logout()
    session.recordActivity()
    await advance(10 * MINUTE)
    expect(browser.count(REFRESH)).toBe(0)
  })

  it('CALL-AUTH-8 is replaced by a validation when the page becomes visible', async () => {
    const session = await openSignedIn()
    session.handleVisible()
    expect(browser.count(USER)).toBe(1)
    await advance(2 * MINUTE)
    session.handleVisible()
    expect(browser.count(USER)).toBe(2)
  })
})
