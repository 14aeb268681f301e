import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { followingAll } from '#domain/food/testing/settings.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildDinner } from '#domain/testing/meals.ts'
import { allergensOf, buildComing, buildParty, dietsOf } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, OFFLINE, type TestServer, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, dialog, expectSaved, panel, tab } from './page-parts.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { readPeople, setDates, storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true })

/* The shopping list: in the shop, offline, and when people's answers change. */

const item = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name })
/** An item with all that is said about it. */
const row = (page: Page, name: string) =>
  panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name }) })
const progress = (page: Page) => page.getByText(/\d+ of \d+ bought/)
const changes = (page: Page) => page.getByRole('region', { name: 'What changed on the list' })
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

async function setMembersEdit(page: Page, server: TestServer, tripId: string, members_edit: boolean): Promise<void> {
  const headers = { origin: server.address }
  await page.context().request.put(`${server.address}/api/trips/${tripId}/people`, { data: { members_edit }, headers })
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

test('a change of attendance is told until it was seen', async ({ page, server, createTrip }) => {
  const ten = party(10)
  const id = await createTrip(page, {
    name: 'Fewer people',
    type: 'car_trip',
    plan: {
      meals: buildDinner(10, '2 L milk', '10 eggs', '1 bag of charcoal'),
      people: [ten],
      details: buildDetails({ eating: followingAll }),
    },
  })
  await openList(page, id)
  await expect(row(page, 'milk')).toContainText('2 L')
  await expect(changes(page)).toHaveCount(0)
  await item(page, 'milk').check()

  const [first, second, ...others] = ten.persons
  const declined = [first, second].map((one) => ({ ...one, coming: 'not_coming' }))
  await storeSection(page, server, id, 'people', [{ ...ten, persons: [...declined, ...others] }])
  await expect(changes(page)).toContainText('Now for 8 people instead of 10: 2 amounts are lower.')
  // It is told until it was seen.
  await page.reload()
  await expect(changes(page)).toContainText('2 amounts are lower')
  await changes(page).getByRole('button', { name: 'Got it' }).click()
  await expect(changes(page)).toHaveCount(0)
  await page.reload()
  await expect(row(page, 'milk')).toContainText('Bought 400 mL more than needed')
  await expect(changes(page)).toHaveCount(0)
})

test('from the meals to an empty list, whose grouping the device remembers', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Firewood', type: 'car_trip', plan: { meals: {} } })
  await page.goto(`/trip/${id}?tab=meals`)
  await page.getByRole('link', { name: 'Shopping list' }).click()
  await expect(page).toHaveTitle('Firewood · Shopping · Wayfare')
  await expect(page.getByText('There’s nothing to buy yet.')).toBeVisible()
  await expectNoAxeFindings(page)
  await page.getByLabel('Add an item').fill('Firewood')
  await page.keyboard.press('Enter')
  await open(page, 'Firewood')
  await dialog(page).getByLabel('Shop').fill('Foodland')
  await button(page, 'Done').click()
  await expectSaved(page)
  await page.getByLabel('Group by').selectOption('Shop')
  await expect(page.getByRole('region', { name: 'Foodland' })).toContainText('Firewood')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Foodland' })).toContainText('Firewood')
})

test('somebody who may not edit ticks, notes what is at home and takes over, and has no other controls', async ({
  page,
  openContext,
  server,
  createTrip,
}) => {
  // Written for one: Kim.
  const plan = { meals: buildDinner(1, '1 L milk'), shopping: things('Ice') }
  const id = await createTrip(page, { name: 'Read only', type: 'car_trip', plan })
  await setMembersEdit(page, server, id, false)
  const member = await (await openContext(touchPhone)).newPage()
  await joinAsGuest(member, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Kim')
  await openList(member, id)
  await expect(member.getByLabel('Add an item')).toHaveCount(0)
  await open(member, 'milk')
  for (const label of ['Shop', 'Aisle', 'Note', 'Who buys it'])
    await expect(
      dialog(member).getByLabel(label, { exact: true }).and(member.locator('input, select, textarea')),
    ).toHaveCount(0)
  await dialog(member).getByRole('switch', { name: 'At home' }).tap()
  await dialog(member).getByLabel('How much is at home').fill('0.5 L')
  await button(member, 'I’ll buy it').tap()
  await button(member, 'Done').tap()
  await expect(row(member, 'milk')).toContainText('500 mL')
  await expect(row(member, 'milk')).toContainText('500 mL at home')
  await open(member, 'Ice')
  await expect(button(member, 'Remove from the list')).toHaveCount(0)
  await button(member, 'I’ll buy it').tap()
  await button(member, 'Done').tap()
  await item(member, 'milk').tap()
  await expectSaved(member)

  await openList(page, id)
  await expect(item(page, 'milk')).toBeChecked()
  await expect(row(page, 'milk')).toContainText('Bought by Kim (500 mL)')
  await expect(row(page, 'Ice')).toContainText('Kim buys it')
  // What others bought is not taken back by unticking: the item says who did.
  await item(page, 'milk').click()
  await expect(dialog(page)).toContainText('Kim: 500 mL')
  await button(page, 'Done').click()
  await expect(item(page, 'milk')).toBeChecked()
})

test('the list can be printed', async ({ page, createTrip }) => {
  const plan = { meals: buildDinner(2, '2 L milk', '1 kg carrots') }
  const id = await createTrip(page, { name: 'On paper', type: 'car_trip', plan })
  await openList(page, id)
  await item(page, 'milk').check()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(tab(page, 'People')).toBeHidden()
  await expect(page.getByLabel('Search the list')).toBeHidden()
  await expect(page.getByLabel('Add an item')).toBeHidden()
  await expect(row(page, 'carrots')).toContainText('1 kg')
  const colours = () =>
    row(page, 'carrots').evaluate((element) => {
      const box = element.querySelector('[aria-hidden=true]') as Element
      return {
        text: getComputedStyle(element).color,
        box: getComputedStyle(box).borderTopColor,
        of: getComputedStyle(document.body).backgroundColor,
      }
    })
  // They change with the next frame.
  await expect.poll(colours).toEqual({ text: 'rgb(0, 0, 0)', box: 'rgb(0, 0, 0)', of: 'rgb(255, 255, 255)' })
})

test('on a phone, the list begins high, items are added on request, and warnings are one line', async ({
  openSignedIn,
  createTrip,
  server,
}) => {
  const phone = await openSignedIn(touchPhone)
  const people = buildParty(
    ...['Ana', 'Ben'].map((name) => buildComing(name, { diets: dietsOf('halal') })),
    buildComing('Cleo', { allergens: allergensOf('nuts') }),
  )
  const id = await createTrip(phone, {
    name: 'In the shop',
    type: 'car_trip',
    plan: { people: [people], meals: buildDinner(3, '1 kg bacon', '200 g walnuts', '12 apples') },
  })
  await openList(phone, id)
  const top = await phone
    .getByRole('region', { name: 'Fruit & vegetables' })
    .evaluate((list) => list.getBoundingClientRect().top)
  expect(top).toBeLessThan(265)
  await expect(row(phone, 'bacon')).toContainText('Not for: halal (2)')
  await expect(row(phone, 'bacon')).not.toContainText('Allergies')
  await expect(row(phone, 'walnuts')).toContainText('Allergies: tree nuts (1)')
  await expect(row(phone, 'apples')).not.toContainText('Not for')
  await open(phone, 'bacon')
  await expect(dialog(phone)).toContainText('halal: Ana and Ben')
  await button(phone, 'Done').tap()

  await expect(phone.getByRole('textbox', { name: 'Add an item' })).toBeHidden()
  await button(phone, 'Add item').tap()
  await expect(phone.getByRole('textbox', { name: 'Add an item' })).toBeFocused()
  await phone.keyboard.type('Ice')
  await phone.keyboard.press('Enter')
  await expect(item(phone, 'Ice')).toBeVisible()
  await item(phone, 'Ice').tap()
  await expectSaved(phone)

  await setDates(phone, server, id, '2020-07-03', '2020-07-06')
  await expect(phone.getByRole('heading', { name: 'What was bought' })).toBeVisible()
  await expect(panel(phone).getByRole('checkbox')).toHaveCount(1)
  await expect(item(phone, 'Ice')).toBeChecked()
  await expectNoAxeFindings(phone)
  await button(phone, 'Show all 4 items').tap()
  await expect(item(phone, 'bacon')).toBeVisible()
})
