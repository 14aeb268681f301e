import type { Page } from '@playwright/test'
import { expect, OFFLINE, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, dialog, panel } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'

test.use({ isSignedIn: true })

/* Cars: seats by one tap, waiting lists, and what everybody sees of them. */

const card = (page: Page, name: string | RegExp) => panel(page).getByRole('group', { name, exact: true })

async function openRides(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}/group?tab=rides`)
  await expect(page.getByRole('heading', { name: 'Rides', exact: true })).toBeVisible()
}

test('four phones, two of them offline: the last seat is taken twice, and the next in line gets what is given up', async ({
  openContext,
  openSignedIn,
  createTrip,
  server,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const ana = await openSignedIn(phoneWithApp)
  const id = await createTrip(ana, { name: 'To the lake', type: 'car_trip' })
  // Seats are theirs to take, without the right to edit.
  const headers = { origin: server.address }
  await ana
    .context()
    .request.put(`${server.address}/api/trips/${id}/people`, { data: { members_edit: false }, headers })
  const link = `${server.address}/join/${await createInvitation(ana, server, id)}`
  const [ben, cleo, dan] = (await Promise.all(
    ['Ben Berg', 'Cleo Costa', 'Dan Dahl'].map(async (name) => {
      const page = await (await openContext(phoneWithApp)).newPage()
      await joinAsGuest(page, link, name)
      return page
    }),
  )) as [Page, Page, Page]
  for (const phone of [ana, ben, cleo, dan]) await openRides(phone, id)

  // Ana drives. Two seats are left beside hers, and Dan takes the first.
  await button(ana, 'Add a car').tap()
  await dialog(ana).getByRole('button', { name: 'Seats: one fewer' }).tap()
  await dialog(ana).getByLabel('Leaves from').fill('Market Square')
  await dialog(ana).getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(card(ana, 'Your car')).toContainText('1 of 3 seats taken')
  const car = /’s car$/
  await card(dan, car).getByRole('button', { name: 'Take a seat' }).tap()
  for (const phone of [ben, cleo]) await expect(card(phone, car)).toContainText('2 of 3 seats taken')

  for (const phone of [ben, cleo]) {
    await waitUntilAppCached(phone)
    await phone.context().setOffline(true)
    await card(phone, car).getByRole('button', { name: 'Take a seat' }).tap()
    await expect(card(phone, car)).toContainText('3 of 3 seats taken')
    await expect(card(phone, car).getByRole('listitem').filter({ hasText: 'You' })).toHaveCount(1)
  }
  await ben.context().setOffline(false)
  await expect(card(ana, 'Your car').getByRole('listitem').filter({ hasText: 'Ben Berg' })).toBeVisible()
  await cleo.context().setOffline(false)
  await expect(card(cleo, car)).toContainText('You’re number 1 on the waiting list.')
  // She thought that she had it.
  await expect(card(cleo, car)).toContainText('You no longer have a seat here, because others were in line before you.')
  await expect(cleo.getByText(/^You have a seat in/)).toHaveCount(0)
  await expect(button(cleo, '1 person needs a ride')).toBeVisible()
  for (const phone of [ben, dan]) await expect(card(phone, car)).toContainText('1 is waiting: Cleo Costa')
  await expect(card(ana, 'Your car')).toContainText('1 is waiting: Cleo Costa')

  // Dan cancels: Cleo sits, and everybody sees the same riders.
  await card(dan, car).getByRole('button', { name: 'Give up seat' }).tap()
  for (const [phone, riders] of [
    [ana, ['Ben Berg', 'Cleo Costa']],
    [ben, ['You', 'Cleo Costa']],
    [cleo, ['Ben Berg', 'You']],
    [dan, ['Ben Berg', 'Cleo Costa']],
  ] as const) {
    const listed = card(phone, phone === ana ? 'Your car' : car).getByRole('listitem')
    await expect(listed).toHaveText([/drive/, ...riders])
    await expect(card(phone, phone === ana ? 'Your car' : car)).toContainText('3 of 3 seats taken')
  }
  await expect(card(cleo, car).getByRole('button', { name: 'Give up seat' })).toBeVisible()
  await expect(card(cleo, car)).not.toContainText('no longer have a seat')
  await cleo.reload()
  await expect(card(cleo, car).getByRole('listitem')).toHaveText([/drive/, 'Ben Berg', 'You'])
})
