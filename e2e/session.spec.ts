import type { Page } from '@playwright/test'
import { expect, type Person, type TestServer, test } from './fixtures.ts'
import { countRequests, holdResponses, listRequests, pathOf } from './held-requests.ts'
import { stopClock } from './stored-plan.ts'

const NOON = new Date('2026-06-25T12:00:00')
const REFRESH = '/auth/v1/token?grant_type=refresh_token'

test('SESS-1, SESS-2, CALL-AUTH-7, CALL-AUTH-8 checks the session at the start: loading, then signed in', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const release = await holdResponses(page, '**/auth/v1/user')
  const sessionRequest = page.waitForRequest('**/auth/v1/user')
  await page.goto('/')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  expect((await sessionRequest).method()).toBe('GET')
  await expect(page.getByText(/Sign In|Your trips/)).toHaveCount(0)
  release()
  await expectSignedIn(page)
})

test('SESS-2, SESS-3, SESS-5, SESS-6, SESS-8, SESS-9, SESS-12, SESS-13, CALL-AUTH-6 signing in and out in one tab does so in the other, and leaves nothing for the next person', async ({
  page,
  context,
  createTrip,
  register,
  person,
  server,
}) => {
  const other = await context.newPage()
  await other.goto('/nope')
  await page.goto('/')
  await test.step('without a session, both show the sign-in page', async () => {
    await expectSignedOut(page)
    await expectSignedOut(other)
  })

  await test.step('signing in', async () => {
    const answered = page.waitForResponse('**/auth/v1/token?grant_type=password')
    await signInByForm(page, person)
    const answer = await (await answered).text()
    await expectSignedIn(page)
    await expectSignedIn(other)
    await expect(other).toHaveURL('/')

    // No script can read the session token, and no response contains it.
    const cookie = (await context.cookies()).find(({ name }) => name === 'wayfare_session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    const token = cookie?.value ?? ''
    expect(token.length).toBeGreaterThan(20)
    const readable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML]),
    )
    for (const text of [answer, readable]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(decodeURIComponent(token))
    }
  })

  await test.step('signing out notifies the server, clears all data and leads to /', async () => {
    const trip = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
    await page.goto(`/trip/${trip}?tab=checklist`)
    await other.goto(`/trip/${trip}`)
    for (const each of [page, other])
      await expect(each.getByRole('heading', { name: 'Killarney in the fall' })).toBeVisible()
    const sessions = countSessions(server, person)
    const logoutRequest = page.waitForRequest('**/auth/v1/logout')
    await signOut(page, person)
    for (const each of [page, other]) {
      await expectSignedOut(each)
      await expect(each).toHaveURL('/')
      await expect(each.getByText('Killarney in the fall')).toBeHidden()
    }
    expect((await logoutRequest).method()).toBe('POST')
    await expect(page).toHaveTitle(/^Sign In/)
    const left = await page.evaluate(() =>
      JSON.stringify([document.body.innerText, document.title, { ...localStorage }]),
    )
    for (const trace of ['Killarney', person.username, person.full_name, person.email])
      expect(left).not.toContain(trace)
    expect(countSessions(server, person)).toBe(sessions - 1)
  })

  await test.step('the trips are fetched at each sign-in', async () => {
    await other.close()
    const requestedPaths = listRequests(page, pathOf)
    const next = await register()
    const release = await holdResponses(page, '**/api/trips')
    await page.getByLabel('Email', { exact: true }).fill(next.email)
    await page.getByLabel('Password', { exact: true }).fill(next.password)
    expect((await requestedPaths()).filter((path) => path.startsWith('/api/trips'))).toEqual([])
    const sent = page.waitForRequest('**/api/trips')
    await page.keyboard.press('Enter')
    expect((await sent).method()).toBe('GET')
    await expect(page.getByText('Loading trips...')).toBeVisible()
    await expect(page.getByText('Killarney in the fall')).toBeHidden()
    release()
    await expect(page.getByRole('link', { name: 'Demo Algonquin Adventure' })).toBeVisible()
    await expect(page.getByText('Killarney in the fall')).toBeHidden()
  })
})

test('an expired session leads to the sign-in page', async ({ page, signIn, person, server, allowConsole }) => {
  allowConsole(/status of 401/)
  await signIn(page)
  expire(server, person)
  await page.goto('/')
  await expectSignedOut(page)
})

test('a session ended elsewhere leads to the sign-in page with the next request', async ({
  page,
  signIn,
  createTrip,
  context,
  playwright,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  allowConsole(/The trips? could not be loaded|The session could not be refreshed/)
  await signIn(page)
  await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  // Otherwise this would be the next request.
  const news = page.waitForResponse(/\/api\/notices/)
  await page.goto('/')
  const trip = page.getByRole('link', { name: 'Killarney in the fall' })
  await expect(trip).toBeVisible()
  await news
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const elsewhere = await playwright.request.newContext({
    extraHTTPHeaders: { cookie: cookies, origin: server.address },
  })
  await elsewhere.post(`${server.address}/auth/v1/logout`)
  await elsewhere.dispose()

  await trip.click()
  await expectSignedOut(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Killarney in the fall')).toBeHidden()
  await expect(page.getByText('Your session has ended. Sign in to continue where you left off.')).toBeVisible()
})

test('SESS-10, ERR-51 a sign-out that fails on the server still signs out, and is retried after a reload', async ({
  page,
  signIn,
  person,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  allowConsole(/The sign-out could not be sent to the server/)
  await page.route('**/auth/v1/logout', (route) => route.fulfill({ status: 500, body: '' }))
  await signIn(page)
  await page.goto('/')
  const sessions = countSessions(server, person)
  await signOut(page, person)
  await expectSignedOut(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(logged.join()).toContain('The sign-out could not be sent to the server')
  expect(countSessions(server, person)).toBe(sessions)

  await page.reload()
  await expectSignedOut(page)
  await page.unroute('**/auth/v1/logout')
  await page.reload()
  await expectSignedOut(page)
  await expect.poll(() => countSessions(server, person)).toBe(sessions - 1)
})

test('SESS-11, CALL-DATA-1 changes to the person show when the page is viewed again', async ({
  page,
  signIn,
  person,
  server,
}) => {
  await page.clock.install()
  await signIn(page)
  await page.goto('/')
  await expect(page.getByText('Where to next, Robin Tester?')).toBeVisible()
  const changed = await page.request.patch('/auth/v1/user', {
    data: { full_name: 'Robin Hood', username: person.username },
    headers: { origin: server.address },
  })
  expect(changed.ok(), await changed.text()).toBe(true)
  await page.clock.fastForward('01:01')
  await lookAgain(page)
  await expect(page.getByText('Where to next, Robin Hood?')).toBeVisible()
})

test('PERM-3 an account has no role beyond is_beta_user', async ({ page, signIn, person, server }) => {
  await signIn(page)
  const answered = page.waitForResponse('**/auth/v1/user')
  await page.goto('/')
  const { user } = await (await answered).json()
  const { password: _, ...known } = person
  expect(user).toEqual({ ...known, is_beta_user: true })
  const columns = server.database
    .prepare("SELECT name FROM pragma_table_info('profiles') UNION SELECT name FROM pragma_table_info('users')")
    .pluck()
    .all()
  expect(columns).toContain('is_beta_user')
  expect(columns.filter((name) => /role|admin|permission|banned/.test(String(name)))).toEqual([])
})

test('SESS-7, SESS-22, SESS-23, CONST-1 signs out in all tabs after 30 minutes without activity in any, and not earlier', async ({
  page,
  context,
  signIn,
  person,
  server,
}) => {
  await page.clock.install({ time: NOON })
  await signIn(page)
  await page.goto('/')
  await expectSignedIn(page)
  const other = await context.newPage()
  await other.goto('/nope')
  await expect(other.getByText('Page not found')).toBeVisible()
  await page.clock.pauseAt(minutesAfterNoon(5))
  await page.mouse.move(200, 200)
  const expectBothKnow = async (minutes: number) => {
    // The other tab may run in another process and see it later.
    for (const each of [page, other])
      await expect
        .poll(() => each.evaluate(() => Number(localStorage.getItem('wayfare.activity'))))
        .toBeGreaterThanOrEqual(minutesAfterNoon(minutes).getTime())
  }
  await expectBothKnow(5)
  const sessions = countSessions(server, person)
  await page.clock.fastForward('24:00')
  await page.keyboard.press('Shift')
  await expectBothKnow(29)

  await page.clock.fastForward('29:59')
  await expectSessionStands(page)
  await expect(other.getByText('Page not found')).toBeVisible()
  await page.clock.fastForward('00:02')
  await page.clock.resume()
  await expectSignedOut(page)
  await expectSignedOut(other)
  await expect(other).toHaveURL('/')
  expect(countSessions(server, person)).toBe(sessions - 1)
})

test('SESS-4, SESS-19, SESS-20 the 30 minutes start at the sign-in, and at the registration', async ({
  page,
  person,
}) => {
  // So tall that the form does not scroll: scrolling back would count as activity.
  await page.setViewportSize({ width: 1280, height: 1800 })
  await page.clock.install({ time: NOON })
  await page.goto('/')
  await expectSignedOut(page)
  await page.clock.fastForward('29:00')
  await signInByForm(page, person)
  await expectSignedIn(page)
  await expectEndsAfterHalfAnHour(page)

  await page.clock.fastForward('29:00')
  await page.getByRole('button', { name: 'Create Beta Account' }).click()
  await page.getByLabel('Full Name*').fill('Robin Tester')
  await page.getByLabel('Username*').fill('robin')
  await page.getByLabel('Email Address*').fill(`robin-${crypto.randomUUID()}@example.org`)
  await page.getByLabel('Password*', { exact: true }).fill('pine-needles')
  await page.keyboard.press('Enter')
  await expectSignedIn(page)
  await expectEndsAfterHalfAnHour(page)
})

const activities: [string, (page: Page) => Promise<void>][] = [
  [
    'SESS-16 a click',
    async (page) => {
      await page.mouse.down()
      await page.mouse.up()
    },
  ],
  ['SESS-15 a key press', (page) => page.keyboard.press('Shift')],
  [
    'SESS-18 a touch',
    async (page) => {
      // A cancelled touch, which causes no click.
      const browser = await page.context().newCDPSession(page)
      await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 100, y: 300 }] })
      await browser.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
    },
  ],
  [
    'SESS-21 a session check',
    async (page) => {
      const validated = page.waitForResponse('**/auth/v1/user')
      await lookAgain(page)
      await (await validated).finished()
      await expectSessionStands(page)
    },
  ],
  [
    'SESS-17 a scroll',
    // The scroll event fires with the next frame.
    (page) =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            addEventListener('scroll', () => resolve(), { once: true })
            scrollTo({ top: 100 })
          }),
      ),
  ],
  ['SESS-14 a mouse move', (page) => page.mouse.move(200, 300)],
]

test('SESS-14..18, SESS-21, SESS-22 every kind of activity and a session check restart the 30 minutes', async ({
  openContext,
  signIn,
}) => {
  const context = await openContext({ hasTouch: true, viewport: { width: 800, height: 400 } })
  const page = await context.newPage()
  await page.clock.install({ time: NOON })
  await signIn(page)
  await page.goto('/')
  await expectSignedIn(page)
  await page.mouse.move(20, 150)
  await page.clock.pauseAt(minutesAfterNoon(5))
  // Each comes 29 minutes after a key press: without it, the session would have ended by the checks.
  await page.keyboard.press('Shift')
  for (const [name, act] of activities)
    await test.step(name, async () => {
      // The press is also followed by a refresh; a session check comes a minute after it at the earliest.
      await page.clock.fastForward('27:00')
      await page.clock.fastForward('02:00')
      await act(page)
      await page.clock.fastForward('02:00')
      await expectSessionStands(page)
      await page.clock.fastForward('27:59')
      await expectSessionStands(page)
      await page.keyboard.press('Control')
    })
  await page.clock.fastForward('29:59')
  await expectSessionStands(page)
  await page.clock.fastForward('00:02')
  await page.clock.resume()
  await expectSignedOut(page)
})

test('SESS-7, SIGNIN-22 the sign-in page says why a person was signed out, then offers the trip they had open', async ({
  page,
  signIn,
  createTrip,
  person,
  register,
}) => {
  await page.clock.install({ time: NOON })
  await signIn(page)
  const id = await createTrip(page, { name: 'Half read', type: 'car_trip' })
  await page.goto(`/trip/${id}?tab=meals`)
  await expect(page.getByRole('heading', { name: 'Half read' })).toBeVisible()
  await page.clock.setSystemTime(minutesAfterNoon(60))
  await expectSessionStands(page, false)
  const countTripRequests = countRequests(page, 'GET', /^\/api\/trips(?!.*\/events$)/)
  await lookAgain(page)
  await expectSignedOut(page)
  expect(await countTripRequests(), 'requests while the person is being signed out').toBe(0)
  const reason = page.getByText(
    'You were signed out after 30 minutes of inactivity. Sign in to continue where you left off.',
  )
  await expect(reason).toBeVisible()
  await page.reload()
  await expect(reason).toBeVisible()
  await expect(page.getByText('Half read')).toHaveCount(0)

  await signInByForm(page, person)
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Open “Half read”' }).click()
  await expect(page).toHaveURL(`/trip/${id}?tab=meals`)
  await page.goBack()
  await expectSignedIn(page)
  await expect(page.getByText('Continue where you left off')).toHaveCount(0)

  // After a manual sign-out there is no reason, and another person is not offered the trip.
  await signOut(page, person)
  await expectSignedOut(page)
  await expect(page.getByText(/signed out after|has ended/)).toHaveCount(0)
  await signInByForm(page, await register())
  await expectSignedIn(page)
  await expect(page.getByText('Continue where you left off')).toHaveCount(0)
})

test('SESS-7, SESS-23 offline, the inactivity sign-out waits for the network', async ({
  page,
  context,
  signIn,
  allowConsole,
}) => {
  // From prefetching parts of the app.
  allowConsole(/net::ERR_INTERNET_DISCONNECTED/)
  await page.clock.install({ time: NOON })
  await signIn(page)
  await page.goto('/')
  await expectSignedIn(page)
  // Wait for the script that checks for app updates, which keeps running offline.
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(minutesAfterNoon(5))
  await context.setOffline(true)
  await page.clock.fastForward('40:00')
  await page.clock.fastForward('40:00')
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await context.setOffline(false)
  await page.clock.resume()
  await expectSignedOut(page)
})

test('CALL-AUTH-16, CALL-AUTH-17 activity refreshes the session at most once a minute', async ({
  page,
  signIn,
  person,
  server,
}) => {
  await signIn(page)
  const expiry = new Date(Date.now() + 5 * 60_000).toISOString()
  server.database.prepare('UPDATE sessions SET expires_at = ? WHERE user_id = ?').run(expiry, person.id)
  const refreshes = listRequests(page, (request) =>
    request.url().includes('grant_type=') ? `${request.method()} ${pathOf(request)}` : undefined,
  )
  await page.clock.install({ time: NOON })
  await page.goto('/')
  await expectSignedIn(page)
  await page.clock.pauseAt(minutesAfterNoon(5))

  const refreshed = page.waitForResponse(`**${REFRESH}`)
  await page.mouse.move(100, 100)
  await page.clock.fastForward('00:01')
  const answer = await refreshed
  expect((await answer.json()).user.id).toBe(person.id)
  expect((await answer.allHeaders())['set-cookie']).toContain('HttpOnly')
  expect(expiryOf(server, person) - Date.now()).toBeGreaterThan(28 * 60_000)

  for (const x of [120, 140, 160]) {
    await page.mouse.move(x, 100)
    await page.clock.fastForward('00:10')
  }
  await expectSessionStands(page)
  expect(await refreshes()).toEqual([`POST ${REFRESH}`])
  await page.clock.fastForward('00:31')
  await expect.poll(refreshes).toEqual([`POST ${REFRESH}`, `POST ${REFRESH}`])
})

/** Waits for the loaded trip list: a page that is signed out while it fetches its trips would log a 401. */
async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Demo Algonquin Adventure' })).toBeVisible()
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
}

/** Expects a sign-out 30 minutes after the sign-in, without activity. */
async function expectEndsAfterHalfAnHour(page: Page): Promise<void> {
  await stopClock(page)
  const passed = await page.evaluate(() => Date.now() - Number(localStorage.getItem('wayfare.activity')))
  await page.clock.fastForward(29.5 * 60_000 - passed)
  await expectSessionStands(page)
  await page.clock.fastForward('00:31')
  await page.clock.resume()
  await expectSignedOut(page)
}

/** Expects that the page shows the trips, or another page, and that the session still exists on the server. */
async function expectSessionStands(page: Page, isAtTrips = true): Promise<void> {
  expect(await page.evaluate(() => fetch('/auth/v1/user').then(({ status }) => status))).toBe(200)
  if (isAtTrips) await expectSignedIn(page)
}

async function signInByForm(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function signOut(page: Page, { username }: Person): Promise<void> {
  await page.getByRole('button', { name: username }).press('Enter')
  await page.getByRole('menuitem', { name: 'Sign Out' }).press('Enter')
}

async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

function minutesAfterNoon(minutes: number): Date {
  return new Date(NOON.getTime() + minutes * 60_000)
}

function countSessions({ database }: TestServer, { id }: Person): number {
  return Number(database.prepare('SELECT count(*) FROM sessions WHERE user_id = ?').pluck().get(id))
}

function expire({ database }: TestServer, { id }: Person): void {
  database
    .prepare('UPDATE sessions SET expires_at = ? WHERE user_id = ?')
    .run(new Date(Date.now() - 1000).toISOString(), id)
}

function expiryOf({ database }: TestServer, { id }: Person): number {
  return Date.parse(String(database.prepare('SELECT max(expires_at) FROM sessions WHERE user_id = ?').pluck().get(id)))
}
