import type { Page } from '@playwright/test'
import { expect, type Person, type TestServer, test } from './fixtures.ts'
import { holdDatabase } from './on-device.ts'
import { cutSaves } from './operations.ts'
import { expectField, fillField, openField } from './page-parts.ts'
import { passTimeUntil } from './stored-plan.ts'

function storedDestination(server: TestServer, tripId: string): unknown {
  return server.database.prepare('select destination_name from trips where id = ?').pluck().get(tripId)
}

/** Expects that the destination is sent with the next attempt. */
const expectSent = (page: Page, server: TestServer, tripId: string, destination: string) =>
  passTimeUntil(page, async () => expect(storedDestination(server, tripId)).toBe(destination))

test.beforeEach(({ allowConsole }) => {
  allowConsole(/Failed to load resource/)
  allowConsole(/A save did not reach the server/)
})

test('SAVE-14 text typed while saves fail survives reloads, also at once, and the closing of one of two tabs, and is sent once they succeed', async ({
  page,
  context,
  server,
  signIn,
  createTrip,
}) => {
  await page.clock.install()
  await signIn(page)
  const tripId = await createTrip(page, { name: 'In a hurry', type: 'car_trip' })
  await page.goto(`/trip/${tripId}`)
  const restore = await cutSaves(page)
  await fillField(page, 'Destination', 'Killarney, by canoe')
  await expect(page.getByText('Saving...')).toBeVisible()
  await page.reload()
  await expectField(page, 'Destination', 'Killarney, by canoe')
  expect(storedDestination(server, tripId)).toBeNull()
  // In a single task, so that nothing else of the page runs between the key and the reload.
  const typeAndReload = async (text: string) =>
    (await openField(page, 'Destination')).evaluate((input: HTMLInputElement, text) => {
      input.focus()
      input.select()
      document.execCommand('insertText', false, text)
      location.reload()
    }, text)
  for (const text of ['Killarney', 'Bon Echo', 'Pog Lake']) {
    await Promise.all([page.waitForEvent('load'), typeAndReload(text)])
    await expectField(page, 'Destination', text)
  }
  const other = await context.newPage()
  await other.goto(`/trip/${tripId}`)
  await expectField(other, 'Destination', 'Pog Lake')
  await fillField(page, 'Destination', 'Rock Lake')
  await page.close()
  await expectField(other, 'Destination', 'Rock Lake')
  expect(storedDestination(server, tripId)).toBeNull()
  await restore()
  await expectSent(other, server, tripId, 'Rock Lake')
})

for (const slow of ['server that is unreachable', 'disk that does not respond'] as const) {
  test(`SAVE-10, SAVE-14 text typed just before leaving, reloading or closing is sent at the next start, with a ${slow}`, async ({
    page,
    context,
    server,
    signIn,
    createTrip,
  }) => {
    await page.clock.install()
    await signIn(page)
    const tripId = await createTrip(page, { name: 'In a hurry', type: 'car_trip' })
    const holder = await context.newPage()
    let open = page
    for (const way of ['left', 'reloaded', 'closed'] as const) {
      await open.goto(`/trip/${tripId}`)
      await openField(open, 'Destination')
      await holder.goto(`${server.address}/favicon.svg`)
      const restore = await cutSaves(open)
      if (slow.startsWith('disk')) await holdDatabase(holder, 'wayfare-log')
      await fillField(open, 'Destination', `It is ${way}`)
      if (way === 'reloaded') await open.reload()
      else if (way === 'left') await open.goto('about:blank')
      else await open.close()
      if (way === 'closed') open = await context.newPage()
      if (way !== 'reloaded') await open.goto(`/trip/${tripId}`)
      // Releases the database.
      await holder.goto('about:blank')
      await expectField(open, 'Destination', `It is ${way}`)
      expect(storedDestination(server, tripId)).not.toBe(`It is ${way}`)
      await restore(open)
      await expectSent(open, server, tripId, `It is ${way}`)
    }
  })
}

test('SAVE-14 the next tab takes over pending edits of a closed one, on top of what others saved meanwhile', async ({
  page,
  context,
  server,
  signIn,
  createTrip,
  openContext,
}) => {
  await page.clock.install()
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Left behind', type: 'car_trip' })
  await page.goto(`/trip/${tripId}`)
  const restore = await cutSaves(page)
  await fillField(page, 'Destination', 'Bon Echo')
  await expect(page.getByText('Saving...')).toBeVisible()
  await page.close()

  const elsewhere = await (await openContext()).newPage()
  await signIn(elsewhere)
  await elsewhere.goto(`/trip/${tripId}`)
  await fillField(elsewhere, 'Entry gate', 'North Gate')
  await expect
    .poll(() => server.database.prepare('select car_trip_entry_gate from trips where id = ?').pluck().get(tripId))
    .toBe('North Gate')

  const next = await context.newPage()
  await next.goto(`/trip/${tripId}`)
  await restore()
  await expectField(next, 'Destination', 'Bon Echo')
  await expectField(next, 'Entry gate', 'North Gate')
  await expectSent(next, server, tripId, 'Bon Echo')
})

test('SAVE-14 signing out asks about pending edits, which are sent once the person is back', async ({
  page,
  server,
  person,
  signIn,
  createTrip,
}) => {
  await page.clock.install()
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Not opened again', type: 'car_trip' })
  await page.goto(`/trip/${tripId}`)
  await openField(page, 'Destination')
  const restore = await cutSaves(page)
  await fillField(page, 'Destination', 'Killarney')
  await expect(page.getByText('Saving...')).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: person.username }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog', { name: 'Some changes are only on this device' })
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  expect(storedDestination(server, tripId)).toBeNull()

  await restore()
  await enter(page, person)
  await expect(page.getByRole('link', { name: 'Not opened again' })).toBeVisible()
  await expectSent(page, server, tripId, 'Killarney')
  await expect(page.getByText('Killarney')).toBeVisible()
  await page.getByRole('button', { name: person.username }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
})

test('SESS-7, SESS-13 pending edits at an inactivity sign-out are kept for the same person only', async ({
  page,
  server,
  person,
  register,
}) => {
  const other = await register()
  await page.clock.install()
  await page.goto('/')
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await page.getByRole('link', { name: 'Demo Algonquin Adventure' }).click()
  const tripId = new URL(page.url()).pathname.slice('/trip/'.length)
  const before = storedDestination(server, tripId)
  await cutSaves(page)
  await fillField(page, 'Destination', `Waiting for ${person.username}`)
  await page.clock.runFor(1500)
  await expect(page.getByText('Saving...')).toBeVisible()
  await page.clock.fastForward('31:00')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()

  await enter(page, other)
  await page.getByRole('link', { name: 'Demo Algonquin Adventure' }).click()
  await expectField(page, 'Destination', String(before))
  await page.clock.fastForward('31:00')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()

  await enter(page, person)
  await page.getByRole('link', { name: 'Demo Algonquin Adventure' }).click()
  await expectField(page, 'Destination', `Waiting for ${person.username}`)
})

test('MEAL-25 an unsaved working copy is restored after a reload', async ({ page, signIn, createTrip }) => {
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Half planned', type: 'car_trip' })
  await page.goto(`/trip/${tripId}?tab=meals`)
  await page.getByRole('button', { name: 'Edit meal plan' }).click()
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Blueberry pancakes')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('Blueberry pancakes')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Blueberry pancakes')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Edit meal plan' })).toBeVisible()
})

async function enter(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}
