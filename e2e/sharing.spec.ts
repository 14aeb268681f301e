import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { newTicket } from '#domain/plan/tickets.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { panel } from './page-parts.ts'
import { readQrCode } from './qr-code.ts'
import { stopClock } from './stored-plan.ts'
import { buildPdf } from './test-files.ts'

test.use({ isSignedIn: true })

const SHARING = /^\/api\/trips\/[0-9a-f-]{36}\/sharing$/
const NEW_LINK = /^\/api\/trips\/[0-9a-f-]{36}\/sharing\/token$/

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share Trip' })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const toggle = (page: Page) => dialog(page).getByRole('switch')
const linkField = (page: Page) => dialog(page).getByLabel('Share link', { exact: true })
/** The confirmation before the link is replaced. */
const question = (page: Page) => page.getByRole('dialog', { name: 'Generate a new link?' })

async function generate(page: Page): Promise<void> {
  await button(page, 'Generate New Link').click()
  await question(page).getByRole('button', { name: 'Replace link' }).click()
}

async function openDialog(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}`)
  await page.getByRole('button', { name: 'Share trip' }).click()
  await expect(dialog(page)).toBeVisible()
}

const storedSharing = (server: TestServer, tripId: string) =>
  server.database.prepare('select is_public, share_token from trips where id = ?').get(tripId) as {
    is_public: number
    share_token: string | null
  }

test("SHARE-1..6, SHARE-10..16, SHARE-26, DATA-9 the dialog says what is shared and creates the trip's link", async ({
  page,
  server,
  createTrip,
}) => {
  const car = await createTrip(page, { name: 'Algonquin with everybody', type: 'car_trip' })
  const air = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  server.database.prepare(`update trips set destination_name = 'Pog Lake' where id = ?`).run(car)
  server.database.prepare(`insert into plan_sections (trip_id, section, version) values (?, 'details', 1)`).run(car)

  await openDialog(page, car)
  await expect(dialog(page)).toContainText('Algonquin with everybody')
  await expect(dialog(page)).toContainText('Road Trip · Pog Lake')
  await expect(linkField(page)).toBeVisible()
  const { share_token, is_public } = storedSharing(server, car)
  expect(is_public).toBe(0)
  expect(share_token).toMatch(/^[0-9a-f-]{36}$/)
  await expect(linkField(page)).toHaveValue(`${server.address}/shared/${car}?token=${share_token}&mode=view`)
  await expect(dialog(page).getByText('View-Only Access')).toBeVisible()
  await expect(dialog(page).getByText('Secure Sharing')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const note of [/^People with the link can read/, /^The link contains a secret key/])
    await expect(dialog(page).getByText(note)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const name of ['Copy share link', 'Copy Link', 'Generate New Link'])
    await expect(button(page, name)).toBeVisible()
  await expectNoAxeFindings(page)
  await button(page, 'Close').click()
  await expect(dialog(page)).toHaveCount(0)

  await openDialog(page, air)
  await expect(dialog(page)).toContainText('Air Travel · No destination set')
})

test('PERM-9, SHARE-7..9, SHARE-18..21, CALL-DATA-12 the toggle changes the visibility but not the link', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Toggle', type: 'car_trip' })
  await openDialog(page, id)
  await expect(toggle(page)).not.toBeChecked()
  await expect(dialog(page)).toContainText('Private Trip: Only people with the share link can access')
  const { share_token } = storedSharing(server, id)

  await toggle(page).focus()
  await page.keyboard.press('Space')
  await expect(dialog(page)).toContainText('Public Trip: Anyone with the link can access')
  await expect(toggle(page)).toBeChecked()
  expect(storedSharing(server, id)).toEqual({ is_public: 1, share_token })
  await expect(toggle(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(toggle(page)).not.toBeChecked()
  expect(storedSharing(server, id)).toEqual({ is_public: 0, share_token })

  await toggle(page).press('Space')
  await expect(toggle(page)).toBeChecked()
  await page.reload()
  await page.getByRole('button', { name: 'Share trip' }).click()
  await expect(toggle(page)).toBeChecked()
})

test('SHARE-12, SHARE-16, SHARE-24, SHARE-25, CONST-7 copies the link, also without the clipboard API', async ({
  openContext,
  signIn,
  createTrip,
}) => {
  const context = await openContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await signIn(page)
  const id = await createTrip(page, { name: 'Copy', type: 'car_trip' })
  await page.clock.install()
  await openDialog(page, id)
  // A clock stopped before the link is loaded would keep the app from showing it.
  await expect(linkField(page)).toBeVisible()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  for (const refuses of [false, true]) {
    if (refuses)
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('Refused'))
      })
    for (const name of ['Copy Link', 'Copy share link']) {
      await page.evaluate(() => navigator.clipboard.write([new ClipboardItem({ 'text/plain': 'nothing yet' })]))
      await stopClock(page)
      await button(page, name).click()
      await expect(button(page, 'Link copied')).toBeVisible()
      await expect(dialog(page).getByRole('status')).toHaveText('Link copied.')
      expect(await clipboard()).toBe(await linkField(page).inputValue())
      await page.clock.runFor(1900)
      await expect(button(page, 'Link copied')).toBeVisible()
      await page.clock.runFor(200)
      await expect(button(page, 'Copy Link')).toBeVisible()
      await expect(dialog(page).getByRole('status')).toHaveText('')
      await page.clock.resume()
    }
  }
})

test('SHARE-22, SHARE-23, PERM-20, PERM-22 a new link opens the trip, and the old one no longer does', async ({
  page,
  server,
  createTrip,
  friend,
  allowConsole,
}) => {
  const id = await createTrip(page, { name: 'New link', type: 'car_trip' })
  await openDialog(page, id)
  await expect(linkField(page)).toBeVisible()
  const old = await linkField(page).inputValue()
  await button(page, 'Generate New Link').click()
  await expect(question(page)).toContainText('The current link stops working.')
  await expectNoAxeFindings(page)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Generate New Link')).toBeFocused()
  await expect(linkField(page)).toHaveValue(old)
  expect(old).toContain(`token=${storedSharing(server, id).share_token}`)
  await generate(page)
  await expect(linkField(page)).not.toHaveValue(old)
  await expect(dialog(page).getByRole('status')).toHaveText('This is a new link. The old one no longer opens the trip.')
  const fresh = await linkField(page).inputValue()
  expect(fresh).toContain(`token=${storedSharing(server, id).share_token}`)

  await friend.goto(fresh)
  await expect(friend.getByRole('heading', { name: 'New link' })).toBeVisible()
  allowConsole(/status of 404/)
  await friend.goto(old)
  await expect(friend.getByRole('heading', { name: 'Trip Not Found' })).toBeVisible()
})

test('SHARE-11, SHARE-22 the QR code contains the link', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Scan', type: 'car_trip' })
  await openDialog(page, id)
  const code = dialog(page).getByRole('img', { name: 'QR code for the link to Scan' })
  await expect(code).toBeVisible()
  const first = await readQrCode(page, await code.screenshot())
  expect(first).toBe(await linkField(page).inputValue())
  await generate(page)
  await expect(linkField(page)).not.toHaveValue(first)
  expect(await readQrCode(page, await code.screenshot())).toBe(await linkField(page).inputValue())
})

test('SHARE-17, ERR-45..48 a failed request is shown in a red box and can be retried', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 50\d|net::ERR_FAILED/)
  const id = await createTrip(page, { name: 'Failures', type: 'car_trip' })
  await openDialog(page, id)
  await expect(toggle(page)).not.toBeChecked()
  const box = dialog(page).getByRole('alert')

  const failing = async (
    path: RegExp,
    message: string | undefined,
    act: () => Promise<void>,
    expected: RegExp | string,
  ) => {
    await page.route(
      ({ pathname }) => path.test(pathname),
      (route) =>
        message === undefined
          ? route.fulfill({ status: 502, body: 'Bad gateway' })
          : route.fulfill({ status: 500, json: { error: { code: 'internal_error', message } } }),
      { times: 1 },
    )
    await act()
    await expect(box).toHaveText(expected)
  }
  await failing(SHARING, undefined, () => toggle(page).click(), 'Failed to update trip visibility')
  await failing(SHARING, 'The disk is full.', () => toggle(page).click(), 'The disk is full.')
  await failing(NEW_LINK, undefined, () => generate(page), 'Failed to generate new share link')
  await failing(NEW_LINK, 'The disk is full.', () => generate(page), 'The disk is full.')
  expect(await box.evaluate((node) => getComputedStyle(node).borderLeftColor)).toBe(
    await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.className = 'border-l-4 border-danger'
      const colour = getComputedStyle(probe).borderLeftColor
      probe.remove()
      return colour
    }),
  )
  await expect(toggle(page)).not.toBeChecked()
  await toggle(page).click()
  await expect(toggle(page)).toBeChecked()
  await expect(box).toHaveCount(0)
  expect(storedSharing(server, id).is_public).toBe(1)
})

test('SHARE-11 the dialog says that the link is loading; if it fails, it says why and retries', async ({
  page,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 502/)
  const id = await createTrip(page, { name: 'Slow', type: 'car_trip' })
  const release = await holdRequests(page, 'PUT', SHARING)
  await openDialog(page, id)
  await expect(dialog(page).getByText('Loading share link...')).toBeVisible()
  release()
  await expect(linkField(page)).toBeVisible()

  await page.reload()
  let isDown = true
  await page.route(
    ({ pathname }) => SHARING.test(pathname),
    (route) => (isDown ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.fallback()),
  )
  await page.getByRole('button', { name: 'Share trip' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t load the share link')
  isDown = false
  await button(page, 'Try again').click()
  await expect(linkField(page)).toBeVisible()
})

test("SHARE-12 offers the device's own share sheet if there is one", async ({ page, createTrip }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async (data: ShareData) => {
        document.title = `shared ${data.url} ${data.title}`
      },
    })
  })
  const id = await createTrip(page, { name: 'Sheet', type: 'car_trip' })
  await openDialog(page, id)
  await button(page, 'Send Link').click()
  await expect(page).toHaveTitle(`shared ${await linkField(page).inputValue()} Sheet`)
})

test('even with an error the whole dialog fits on a desktop, or scrolls inside if it cannot', async ({
  page,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 502/)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route(
    ({ pathname }) => NEW_LINK.test(pathname),
    (route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
  )
  await openDialog(page, await createTrip(page, { name: 'Algonquin with all of our neighbours', type: 'car_trip' }))
  await generate(page)
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  const lastNote = dialog(page).getByText('The link contains a secret key.')
  const bottomOf = async (shown: Locator) => {
    const box = await shown.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  /** Expects that nothing covers the note, the buttons are in view, and the dialog is within the screen. */
  const expectShown = async () => {
    await expect(button(page, 'Close')).toBeInViewport({ ratio: 1 })
    await expect(lastNote).toBeInViewport({ ratio: 1 })
    const footer = await button(page, 'Close').locator('xpath=ancestor::footer').boundingBox()
    expect(await bottomOf(lastNote)).toBeLessThanOrEqual(footer?.y ?? 0)
    expect(await bottomOf(dialog(page))).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  }
  await expectShown()
  await page.setViewportSize({ width: 1280, height: 500 })
  await lastNote.scrollIntoViewIfNeeded()
  await expectShown()
})

test('PERM-19 an owner hides documents and confirmation numbers, and an open page of a reader loses them', async ({
  page,
  server,
  createTrip,
  signIn,
  register,
  openContext,
}) => {
  const ticket = { ...newTicket(randomUUID()), title: 'To Lisbon', confirmationNumber: 'QK7F2P' }
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel', plan: { tickets: [ticket] } })
  await page.goto(`/trip/${id}?tab=tickets`)
  await panel(page).getByRole('button', { name: 'Show Documents' }).click()
  const passport = { name: 'passport.pdf', mimeType: 'application/pdf', buffer: buildPdf('Passport') }
  await panel(page).locator('input[type=file]').setInputFiles(passport)
  await expect(panel(page).getByRole('link', { name: /passport\.pdf/ })).toBeVisible()
  await page.getByRole('button', { name: 'Share trip' }).click()
  await expect(dialog(page)).toContainText('People with the link also see 1 document and 1 confirmation number.')
  const link = await linkField(page).inputValue()

  const reader = await (await openContext({ serviceWorkers: 'allow' })).newPage()
  await signIn(reader, await register())
  await reader.goto(`${link}&tab=tickets`)
  await expect(panel(reader).getByText('QK7F2P')).toBeVisible()
  await reader.evaluate(async () => void (await navigator.serviceWorker.ready))
  await panel(reader).getByRole('button', { name: 'Show Documents' }).click()
  const file = panel(reader).getByRole('link', { name: /passport\.pdf/ })
  const address = server.address + (await file.getAttribute('href'))
  await reader.evaluate(async (url) => void (await (await fetch(url)).blob()), address)
  const isCached = () =>
    reader.evaluate(async (url) => (await (await caches.open('wayfare-documents')).match(url)) !== undefined, address)
  await expect.poll(isCached).toBe(true)

  await button(page, 'Hide them').click()
  await expect(dialog(page)).toContainText('People with the link don’t see documents and confirmation numbers.')
  await expect(button(page, 'Show them')).toBeFocused()
  expect((await reader.context().request.get(address)).status()).toBe(404)
  await expect(file).toHaveCount(0, { timeout: 40_000 })
  await expect(panel(reader).getByText('To Lisbon')).toBeVisible()
  await expect(panel(reader).getByText('QK7F2P')).toHaveCount(0)
  await expect.poll(isCached).toBe(false)

  await button(page, 'Show them').click()
  await expect(button(page, 'Hide them')).toBeVisible()
  await reader.reload()
  await expect(panel(reader).getByText('QK7F2P')).toBeVisible()
})
