import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { buildDinner } from '#domain/testing/meals.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { expect, OFFLINE, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, dialog, panel } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { readPeople, storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true })

/* The shopping list: in the shop, offline. */

const item = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name })
/** An item with all that is said about it. */
const row = (page: Page, name: string) =>
  panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name }) })
const progress = (page: Page) => page.getByText(/\d+ of \d+ bought/)
const open = (page: Page, name: string) => button(page, `Details of ${name}`).click()

const names = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eli', 'Fay', 'Gil', 'Hana', 'Ida', 'Jon']
const party = (count: number) => buildParty(...names.slice(0, count).map((name) => buildComing(name)))
const things = (...texts: string[]) => ({
  items: texts.map((text) => newShoppingItem(randomUUID(), text)),
  states: [],
  purchases: [],
})

async function openList(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}/group?tab=shopping`)
  await expect(page.getByRole('heading', { name: 'Shopping list' })).toBeVisible()
}

test('three phones in a shop, two of them offline: every purchase is there, and none comes back unticked', async ({
  openContext,
  openSignedIn,
  createTrip,
  server,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const ana = await openSignedIn(phoneWithApp)
  const id = await createTrip(ana, {
    name: 'To the lake',
    type: 'car_trip',
    plan: {
      meals: buildDinner(12, '1 kg pasta', '2 L milk', '12 eggs', '500 g cheddar'),
      shopping: things('Firewood', 'Ice'),
    },
  })
  // They buy without the right to edit.
  const headers = { origin: server.address }
  await ana
    .context()
    .request.put(`${server.address}/api/trips/${id}/people`, { data: { members_edit: false }, headers })
  const link = `${server.address}/join/${await createInvitation(ana, server, id)}`
  const ben = await (await openContext(phoneWithApp)).newPage()
  await joinAsGuest(ben, link, 'Ben Berg')
  const cleo = await (await openContext(phoneWithApp)).newPage()
  await joinAsGuest(cleo, link, 'Cleo Costa')
  // With the two there are twelve. Ana is not on the list of people: her name comes from the members.
  await storeSection(ana, server, id, 'people', [...(await readPeople(ana, server, id)), party(10)])
  for (const phone of [ana, ben, cleo]) {
    await openList(phone, id)
    await expect(progress(phone)).toHaveText('0 of 6 bought')
  }
  for (const phone of [ben, cleo]) {
    await waitUntilAppCached(phone)
    await phone.context().setOffline(true)
  }

  await item(ben, 'milk').tap()
  await item(ben, 'Firewood').tap()
  await item(cleo, 'milk').tap()
  await item(cleo, 'eggs').tap()
  await open(cleo, 'cheddar')
  await dialog(cleo).getByLabel('I bought another amount').fill('0.2 kg')
  await dialog(cleo).getByRole('button', { name: 'Add', exact: true }).tap()
  await button(cleo, 'Done').tap()
  await item(ana, 'pasta').tap()
  await item(ana, 'Firewood').tap()
  for (const name of ['milk', 'Firewood']) await expect(item(ben, name)).toBeChecked()
  for (const name of ['milk', 'eggs']) await expect(item(cleo, name)).toBeChecked()
  await expect(item(ana, 'pasta')).toBeChecked()
  await expect(item(ana, 'milk')).not.toBeChecked()
  await expect(row(cleo, 'cheddar')).toContainText('Buy 300 g more.')

  for (const phone of [ben, cleo]) await phone.context().setOffline(false)
  for (const phone of [ana, ben, cleo]) {
    await expect(progress(phone)).toHaveText('4 of 6 bought')
    for (const name of ['pasta', 'milk', 'eggs', 'Firewood']) await expect(item(phone, name)).toBeChecked()
    for (const name of ['cheddar', 'Ice']) await expect(item(phone, name)).not.toBeChecked()
    await expect(row(phone, 'milk')).toContainText('Bought twice')
    await expect(row(phone, 'Firewood')).toContainText('Bought twice')
    await expect(row(phone, 'cheddar')).toContainText('Buy 300 g more.')
  }
  for (const name of ['Ben Berg (2 L)', 'Cleo Costa (2 L)']) await expect(row(ana, 'milk')).toContainText(name)
  await expect(row(ben, 'milk')).toContainText('you (2 L)')

  // Ben returns his milk: Cleo's stays.
  await item(ben, 'milk').tap()
  await expect(item(ben, 'milk')).toBeChecked()
  await expect(row(ben, 'milk')).toContainText('Bought by Cleo Costa (2 L)')
  await expect(row(cleo, 'milk')).not.toContainText('Bought')
  await ana.reload()
  await expect(progress(ana)).toHaveText('4 of 6 bought')
  await expect(row(ana, 'milk')).toContainText('Bought by Cleo Costa (2 L)')
})
