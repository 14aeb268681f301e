import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { receiptUploadPath } from '#domain/api/receipts.ts'
import type { Costs } from '#domain/plan/costs.ts'
import { buildExpense } from '#domain/testing/costs.ts'
import { expect, OFFLINE, type TestServer, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, dialog, expectSaved, panel } from './page-parts.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { buildPdf, PNG, type TestFile } from './test-files.ts'

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

test('a receipt is added by touch, seen by another member, and by nobody with a link; one that no expense lists is deleted', async ({
  openContext,
  openSignedIn,
  createTrip,
  server,
  person,
  register,
  allowConsole,
}) => {
  test.slow()
  allowConsole(OFFLINE)
  const ana = await openSignedIn(phoneWithApp)
  const id = await createTrip(ana, { name: 'To the lake', type: 'air_travel', plan: planDinner(person.id) })
  await openDinner(ana, id)
  await showMore(ana)
  await input(ana).setInputFiles([photo, bill])
  await expect(receipts(ana)).toHaveCount(2)
  const thumbnail = receipts(ana).filter({ hasText: 'dinner.png' }).locator('img')
  const width = () => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(1)
  await save(ana)
  const listed = async () => {
    const [expense] = (await readCosts(ana, server, id)).expenses
    return expense?.receipts.map(({ file_name }) => file_name)
  }
  expect(await listed()).toEqual(['dinner.png', 'bill.pdf'])
  expect(rows(server, id)).toHaveLength(2)

  const ben = await (await openContext(touchPhone)).newPage()
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
  const { request: reader } = (await openSignedIn(touchPhone, await register({ full_name: 'Rae Reader' }))).context()
  for (const query of ['', `?token=${token}`])
    expect((await reader.get(`${server.address}${address}${query}`)).status()).toBe(404)
  const seen = await (await reader.get(`${server.address}/api/shared/${id}?token=${token}`)).text()
  expect(seen).not.toContain('dinner.png')

  await test.step('the file of a removed receipt stays for an undo', async () => {
    await openDinner(ana, id)
    await showMore(ana)
    await dialog(ana).getByRole('button', { name: 'Remove receipt bill.pdf', exact: true }).tap()
    await save(ana)
    expect(await listed()).toEqual(['dinner.png'])
    expect(rows(server, id).map(({ file_name }) => file_name)).toContain('bill.pdf')
  })

  await test.step('a receipt that no expense lists is deleted', async () => {
    const upload = await ben
      .context()
      .request.put(`${server.address}${receiptUploadPath(id, randomUUID(), 'spam.png')}`, {
        data: PNG,
        headers: { origin: server.address },
      })
    expect(upload.status()).toBe(200)
    await ana.goto(`/trip/${id}`)
    await button(ana, 'To the lake: history, rename and more').tap()
    await ana.getByRole('menuitem', { name: 'Files', exact: true }).tap()
    const files = dialog(ana).getByRole('list', { name: 'Files of this trip' }).getByRole('listitem')
    await expect(files).toHaveCount(3)
    await expect(files.first()).toContainText('Not in any expense')
    await expect(files.first()).toContainText('Ben Berg')
    await dialog(ana).getByRole('button', { name: 'Delete spam.png', exact: true }).tap()
    await dialog(ana).getByRole('button', { name: 'Delete', exact: true }).tap()
    await expect(files).toHaveCount(2)
    expect(rows(server, id).map(({ file_name }) => file_name)).not.toContain('spam.png')
  })

  await test.step('offline, a receipt that was viewed is shown; a new one is added when the network is back', async () => {
    await waitUntilAppCached(ana)
    await openDinner(ana, id)
    await expect.poll(width).toBe(1)
    const isCached = () => ana.evaluate(async () => (await (await caches.open('wayfare-documents')).keys()).length)
    await expect.poll(isCached).toBe(1)

    await ana.context().setOffline(true)
    await openDinner(ana, id)
    await expect.poll(width).toBe(1)
    const sentence = 'You’re offline. Save the expense now, and add the receipt when you’re back online.'
    await input(ana).setInputFiles({ ...bill, name: 'drinks.pdf' })
    await expect(dialog(ana).getByRole('alert')).toContainText(sentence)
    await ana.context().setOffline(false)
    await button(ana, 'Try again').tap()
    await expect(receipts(ana)).toHaveCount(2)
    await save(ana)
    expect(await listed()).toEqual(['dinner.png', 'drinks.pdf'])
  })
})
