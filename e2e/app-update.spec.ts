import type { BrowserContext, Page } from '@playwright/test'
import { API_VERSION, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { errorMessages } from '#domain/error-messages.ts'
import { Deployment } from './deployment.ts'
import { expect, expectNoAxeFindings, type TestServer, test as withServer } from './fixtures.ts'
import { appIsKept } from './on-device.ts'
import { panel } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { PNG } from './test-files.ts'

const test = withServer.extend<{ deployment: Deployment }>({
  deployment: async ({ server }, use) => {
    const deployment = await Deployment.open(server.address)
    await use(deployment)
    await deployment.close()
  },
})

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'new version of Wayfare' })
const note = (page: Page) => panel(page).getByLabel('Note 1', { exact: true })
const storedNotes = (server: TestServer, tripId: string) =>
  server.database.prepare('select note_text from trip_notes where trip_id = ? order by order_index').pluck().all(tripId)

/** Marks the document, so that a page which was loaded anew is told from one that was not. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-test-mark', ''))
const marked = (page: Page) => page.locator('html[data-test-mark]')
const expectReload = (page: Page) => expect(marked(page)).toHaveCount(0, { timeout: 30_000 })

/** The versions of the app that are on this device. */
const keptVersions = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).flatMap((name) => /^wayfare-app (.+)/.exec(name)?.[1] ?? []))

/** Has every answer be of a server that no longer understands this app, until the answered function is called. */
async function raiseOldest(context: BrowserContext): Promise<() => Promise<void>> {
  const paths = ({ pathname }: URL) => /^\/(api|auth|ai)\//.test(pathname) && !pathname.endsWith('/events')
  await context.route(paths, async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ response, headers: { ...response.headers(), [OLDEST_APP_HEADER]: String(API_VERSION + 1) } })
  })
  return () => context.unroute(paths)
}

test('what was typed into an app that is too old is neither stored nor lost: it is there after the update, and arrives then', async ({
  server,
  deployment,
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/426|app_too_old/)
  const baseURL = deployment.address
  const context = await openContext({ baseURL, serviceWorkers: 'allow', ...touchPhone })
  const page = await context.newPage()
  await signIn(page)
  const id = await createTrip(page, { name: 'In the park', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await expect(note(page)).toBeVisible()
  await appIsKept(page)
  const [older] = await keptVersions(page)
  const stored = storedNotes(server, id)

  deployment.deploy()
  await mark(page)
  await note(page).fill('Bring the tarp')
  await expect(notice(page)).toContainText('A new version of Wayfare is available.')
  await note(page).pressSequentially(' and rope')
  await expectNoAxeFindings(page)
  expect(storedNotes(server, id)).toEqual(stored)

  // Before any script of the reloaded page runs.
  page.once('framenavigated', () => deployment.takeNewApp())
  await notice(page).getByRole('button', { name: 'Update now' }).click()
  await expectReload(page)
  await expect(note(page)).toHaveValue('Bring the tarp and rope')
  expect(await keptVersions(page)).toEqual([older, deployment.newer])
  await expect.poll(() => storedNotes(server, id)[0]).toBe('Bring the tarp and rope')
  await expect(notice(page)).toHaveCount(0)
})

test('a page that nobody is busy with updates itself, and where that brings the old app again it says so and asks for no more', async ({
  deployment,
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/app_too_old/)
  const context = await openContext({ baseURL: deployment.address, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await signIn(page)
  const id = await createTrip(page, { name: 'In the park', type: 'car_trip' })
  await page.goto('/')
  await page.getByRole('link', { name: 'In the park' }).waitFor()
  await appIsKept(page)
  await mark(page)

  deployment.deploy()
  const mend = await raiseOldest(context)
  await page.getByRole('link', { name: 'In the park' }).click()
  await expect(notice(page)).toContainText('A new version of Wayfare is available.')
  // Nothing is shown of an answer that is not meant for this version.
  await expect(panel(page).getByRole('textbox')).toHaveCount(0)
  await expectReload(page)
  expect(new URL(page.url()).pathname).toBe(`/trip/${id}`)

  await expect(notice(page)).toContainText('couldn’t open the new version')
  await mark(page)
  await mend()
  await notice(page).getByRole('button', { name: 'Try again' }).click()
  await expectReload(page)
  await expect(note(page)).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('without a service worker a reload is the update: a file that was chosen holds it, a working copy is there after it', async ({
  server,
  deployment,
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/426|app_too_old/)
  const page = await (await openContext({ baseURL: deployment.address })).newPage()
  await signIn(page)
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  await page.goto(`/trip/${id}?tab=tickets`)
  await panel(page).getByRole('button', { name: 'Add First Ticket' }).click()
  const title = panel(page).getByLabel('Title').first()
  await title.fill('Tram 28')
  await panel(page).getByRole('button', { name: 'Show Documents' }).click()
  await mark(page)

  deployment.deploy()
  await panel(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: PNG })
  await expect(panel(page).getByRole('alert')).toContainText(errorMessages.app_too_old)
  await expect(notice(page)).toContainText('A new version of Wayfare is available.')
  const isHeld = () => page.evaluate(() => !dispatchEvent(new Event('wayfare:beforereload', { cancelable: true })))
  expect(await isHeld()).toBe(true)
  // Before any script of the reloaded page runs.
  page.once('framenavigated', () => deployment.takeNewApp())
  await panel(page).getByRole('button', { name: 'Dismiss' }).click()
  expect(await isHeld()).toBe(false)
  await notice(page).getByRole('button', { name: 'Update now' }).click()
  await expectReload(page)
  await expect(title).toHaveValue('Tram 28')
  await panel(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(() => server.database.prepare('select title from tickets where trip_id = ?').pluck().all(id))
    .toContain('Tram 28')
  expect(server.database.prepare('select count(*) from travel_documents where trip_id = ?').pluck().get(id)).toBe(0)
})

test('a page whose app the server still understands takes a newer one over once nobody has looked at it for a minute, and no dialog is open', async ({
  deployment,
  signIn,
  createTrip,
  openContext,
}) => {
  const context = await openContext({ baseURL: deployment.address, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.clock.install()
  await signIn(page)
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  await page.goto(`/trip/${id}?tab=tickets`)
  await appIsKept(page)
  await page.reload()
  // What sees to the update.
  await page.waitForRequest((request) => request.url().includes('/update-notice-'))
  await panel(page).getByRole('button', { name: 'Add First Ticket' }).click()
  const title = panel(page).getByLabel('Title').first()
  await title.fill('Tram 28')
  await mark(page)

  deployment.deploy({ isTooOld: false })
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  const isWaiting = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))
  await expect.poll(isWaiting).toBe(true)
  const passMinute = async () => {
    await page.clock.fastForward(61_000)
    await page.clock.runFor(5000)
  }
  await title.blur()
  await passMinute()
  expect(await isWaiting()).toBe(true)
  await expect(marked(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await passMinute()
  expect(await isWaiting()).toBe(true)
  await expect(marked(page)).toHaveCount(1)

  await page.keyboard.press('Escape')
  await passMinute()
  await expectReload(page)
  await expect(title).toHaveValue('Tram 28')
  expect(await isWaiting()).toBe(false)
  expect(await keptVersions(page)).toContain(deployment.newer)
  await expect(notice(page)).toHaveCount(0)
})

test('a part of the app that could not be loaded is there after a reload that comes by itself, and what was typed with it', async ({
  page,
  server,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  await signIn(page)
  const id = await createTrip(page, { name: 'In the park', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await note(page).fill('Bring the canoe')
  await mark(page)
  const isMenu = ({ pathname }: URL) => /\/assets\/trip-menu-.*\.js$/.test(pathname)
  await page.route(isMenu, (route) => route.abort())
  const menu = page.getByRole('button', { name: /^In the park: rename/ })
  await menu.click()
  await expectReload(page)
  await page.unroute(isMenu)
  await expect(note(page)).toHaveValue('Bring the canoe')
  await expect.poll(() => storedNotes(server, id)[0]).toBe('Bring the canoe')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Rename', exact: true })).toBeVisible()
})
