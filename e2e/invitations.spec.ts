import type { Page } from '@playwright/test'
import { buildCategory } from '#domain/testing/checklist.ts'
import { expect, test } from './fixtures.ts'
import { openPlan } from './joining.ts'
import { addressesOf, button, dialog, expectSaved } from './page-parts.ts'
import { personRow } from './people-list.ts'
import { touchPhone } from './phone.ts'
import { readQrCode } from './qr-code.ts'

/* An invitation from its creation to the guest’s first tick. Its screens: web/pages/group/people, web/pages/join. */

const linkField = (page: Page) => dialog(page).getByLabel('Invitation link', { exact: true })
const code = (page: Page) => dialog(page).getByRole('img', { name: 'QR code for the link to Killarney in the fall' })

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

/** Counts the presses on a page, across navigations. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() =>
    addEventListener(
      'pointerup',
      () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1)),
      true,
    ),
  )
  return () => page.evaluate(() => Number(sessionStorage.getItem('presses')))
}

test('a guest scans the QR code, joins and ticks with 8 presses and one name, which the organizer sees', async ({
  openSignedIn,
  openContext,
  server,
  createTrip,
}) => {
  const phone = await openSignedIn(touchPhone)
  const plan = { checklist: [buildCategory('Things', 'Tent', 'Stove')] }
  const id = await createTrip(phone, { name: 'Killarney in the fall', type: 'car_trip', plan })
  const ofOrganizer = await countPresses(phone)
  await phone.goto(`/trip/${id}/group`)
  await expect(phone).toHaveTitle('Killarney in the fall · People · Wayfare')
  await expect(phone.getByText('It’s just you so far')).toBeVisible()
  await button(phone, 'Invite people').tap()
  await button(phone, 'Create link').tap()
  const link = await linkField(phone).inputValue()
  expect(link.startsWith(`${server.address}/join/`)).toBe(true)
  const made = await ofOrganizer()
  await button(phone, 'Done').tap()

  await test.step('the code is shown again, also after a reload, large enough to scan by day and night', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await phone.emulateMedia({ colorScheme })
      if (colorScheme === 'dark') await phone.reload()
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
    await expect(dialog(phone)).toContainText('No one has joined yet')
  })

  const guest = await (await openContext(touchPhone)).newPage()
  const ofGuest = await countPresses(guest)
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'Killarney in the fall' })).toBeVisible()
  await guest.getByLabel('Your name').click()
  await guest.keyboard.type('Kim from next door')
  await button(guest, 'Join').click()
  await openPlan(guest)
  await guest.getByRole('tab', { name: 'Checklist' }).click()
  await guest.getByRole('checkbox', { name: 'Tent' }).click()
  await expectSaved(guest)
  const taken = await ofGuest()
  expect(made).toBe(2)
  expect(taken).toBeGreaterThanOrEqual(5)
  expect(made + taken).toBeLessThanOrEqual(8)
  expect((await addressesOf(guest)).filter((address) => address.includes('/join/'))).toEqual([])

  // The dialog stays as it is when somebody joins, and says who.
  await expect(dialog(phone).getByRole('status').filter({ hasText: '1 has joined' })).toBeVisible()
  await expect(dialog(phone)).toContainText('Kim from next door')
  await expect(linkField(phone)).toHaveValue(link)
  await button(phone, 'Done').tap()
  await expect(phone.getByRole('heading', { name: '2 people', exact: true })).toBeVisible()
  await expect(personRow(phone, 'Kim from next door')).toContainText('guest')
  await button(phone, 'Back to the trip').tap()
  await phone.getByRole('tab', { name: 'Checklist' }).tap()
  await expect(phone.getByRole('checkbox', { name: 'Tent' })).toBeChecked()

  // The device stays signed in as its guest.
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Killarney in the fall' })).toBeVisible()
  await guest.goto(link)
  await expect(guest.getByText('You’re already in this trip')).toBeVisible()
})
