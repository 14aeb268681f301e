import type { Page } from '@playwright/test'
import { expect, type Person, type TestServer, test } from './fixtures.ts'
import { countRequests, holdBack, listRequests, pathOf } from './held-requests.ts'
import { stopClock } from './stored-plan.ts'

const NOON = new Date('2026-06-25T12:00:00')
const REFRESH = '/auth/v1/token?grant_type=refresh_token'

test('SESS-1, SESS-2, CALL-AUTH-7, CALL-AUTH-8 the session of the browser is asked for at the start: loading, then signed in', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const release = await holdBack(page, '**/auth/v1/user')
  const asked = page.waitForRequest('**/auth/v1/user')
  await page.goto('/')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  expect((await asked).method()).toBe('GET')
  await expect(page.getByText(/Sign In|Your trips/)).toHaveCount(0)
  release()
  await expectSignedIn(page)
})

test('SESS-2 without a session the sign-in page follows', async ({ page }) => {
  await page.goto('/')
  await expectSignedOut(page)
})

test('no script can read the token of the session, and no answer holds it', async ({ page, person, context }) => {
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  const answered = page.waitForResponse('**/auth/v1/token?grant_type=password')
  await page.keyboard.press('Enter')
  const answer = await (await answered).text()
  await expectSignedIn(page)

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

test('an expired session leads to the sign-in page', async ({ page, signIn, person, server, allowConsole }) => {
  allowConsole(/status of 401/)
  await signIn(page)
  expire(server, person)
  await page.goto('/')
  await expectSignedOut(page)
})

test('a session that ended elsewhere leads to the sign-in page as soon as the server is asked', async ({
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
  await page.goto('/')
  const trip = page.getByRole('link', { name: 'Killarney in the fall' })
  await expect(trip).toBeVisible()
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

test('SESS-5, SESS-8, SESS-9, CALL-AUTH-6 signing out tells the server, clears the person and leads to /', async ({
  page,
  signIn,
  createTrip,
  person,
  server,
}) => {
  await signIn(page)
  const trip = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  await page.goto(`/trip/${trip}?tab=checklist`)
  await expect(page.getByRole('heading', { name: 'Killarney in the fall' })).toBeVisible()
  const sessions = countSessions(server, person)
  const told = page.waitForRequest('**/auth/v1/logout')
  await signOut(page, person)

  await expectSignedOut(page)
  expect((await told).method()).toBe('POST')
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle(/^Sign In/)
  const left = await page.evaluate(() => JSON.stringify([document.body.innerText, document.title, { ...localStorage }]))
  for (const trace of ['Killarney', person.username, person.full_name, person.email]) expect(left).not.toContain(trace)
  expect(countSessions(server, person)).toBe(sessions - 1)
})

test('SESS-10, ERR-51 a sign-out that does not reach the server still signs out, also after a reload, and is made up for', async ({
  page,
  signIn,
  person,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  allowConsole(/The server could not be told of the sign-out/)
  await page.route('**/auth/v1/logout', (route) => route.fulfill({ status: 500, body: '' }))
  await signIn(page)
  await page.goto('/')
  const sessions = countSessions(server, person)
  await signOut(page, person)
  await expectSignedOut(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(logged.join()).toContain('The server could not be told of the sign-out')
  expect(countSessions(server, person)).toBe(sessions)

  await page.reload()
  await expectSignedOut(page)
  await page.unroute('**/auth/v1/logout')
  await page.reload()
  await expectSignedOut(page)
  await expect.poll(() => countSessions(server, person)).toBe(sessions - 1)
})

test('SESS-6, SESS-8 signing out in one tab signs out the other', async ({
  page,
  context,
  signIn,
  createTrip,
  person,
}) => {
  await signIn(page)
  const trip = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  const other = await context.newPage()
  await page.goto('/')
  await other.goto(`/trip/${trip}`)
  await expect(other.getByRole('heading', { name: 'Killarney in the fall' })).toBeVisible()
  await signOut(page, person)
  await expectSignedOut(page)
  await expectSignedOut(other)
  await expect(other).toHaveURL('/')
  await expect(other.getByText('Killarney in the fall')).toBeHidden()
})

test('SESS-3 signing in in one tab signs in the other', async ({ page, context, person }) => {
  const other = await context.newPage()
  await other.goto('/nope')
  await expectSignedOut(other)
  await page.goto('/')
  await signInByForm(page, person)
  await expectSignedIn(page)
  await expectSignedIn(other)
  await expect(other).toHaveURL('/')
})

test('SESS-12, SESS-13 the trips are fetched when somebody signs in, and never are those of the person before', async ({
  page,
  signIn,
  createTrip,
  register,
  person,
}) => {
  await signIn(page)
  await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Killarney in the fall' })).toBeVisible()
  await signOut(page, person)
  await expectSignedOut(page)

  const asked = listRequests(page, pathOf)
  const next = await register()
  const release = await holdBack(page, '**/api/trips')
  await page.getByLabel('Email', { exact: true }).fill(next.email)
  await page.getByLabel('Password', { exact: true }).fill(next.password)
  expect((await asked()).filter((path) => path.startsWith('/api/trips'))).toEqual([])
  const sent = page.waitForRequest('**/api/trips')
  await page.keyboard.press('Enter')
  expect((await sent).method()).toBe('GET')
  await expect(page.getByText('Loading trips...')).toBeVisible()
  await expect(page.getByText('Killarney in the fall')).toBeHidden()
  release()
  await expect(page.getByRole('link', { name: 'Demo Algonquin Adventure' })).toBeVisible()
  await expect(page.getByText('Killarney in the fall')).toBeHidden()
})

test('SESS-11, CALL-DATA-1 what has changed about the person shows when the page is looked at again', async ({
  page,
  signIn,
  person,
  server,
}) => {
  await page.clock.install()
  await signIn(page)
  await page.goto('/')
  await expect(page.getByText('Where to next, Robin Tester?')).toBeVisible()
  server.database.prepare("UPDATE profiles SET full_name = 'Robin Hood' WHERE id = ?").run(person.id)
  // The server knows a session for a few seconds without looking, so a person may look more than once.
  await expect(async () => {
    await page.clock.fastForward('01:01')
    const validated = page.waitForResponse('**/auth/v1/user')
    await lookAgain(page)
    await validated
    await expect(page.getByText('Where to next, Robin Hood?')).toBeVisible({ timeout: 500 })
  }).toPass()
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

test('SESS-7, SESS-23, CONST-1 after 30 minutes without activity, and not earlier, the person is signed out in all tabs', async ({
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
  // The other tab reads it there, in a process of its own.
  for (const each of [page, other])
    await expect
      .poll(() => each.evaluate(() => Number(localStorage.getItem('wayfare.activity'))))
      .toBeGreaterThanOrEqual(minutesAfterNoon(5).getTime())
  const sessions = countSessions(server, person)

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

test('SESS-19 the 30 minutes begin with signing in', async ({ page, person }) => {
  await page.clock.install({ time: NOON })
  await page.goto('/')
  await expectSignedOut(page)
  await page.clock.fastForward('29:00')
  await signInByForm(page, person)
  await expectSignedIn(page)
  await expectEndsAfterHalfAnHour(page)
})

test('SESS-4, SESS-20 the 30 minutes begin with registering', async ({ page }) => {
  // So tall that the form needs no scrolling: a page that scrolls back afterwards would count as a sign of life.
  await page.setViewportSize({ width: 1280, height: 1800 })
  await page.clock.install({ time: NOON })
  await page.goto('/')
  await expectSignedOut(page)
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

const signsOfLife: [string, (page: Page) => Promise<void>][] = [
  ['SESS-14 a mouse move', (page) => page.mouse.move(200, 300)],
  ['SESS-15 a key press', (page) => page.keyboard.press('Shift')],
  [
    'SESS-16 a click',
    async (page) => {
      await page.mouse.down()
      await page.mouse.up()
    },
  ],
  [
    'SESS-17 a scroll',
    // The page hears of it with its next frame only.
    (page) =>
      page.evaluate(
        () =>
          new Promise<void>((heard) => {
            addEventListener('scroll', () => heard(), { once: true })
            scrollTo({ top: 100 })
          }),
      ),
  ],
  [
    'SESS-18 a touch',
    async (page) => {
      // A touch that is called off: it brings no click after it.
      const browser = await page.context().newCDPSession(page)
      await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 100, y: 300 }] })
      await browser.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
    },
  ],
]

for (const [name, act] of signsOfLife) {
  test(`SESS-22 ${name} begins the 30 minutes anew`, async ({ openContext, signIn }) => {
    const context = await openContext({ hasTouch: true, viewport: { width: 800, height: 400 } })
    const page = await context.newPage()
    await page.clock.install({ time: NOON })
    await signIn(page)
    await page.goto('/')
    await expectSignedIn(page)
    await page.mouse.move(20, 150)
    await page.clock.pauseAt(minutesAfterNoon(5))

    await page.clock.fastForward('24:00')
    await act(page)
    await page.clock.fastForward('02:00')
    await expectSessionStands(page)
    await page.clock.fastForward('27:59')
    await expectSessionStands(page)
    await page.clock.fastForward('00:02')
    await page.clock.resume()
    await expectSignedOut(page)
  })
}

test('SESS-21 a validation of the session begins the 30 minutes anew', async ({ page, signIn }) => {
  await page.clock.install({ time: NOON })
  await signIn(page)
  await page.goto('/')
  await expectSignedIn(page)
  await page.clock.pauseAt(minutesAfterNoon(5))
  await page.clock.fastForward('24:00')
  const validated = page.waitForResponse('**/auth/v1/user')
  await lookAgain(page)
  await (await validated).finished()
  await expectSessionStands(page)
  await page.clock.fastForward('02:00')
  await expectSessionStands(page)
})

test('SESS-22 activity in one tab keeps the person signed in in the other', async ({ page, context, signIn }) => {
  await page.clock.install({ time: NOON })
  await signIn(page)
  await page.goto('/')
  await expectSignedIn(page)
  const other = await context.newPage()
  await other.goto('/nope')
  await expect(other.getByText('Page not found')).toBeVisible()
  await page.clock.pauseAt(minutesAfterNoon(5))
  await page.clock.fastForward('24:00')
  await page.keyboard.press('Shift')
  // Tabs may live in processes of their own, which hear of each other's storage a moment later.
  const activity = () => localStorage.getItem('wayfare.activity')
  await expect.poll(() => other.evaluate(activity)).toBe(await page.evaluate(activity))
  await page.clock.fastForward('02:00')
  await expectSessionStands(page)
  await expect(other.getByText('Page not found')).toBeVisible()
})

test('SESS-7 a page that slept through the 30 minutes signs out when it is looked at again', async ({
  page,
  signIn,
}) => {
  await page.clock.install({ time: NOON })
  await signIn(page)
  await page.goto('/')
  await expectSignedIn(page)
  await page.clock.setSystemTime(minutesAfterNoon(60))
  await expectSessionStands(page)
  await lookAgain(page)
  await expectSignedOut(page)
})

test('SESS-7, SIGNIN-22 the sign-in page says why somebody was signed out, and the trip that they had open is one press away afterwards', async ({
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
  const asked = countRequests(page, 'GET', /^\/api\/trips(?!.*\/events$)/)
  await lookAgain(page)
  await expectSignedOut(page)
  expect(await asked(), 'questions for somebody who is being signed out').toBe(0)
  const why = page.getByText(
    'You were signed out after 30 minutes without activity. Sign in to continue where you left off.',
  )
  await expect(why).toBeVisible()
  await page.reload()
  await expect(why).toBeVisible()
  await expect(page.getByText('Half read')).toHaveCount(0)

  await signInByForm(page, person)
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Open “Half read”' }).click()
  await expect(page).toHaveURL(`/trip/${id}?tab=meals`)
  await page.goBack()
  await expectSignedIn(page)
  await expect(page.getByText('Continue where you left off')).toHaveCount(0)

  // Whoever signs out by themselves knows why, and nobody else is offered the trip.
  await signOut(page, person)
  await expectSignedOut(page)
  await expect(page.getByText(/signed out after|has ended/)).toHaveCount(0)
  await signInByForm(page, await register())
  await expectSignedIn(page)
  await expect(page.getByText('Continue where you left off')).toHaveCount(0)
})

test('SESS-7, SESS-23 without a network the sign-out waits until there is one', async ({
  page,
  context,
  signIn,
  allowConsole,
}) => {
  // Parts of the app that are fetched in advance.
  allowConsole(/net::ERR_INTERNET_DISCONNECTED/)
  await page.clock.install({ time: NOON })
  await signIn(page)
  await page.goto('/')
  await expectSignedIn(page)
  // So that what looks for newer versions of the app is there, and goes on without a network.
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

test('CALL-AUTH-16, CALL-AUTH-17 activity refreshes the session, at most once a minute', async ({
  page,
  signIn,
  person,
  server,
}) => {
  await signIn(page)
  const soon = new Date(Date.now() + 5 * 60_000).toISOString()
  server.database.prepare('UPDATE sessions SET expires_at = ? WHERE user_id = ?').run(soon, person.id)
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

/** The trip list, loaded: a page that is signed out while it still asks for its trips is told 401, and logs it. */
async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Demo Algonquin Adventure' })).toBeVisible()
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
}

/** The person has just signed in, and does nothing for 30 minutes from then. */
async function expectEndsAfterHalfAnHour(page: Page): Promise<void> {
  await stopClock(page)
  const passed = await page.evaluate(() => Date.now() - Number(localStorage.getItem('wayfare.activity')))
  await page.clock.fastForward(29.5 * 60_000 - passed)
  await expectSessionStands(page)
  await page.clock.fastForward('00:31')
  await page.clock.resume()
  await expectSignedOut(page)
}

/** The page shows the trips, and a sign-out that may be on its way has not come to the server before this question. */
async function expectSessionStands(page: Page): Promise<void> {
  expect(await page.evaluate(() => fetch('/auth/v1/user').then(({ status }) => status))).toBe(200)
  await expectSignedIn(page)
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

/** As when somebody comes back to the tab. */
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

/** When the person's session ends that lives the longest. */
function expiryOf({ database }: TestServer, { id }: Person): number {
  return Date.parse(String(database.prepare('SELECT max(expires_at) FROM sessions WHERE user_id = ?').pluck().get(id)))
}
