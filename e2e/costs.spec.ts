import type { Page } from '@playwright/test'
import type { Party } from '#domain/plan/people.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { expect, OFFLINE, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, dialog, panel } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { readPeople, storeSection } from './stored-plan.ts'

// The region sets the currency of the first expense.
const locale = 'en-CA'
test.use({ isSignedIn: true, locale })

/* Who paid what and who owes whom: by touch, offline, in two currencies, as families. */

const amount = (page: Page) => dialog(page).getByRole('textbox', { name: 'Amount', exact: true })
const row = (page: Page, name: string | RegExp) =>
  panel(page).getByRole('region', { name: 'Expenses' }).getByRole('button', { name })
const settleUp = (page: Page) => panel(page).getByRole('region', { name: 'Settle up' })
/** What the current user and their party owe or are owed. */
const summary = (page: Page, text: string) => expect(panel(page).locator(':has(> dl) > p')).toHaveText(text)

const ownParty = (id: string): Party => buildParty(buildComing('Robin Tester', { id }))

async function openCosts(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}/group?tab=costs`)
  await expect(page.getByRole('heading', { name: 'Costs', exact: true })).toBeVisible()
}

/** In four taps. */
async function addExpense(page: Page, paid: string, name: string): Promise<void> {
  await button(page, 'Add expense').tap()
  await expect(amount(page)).toBeFocused()
  await page.keyboard.type(paid)
  await dialog(page).getByLabel('Description').fill(name)
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(dialog(page)).toHaveCount(0)
}

test('three phones, one of them offline: expenses, a claimed and a confirmed payment, what is typed in one outlasting a reload, and a removal that is undone', async ({
  openContext,
  openSignedIn,
  createTrip,
  server,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const ana = await openSignedIn({ ...phoneWithApp, locale })
  const id = await createTrip(ana, { name: 'To the lake', type: 'car_trip' })
  const link = `${server.address}/join/${await createInvitation(ana, server, id)}`
  const [ben, cleo] = (await Promise.all(
    ['Ben Berg', 'Cleo Costa'].map(async (name) => {
      const page = await (await openContext({ ...phoneWithApp, locale })).newPage()
      await joinAsGuest(page, link, name)
      return page
    }),
  )) as [Page, Page]
  await storeSection(ana, server, id, 'people', [...(await readPeople(ana, server, id)), ownParty(person.id)])
  for (const phone of [ana, ben, cleo]) await openCosts(phone, id)
  await expect(ana.getByText('No expenses yet.')).toBeVisible()

  await addExpense(ana, '30', 'Groceries')
  await expect(row(ben, /^Groceries/)).toContainText('Your share $10.00')
  await waitUntilAppCached(ben)
  await ben.context().setOffline(true)
  await addExpense(ben, '12,00', 'Gas')
  await summary(ben, 'You owe $2.00')
  await expect(row(ana, /^Gas/)).toHaveCount(0)
  await ben.context().setOffline(false)
  await summary(ana, 'You’re owed $16.00')
  await summary(cleo, 'You owe $14.00')
  await summary(ben, 'You owe $2.00')

  // What Cleo has typed and not saved is there after a reload.
  await settleUp(cleo)
    .getByRole('button', { name: /^I paid this/ })
    .tap()
  await amount(cleo).fill('4.5')
  await cleo.keyboard.press('Escape')
  await expect(dialog(cleo)).toHaveCount(0)
  await cleo.reload()
  await button(cleo, 'Continue').tap()
  await expect(amount(cleo)).toHaveValue('4.5')
  await dialog(cleo).getByRole('button', { name: 'Discard changes' }).tap()
  await expect(amount(cleo)).toHaveValue('14.00')
  await dialog(cleo).getByRole('button', { name: 'Cancel' }).tap()

  // Cleo pays, and Ana confirms it.
  await settleUp(cleo)
    .getByRole('button', { name: /^I paid this/ })
    .tap()
  await expect(amount(cleo)).toHaveValue('14.00')
  await dialog(cleo).getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(settleUp(cleo)).toContainText('Waiting for Robin Tester to confirm')
  await expect(panel(cleo)).toContainText(
    'You say you paid $14.00. The amount above includes that, but it isn’t confirmed yet.',
  )
  await expect(settleUp(ana)).toContainText('Cleo Costa says they paid you $14.00. Did you get it?')
  await settleUp(ana).getByRole('button', { name: 'Received', exact: true }).tap()
  // Not on “Mark as paid”, which one more Enter would press.
  await expect(ana.getByRole('heading', { name: 'Settle up' })).toBeFocused()
  await expect(row(cleo, /paid Robin Tester/)).toContainText('Received')
  await expect(settleUp(cleo)).not.toContainText('Waiting for Robin Tester')

  // Removing an expense changes everybody's balance, until it is undone.
  await row(ana, /^Groceries/).tap()
  await dialog(ana).getByRole('button', { name: 'Remove', exact: true }).tap()
  await expect(ana.getByText('Removed “Groceries”.')).toBeVisible()
  await expect(row(ana, /^Groceries/)).toHaveCount(0)
  await button(ana, 'Undo').tap()
  await expect(row(ana, /^Groceries/)).toBeVisible()
  await expect(row(cleo, /^Groceries/)).toContainText('Your share $10.00')

  // A payment that did not arrive does not count.
  await settleUp(ben)
    .getByRole('button', { name: /^I paid this/ })
    .tap()
  await dialog(ben).getByRole('button', { name: 'Add', exact: true }).tap()
  await settleUp(ana).getByRole('button', { name: 'Not received', exact: true }).tap()
  await expect(settleUp(ben)).toContainText('Robin Tester says that $2.00 from you didn’t arrive')
  await summary(ben, 'You owe $2.00')
  await settleUp(ben)
    .getByRole('button', { name: /didn’t arrive/ })
    .tap()
  await dialog(ben).getByRole('button', { name: 'Remove', exact: true }).tap()
  await settleUp(ana)
    .getByRole('button', { name: /^I received this/ })
    .tap()
  await dialog(ana).getByRole('button', { name: 'Add', exact: true }).tap()
  for (const phone of [ana, ben, cleo]) await summary(phone, 'All settled')
  await cleo.reload()
  await summary(cleo, 'All settled')
  // Members read what others added.
  await row(cleo, /^Groceries/).tap()
  await expect(dialog(cleo)).toContainText('Added by Robin Tester')
  await expect(dialog(cleo)).toContainText('Only Robin Tester and organizers can change this.')
  await expect(dialog(cleo).getByRole('textbox')).toHaveCount(0)
})
