import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { receiptUploadPath } from '#domain/api/receipts.ts'
import type { Costs } from '#domain/plan/costs.ts'
import { buildExpense } from '#domain/testing/costs.ts'
import { test as baseTest, expect, expectNoAxeFindings, OFFLINE, type TestServer } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, dialog, expectSaved, panel } from './page-parts.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { buildNoise, buildPdf, PNG, type TestFile } from './test-files.ts'

/* Photos and PDFs of expenses. */

const photo: TestFile = { name: 'dinner.png', mimeType: 'image/png', buffer: PNG }
const bill: TestFile = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: buildPdf('Groceries') }

const receipts = (page: Page) => dialog(page).getByRole('list', { name: 'Receipts of Dinner' }).getByRole('listitem')
const link = (page: Page, name: string) => dialog(page).getByRole('link', { name: `View receipt ${name}`, exact: true })
const input = (page: Page) => dialog(page).getByLabel('Add photo or PDF')
const rows = (server: TestServer, tripId: string) =>
  server.database.prepare('select id, file_name from listed_files where trip_id = ?').all(tripId) as {
    id: string
    file_name: string
  }[]

/** A plan with an expense of a person who paid and shares it alone. */
const planDinner = (personId: string) => ({
  costs: { currency: 'CAD', expenses: [buildExpense('Dinner', personId, 4200, [personId])], payments: [] },
})

/** Opens the expense, with its receipts in sight. */
async function openDinner(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}/group?tab=costs`)
  await panel(page)
    .getByRole('button', { name: /^Dinner/ })
    .tap()
  await expect(dialog(page)).toBeVisible()
}

const test = baseTest.extend<{ openOwnDinner: () => Promise<{ page: Page; id: string }> }>({
  /** Opens an expense of the current user on a phone, with its receipts. Returns the trip's id too. */
  openOwnDinner: async ({ openSignedIn, createTrip, person }, use) => {
    await use(async () => {
      const page = await openSignedIn(touchPhone)
      const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: planDinner(person.id) })
      await openDinner(page, id)
      await showMore(page)
      return { page, id }
    })
  },
})

async function showMore(page: Page): Promise<void> {
  const more = dialog(page).getByRole('button', { name: 'More', exact: true })
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.tap()
}

async function save(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(dialog(page)).toHaveCount(0)
  await expectSaved(page)
}

const readCosts = async (page: Page, server: TestServer, tripId: string): Promise<Costs> =>
  (await (await page.context().request.get(`${server.address}/api/trips/${tripId}`)).json()).sections.costs.value

test.use({ isSignedIn: true })

for (const type of ['car_trip', 'air_travel'] as const)
  test(`${type}: a receipt is added by touch, seen by another member, and by nobody with a link`, async ({
    openContext,
    signIn,
    createTrip,
    server,
    person,
    register,
  }) => {
    const openPhone = async () => (await openContext(touchPhone)).newPage()
    const ana = await openPhone()
    await signIn(ana)
    const id = await createTrip(ana, { name: 'To the lake', type, plan: planDinner(person.id) })
    await openDinner(ana, id)
    await showMore(ana)
    await input(ana).setInputFiles([photo, bill])
    await expect(receipts(ana)).toHaveCount(2)
    const thumbnail = receipts(ana).filter({ hasText: 'dinner.png' }).locator('img')
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await expectNoAxeFindings(ana)
    await save(ana)
    const [expense] = (await readCosts(ana, server, id)).expenses
    expect(expense?.receipts.map(({ file_name }) => file_name)).toEqual(['dinner.png', 'bill.pdf'])
    expect(rows(server, id)).toHaveLength(2)

    const ben = await openPhone()
    await joinAsGuest(ben, `${server.address}/join/${await createInvitation(ana, server, id)}`, 'Ben Berg')
    await openDinner(ben, id)
    await expect(receipts(ben)).toHaveCount(2)
    await expect(dialog(ben).getByRole('button', { name: /^Remove receipt/ })).toHaveCount(0)
    const address = (await link(ben, 'dinner.png').getAttribute('href')) ?? ''
    const opened = ben.context().waitForEvent('page')
    await link(ben, 'dinner.png').tap()
    await expect((await opened).locator('img')).toBeVisible()

    const shared = await ana.context().request.put(`${server.address}/api/trips/${id}/sharing`, {
      data: { is_public: true },
      headers: { origin: server.address },
    })
    const { share_token: token } = await shared.json()
    const reader = await openPhone()
    await signIn(reader, await register({ full_name: 'Rae Reader' }))
    for (const query of ['', `?token=${token}`])
      expect((await reader.context().request.get(`${server.address}${address}${query}`)).status()).toBe(404)
    const seen = await (await reader.context().request.get(`${server.address}/api/shared/${id}?token=${token}`)).text()
    expect(seen).not.toContain('dinner.png')
  })

test('an organizer sees what no expense lists, and deletes it by touch; a member is not offered that', async ({
  openContext,
  openOwnDinner,
  server,
}) => {
  const { page, id } = await openOwnDinner()
  await input(page).setInputFiles([bill])
  await expect(receipts(page)).toHaveCount(1)
  await save(page)
  const ben = await (await openContext(touchPhone)).newPage()
  await joinAsGuest(ben, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Ben Berg')
  const upload = await ben
    .context()
    .request.put(`${server.address}${receiptUploadPath(id, randomUUID(), 'spam.png')}`, {
      data: PNG,
      headers: { origin: server.address },
    })
  expect(upload.status()).toBe(200)

  const openMenu = (on: Page) => on.getByRole('button', { name: 'To the lake: history, rename and more' }).tap()
  await page.goto(`/trip/${id}`)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Files', exact: true }).tap()
  const files = dialog(page).getByRole('list', { name: 'Files of this trip' }).getByRole('listitem')
  await expect(files).toHaveCount(2)
  await expect(files.first()).toContainText('Not in any expense')
  await expect(files.first()).toContainText('Ben Berg')
  await expect(dialog(page)).toContainText('2 files')
  await expectNoAxeFindings(page)
  const opened = page.context().waitForEvent('page')
  await dialog(page).getByRole('link', { name: 'spam.png', exact: true }).tap()
  await (await opened).close()

  await dialog(page).getByRole('button', { name: 'Delete spam.png', exact: true }).tap()
  await expect(dialog(page)).toContainText('Delete spam.png?')
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).tap()
  await expect(files).toHaveCount(2)
  await dialog(page).getByRole('button', { name: 'Delete spam.png', exact: true }).tap()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).tap()
  await expect(files).toHaveCount(1)
  await expect(files).toContainText('bill.pdf')
  expect(rows(server, id)).toMatchObject([{ file_name: 'bill.pdf' }])
  await dialog(page).getByRole('button', { name: 'Delete bill.pdf', exact: true }).tap()
  await expect(dialog(page)).toContainText('the expense that lists it can’t show it anymore')
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).tap()
  await expect(dialog(page)).toContainText('This trip has no files.')

  await ben.goto(`/trip/${id}`)
  await openMenu(ben)
  await expect(ben.getByRole('menuitem').first()).toBeVisible()
  await expect(ben.getByRole('menuitem', { name: 'Files', exact: true })).toHaveCount(0)
})

test('a receipt is removed, and an undo brings it back', async ({ openOwnDinner, server }) => {
  const { page, id } = await openOwnDinner()
  await input(page).setInputFiles([photo, bill])
  await expect(receipts(page)).toHaveCount(2)
  await dialog(page).getByRole('button', { name: 'Remove receipt dinner.png', exact: true }).tap()
  await expect(dialog(page).getByText('Removed dinner.png')).toBeVisible()
  await expect(receipts(page)).toHaveCount(1)
  const undo = dialog(page).getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeFocused()
  await undo.tap()
  await expect(receipts(page)).toHaveText([/dinner\.png/, /bill\.pdf/])

  await dialog(page).getByRole('button', { name: 'Remove receipt bill.pdf', exact: true }).tap()
  await save(page)
  const [expense] = (await readCosts(page, server, id)).expenses
  expect(expense?.receipts.map(({ file_name }) => file_name)).toEqual(['dinner.png'])
  // Its file stays for an undo.
  expect(rows(server, id).map(({ file_name }) => file_name)).toContain('bill.pdf')
})

test('a file that is refused says why, a HEIC photo with a sentence of its own, and the others are added', async ({
  openOwnDinner,
  server,
}) => {
  const { page, id } = await openOwnDinner()
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)])
  await input(page).setInputFiles([
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Milk') },
    photo,
  ])
  await expect(receipts(page)).toHaveCount(1)
  await expect(dialog(page).getByRole('alert')).toContainText([
    'This device can’t convert HEIC photos. To make a JPEG on an iPhone, copy the photo in Photos and paste it into Files.',
    'Only PDF, JPEG, and PNG files are allowed',
  ])
  expect(rows(server, id).map(({ file_name }) => file_name)).toEqual(['dinner.png'])
})

test('an expense is not saved or closed without its receipts before that is said', async ({
  openOwnDinner,
  server,
}) => {
  const { page, id } = await openOwnDinner()
  await input(page).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Milk') })
  await expect(dialog(page).getByRole('alert')).toContainText('Only PDF, JPEG, and PNG files are allowed')
  await button(page, 'Save').tap()
  const alerts = dialog(page).getByRole('alert')
  await expect(alerts.last()).toHaveText('1 receipt wasn’t added. Save again without it, or try again.')
  await button(page, 'Save').tap()
  await expect(dialog(page)).toHaveCount(0)

  // Escape during an upload asks before it stops it.
  const finish = await holdRequests(page, 'PUT', /\/receipts\//)
  await openDinner(page, id)
  await showMore(page)
  await input(page).setInputFiles(photo)
  await expect(button(page, 'Uploading receipt...')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(alerts).toHaveText('1 receipt is still uploading. Wait, or close again without it.')
  finish()
  await expect(receipts(page)).toHaveCount(1)
  await expect(alerts).toHaveCount(0)
  await save(page)
  expect(rows(server, id)).toHaveLength(1)
})

test('a photo of more than 10 MB is scaled down on the device, and stored as a JPEG', async ({
  openOwnDinner,
  server,
}) => {
  const { page, id } = await openOwnDinner()
  await input(page).setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer: buildNoise(3100) })
  await expect(receipts(page)).toHaveText(/noise\.jpg/, { timeout: 60_000 })
  const width = () =>
    receipts(page)
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(3000)
  const stored = server.database.prepare('select file, size from stored_files where trip_id = ?').get(id) as {
    file: string
    size: number
  }
  expect(stored.size).toBeLessThan(10 * 1024 * 1024)
  expect(stored.file).toMatch(/\.jpg$/)
  const answer = await page.context().request.get((await link(page, 'noise.jpg').getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('image/jpeg')
})

test('offline, a receipt that was viewed is shown, and a new one is added when the network is back', async ({
  openSignedIn,
  createTrip,
  server,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: planDinner(person.id) })
  await openDinner(page, id)
  await waitUntilAppCached(page)
  await showMore(page)
  await input(page).setInputFiles(photo)
  await expect(receipts(page)).toHaveCount(1)
  await save(page)
  await openDinner(page, id)
  const thumbnail = () => receipts(page).locator('img')
  const width = () => thumbnail().evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(1)
  const isCached = () => page.evaluate(async () => (await (await caches.open('wayfare-documents')).keys()).length)
  await expect.poll(isCached).toBe(1)

  await page.context().setOffline(true)
  await openDinner(page, id)
  await expect.poll(width).toBe(1)
  const sentence = 'You’re offline. Save the expense now, and add the receipt when you’re back online.'
  await input(page).setInputFiles(bill)
  await expect(dialog(page).getByRole('alert')).toContainText(sentence)
  await page.context().setOffline(false)
  await button(page, 'Try again').tap()
  await expect(receipts(page)).toHaveCount(2)
  await save(page)
  expect(rows(server, id)).toHaveLength(2)
})
