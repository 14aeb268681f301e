import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { uploadPath } from '#domain/api/documents.ts'
import { expect, OFFLINE, test } from './fixtures.ts'
import {
  countEntries,
  listCachedFiles,
  waitUntilAppCached,
  waitUntilAppCachesItself,
  waitUntilSharedTripPersisted,
  waitUntilTripPersisted,
} from './on-device.ts'
import { expectField, fillField, openField, openNote, panel, saveState, tab } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { passTimeUntil, shareWithEverybody, storedNotes } from './stored-plan.ts'
import { PNG } from './test-files.ts'

async function openPhone(openContext: (options: object) => Promise<BrowserContext>): Promise<Page> {
  return (await openContext(phoneWithApp)).newPage()
}

test('WORK-1, WORK-2, OVER-25, ERR-49 without the server the app starts, shows trips, and takes edits', async ({
  server,
  signIn,
  createTrip,
  openContext,
  allowConsole,
  person,
}) => {
  test.slow()
  allowConsole(/net::ERR_|Failed to load resource|could not be|did not reach the server/)
  const page = await openPhone(openContext)
  await page.clock.install()
  await signIn(page)
  const id = await createTrip(page, { name: 'In the park', type: 'car_trip' })
  await page.goto('/')
  await page.getByRole('link', { name: 'In the park' }).click()
  await openField(page, 'Destination')
  await waitUntilAppCachesItself(page)
  await waitUntilTripPersisted(page, id)

  await server.kill()
  // A cold start: list, then the trip.
  await page.goto('/')
  await page.getByRole('link', { name: 'In the park' }).click()
  await fillField(page, 'Destination', 'Pog Lake')
  await (await openNote(page, 1)).fill('Bring the tarp')
  await tab(page, 'Checklist').click()
  await panel(page).getByRole('checkbox').first().check()
  await tab(page, 'Food & Meals').click()
  await expect(panel(page).getByText('Picnic Sandwich Bar')).toBeVisible()
  await tab(page, 'Itinerary').click()
  await panel(page)
    .getByRole('button', { name: /^Edit Day 1/ })
    .click()
  await panel(page).getByRole('textbox', { name: 'Day 1', exact: true }).fill('Day 1: Rain or shine')
  // An offline reload at the URL of a tab.
  await page.reload()
  await expect(panel(page).getByRole('heading', { name: 'Day 1: Rain or shine' })).toBeVisible()
  await tab(page, 'Checklist').click()
  await expect(panel(page).getByRole('checkbox').first()).toBeChecked()
  await tab(page, 'Overview').click()
  await expectField(page, 'Destination', 'Pog Lake')
  await expect(await openNote(page, 1)).toHaveValue('Bring the tarp')

  await expect(saveState(page)).toHaveText('Offline · 4 changes waiting', { timeout: 30_000 })

  await page.getByRole('button', { name: person.username }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog', { name: 'Some changes are only on this device' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toHaveCount(0)

  await server.start()
  await passTimeUntil(page, async () => expect(storedNotes(server, id)[0]).toBe('Bring the tarp'))
  const read = (sql: string) => server.database.prepare(sql).pluck().get(id)
  await expect.poll(() => read('select destination_name from trips where id = ?')).toBe('Pog Lake')
  await expect.poll(() => read('select count(*) from checklist_items where trip_id = ? and checked = 1')).toBe(1)
  await expect(saveState(page)).not.toHaveText(/waiting|Saving/)
})

test('WORK-2, ERR-49 offline, the list says so and which trips are on the device, and why others do not open', async ({
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/net::ERR_|Failed to load resource|could not be/)
  const page = await openPhone(openContext)
  await signIn(page)
  const id = await createTrip(page, { name: 'With us', type: 'car_trip' })
  await createTrip(page, { name: 'Left at home', type: 'air_travel' })
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
  await page.goto(`/trip/${id}`)
  await openField(page, 'Destination')
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await page.goto('/')
  await expect(card('With us')).toContainText('On this device')
  await expect(card('Left at home')).not.toContainText('this device')

  await page.context().setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await expect(card('Left at home')).toContainText('Not on this device')
  await page.getByRole('link', { name: 'Left at home' }).click()
  await expect(page.getByText('“Left at home” isn’t on this device. It opens when you’re online.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'With us' }).click()
  await openField(page, 'Destination')
  await expect(saveState(page)).toHaveText('Offline')

  await page.context().setOffline(false)
  await expect(saveState(page)).not.toHaveText('Offline')
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Left at home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Left at home' })).toBeVisible()
})

test('a trip whose link had the focus offline opens once the network is back', async ({
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openPhone(openContext)
  await signIn(page)
  await createTrip(page, { name: 'Left at home', type: 'car_trip' })
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Left at home' })
  await expect(link).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  let failed = 0
  page.on('requestfailed', (request) => {
    if (/\/api\/trips\/[^/]+$/.test(request.url())) failed++
  })
  await link.focus()
  // With the retry.
  await expect.poll(() => failed).toBe(2)
  await page.context().setOffline(false)
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Left at home' })).toBeVisible()
})

test('SAVE-4..6, SAVE-14 two people edit every section without a server, and both end up with everything', async ({
  server,
  signIn,
  createTrip,
  openContext,
  friend,
  allowConsole,
}) => {
  test.slow()
  allowConsole(/net::ERR_|Failed to load resource|could not be|did not reach the server/)
  const page = await openPhone(openContext)
  const pages = [page, friend]
  for (const each of pages) await each.clock.install()
  await signIn(page)
  const id = await createTrip(page, { name: 'Lisbon together', type: 'air_travel' })
  shareWithEverybody(server, id)
  // Opening each tab loads its script, which is then cached even without a service worker.
  for (const each of pages) {
    await each.goto(`/trip/${id}`)
    await openField(each, 'Destination')
    for (const name of ['Food & Meals', 'Checklist', 'Itinerary', 'Tickets & Passes', 'Overview']) {
      await tab(each, name).click()
      await expect(panel(each).getByRole('heading', { level: 2 }).first()).toBeVisible()
    }
  }
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await server.kill()

  await fillField(page, 'Destination', 'Lisbon')
  await fillField(friend, 'Departure airport', 'YYZ')
  await (await openNote(page, 1)).fill('Passports')
  await (await openNote(friend, 2)).fill('Adapters')
  for (const [n, each] of pages.entries()) {
    await tab(each, 'Checklist').click()
    await panel(each).getByRole('checkbox').nth(n).check()
    await tab(each, 'Itinerary').click()
    await panel(each)
      .getByRole('button', { name: new RegExp(`^Edit Day ${n + 1}`) })
      .click()
    await panel(each)
      .getByRole('textbox', { name: `Day ${n + 1}`, exact: true })
      .fill(`Day ${n + 1} of ours`)
    await tab(each, 'Food & Meals').click()
    await panel(each).getByRole('button', { name: 'Edit meal plan' }).click()
    await panel(each)
      .getByRole('textbox', { name: 'Name' })
      .nth(n)
      .fill(`Meal ${n + 1} of ours`)
    await panel(each).getByRole('button', { name: 'Save', exact: true }).click()
    await tab(each, 'Tickets & Passes').click()
    await panel(each).getByRole('button', { name: 'Edit tickets' }).click()
    await panel(each).getByRole('button', { name: 'Add Ticket/Pass' }).click()
    await each.keyboard.type(`Ticket ${n + 1} of ours`)
    await panel(each).getByRole('button', { name: 'Save Changes' }).click()
  }
  await page.reload()
  await expect(panel(page).getByRole('article', { name: 'Ticket 1 of ours' })).toBeVisible()

  await server.start()
  for (const each of pages)
    await passTimeUntil(each, () => expect(saveState(each)).not.toHaveText(/waiting|Saving|Offline/, { timeout: 200 }))
  for (const each of pages)
    await passTimeUntil(each, () =>
      expect(panel(each).getByRole('article', { name: /of ours/ })).toHaveCount(2, { timeout: 200 }),
    )
  for (const each of pages) {
    await each.goto(`/trip/${id}`)
    await expectField(each, 'Destination', 'Lisbon')
    await expectField(each, 'Departure airport', 'YYZ')
    await expect(await openNote(each, 1)).toHaveValue('Passports')
    await expect(await openNote(each, 2)).toHaveValue('Adapters')
    await tab(each, 'Checklist').click()
    for (const n of [0, 1]) await expect(panel(each).getByRole('checkbox').nth(n)).toBeChecked()
    await tab(each, 'Itinerary').click()
    for (const n of [1, 2]) await expect(panel(each).getByRole('heading', { name: `Day ${n} of ours` })).toBeVisible()
    await tab(each, 'Food & Meals').click()
    for (const n of [1, 2]) await expect(panel(each).getByText(`Meal ${n} of ours`)).toBeVisible()
  }
})

test('DOCS-12, SESS-8, VIEW-7, VIEW-8 a viewed document and a shared trip open offline; signing out removes all data', async ({
  server,
  signIn,
  createTrip,
  openContext,
  allowConsole,
  person,
  register,
}) => {
  test.slow()
  // The sandbox of a file blocks the test's scripts too.
  allowConsole(/net::ERR_|Failed to load resource|could not be|did not reach the server|Blocked script execution/)
  const page = await openPhone(openContext)
  await signIn(page)
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  const uploaded = await page
    .context()
    .request.put(`${server.address}${uploadPath(id, randomUUID(), 'passport.png')}`, {
      data: PNG,
      headers: { origin: server.address, 'content-type': 'image/png' },
    })
  const { document } = (await uploaded.json()) as { document: { file_url: string } }
  await page.goto(`/trip/${id}?tab=tickets`)
  await panel(page).getByRole('button', { name: 'Show Documents' }).click()
  await expect(panel(page).getByText('passport.png', { exact: true })).toBeVisible()
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  const viewer = await page.context().newPage()
  expect((await viewer.goto(document.file_url))?.status()).toBe(200)
  await expect.poll(() => listCachedFiles(page)).toEqual([document.file_url])
  const sharedId = await createTrip(page, { name: 'For the drivers', type: 'car_trip' })
  const token = randomUUID()
  server.database.prepare('update trips set share_token = ? where id = ?').run(token, sharedId)
  // A device that has never opened anything but the link.
  const reader = await openPhone(openContext)
  await signIn(reader, await register())
  const link = `/shared/${sharedId}?token=${token}&mode=view`
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'For the drivers' })).toBeVisible()
  await waitUntilAppCachesItself(reader)
  await waitUntilSharedTripPersisted(reader)

  await server.kill()
  // A cold start.
  const shared = await reader.context().newPage()
  await reader.close()
  await shared.goto(link)
  await expect(shared.getByRole('heading', { name: 'For the drivers' })).toBeVisible()
  await expect(shared.getByText('Viewing shared trip (read-only)')).toBeVisible()
  await expect(shared.getByText(/You’re offline. This is the trip as it was on \w+/)).toBeVisible()
  await tab(shared, 'Itinerary').click()
  await expect(panel(shared).getByText('Meet at the West Gate')).toBeVisible()
  await shared.close()

  const response = await viewer.goto(document.file_url)
  expect(response?.status()).toBe(200)
  expect(await response?.body()).toEqual(PNG)
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
  await page.reload()
  await panel(page).getByRole('button', { name: 'Show Documents' }).click()
  await expect(panel(page).getByText('passport.png', { exact: true })).toBeVisible()

  await server.start()
  expect(await listCachedFiles(page)).toEqual([document.file_url])
  expect(await countEntries(page, 'wayfare-trips')).toBeGreaterThan(0)
  await page.getByRole('button', { name: person.username }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => countEntries(page, 'wayfare-trips')).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.has('wayfare-documents'))).toBe(false)
  await server.kill()
  await expect(viewer.goto(document.file_url)).rejects.toThrow(/net::ERR/)
  await page.goto(`/trip/${id}`)
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByText('Lisbon in May')).toHaveCount(0)
  await server.start()
})
