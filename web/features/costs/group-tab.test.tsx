import { beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { LocalDate } from '#domain/local-date.ts'
import { type Costs, newExpense, newPayer, newShare } from '#domain/plan/costs.ts'
import { details } from '#domain/plan/details.ts'
import type { Party } from '#domain/plan/people.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { newId } from '#web/data/new-id.ts'
import { type OpenedTrip, openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, press, type } from '#web/testing/screen.ts'
import { CostsTab } from './group-tab.tsx'

const region = (name: string) => page.getByRole('region', { name, exact: true })
const heading = page.getByRole('heading', { name: 'Costs', exact: true })
const rows = region('Expenses').getByRole('listitem')
const row = (name: RegExp) => region('Expenses').getByRole('button', { name })
const settleUp = region('Settle up')
const inDialog = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })
const amount = dialog().getByRole('textbox', { name: 'Amount', exact: true })
const choose = (label: string, option: string) =>
  userEvent.selectOptions(dialog().getByLabelText(label, { exact: true }), option)

/** What the current user and their party owe or are owed. */
const expectSummary = (text: string) =>
  expect.poll(() => document.querySelector('main :has(> dl) > p')?.textContent).toBe(text)

const own: Party = { id: ROBIN.id, name: '', persons: [buildComing('Robin Tester', { id: ROBIN.id })] }

interface CostsOptions {
  parties: Party[]
  costs?: Costs
  dates?: TripDates
}

async function openCosts({ parties, costs, dates }: CostsOptions): Promise<OpenedTrip> {
  const opened = await openTrip({
    values: {
      people: [own, ...parties],
      ...(costs && { costs }),
      ...(dates && { details: { ...details.empty, ...dates } }),
    },
    members: access(planner(ROBIN, 'owner')),
  })
  opened.show(<CostsTab trip={opened.trip} failures={{}} />)
  await expect.element(heading).toBeVisible()
  return opened
}

async function addExpense(paid: string, name: string): Promise<void> {
  await button('Add expense').click()
  await expect.element(amount).toHaveFocus()
  await type(paid)
  await userEvent.fill(dialog().getByLabelText('Description'), name)
  await inDialog('Add').click()
  await expectCount(dialog(), 0)
}

// The region sets the currency of the first expense.
beforeEach(() => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-CA')
})

test('a family of four settles as one, and an expense in another currency counts once it has a rate', async () => {
  await page.viewport(390, 844)
  const child = { kind: 'child' as const }
  await openCosts({
    parties: [
      {
        ...buildParty(buildComing('Ben'), buildComing('Cleo'), buildComing('Mia', child), buildComing('Noa', child)),
        name: 'The Bergs',
      },
    ],
  })
  await addExpense('100', 'Cabin')
  await expectSummary('You’re owed $80.00')
  await expectCount(settleUp.getByRole('listitem'), 1)
  await expectText(settleUp, 'The Bergs')
  const balances = region('Balances')
  await balances.getByRole('button', { name: /^The Bergs/ }).click()
  await expectText(balances, 'Mia: paid $0.00, share $20.00')

  // For one party, paid by two people.
  await button('Add expense').click()
  await userEvent.fill(amount, '40')
  await dialog().getByText('Choose', { exact: true }).click()
  await dialog().getByRole('checkbox', { name: 'The Bergs' }).click()
  await expect.element(dialog().getByRole('checkbox', { name: 'Mia' })).toBeChecked()
  await expectText(dialog(), '4 people, $10.00 each')
  await inDialog('Several people paid').click()
  await choose('Add someone', 'Ben')
  await userEvent.fill(dialog().getByRole('textbox', { name: 'Ben' }), '15')
  await expect.element(dialog().getByRole('textbox', { name: 'You' })).toHaveValue('25.00')
  await expectText(dialog(), 'Total $40.00')
  await inDialog('Cancel').click()

  await button('Add expense').click()
  await userEvent.fill(amount, '50')
  await choose('Currency', 'EUR')
  const rate = dialog().getByLabelText('CAD for 1 EUR')
  await userEvent.fill(rate, 'abc')
  await inDialog('Add').click()
  await expectText(dialog(), 'Enter a rate above zero, such as 1.0834.')
  await userEvent.fill(rate, '')
  await inDialog('Add').click()
  await expectText(row(/^Other/), 'Needs an exchange rate')
  await expectText(row(/^Other/), 'Not counted')
  await expectSummary('You’re owed $80.00')
  await row(/^Other/).click()
  await userEvent.fill(rate, '1,2')
  await expectText(dialog(), 'Counts as $60.00')
  await inDialog('Save').click()
  await expectSummary('You’re owed $128.00')

  await button('More options for costs').click()
  await page.getByRole('menuitem', { name: 'Change currency' }).click()
  await choose('Currency', 'EUR')
  await expectText(dialog().getByRole('status'), '1 amount needs a new exchange rate in EUR')
  await userEvent.fill(dialog().getByLabelText('How much EUR is 1 CAD?'), '0.8')
  await expectText(dialog(), '$100.00 counts as €80.00')
  await expectCount(dialog().getByRole('status'), 0)
  await inDialog('Save').click()
  await expectSummary('You’re owed €104.00')
  await button('Undo').click()
  await expectSummary('You’re owed $128.00')
})

test('bad input is told in sentences, and nothing typed is lost', async () => {
  await page.viewport(390, 844)
  const away = buildParty(buildComing('Eva', { coming: 'not_coming' }))
  const late = buildParty(buildComing('Dan', { from: '2 lunch 2026-08-12' }))
  const opened = await openCosts({
    parties: [away, late],
    dates: datesOf('2026-08-12', '2026-08-15'),
  })
  await button('Add expense').click()
  for (const [wrong, sentence] of [
    ['', 'Enter an amount.'],
    ['0', 'Enter an amount above zero.'],
    ['-5', 'For money that came back, turn on “Money came back” under More.'],
    ['12.345', 'at most 2 decimals'],
    ['1e15', 'Enter an amount in'],
    ['999999999999', 'The largest amount is'],
  ] as const) {
    await userEvent.fill(amount, wrong)
    await inDialog('Add').click()
    await expectText(dialog(), sentence)
    await expect.element(amount).toHaveFocus()
  }
  // Several who paid nothing, and nobody who shares it.
  await userEvent.fill(amount, '')
  await inDialog('Several people paid').click()
  await dialog().getByText('Choose', { exact: true }).click()
  for (const name of ['You', 'Dan']) {
    const box = dialog().getByRole('checkbox', { name, exact: true })
    await expect.element(box).toBeVisible()
    if ((box.element() as HTMLInputElement).checked) await box.click()
    await expect.element(box).not.toBeChecked()
  }
  await inDialog('Add').click()
  const paid = dialog().getByRole('textbox', { name: 'You', exact: true })
  await expect.element(paid).toHaveFocus()
  await expect.element(paid).toHaveAccessibleDescription('Enter an amount for at least one person.')
  const everyone = dialog().getByRole('checkbox', { name: 'All', exact: true })
  await expect.element(everyone).toHaveAccessibleDescription('Choose at least one person.')
  await dialog().getByText('Everyone', { exact: true }).click()
  await inDialog(/^Remove /).click()
  await userEvent.fill(amount, '30')
  await choose('Who paid', 'Eva')
  await expectText(dialog(), 'Eva is not coming.')
  await choose('How it’s shared', 'By nights')
  await expectText(dialog(), 'Dan: 2 of 3 nights$12.00')
  await choose('How it’s shared', 'Exact amounts')
  const ofDan = dialog().getByLabelText('Amount for Dan')
  await userEvent.fill(ofDan, '40')
  await inDialog('Add').click()
  await expectText(dialog(), '$10.00 too much')
  await expectText(dialog(), 'The amounts add up to $10.00 more than the total.')
  await userEvent.fill(ofDan, '27')
  await expectText(dialog(), '$3.00 left to assign')

  // Closed by accident: what was typed is still there.
  await press('Escape')
  await expectCount(dialog(), 0)
  await button('Add expense').click()
  await expect.element(ofDan).toHaveValue('27')
  await expectText(dialog(), 'Not saved yet.')
  await expect.element(inDialog('Discard changes')).toBeVisible()
  await inDialog('Add').click()
  await expectText(row(/^Other/), '$3.00 isn’t assigned')
  await expectText(row(/^Other/), 'Not yours')
  await expectText(page.getByRole('main'), '$3.00 isn’t assigned to anyone.')

  // Attendance changes: that is offered, and nothing changes by itself.
  await addExpense('21', 'Wood')
  await expect.poll(() => opened.stored('costs').expenses.map(({ name }) => name)).toContain('Wood')
  opened.editAsOther('people', (people) => [...people, buildParty(buildComing('Flo'))])
  await expectText(row(/^Wood/), 'Attendance has changed')
  await expectText(row(/^Wood/), 'Your share $10.50')
  await expectText(
    page.getByRole('main'),
    /“Wood” is still shared as before\. Updating changes your costs from \$\d+\.\d\d to \$\d+\.\d\d\./,
  )
  await button('Update shares').click()
  await expectText(row(/^Wood/), 'Your share $7.00')
  await button('Undo').click()
  await expectText(row(/^Wood/), 'Your share $10.50')
  await button('Keep as is').click()
  await expect.element(row(/^Wood/)).not.toHaveTextContent('Attendance has changed')
})

test('expenses that attendance changed are shown on request', async () => {
  const [ben, flo] = [buildComing('Ben'), buildComing('Flo')]
  const shared = (name: string, ...people: string[]) => ({
    ...newExpense(newId(), 'EUR', ROBIN.id),
    name,
    payers: [newPayer(ROBIN.id, 3000)],
    shares: people.map((personId) => newShare(personId)),
  })
  const expenses = [
    shared('Wood', ROBIN.id, ben.id),
    shared('Gas', ROBIN.id, ben.id),
    shared('Cabin', ROBIN.id, ben.id, flo.id),
  ]
  await openCosts({
    parties: [buildParty(ben), buildParty(flo)],
    costs: { currency: 'EUR', expenses, payments: [], former: [], payees: [], fees: [] },
  })
  await expectCount(rows, 3)
  await button('Show them').click()
  await expectCount(rows, 2)
  await expectText(page.getByRole('main'), '2 expenses not updated since attendance changed')
  await button('Show all').click()
  await expectCount(rows, 3)
  await expect.element(heading).toHaveFocus()
  await expectSummary('You’re owed €50.00')
})

test('200 expenses by keyboard alone: search, open, close, and the focus returns', async () => {
  const ben = buildComing('Ben')
  const expenses = Array.from({ length: 200 }, (_, at) => ({
    ...newExpense(newId(), 'EUR', ROBIN.id),
    name: at === 150 ? 'Canoe rental' : `Expense ${at}`,
    date: `2026-08-${10 + (at % 20)}` as LocalDate,
    payers: [newPayer(at % 2 === 0 ? ROBIN.id : ben.id, 100 + at)],
    shares: [newShare(ROBIN.id), newShare(ben.id)],
  }))
  await openCosts({
    parties: [buildParty(ben)],
    costs: { currency: 'EUR', expenses, payments: [], former: [], payees: [], fees: [] },
  })
  await expectCount(rows, 200)
  const focus = (locator: Locator) => (locator.element() as HTMLElement).focus()
  focus(page.getByRole('searchbox', { name: 'Search expenses' }))
  await type('canoe')
  await expectCount(rows, 1)
  await expect.element(page.getByText('Showing 1 of 200: “canoe”')).toBeVisible()
  focus(row(/^Canoe rental/))
  await press('Enter')
  await expect.element(amount).toHaveFocus()
  await press('Escape')
  await expect.element(row(/^Canoe rental/)).toHaveFocus()
  await press('Enter')
  await expect.element(inDialog('Remove')).toBeVisible()
  focus(inDialog('Remove'))
  await press('Enter')
  await expect.element(page.getByText('Nothing matches “canoe”.')).toBeVisible()
  // The row is gone from where it was.
  await expect.element(heading).toHaveFocus()
  focus(button('Show all'))
  await press('Enter')
  await expectCount(rows, 199)
})
