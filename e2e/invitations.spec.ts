import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createInvitation, joinBy } from './joining.ts'
import { button, dialog } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { readQrCode } from './qr-code.ts'

/* An invitation is shown as often as somebody opens it, until it is withdrawn, expired or full. */

const linkField = (page: Page) => dialog(page).getByLabel('Invitation link', { exact: true })
const code = (page: Page) => dialog(page).getByRole('img', { name: /^QR code/ })

/** Runs in the page: everything that the device stores for the app, as one text. */
async function dumpStorage(): Promise<string> {
  const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store).getAll()
      await new Promise((resolve) => {
        reading.onsuccess = resolve
      })
      found.push(reading.result)
    }
    database.close()
  }
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(request.url)
  return JSON.stringify(found)
}

test('Invite people shows the open invitation, large enough to scan by day and by night, and who joins with it', async ({
  openContext,
  signIn,
  server,
  createTrip,
}) => {
  const phone = await (await openContext(touchPhone)).newPage()
  await signIn(phone)
  const id = await createTrip(phone, { name: 'Achray', type: 'car_trip' })
  await phone.goto(`/trip/${id}/group`)
  await button(phone, 'Invite people').tap()
  await button(phone, 'Create link').tap()
  const link = await linkField(phone).inputValue()
  await button(phone, 'Done').tap()

  for (const colorScheme of ['light', 'dark'] as const) {
    await phone.emulateMedia({ colorScheme })
    await phone.reload()
    await button(phone, 'Invite people').tap()
    await expect(linkField(phone)).toHaveValue(link)
    await expect(code(phone)).toBeInViewport({ ratio: 1 })
    expect((await code(phone).boundingBox())?.width).toBeGreaterThan(300)
    expect(await readQrCode(phone, await code(phone).screenshot())).toBe(link)
    await expect(dialog(phone)).toContainText('for any number of people')
    if (colorScheme === 'light') await button(phone, 'Done').tap()
  }

  // The link is a secret: it stays in the page's memory.
  expect(await phone.evaluate(dumpStorage)).not.toContain(link.split('/').at(-1))

  // The dialog stays as it is when somebody joins, and says who.
  await expect(dialog(phone)).toContainText('No one has joined yet')
  const guest = await (await openContext()).newPage()
  await joinBy(guest, link, 'Kim from next door')
  await expect(dialog(phone).getByRole('status').filter({ hasText: '1 has joined' })).toBeVisible()
  await expect(dialog(phone)).toContainText('Kim from next door')
  await expect(linkField(phone)).toHaveValue(link)

  await dialog(phone).getByRole('button', { name: 'Withdraw' }).tap()
  await phone.getByRole('dialog', { name: 'Withdraw this invitation?' }).getByRole('button', { name: 'Cancel' }).tap()
  await expect(code(phone)).toBeVisible()
  await dialog(phone).getByRole('button', { name: 'Withdraw' }).tap()
  await phone.getByRole('dialog', { name: 'Withdraw this invitation?' }).getByRole('button', { name: 'Withdraw' }).tap()
  await expect(dialog(phone)).toContainText('This invitation has been withdrawn. Its link no longer works.')
  await expect(code(phone)).toHaveCount(0)
  await button(phone, 'Done').tap()
  // With none that can be shown, it starts with a new one.
  await button(phone, 'Invite people').tap()
  await expect(button(phone, 'Create link')).toBeVisible()
  expect(await createInvitation(phone, server, id)).not.toBe('')
})

test('a full invitation says so in place, and another one can be made from there', async ({
  page,
  signIn,
  server,
  createTrip,
  openContext,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'One seat', type: 'car_trip' })
  await page.goto(`/trip/${id}/group`)
  await button(page, 'Invite people').click()
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await dialog(page).getByLabel('Maximum number of people').fill('1')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('0 of 1 has joined')
  const link = await linkField(page).inputValue()
  expect(link).toContain(`${server.address}/join/`)
  await joinBy(await (await openContext()).newPage(), link, 'Kim')
  await expect(dialog(page)).toContainText('This invitation is full. Create a new one to invite more people.')
  await expect(dialog(page)).toContainText('1 of 1 has joined')
  await expect(linkField(page)).toHaveCount(0)
  await button(page, 'New invitation').click()
  await button(page, 'Create link').click()
  await expect(linkField(page)).not.toHaveValue(link)
  await expect(dialog(page)).toContainText('No one has joined yet')
})
