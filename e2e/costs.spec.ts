import type { Page } from '@playwright/test'
import type { Party } from '#domain/plan/people.ts'
import { buildExpense } from '#domain/testing/costs.ts'
import { buildComing, buildNamedParty, buildParties, buildParty } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, dialog, expectSaved, panel, tab } from './page-parts.ts'
import { personRow, setRole } from './people-list.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
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

test('three phones, one of them offline: expenses, a claimed and a confirmed payment, and a removal that is undone', async ({
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
})

test('a rate that was entered offline does not count in the currency that the trip has since', async ({
  openContext,
  signIn,
  createTrip,
  server,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const [ana, ben] = [
    await (await openContext({ ...phoneWithApp, locale })).newPage(),
    await (await openContext({ ...phoneWithApp, locale })).newPage(),
  ]
  await signIn(ana)
  const id = await createTrip(ana, { name: 'Abroad', type: 'car_trip' })
  await joinAsGuest(ben, `${server.address}/join/${await createInvitation(ana, server, id)}`, 'Ben Berg')
  await storeSection(ana, server, id, 'people', [...(await readPeople(ana, server, id)), ownParty(person.id)])
  for (const phone of [ana, ben]) await openCosts(phone, id)
  await addExpense(ana, '30', 'Groceries')
  await expect(row(ben, /^Groceries/)).toBeVisible()
  await waitUntilAppCached(ben)
  await ben.context().setOffline(true)
  await button(ben, 'Add expense').tap()
  await amount(ben).fill('10')
  await dialog(ben).getByLabel('Currency').selectOption('EUR')
  await dialog(ben).getByLabel('CAD for 1 EUR').fill('1.5')
  await dialog(ben).getByLabel('Description').fill('Museum')
  await dialog(ben).getByRole('button', { name: 'Add', exact: true }).tap()
  await summary(ben, 'You owe $7.50')

  await button(ana, 'More options for costs').tap()
  await ana.getByRole('menuitem', { name: 'Change currency' }).tap()
  await dialog(ana).getByLabel('Currency').selectOption('USD')
  await dialog(ana).getByLabel('How much USD is 1 CAD?').fill('0.7')
  await dialog(ana).getByRole('button', { name: 'Save' }).tap()
  await summary(ana, 'You’re owed $10.50')

  await ben.context().setOffline(false)
  for (const phone of [ana, ben]) {
    await expect(row(phone, /^Museum/)).toContainText('Needs an exchange rate in USD. The one entered is in CAD')
    await expect(row(phone, /^Museum/)).toContainText('Not counted')
  }
  await summary(ana, 'You’re owed $10.50')
  await summary(ben, 'You owe $10.50')
  await row(ben, /^Museum/).tap()
  await expect(dialog(ben)).toContainText('The rate 1.5 CAD was entered when the trip had another currency.')
  await expectNoAxeFindings(ben)
  await dialog(ben).getByLabel('USD for 1 EUR').fill('1.1')
  await dialog(ben).getByRole('button', { name: 'Save' }).tap()
  for (const phone of [ana, ben]) await expect(row(phone, /^Museum/)).toContainText('= $11.00')
  await summary(ana, 'You’re owed $5.00')
})

test.describe('on a phone', () => {
  test.use({ ...touchPhone })

  test('an exchange rate that is entered later counts after a reload, and dialogs have no axe violations', async ({
    page,
    createTrip,
    person,
  }) => {
    const child = { kind: 'child' as const }
    const family = buildNamedParty(
      'The Bergs',
      buildComing('Ben'),
      buildComing('Cleo'),
      buildComing('Mia', child),
      buildComing('Noa', child),
    )
    const plan = { people: [ownParty(person.id), family] }
    const id = await createTrip(page, { name: 'With a family', type: 'car_trip', plan })
    await openCosts(page, id)
    await addExpense(page, '100', 'Cabin')
    const balances = panel(page).getByRole('region', { name: 'Balances' })
    await balances.getByRole('button', { name: /^The Bergs/ }).tap()
    await expect(balances).toContainText('Mia: paid $0.00, share $20.00')
    await expectNoAxeFindings(page)

    await button(page, 'Add expense').tap()
    await amount(page).fill('40')
    await dialog(page).getByRole('radio', { name: 'Choose' }).tap()
    await dialog(page).getByRole('button', { name: 'Several people paid' }).tap()
    await dialog(page).getByLabel('Add someone').selectOption('Ben')
    await expect(dialog(page).getByRole('textbox', { name: 'Ben' })).toBeVisible()
    await expectNoAxeFindings(page)
    await dialog(page).getByRole('button', { name: 'Cancel' }).tap()

    await button(page, 'Add expense').tap()
    await button(page, 'Several people paid').tap()
    await dialog(page).getByText('Choose', { exact: true }).tap()
    for (const name of ['You', 'The Bergs']) await dialog(page).getByRole('checkbox', { name, exact: true }).uncheck()
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).tap()
    await expect(dialog(page)).toContainText('Choose at least one person.')
    await expectNoAxeFindings(page)
    await dialog(page).getByRole('button', { name: 'Cancel' }).tap()

    await button(page, 'Add expense').tap()
    await amount(page).fill('50')
    await dialog(page).getByLabel('Currency').selectOption('EUR')
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).tap()
    await row(page, /^Other/).tap()
    await dialog(page).getByLabel('CAD for 1 EUR').fill('1,2')
    await expect(dialog(page)).toContainText('Counts as $60.00')
    await expectNoAxeFindings(page)
    await dialog(page).getByRole('button', { name: 'Save' }).tap()
    await summary(page, 'You’re owed $128.00')
    await expectSaved(page)
    await page.reload()
    await summary(page, 'You’re owed $128.00')
  })

  test('shares that are to stay as they are stay after a reload', async ({ page, server, createTrip, person }) => {
    const people = [ownParty(person.id), buildParty(buildComing('Dan'))]
    const id = await createTrip(page, { name: 'As before', type: 'car_trip', plan: { people } })
    await openCosts(page, id)
    await addExpense(page, '21', 'Wood')
    await expectSaved(page)
    await storeSection(page, server, id, 'people', [...people, buildParty(buildComing('Flo'))])
    await button(page, 'Keep as is').tap()
    await expect(row(page, /^Wood/)).not.toContainText('Attendance has changed')
    await page.reload()
    await expect(row(page, /^Wood/)).toContainText('Your share $10.50')
    await expect(button(page, 'Keep as is')).toHaveCount(0)
  })

  test('a file from Splitwise is shown before it is added, and can be taken back', async ({
    page,
    createTrip,
    person,
  }) => {
    const id = await createTrip(page, {
      name: 'From elsewhere',
      type: 'car_trip',
      plan: { people: [ownParty(person.id), buildParty(buildComing('Ben Berg'))] },
    })
    await openCosts(page, id)
    await button(page, 'More options for costs').tap()
    await page.getByRole('menuitem', { name: 'Import from Splitwise' }).tap()
    const file = (text: string) => ({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const choose = (text: string) => dialog(page).locator('input[type=file]').setInputFiles(file(text))
    await choose('just a text')
    await expect(dialog(page).getByRole('alert')).toContainText('This isn’t an export from Splitwise.')
    const rows = [
      'Date,Description,Category,Cost,Currency,Ben Berg,Robin',
      '2026-08-12,Pizza,Dining out,30.00,EUR,-15.00,15.00',
      '2026-08-13,=HYPERLINK(),General,8.00,EUR,4.00,-4.00',
      '2026-08-14,Taxi,Taxi,1O.00,EUR,5.00,-5.00',
      '2026-08-14,Ben paid Robin,Payment,5.00,EUR,5.00,-5.00',
    ]
    await choose(rows.join('\n'))
    await expect(dialog(page).getByRole('status')).toHaveText('2 expenses and 1 payment can be added.')
    await expect(dialog(page)).toContainText('Line 4: We couldn’t read an amount.')
    await expect(dialog(page).getByLabel('Robin', { exact: true })).toHaveValue(person.id)
    await expectNoAxeFindings(page)
    await dialog(page).getByRole('button', { name: 'Add 3 entries' }).tap()
    await summary(page, 'You’re owed €6.00')
    await expect(settleUp(page)).not.toContainText('says')

    await button(page, 'More options for costs').tap()
    await page.getByRole('menuitem', { name: 'Import from Splitwise' }).tap()
    await choose(rows.slice(0, -1).concat('2026-08-15,Ice cream,Groceries,3.00,EUR,1.50,-1.50').join('\n'))
    await expect(dialog(page).getByRole('status')).toHaveText(
      '1 expense can be added. 2 other entries of this file are already here and won’t be added again.',
    )
    await dialog(page).getByRole('button', { name: 'Cancel' }).tap()

    await button(page, 'More options for costs').tap()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as CSV' }).tap()
    expect((await download).suggestedFilename()).toBe('From elsewhere costs.csv')
    await button(page, 'Undo').tap()
    await expect(page.getByText('No expenses yet.')).toBeVisible()
  })
})

test('members change what they added, and read the rest', async ({ page, openContext, server, createTrip, person }) => {
  const id = await createTrip(page, { name: 'Rights', type: 'car_trip' })
  const kim = await (await openContext({ ...touchPhone, locale })).newPage()
  await joinAsGuest(kim, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Kim')
  await storeSection(page, server, id, 'people', [...(await readPeople(page, server, id)), ownParty(person.id)])
  await openCosts(kim, id)
  await addExpense(kim, '8', 'Ice')
  await expectSaved(kim)
  await openCosts(page, id)
  await button(page, 'Add expense').click()
  await amount(page).fill('10')
  await page.keyboard.press('Enter')
  await expect(row(kim, /^Other/)).toContainText('$10.00')
  await row(kim, /^Other/).tap()
  await expect(dialog(kim)).toContainText('Added by Robin Tester')
  await expect(dialog(kim)).toContainText('Only Robin Tester and organizers can change this.')
  await expect(dialog(kim).getByRole('textbox')).toHaveCount(0)
  await dialog(kim).getByRole('button', { name: 'Done' }).tap()
  await row(kim, /^Ice/).tap()
  await amount(kim).fill('9')
  await dialog(kim).getByRole('button', { name: 'Save' }).tap()
  await expect(row(page, /^Ice/)).toContainText('$9.00')

  // What somebody has answered stays the same payment.
  await settleUp(kim)
    .getByRole('button', { name: /^I paid this/ })
    .tap()
  await dialog(kim).getByRole('button', { name: 'Add', exact: true }).tap()
  await settleUp(page).getByRole('button', { name: 'Received', exact: true }).click()
  await expect(row(kim, /^You paid Robin Tester/)).toContainText('Received')
  await row(kim, /^You paid Robin Tester/).tap()
  await expect(dialog(kim)).toContainText('To change who paid, who got it or the currency')
  await expect(dialog(kim).getByRole('combobox')).toHaveCount(0)
  await dialog(kim).getByLabel('Amount in CAD').fill('0.60')
  await dialog(kim).getByRole('button', { name: 'Save' }).tap()
  await expect(row(page, /^Kim paid you/)).toContainText('Waiting for you to confirm')

  // Both edit it at once.
  await row(page, /^Kim paid you/).click()
  await amount(page).fill('0.70')
  await row(kim, /^You paid Robin Tester/).tap()
  await dialog(kim).getByLabel('Amount in CAD').fill('0.80')
  await dialog(kim).getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('$0.80').first()).toBeAttached()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Kim changed the amount to $0.80 while you were editing.')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row(kim, /^You paid Robin Tester/)).toContainText('$0.70')

  // Nobody else could answer for a person without an account.
  const fay = buildComing('Fay')
  await storeSection(page, server, id, 'people', [...(await readPeople(page, server, id)), buildParty(fay)])
  await button(kim, 'More options for costs').tap()
  // Only organizers change the currency.
  await expect(kim.getByRole('menuitem')).toHaveText([
    'Add a payment',
    'How to pay you',
    'Export as CSV',
    'Import from Splitwise',
  ])
  await kim.getByRole('menuitem', { name: 'Add a payment' }).tap()
  await amount(kim).fill('7')
  await dialog(kim).getByLabel('To').selectOption('Fay')
  await dialog(kim).getByLabel('From').selectOption('You')
  await dialog(kim).getByRole('button', { name: 'Add', exact: true }).tap()
  const toFay = settleUp(page).getByRole('group', { name: 'Kim says they paid Fay $7.00.' })
  await toFay.getByRole('button', { name: 'Received', exact: true }).click()
  await expect(row(kim, /^You paid Fay/)).toContainText('Received')

  // Both edit it at once: the second to save is told before it replaces anything.
  await row(page, /^Ice/).click()
  await amount(page).fill('7')
  await row(kim, /^Ice/).tap()
  await amount(kim).fill('12')
  await dialog(kim).getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('$12.00').first()).toBeAttached()
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await save.click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Kim changed the amount to $12.00 while you were editing.',
  )
  await save.click()
  await expect(row(kim, /^Ice/)).toContainText('$7.00')
})

test('what is typed in a payment stays, and an expense that is read closes when it is removed', async ({
  page,
  openContext,
  server,
  createTrip,
  person,
}) => {
  const id = await createTrip(page, { name: 'Interrupted', type: 'car_trip' })
  const kim = await (await openContext({ ...touchPhone, locale })).newPage()
  await joinAsGuest(kim, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Kim')
  await storeSection(page, server, id, 'people', [...(await readPeople(page, server, id)), ownParty(person.id)])
  await openCosts(page, id)
  await button(page, 'Add expense').click()
  await amount(page).fill('10')
  await page.keyboard.press('Enter')
  await openCosts(kim, id)
  const pay = settleUp(kim).getByRole('button', { name: /^I paid this/ })
  await pay.tap()
  await amount(kim).fill('4')
  await kim.keyboard.press('Escape')
  await expect(dialog(kim)).toHaveCount(0)
  await pay.tap()
  await expect(amount(kim)).toHaveValue('4')
  await expect(dialog(kim)).toContainText('Not saved yet.')

  // Nor does it go with the tab or the page: a notice leads back to it.
  await kim.keyboard.press('Escape')
  await expect(kim.getByText('A new payment isn’t saved yet.')).toBeVisible()
  await expect(button(kim, 'Continue')).toBeFocused()
  await tab(kim, 'People').tap()
  await tab(kim, 'Costs').tap()
  await kim.getByRole('button', { name: 'Continue' }).tap()
  await amount(kim).fill('4.5')
  await kim.reload()
  await kim.getByRole('button', { name: 'Continue' }).tap()
  await expect(amount(kim)).toHaveValue('4.5')
  await amount(kim).fill('4')

  // A rate says nothing about another currency.
  await dialog(kim).getByLabel('Currency').selectOption('EUR')
  await dialog(kim).getByLabel('CAD for 1 EUR').fill('1.5')
  await expect(dialog(kim)).toContainText('Counts as $6.00')
  await dialog(kim).getByLabel('Currency').selectOption('JPY')
  await expect(dialog(kim).getByLabel('CAD for 1 JPY')).toHaveValue('')
  await dialog(kim).getByRole('button', { name: 'Discard changes' }).tap()
  await expect(amount(kim)).toHaveValue('5.00')
  await dialog(kim).getByRole('button', { name: 'Cancel' }).tap()

  await row(kim, /^Other/).tap()
  await expect(dialog(kim)).toContainText('Added by Robin Tester')
  await row(page, /^Other/).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(dialog(kim)).toHaveCount(0)
  await expect(kim.getByRole('heading', { name: 'Costs', exact: true })).toBeFocused()
  await button(page, 'Undo').click()
  await expect(row(kim, /^Other/)).toBeVisible()
  await expect(dialog(kim)).toHaveCount(0)

  // The right to change it goes while somebody types.
  await page.goto(`/trip/${id}/group`)
  await setRole(page, 'Kim', 'Make organizer')
  // Until then it opens to be read.
  await expect(async () => {
    await row(kim, /^Other/).tap()
    if (!(await amount(kim).isVisible())) await kim.keyboard.press('Escape')
    await expect(amount(kim)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await amount(kim).fill('11')
  await setRole(page, 'Kim', 'Make member')
  await expect(dialog(kim).getByRole('alert')).toHaveText(/^You can’t change this anymore\./)
  await expect(amount(kim)).toHaveValue('11')
  await expect(dialog(kim).getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expectNoAxeFindings(kim)
})

test('paper has no controls', async ({ page, createTrip, person }) => {
  const [ben, flo] = [buildComing('Ben'), buildComing('Flo')]
  const shared = (name: string, ...people: string[]) => buildExpense(name, person.id, 3000, people, { currency: 'EUR' })
  const expenses = [
    shared('Wood', person.id, ben.id),
    shared('Gas', person.id, ben.id),
    shared('Cabin', person.id, ben.id, flo.id),
  ]
  const id = await createTrip(page, {
    name: 'On paper',
    type: 'car_trip',
    plan: {
      people: [ownParty(person.id), ...buildParties(ben, flo)],
      costs: { currency: 'EUR', expenses, payments: [] },
    },
  })
  await openCosts(page, id)
  await expect(button(page, 'Show them')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await summary(page, 'You’re owed €50.00')
  await expect(row(page, /^Cabin/)).toBeVisible()
  for (const name of ['Add expense', 'More options for costs', 'Update shares', 'Show them', /^I received this/])
    await expect(button(page, name).filter({ visible: true })).toHaveCount(0)
  await expect(panel(page).getByRole('searchbox')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ ...touchPhone })

  test('removing somebody who is owed money asks first, and their name stays with the money, also offline', async ({
    page,
    createTrip,
    person,
    allowConsole,
  }) => {
    allowConsole(OFFLINE)
    const [ben, flo] = [buildComing('Ben Berg'), buildComing('Flo')]
    const expenses = [buildExpense('Wood', ben.id, 1400, [person.id], { added_by: person.id })]
    const id = await createTrip(page, {
      name: 'Owed',
      type: 'car_trip',
      plan: {
        people: [ownParty(person.id), ...buildParties(ben, flo)],
        costs: { currency: 'CAD', expenses, payments: [] },
      },
    })
    // Then the code of both tabs is loaded.
    await openCosts(page, id)
    await tab(page, 'People').tap()
    const remove = async (name: string) => {
      await personRow(page, name).tap()
      await button(page, 'Edit').tap()
      await button(page, 'Remove from the trip').tap()
    }
    // Without a balance nothing is asked.
    await remove('Flo')
    await expect(dialog(page)).toHaveCount(0)
    await expect(personRow(page, 'Flo')).toHaveCount(0)

    await remove('Ben Berg')
    const question = page.getByRole('dialog', { name: 'Remove Ben Berg from the trip?' })
    await expect(question).toContainText('Ben Berg is owed $14.00. Their name stays in Costs')
    await page.context().setOffline(true)
    await question.getByRole('button', { name: 'Remove from the trip' }).tap()
    await expect(personRow(page, 'Ben Berg')).toHaveCount(0)
    await tab(page, 'Costs').tap()
    await expect(settleUp(page)).toContainText('Ben Berg (removed)')
    await expect(row(page, /^Wood/)).toContainText('Ben Berg (removed) paid')
    await page.context().setOffline(false)
    await expectSaved(page)
    await page.reload()
    await expect(settleUp(page)).toContainText('Ben Berg (removed)')
    await expect(panel(page)).not.toContainText('Former member')
  })
})
