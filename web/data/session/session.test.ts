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
  // Messages between tabs are real, and arrive while the clock stands.
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

/** Has the device keep a trip for somebody. */
const keepTrip = ({ id }: User) => localStorage.setItem('wayfare.keep-whole', JSON.stringify([`${id} a-trip`]))

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** One more tab: modules of its own; cookies, storage and messages are the browser's. */
async function openTab(): Promise<Session> {
  vi.resetModules()
  const { Session } = await import('./session.ts')
  return new Session()
}

async function openSignedIn(): Promise<Session> {
  browser.setCookie('wayfare_session_hint=1')
  const session = await openTab()
  await session.init()
  return session
}

/** What a session tells from now on. */
function listen(session: Session): Mock<AuthListener> {
  const listener = vi.fn<AuthListener>()
  session.onAuthStateChange(listener)
  return listener
}

/** Lets the event loop turn until it is so, or for long enough that it will not be. */
async function turnUntil(condition: () => boolean): Promise<void> {
  for (let turns = 0; turns < 2000 && !condition(); turns++) await new Promise((resolve) => setImmediate(resolve))
}

const notTold = expect.stringMatching(/^The server could not be told of the sign-out \(unreachable: /)
const statusOf = (session: Session) => session.getState().status

it('a session that the server began with another answer, as when a guest joins, is that of all tabs, and nobody has to be asked', async () => {
  const [here, there] = [await openTab(), await openTab()]
  await here.init()
  await there.init()
  const guest: User = { ...robin, email: null }
  here.enter({ user: guest })
  expect(here.getState()).toEqual({ status: 'signed_in', user: guest })
  await turnUntil(() => statusOf(there) === 'signed_in')
  expect(there.getCurrentUser()).toEqual(guest)
  expect(browser.requests).toEqual([])
})

describe('at the start', () => {
  it('SESS-1, SESS-2, CALL-AUTH-7, CALL-AUTH-9, CALL-AUTH-11, CALL-AUTH-18 init establishes the session that the cookie stands for', async () => {
    browser.setCookie('theme=dark')
    browser.setCookie('wayfare_session_hint=1')
    const session = await openTab()
    const heard = listen(session)
    const started = session.init()
    expect(session.getState()).toEqual({ status: 'loading', user: null })
    expect(session.getCurrentUser()).toBeNull()
    await started
    expect(browser.requests).toMatchObject([{ method: 'GET', path: '/auth/v1/user' }])
    expect(session.getState()).toEqual({ status: 'signed_in', user: robin })
    expect(session.getCurrentUser()).toEqual(robin)
    expect(heard.mock.calls).toEqual([['signed_in', robin]])
  })

  it('SESS-2, CALL-AUTH-7 nobody is signed in where there is no session, and the server is not asked', async () => {
    const session = await openTab()
    await session.init()
    expect(session.getState()).toEqual({ status: 'signed_out', user: null })
    expect(browser.requests).toEqual([])
  })

  it('SESS-2 a session that has ended is none, and the browser no longer says that there is one', async () => {
    browser.answer(USER, failure('not_signed_in', 401))
    const session = await openSignedIn()
    expect(session.getState()).toEqual({ status: 'signed_out', user: null })
    expect(document.cookie).toBe('')
  })

  it('SESS-1 whoever was signed in last is shown at once, and stays where the server cannot be asked', async () => {
    await openSignedIn()
    const again = await openSignedIn()
    expect(again.getState()).toEqual({ status: 'signed_in', user: robin })
    browser.answer(USER, () => Promise.reject(new TypeError('Failed to fetch')))
    // Its cookies have run out meanwhile.
    browser.setCookie('wayfare_session_hint=; max-age=0')
    const offline = await openTab()
    const started = offline.init()
    expect(statusOf(offline)).toBe('loading')
    await pass(3000)
    await started
    expect(offline.getState()).toEqual({ status: 'signed_in', user: robin })
    browser.answer(USER, failure('not_signed_in', 401))
    await pass(60_000)
    expect(statusOf(offline)).toBe('signed_out')
    expect(browser.takeLog()).toHaveLength(1)
  })

  it('SESS-2 a session that ended while the app was closed leaves the word that what is kept of the person is to go', async () => {
    const { hasCopiesToDrop, forgetCopiesToDrop } = await import('./session.ts')
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

  it('SESS-7 of a device that keeps a trip all copies wait for the same person, and go when somebody else signs in or they sign out', async () => {
    const { hasCopiesToDrop } = await import('./session.ts')
    keepTrip(robin)
    browser.answer(OWN_REFRESH, answer(robin))
    const endByItself = async () => {
      const session = await openSignedIn()
      browser.answer(USER, failure('not_signed_in', 401))
      await session.validateSession()
      browser.answer(USER, answer(robin))
      expect([statusOf(session), session.getSignOutReason()]).toEqual(['signed_out', 'ended'])
      return session
    }
    await (await endByItself()).login(credentials)
    expect(hasCopiesToDrop()).toBe(false)
    const session = await endByItself()
    expect(hasCopiesToDrop()).toBe(false)
    session.enter({ user: { ...robin, id: '00000000-0000-4000-8000-000000000002' } })
    expect(hasCopiesToDrop()).toBe(true)
    const { forgetCopiesToDrop } = await import('./session.ts')
    forgetCopiesToDrop()
    await session.logout()
    expect(hasCopiesToDrop()).toBe(true)
  })

  it('somebody else who signs in here leaves the same word of the person before', async () => {
    const { hasCopiesToDrop } = await import('./session.ts')
    const session = await openSignedIn()
    session.announce('token_refreshed', robin)
    expect(hasCopiesToDrop()).toBe(false)
    session.announce('signed_in', { ...robin, id: '00000000-0000-4000-8000-000000000002' })
    expect(hasCopiesToDrop()).toBe(true)
  })

  it('SESS-1 it stays loading while the server cannot be asked, and asks again', async () => {
    browser.answer(USER, failure('internal_error', 500, 'Something went wrong'))
    browser.setCookie('wayfare_session_hint=1')
    const session = await openTab()
    const started = session.init()
    await pass(8000)
    expect(statusOf(session)).toBe('loading')
    expect(browser.count(USER)).toBe(3)
    expect(browser.takeLog()).toEqual(
      Array(3).fill('The session could not be checked (internal_error: Something went wrong)'),
    )
    browser.answer(USER, answer(robin))
    await pass(1000)
    await started
    expect(statusOf(session)).toBe('signed_in')
  })
})

describe('signing in', () => {
  it('PROD-13, SESS-3, CALL-AUTH-1..3, CALL-AUTH-18 login sends the credentials and tells of the user', async () => {
    const session = await openTab()
    await session.init()
    const heard = listen(session)
    await session.login(credentials)
    expect(browser.requests).toMatchObject([
      { method: 'POST', path: '/auth/v1/token?grant_type=password', body: credentials },
    ])
    expect(session.getState()).toEqual({ status: 'signed_in', user: robin })
    expect(heard.mock.calls).toEqual([['signed_in', robin]])
  })

  it('PROD-13, SESS-4, CALL-AUTH-4, CALL-AUTH-5, CALL-AUTH-18 register sends the account and tells of the user', async () => {
    const session = await openTab()
    await session.init()
    const heard = listen(session)
    await session.register(registration)
    expect(browser.requests).toMatchObject([{ method: 'POST', path: '/auth/v1/signup', body: registration }])
    expect(session.getState()).toEqual({ status: 'signed_in', user: robin })
    expect(heard.mock.calls).toEqual([['signed_in', robin]])
  })

  it('changes nothing when it fails, and fails with the server’s words', async () => {
    browser.answer(LOGIN, failure('wrong_credentials', 401, 'Invalid email or password'))
    browser.answer(SIGN_UP, failure('email_exists', 409, 'Email already exists'))
    const session = await openTab()
    await session.init()
    const heard = listen(session)
    await expect(session.login(credentials)).rejects.toMatchObject({ message: 'Invalid email or password' })
    await expect(session.register(registration)).rejects.toMatchObject({ message: 'Email already exists' })
    expect(statusOf(session)).toBe('signed_out')
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('validateSession', () => {
  it('CALL-AUTH-8, CALL-AUTH-10 asks for the user, and says whether the session is valid', async () => {
    const session = await openSignedIn()
    expect(await session.validateSession()).toBe(true)
    expect(browser.count(USER)).toBe(2)
    browser.answer(USER, failure('not_signed_in', 401))
    expect(await session.validateSession()).toBe(false)
    expect(statusOf(session)).toBe('signed_out')
  })

  it('CALL-AUTH-10 does not judge a session while the server does not say', async () => {
    const session = await openSignedIn()
    browser.answer(USER, () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await session.validateSession()).toBe(false)
    expect(statusOf(session)).toBe('signed_in')
    expect(browser.takeLog()).toEqual([expect.stringMatching(/^The session could not be checked \(unreachable: /)])
  })

  it('SESS-11, CALL-AUTH-21 takes over what has changed about the person, and tells of it', async () => {
    const session = await openSignedIn()
    const heard = listen(session)
    await session.validateSession()
    expect(heard).not.toHaveBeenCalled()
    const renamed = { ...robin, full_name: 'Robin Renamed' }
    browser.answer(USER, answer(renamed))
    await session.validateSession()
    expect(session.getCurrentUser()).toEqual(renamed)
    expect(heard.mock.calls).toEqual([['user_updated', renamed]])
  })

  it('does not sign in again who signed out before its answer came', async () => {
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
  it('CALL-AUTH-12, CALL-AUTH-13 are told to every subscriber until it unsubscribes', async () => {
    const session = await openSignedIn()
    const stays = listen(session)
    const leaves = vi.fn<AuthListener>()
    const unsubscribe = session.onAuthStateChange(leaves)
    session.announce('user_updated', robin)
    unsubscribe()
    await session.logout()
    expect(stays.mock.calls).toEqual([
      ['user_updated', robin],
      ['signed_out', null],
    ])
    expect(leaves.mock.calls).toEqual([['user_updated', robin]])
  })

  it('CALL-AUTH-21, CALL-AUTH-23, SESS-11 user updated and MFA verified reach subscribers here and in other tabs', async () => {
    const [here, there] = [await openSignedIn(), await openSignedIn()]
    const [heardHere, heardThere] = [listen(here), listen(there)]
    const renamed = { ...robin, username: 'renamed' }
    const events = [['user_updated', renamed] as const, ['mfa_verified', renamed] as const]
    for (const [event, user] of events) here.announce(event, user)
    await turnUntil(() => heardThere.mock.calls.length >= events.length)
    expect(heardHere.mock.calls).toEqual(events)
    expect(heardThere.mock.calls).toEqual(events)
    expect(there.getCurrentUser()).toEqual(renamed)
  })

  it('CALL-AUTH-18, CALL-AUTH-19, SESS-6 signing in and out is followed by the other tabs', async () => {
    const [here, there] = [await openTab(), await openTab()]
    await here.init()
    await there.init()
    const heardThere = listen(there)
    await here.login(credentials)
    await turnUntil(() => statusOf(there) === 'signed_in')
    expect(there.getCurrentUser()).toEqual(robin)
    await here.logout()
    await turnUntil(() => statusOf(there) === 'signed_out')
    expect(there.getCurrentUser()).toBeNull()
    expect(heardThere.mock.calls).toEqual([
      ['signed_in', robin],
      ['signed_out', null],
    ])
    // The tab that did it has told the server, once.
    expect(browser.count(LOGOUT)).toBe(1)
  })

  it('SESS-6, CALL-AUTH-19 any answer that nobody is signed in signs out, here and in other tabs', async () => {
    const there = await openSignedIn()
    const here = await openSignedIn()
    const heard = listen(here)
    const { request } = await import('../http/http.ts')
    browser.answer('GET /api/trips', failure('not_signed_in', 401))
    await expect(request('/api/trips')).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(heard.mock.calls).toEqual([['signed_out', null]])
    await turnUntil(() => statusOf(there) === 'signed_out')
    expect(statusOf(there)).toBe('signed_out')
  })
})

describe('logout', () => {
  it('CALL-AUTH-6, CALL-AUTH-14, CALL-AUTH-19, SESS-5, SESS-8 tells the server and clears the user', async () => {
    const session = await openSignedIn()
    const heard = listen(session)
    await session.logout()
    expect(browser.count(LOGOUT)).toBe(1)
    expect(session.getState()).toEqual({ status: 'signed_out', user: null })
    expect(heard.mock.calls).toEqual([['signed_out', null]])
    expect(document.cookie).toBe('')
    await pass(60 * MINUTE)
    expect(browser.requests).toHaveLength(2)
  })

  it('SESS-10 clears the user also when the server cannot be told, and tells it at the next start', async () => {
    browser.answer(LOGOUT, () => Promise.reject(new TypeError('Failed to fetch')))
    const session = await openSignedIn()
    await session.logout()
    expect(statusOf(session)).toBe('signed_out')
    expect(browser.takeLog()).toEqual([notTold])

    browser.answer(LOGOUT, () => new Response(null, { status: 204 }))
    await (await openTab()).init()
    expect(browser.count(LOGOUT)).toBe(2)
    await (await openTab()).init()
    expect(browser.count(LOGOUT)).toBe(2)
  })

  it('that the server was not told of does not end the next session', async () => {
    browser.answer(LOGOUT, () => Promise.reject(new TypeError('Failed to fetch')))
    const session = await openSignedIn()
    await session.logout()
    expect(browser.takeLog()).toEqual([notTold])
    await session.login(credentials)
    browser.answer(LOGOUT, () => new Response(null, { status: 204 }))
    const reloaded = await openSignedIn()
    expect(statusOf(reloaded)).toBe('signed_in')
    expect(browser.count(LOGOUT)).toBe(1)
  })
})

describe('30 minutes without activity', () => {
  it('SESS-23, SESS-7, CONST-1 sign out, not before', async () => {
    const session = await openSignedIn()
    await pass(30 * MINUTE - 1)
    expect(statusOf(session)).toBe('signed_in')
    await pass(1)
    expect(statusOf(session)).toBe('signed_out')
    expect(browser.count(LOGOUT)).toBe(1)
  })

  it.each([
    ['SESS-19 login', (session: Session) => session.login(credentials)],
    ['SESS-20 registration', (session: Session) => session.register(registration)],
  ])('%s starts them', async (_what, enter) => {
    const session = await openTab()
    await session.init()
    await pass(29 * MINUTE)
    await enter(session)
    await pass(30 * MINUTE - 1)
    expect(statusOf(session)).toBe('signed_in')
    await pass(1)
    expect(statusOf(session)).toBe('signed_out')
  })

  it.each([
    ['SESS-21, CALL-AUTH-10 validating the session', (session: Session) => session.validateSession()],
    ['SESS-22, CALL-AUTH-15 resetSessionTimer', async (session: Session) => session.resetSessionTimer()],
    ['CALL-AUTH-15 activity', async (session: Session) => session.recordActivity()],
  ])('%s starts them anew', async (_what, reset) => {
    const session = await openSignedIn()
    await pass(29 * MINUTE)
    await reset(session)
    await pass(30 * MINUTE - 1)
    expect(statusOf(session)).toBe('signed_in')
    await pass(1)
    expect(statusOf(session)).toBe('signed_out')
  })

  it('are shared: activity in one tab keeps the other, and both end together', async () => {
    const [busy, idle] = [await openSignedIn(), await openSignedIn()]
    for (let minute = 0; minute < 60; minute++) {
      await pass(MINUTE)
      busy.recordActivity()
    }
    expect([statusOf(busy), statusOf(idle)]).toEqual(['signed_in', 'signed_in'])
    await pass(30 * MINUTE)
    await turnUntil(() => statusOf(busy) === 'signed_out' && statusOf(idle) === 'signed_out')
    expect([statusOf(busy), statusOf(idle)]).toEqual(['signed_out', 'signed_out'])
  })

  it('SESS-23 are waited out while the device is offline, and count once it is online', async () => {
    const session = await openSignedIn()
    browser.online = false
    await pass(45 * MINUTE)
    expect(statusOf(session)).toBe('signed_in')
    browser.goOnline()
    await pass(0)
    expect(statusOf(session)).toBe('signed_out')
  })

  it('SESS-23 start anew with activity while the device is offline', async () => {
    const session = await openSignedIn()
    browser.online = false
    await pass(45 * MINUTE)
    session.resetSessionTimer()
    browser.goOnline()
    await pass(30 * MINUTE - 1)
    expect(statusOf(session)).toBe('signed_in')
    await pass(1)
    expect(statusOf(session)).toBe('signed_out')
  })

  it('SESS-7, SESS-23 do not count on a device that keeps a trip, of which the server is told; once it keeps none they do', async () => {
    keepTrip(robin)
    const session = await openSignedIn()
    browser.answer(OWN_REFRESH, answer(robin))
    await pass(45 * MINUTE)
    session.recordActivity()
    await pass(45 * MINUTE)
    session.recordReturn()
    await pass(0)
    expect(statusOf(session)).toBe('signed_in')
    expect([browser.count(OWN_REFRESH), browser.count(REFRESH)]).toEqual([1, 0])

    localStorage.removeItem('wayfare.keep-whole')
    await session.refreshNow()
    session.recordActivity()
    expect(browser.count(REFRESH)).toBe(1)
    await pass(30 * MINUTE)
    expect(statusOf(session)).toBe('signed_out')
    expect(session.getSignOutReason()).toBe('inactive')
  })

  it('SESS-23 sign out when the page is looked at again after a sleep in which no timer ran', async () => {
    const session = await openSignedIn()
    vi.setSystemTime(Date.now() + 31 * MINUTE)
    session.recordReturn()
    await pass(0)
    expect(statusOf(session)).toBe('signed_out')
  })
})

describe('the refresh', () => {
  it('CALL-AUTH-16, CALL-AUTH-17, CALL-AUTH-20 is sent after activity, at most once a minute, and told to subscribers', async () => {
    const session = await openSignedIn()
    const heard = listen(session)
    for (let second = 0; second < 150; second++) {
      session.recordActivity()
      await pass(1000)
    }
    expect(browser.count(REFRESH)).toBe(2)
    await pass(60_000)
    // What was done after the second one is told too, and nothing after that.
    expect(browser.count(REFRESH)).toBe(3)
    await pass(20 * MINUTE)
    expect(browser.count(REFRESH)).toBe(3)
    expect(heard.mock.calls).toEqual(Array(3).fill(['token_refreshed', robin]))
  })

  it('SESS-11, CALL-AUTH-20 takes over what has changed about the person', async () => {
    const session = await openSignedIn()
    const renamed = { ...robin, full_name: 'Robin Renamed' }
    browser.answer(REFRESH, answer(renamed))
    session.recordActivity()
    await pass(MINUTE)
    expect(session.getCurrentUser()).toEqual(renamed)
  })

  it('CALL-AUTH-16 that fails is logged, and sent again with later activity; the session continues', async () => {
    const session = await openSignedIn()
    browser.answer(REFRESH, failure('internal_error', 500))
    session.recordActivity()
    await pass(MINUTE)
    expect(browser.takeLog()).toEqual(['The session could not be refreshed (internal_error)'])
    expect(statusOf(session)).toBe('signed_in')
    browser.answer(REFRESH, answer(robin))
    const heard = listen(session)
    session.recordActivity()
    await pass(MINUTE)
    expect(browser.count(REFRESH)).toBe(2)
    expect(heard).toHaveBeenCalledWith('token_refreshed', robin)
  })

  it('that is refused signs out', async () => {
    const session = await openSignedIn()
    browser.answer(REFRESH, failure('not_signed_in', 401))
    session.recordActivity()
    await pass(MINUTE)
    expect(browser.takeLog()).toEqual([])
    expect(statusOf(session)).toBe('signed_out')
  })

  it('is not sent for somebody who is signed out', async () => {
    const session = await openSignedIn()
    session.recordActivity()
    await session.logout()
    session.recordActivity()
    await pass(10 * MINUTE)
    expect(browser.count(REFRESH)).toBe(0)
  })

  it('CALL-AUTH-8 gives way to a check of the session when the page is looked at again', async () => {
    const session = await openSignedIn()
    session.recordReturn()
    expect(browser.count(USER)).toBe(1)
    await pass(2 * MINUTE)
    session.recordReturn()
    expect(browser.count(USER)).toBe(2)
  })
})
