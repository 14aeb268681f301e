import type { BrowserContext, Page } from '@playwright/test'
import { API_VERSION, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { errorMessage } from '#domain/error-messages.ts'
import { Deployment } from './deployment.ts'
import { expect, expectNoAxeFindings, OFFLINE, test as withServer } from './fixtures.ts'
import { cachedMaps, expectLandDrawn, plan } from './map-page.ts'
import { waitUntilAppCached } from './on-device.ts'
import { cutSaves } from './operations.ts'
import { openNote, panel } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { passTimeUntil, storedNotes } from './stored-plan.ts'
import { PNG } from './test-files.ts'

const test = withServer.extend<{ deployment: Deployment }>({
  deployment: async ({ server }, use) => {
    const deployment = await Deployment.open(server.address)
    await use(deployment)
    await deployment.close()
  },
})

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'new version of Wayfare' })
const note = (page: Page) => openNote(page, 1)

/** Marks the document, so that a reload can be detected. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-test-mark', ''))
const marked = (page: Page) => page.locator('html[data-test-mark]')
const expectReload = (page: Page) => expect(marked(page)).toHaveCount(0, { timeout: 30_000 })

const cachedVersions = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).flatMap((name) => /^wayfare-app (.+)/.exec(name)?.[1] ?? []))

/** Makes every response say that this app is too old, until the returned function is called. */
async function raiseOldest(context: BrowserContext): Promise<() => Promise<void>> {
  const paths = ({ pathname }: URL) => /^\/(api|auth|ai)\//.test(pathname) && !pathname.endsWith('/events')
  await context.route(paths, async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ response, headers: { ...response.headers(), [OLDEST_APP_HEADER]: String(API_VERSION + 1) } })
  })
  return () => context.unroute(paths)
}

test('text typed into an outdated app is not stored, but survives the update and is then sent; a map that was opened stays on the device', async ({
  server,
  deployment,
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/426|app_too_old/)
  allowConsole(OFFLINE)
  const context = await openContext({ baseURL: deployment.address, serviceWorkers: 'allow', ...touchPhone })
  const page = await context.newPage()
  await signIn(page)
  const id = await createTrip(page, { name: 'In the park', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/map`)
  await expectLandDrawn(page)
  await waitUntilAppCached(page)
  await expect.poll(() => cachedMaps(page)).toBe(3)
  await page.goto(`/trip/${id}`)
  await note(page)
  const [older] = await cachedVersions(page)
  const stored = storedNotes(server, id)

  deployment.deploy()
  await mark(page)
  await (await note(page)).fill('Bring the tarp')
  await expect(notice(page)).toContainText('A new version of Wayfare is available.')
  await (await note(page)).pressSequentially(' and rope')
  await expectNoAxeFindings(page)
  expect(storedNotes(server, id)).toEqual(stored)

  await deployment.takeNewAppWithNextLoad(page)
  await notice(page).getByRole('button', { name: 'Update now' }).click()
  await expectReload(page)
  await expect(await note(page)).toHaveValue('Bring the tarp and rope')
  expect(await cachedVersions(page)).toEqual([older, deployment.newer])
  await expect.poll(() => storedNotes(server, id)[0]).toBe('Bring the tarp and rope')
  await expect(notice(page)).toHaveCount(0)

  // In the cache of the version before, and in that of the new one.
  await expect.poll(() => cachedMaps(page)).toBe(6)
  await page.evaluate((older) => caches.delete(`wayfare-app ${older}`), older)
  expect(await cachedVersions(page)).toEqual([deployment.newer])
  await context.setOffline(true)
  await page.goto(`/trip/${id}/map`)
  await expectLandDrawn(page)
})

test('an idle page updates itself, and says so without retrying if it gets the old app again', async ({
  deployment,
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/426|app_too_old/)
  const context = await openContext({ baseURL: deployment.address, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.clock.install()
  await signIn(page)
  const id = await createTrip(page, { name: 'In the park', type: 'car_trip' })
  await page.goto('/')
  await page.getByRole('link', { name: 'In the park' }).waitFor()
  await waitUntilAppCached(page)
  await mark(page)

  deployment.deploy()
  const restore = await raiseOldest(context)
  await page.getByRole('link', { name: 'In the park' }).click()
  await expect(notice(page)).toContainText('A new version of Wayfare is available.')
  // A response for a newer version is not shown.
  await expect(panel(page).getByRole('button', { name: 'Add Note' })).toHaveCount(0)
  await passTimeUntil(page, () => expect(marked(page)).toHaveCount(0, { timeout: 200 }), 15_000)
  expect(new URL(page.url()).pathname).toBe(`/trip/${id}`)

  await expect(notice(page)).toContainText('couldn’t open the new version')
  await mark(page)
  await restore()
  await notice(page).getByRole('button', { name: 'Try again' }).click()
  await expectReload(page)
  await note(page)
  await expect(notice(page)).toHaveCount(0)
})

test('without a service worker a reload updates: a chosen file blocks it, a working copy survives it', async ({
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
  await expect(panel(page).getByRole('alert')).toContainText(errorMessage('app_too_old'))
  await expect(notice(page)).toContainText('A new version of Wayfare is available.')
  const isHeld = () => page.evaluate(() => !dispatchEvent(new Event('wayfare:beforereload', { cancelable: true })))
  expect(await isHeld()).toBe(true)
  await deployment.takeNewAppWithNextLoad(page)
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

test('a supported app updates once it is hidden for a minute and no dialog is open', async ({
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
  await waitUntilAppCached(page)
  // The script that handles updates.
  const handles = page.waitForRequest((request) => request.url().includes('/update-notice-'))
  await page.reload()
  await expect(panel(page).getByRole('button', { name: 'Add First Ticket' })).toBeVisible()
  await page.clock.fastForward(2500)
  await handles
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
  expect(await cachedVersions(page)).toContain(deployment.newer)
  await expect(notice(page)).toHaveCount(0)
})

test('a part of the app that fails to load causes a reload, which keeps what was typed', async ({
  page,
  server,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|did not reach the server|will be sent again/)
  await page.clock.install()
  await signIn(page)
  const id = await createTrip(page, { name: 'In the park', type: 'car_trip' })
  const handles = page.waitForRequest((request) => request.url().includes('/update-notice-'))
  await page.goto(`/trip/${id}`)
  await note(page)
  const restore = await cutSaves(page)
  await (await note(page)).fill('Bring the canoe')
  await page.clock.fastForward(2500)
  await handles
  await mark(page)
  const isMenu = ({ pathname }: URL) => /\/assets\/trip-menu-.*\.js$/.test(pathname)
  await page.route(isMenu, (route) => route.abort())
  const menu = page.getByRole('button', { name: /^In the park: history, rename/ })
  await menu.click()
  await passTimeUntil(page, () => expect(marked(page)).toHaveCount(0, { timeout: 200 }))
  await page.unroute(isMenu)
  await expect(await note(page)).toHaveValue('Bring the canoe')
  expect(storedNotes(server, id)).not.toContain('Bring the canoe')
  await restore(page)
  await passTimeUntil(page, async () => expect(storedNotes(server, id)[0]).toBe('Bring the canoe'))
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Rename', exact: true })).toBeVisible()
})
