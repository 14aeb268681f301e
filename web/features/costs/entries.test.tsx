import { useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withCurrency } from '#domain/costs/change-currency.ts'
import { type Costs, costs, newPayment } from '#domain/plan/costs.ts'
import type { Party } from '#domain/plan/people.ts'
import { buildExpense } from '#domain/testing/costs.ts'
import { buildComing, buildNamedParty, buildParties, buildParty } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { onPaper } from '#web/testing/media.ts'
import { type OpenedTrip, openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, expectTexts, press } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { CostsTab } from './group-tab.tsx'

/* Expenses and payments of several people: who may change them, what others do meanwhile, and files. */

const KIM = { ...ROBIN, id: '00000000-0000-4000-8000-0000000000bb', username: 'kim', full_name: 'Kim' }
const robin = buildComing('Robin Tester', { id: ROBIN.id })
const kim = buildComing('Kim', { id: KIM.id })

const heading = page.getByRole('heading', { name: 'Costs', exact: true })
const region = (name: string) => page.getByRole('region', { name, exact: true })
const row = (name: RegExp) => region('Expenses').getByRole('button', { name })
const settleUp = region('Settle up')
const inDialog = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })
const amount = dialog().getByRole('textbox', { name: 'Amount', exact: true })
const inCad = dialog().getByLabelText('Amount in CAD')
const choose = (label: string, option: string) =>
  userEvent.selectOptions(dialog().getByLabelText(label, { exact: true }), option)
const expectSummary = (text: string) =>
  expect.poll(() => document.querySelector(':has(> dl) > p')?.textContent).toBe(text)

interface Options {
  people: Party[]
  costs?: Partial<Costs>
  trip?: Partial<Trip>
}

/** Opens the costs as Robin, who owns the trip, or as Kim, who is a member. */
async function openCosts({ people, costs: value, trip }: Options, user = ROBIN): Promise<OpenedTrip> {
  const role = user === KIM ? ('member' as const) : ('owner' as const)
  const opened = await openTrip({
    values: { people, costs: { ...costs.empty, currency: value ? 'CAD' : '', ...value } },
    trip: { role, ...trip },
    members: access(planner(ROBIN, 'owner'), planner(KIM, 'member')),
  })
  session.enter({ user })
  showAgain(opened)
  await expect.element(heading).toBeVisible()
  return opened
}

const showAgain = ({ trip, show }: OpenedTrip) => show(<CostsTab trip={trip} failures={{}} />)

/** Somebody else answers the last payment. */
const answerAsOther = ({ editAsOther }: OpenedTrip, to: string) =>
  editAsOther('costs', (value) => ({
    ...value,
    payments: value.payments.map((one) =>
      one.to === to ? { ...one, answer: 'received' as const, answered_amount: one.amount } : one,
    ),
  }))

/** The server says that Kim made the latest changes of these entries. */
function sayKimChanged({ trip }: OpenedTrip, ...ids: string[]): void {
  const entry = { section: 'costs', version: 2, from: 1, saved_by: { id: KIM.id, name: 'Kim' }, saved_at: NOW }
  responses.set(`/api/trips/${trip.id}/history`, async () => ({ entries: [entry] }))
  responses.set(`/api/trips/${trip.id}/history/costs/changes`, async () => ({
    changes: ids.map((id) => ({ do: 'set', at: [id], within: [] })),
  }))
}
const NOW = '2026-09-30T16:00:00.000Z'

/** From now on no request arrives. Returns what is logged. */
function loseRequests({ server }: OpenedTrip) {
  server.fates = Array(100).fill('lost')
  return vi.spyOn(console, 'error').mockImplementation(() => {})
}

async function bringNetworkBack({ server }: OpenedTrip, logged: ReturnType<typeof loseRequests>): Promise<void> {
  await expect.poll(() => logged.mock.calls.flat().join(' ')).toContain('did not reach the server')
  server.fates = []
  dispatchEvent(new Event('online'))
}

beforeEach(() => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-CA')
})

test('members change what they added, and read the rest', async () => {
  await page.viewport(390, 844)
  const expenses = [
    buildExpense('Ice', KIM.id, 800, [ROBIN.id, KIM.id]),
    buildExpense('', ROBIN.id, 1000, [ROBIN.id, KIM.id]),
  ]
  const fay = buildComing('Fay')
  const opened = await openCosts({ people: buildParties(robin, kim, fay), costs: { expenses } }, KIM)
  await expectText(row(/^Other/), '$10.00')
  await row(/^Other/).click()
  await expectText(dialog(), 'Added by Robin Tester')
  await expectText(dialog(), 'Only Robin Tester and organizers can change this.')
  await expectCount(dialog().getByRole('textbox'), 0)
  await inDialog('Done').click()
  await row(/^Ice/).click()
  await userEvent.fill(amount, '9')
  await inDialog('Save').click()
  await expectText(row(/^Ice/), '$9.00')

  // What somebody has answered stays the same payment.
  await settleUp.getByRole('button', { name: /^I paid this/ }).click()
  await inDialog('Add').click()
  await expect.poll(() => opened.stored('costs').payments).toMatchObject([{ amount: 50, to: ROBIN.id }])
  answerAsOther(opened, ROBIN.id)
  await expectText(row(/^You paid Robin Tester/), 'Received')
  await row(/^You paid Robin Tester/).click()
  await expectText(dialog(), 'To change who paid, who got it or the currency')
  await expectCount(dialog().getByRole('combobox'), 0)
  await userEvent.fill(inCad, '0.60')
  await inDialog('Save').click()
  await expectText(row(/^You paid Robin Tester/), 'Waiting for Robin Tester to confirm')

  await button('More options for costs').click()
  // Only organizers change the currency.
  await expectTexts(page.getByRole('menuitem'), [
    'Add a payment',
    'How to pay you',
    'Export as CSV',
    'Import from Splitwise',
  ])
  await page.getByRole('menuitem', { name: 'Add a payment' }).click()
  await userEvent.fill(amount, '7')
  await choose('To', 'Fay')
  await choose('From', 'You')
  await inDialog('Add').click()
  await expect.poll(() => opened.stored('costs').payments).toMatchObject([{}, { amount: 700, to: fay.id }])
  answerAsOther(opened, fay.id)
  await expectText(row(/^You paid Fay/), 'Received')
})

test('an organizer answers for people without an account, and is told before replacing what others typed', async () => {
  const fay = buildComing('Fay')
  const payment = newPayment(newId(), { from: KIM.id, to: ROBIN.id, amount: 60, currency: 'CAD' }, KIM.id)
  const toFay = newPayment(newId(), { from: KIM.id, to: fay.id, amount: 700, currency: 'CAD' }, KIM.id)
  const ice = buildExpense('Ice', KIM.id, 900, [ROBIN.id, KIM.id])
  const opened = await openCosts({
    people: buildParties(robin, kim, fay),
    costs: { expenses: [ice], payments: [payment, toFay] },
  })
  // Nobody else could answer for a person without an account.
  const ofFay = settleUp.getByRole('group', { name: 'Kim says they paid Fay $7.00.' })
  await ofFay.getByRole('button', { name: 'Received', exact: true }).click()
  await expect
    .poll(() => opened.stored('costs').payments.find(({ id }) => id === toFay.id))
    .toMatchObject({ answer: 'received', answered_amount: 700 })

  // Both edit it at once: the second to save is told before it replaces anything.
  await expectText(row(/^Kim paid you/), 'Waiting for you to confirm')
  await row(/^Kim paid you/).click()
  await userEvent.fill(amount, '0.70')
  sayKimChanged(opened, payment.id, ice.id)
  opened.editAsOther('costs', (value) => ({
    ...value,
    payments: value.payments.map((one) => (one.id === payment.id ? { ...one, amount: 80 } : one)),
  }))
  await expectText(page.getByText('$0.80').first(), '$0.80')
  await inDialog('Save').click()
  await expectText(dialog().getByRole('alert'), 'Kim changed the amount to $0.80 while you were editing.')
  await inDialog('Save').click()
  await expectText(row(/^Kim paid you/), '$0.70')

  await row(/^Ice/).click()
  await userEvent.fill(amount, '7')
  opened.editAsOther('costs', (value) => ({
    ...value,
    expenses: value.expenses.map((one) => ({ ...one, payers: one.payers.map((each) => ({ ...each, amount: 1200 })) })),
  }))
  await expectText(page.getByText('$12.00').first(), '$12.00')
  await inDialog('Save').click()
  await expectText(dialog().getByRole('alert'), 'Kim changed the amount to $12.00 while you were editing.')
  await inDialog('Save').click()
  await expectText(row(/^Ice/), '$7.00')
})

test('what is typed in a payment stays, also on another tab', async () => {
  await page.viewport(390, 844)
  const opened = await openCosts(
    {
      people: buildParties(robin, kim),
      costs: { expenses: [buildExpense('', ROBIN.id, 1000, [ROBIN.id, KIM.id])] },
    },
    KIM,
  )
  const pay = settleUp.getByRole('button', { name: /^I paid this/ })
  await pay.click()
  await userEvent.fill(amount, '4')
  await press('Escape')
  await expectCount(dialog(), 0)
  await pay.click()
  await expect.element(amount).toHaveValue('4')
  await expectText(dialog(), 'Not saved yet.')

  // Nor does it go with the tab or the page: a notice leads back to it.
  await press('Escape')
  await expect.element(page.getByText('A new payment isn’t saved yet.')).toBeVisible()
  await expect.element(button('Continue')).toHaveFocus()
  opened.show(<p>Another tab</p>)
  await expect.element(page.getByText('Another tab')).toBeVisible()
  showAgain(opened)
  await button('Continue').click()
  await expect.element(amount).toHaveValue('4')

  // A rate says nothing about another currency.
  await choose('Currency', 'EUR')
  await userEvent.fill(dialog().getByLabelText('CAD for 1 EUR'), '1.5')
  await expectText(dialog(), 'Counts as $6.00')
  await choose('Currency', 'JPY')
  await expect.element(dialog().getByLabelText('CAD for 1 JPY')).toHaveValue('')
  await inDialog('Discard changes').click()
  await expect.element(amount).toHaveValue('5.00')
  await inDialog('Cancel').click()
})

test('an expense that is read closes when it is removed, and one that is edited says that the right to change it is gone', async () => {
  await page.viewport(390, 844)
  const expense = buildExpense('', ROBIN.id, 1000, [ROBIN.id, KIM.id])
  const opened = await openCosts({ people: buildParties(robin, kim), costs: { expenses: [expense] } }, KIM)
  await row(/^Other/).click()
  await expectText(dialog(), 'Added by Robin Tester')
  opened.editAsOther('costs', (value) => ({ ...value, expenses: [] }))
  await expectCount(dialog(), 0)
  await expect.element(heading).toHaveFocus()
  opened.editAsOther('costs', (value) => ({ ...value, expenses: [expense] }))
  await expect.element(row(/^Other/)).toBeVisible()
  await expectCount(dialog(), 0)

  // The right to change it goes while somebody types.
  let setRole = (_: Trip['role']) => {}
  function Tab() {
    const [role, set] = useState<Trip['role']>('organizer')
    useEffect(() => {
      setRole = set
    }, [])
    return <CostsTab trip={{ ...opened.trip, role }} failures={{}} />
  }
  opened.show(<Tab />)
  await row(/^Other/).click()
  await userEvent.fill(amount, '11')
  setRole('member')
  await expectText(dialog().getByRole('alert'), /^You can’t change this anymore\./)
  await expect.element(amount).toHaveValue('11')
  await expectCount(inDialog('Save'), 0)
  await expectNoAxeFindings()
})

test('a rate that was entered offline does not count in the currency that the trip has since', async () => {
  await page.viewport(390, 844)
  const ben = { ...KIM, full_name: 'Ben Berg' }
  const groceries = buildExpense('Groceries', ROBIN.id, 3000, [ROBIN.id, KIM.id])
  const people = buildParties(robin, buildComing('Ben Berg', { id: ben.id }))
  const opened = await openCosts({ people, costs: { expenses: [groceries] } }, KIM)
  const logged = loseRequests(opened)
  await button('Add expense').click()
  await userEvent.fill(amount, '10')
  await choose('Currency', 'EUR')
  await userEvent.fill(dialog().getByLabelText('CAD for 1 EUR'), '1.5')
  await userEvent.fill(dialog().getByLabelText('Description'), 'Museum')
  await inDialog('Add').click()
  await expectSummary('You owe $7.50')

  opened.editAsOther('costs', (value) => withCurrency(value, 'USD', '0.7'))
  expect(opened.stored('costs').expenses).toHaveLength(1)
  await bringNetworkBack(opened, logged)
  await expectText(row(/^Museum/), 'Needs an exchange rate in USD. The one entered is in CAD')
  await expectText(row(/^Museum/), 'Not counted')
  await expectSummary('You owe $10.50')
  await expect.poll(() => opened.stored('costs').expenses).toHaveLength(2)
  await row(/^Museum/).click()
  await expectText(dialog(), 'The rate 1.5 CAD was entered when the trip had another currency.')
  await expectNoAxeFindings()
  await userEvent.fill(dialog().getByLabelText('USD for 1 EUR'), '1.1')
  await inDialog('Save').click()
  await expectText(row(/^Museum/), '= $11.00')
  await expectSummary('You owe $5.00')
})

test('dialogs of a family’s expenses have no axe violations', async () => {
  await page.viewport(390, 844)
  const child = { kind: 'child' as const }
  const family = [
    buildComing('Ben'),
    buildComing('Cleo'),
    buildComing('Mia', child),
    buildComing('Noa', child),
  ] as const
  const people = [buildParty(robin), buildNamedParty('The Bergs', ...family)]
  const everyone = [ROBIN.id, ...family.map(({ id }) => id)]
  await openCosts({ people, costs: { expenses: [buildExpense('Cabin', ROBIN.id, 10_000, everyone)] } })
  const balances = region('Balances')
  await balances.getByRole('button', { name: /^The Bergs/ }).click()
  await expectText(balances, 'Mia: paid $0.00, share $20.00')
  await expectNoAxeFindings()

  await button('Add expense').click()
  await userEvent.fill(amount, '40')
  await dialog().getByText('Choose', { exact: true }).click()
  await inDialog('Several people paid').click()
  await choose('Add someone', 'Ben')
  await expect.element(dialog().getByRole('textbox', { name: 'Ben' })).toBeVisible()
  await expectNoAxeFindings()
  for (const name of ['You', 'The Bergs']) {
    const box = dialog().getByRole('checkbox', { name, exact: true })
    if ((box.element() as HTMLInputElement).checked) await box.click()
    await expect.element(box).not.toBeChecked()
  }
  await inDialog('Add').click()
  await expectText(dialog(), 'Choose at least one person.')
  await expectNoAxeFindings()
  await inDialog('Cancel').click()

  await button('Add expense').click()
  await userEvent.fill(amount, '50')
  await choose('Currency', 'EUR')
  await userEvent.fill(dialog().getByLabelText('CAD for 1 EUR'), '1,2')
  await expectText(dialog(), 'Counts as $60.00')
  await expectNoAxeFindings()
})

test('shares that are to stay as they are stay', async () => {
  const dan = buildComing('Dan')
  const wood = buildExpense('Wood', ROBIN.id, 2100, [ROBIN.id, dan.id], { is_for_all: true })
  const opened = await openCosts({ people: buildParties(robin, dan), costs: { expenses: [wood] } })
  opened.editAsOther('people', (people) => [...people, buildParty(buildComing('Flo'))])
  await expectText(row(/^Wood/), 'Attendance has changed')
  await button('Keep as is').click()
  await expect.element(row(/^Wood/)).not.toHaveTextContent('Attendance has changed')
  showAgain(opened)
  await expectText(row(/^Wood/), 'Your share $10.50')
  await expectCount(button('Keep as is'), 0)
})

test('a file from Splitwise is shown before it is added, and can be taken back', async () => {
  await page.viewport(390, 844)
  await openCosts({ people: buildParties(robin, buildComing('Ben Berg')), trip: { name: 'From elsewhere' } })
  const openMenu = async (item: string) => {
    await button('More options for costs').click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await openMenu('Import from Splitwise')
  const chooseFile = (text: string) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([text], 'export.csv', { type: 'text/csv' }))
    const field = document.querySelector('[role=dialog] input[type=file]') as HTMLInputElement
    field.files = chosen.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  await expect.poll(() => document.querySelector('[role=dialog] input[type=file]')).not.toBeNull()
  chooseFile('just a text')
  await expectText(dialog().getByRole('alert'), 'This isn’t an export from Splitwise.')
  const rows = [
    'Date,Description,Category,Cost,Currency,Ben Berg,Robin',
    '2026-08-12,Pizza,Dining out,30.00,EUR,-15.00,15.00',
    '2026-08-13,=HYPERLINK(),General,8.00,EUR,4.00,-4.00',
    '2026-08-14,Taxi,Taxi,1O.00,EUR,5.00,-5.00',
    '2026-08-14,Ben paid Robin,Payment,5.00,EUR,5.00,-5.00',
  ]
  chooseFile(rows.join('\n'))
  await expectText(dialog().getByRole('status'), /^2 expenses and 1 payment can be added\.$/)
  await expectText(dialog(), 'Line 4: We couldn’t read an amount.')
  await expect.element(dialog().getByLabelText('Robin', { exact: true })).toHaveValue(ROBIN.id)
  await expectNoAxeFindings()
  await inDialog('Add 3 entries').click()
  await expectSummary('You’re owed €6.00')
  await expect.element(settleUp).not.toHaveTextContent('says')

  await openMenu('Import from Splitwise')
  await expect.poll(() => document.querySelector('[role=dialog] input[type=file]')).not.toBeNull()
  chooseFile(rows.slice(0, -1).concat('2026-08-15,Ice cream,Groceries,3.00,EUR,1.50,-1.50').join('\n'))
  await expectText(
    dialog().getByRole('status'),
    /^1 expense can be added\. 2 other entries of this file are already here and won’t be added again\.$/,
  )
  await inDialog('Cancel').click()

  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await openMenu('Export as CSV')
  await expect.poll(() => names).toEqual(['From elsewhere costs.csv'])
  await button('Undo').click()
  await expect.element(page.getByText('No expenses yet.')).toBeVisible()
})

test('paper has no controls', async () => {
  const [ben, flo] = [buildComing('Ben'), buildComing('Flo')]
  const shared = (name: string, ...people: string[]) => buildExpense(name, ROBIN.id, 3000, people, { currency: 'EUR' })
  const expenses = [
    shared('Wood', ROBIN.id, ben.id),
    shared('Gas', ROBIN.id, ben.id),
    shared('Cabin', ROBIN.id, ben.id, flo.id),
  ]
  await openCosts({ people: buildParties(robin, ben, flo), costs: { currency: 'EUR', expenses } })
  await expect.element(button('Show them')).toBeVisible()
  const controls = ['Add expense', 'More options for costs', 'Update shares', 'Show them', /^I received this/]
  const countVisible = () =>
    controls.flatMap((name) => button(name).elements()).filter((control) => control.checkVisibility()).length
  expect(countVisible()).toBeGreaterThan(0)
  await onPaper(async () => {
    await expectSummary('You’re owed €50.00')
    await expect.element(row(/^Cabin/)).toBeVisible()
    expect(countVisible()).toBe(0)
    await expectCount(page.getByRole('searchbox'), 0)
  })
})

test('removing somebody who is owed money asks first, and their name stays with the money, also offline', async () => {
  await page.viewport(390, 844)
  const [ben, flo] = [buildComing('Ben Berg'), buildComing('Flo')]
  const expenses = [buildExpense('Wood', ben.id, 1400, [ROBIN.id], { added_by: ROBIN.id })]
  const opened = await openTrip({
    values: { people: buildParties(robin, ben, flo), costs: { ...costs.empty, currency: 'CAD', expenses } },
    members: access(planner(ROBIN, 'owner')),
  })
  showApp(`/trip/${opened.trip.id}/group?tab=people`)
  const people = page.getByRole('list', { name: 'People', exact: true })
  const remove = async (name: string) => {
    await people.getByRole('button', { name }).click()
    await button('Edit').click()
    await button('Remove from the trip').click()
  }
  // Without a balance nothing is asked.
  await remove('Flo')
  await expectCount(dialog(), 0)
  await expectCount(people.getByRole('button', { name: 'Flo' }), 0)

  await remove('Ben Berg')
  const question = page.getByRole('dialog', { name: 'Remove Ben Berg from the trip?' })
  await expectText(question, 'Ben Berg is owed $14.00. Their name stays in Costs')
  const logged = loseRequests(opened)
  await question.getByRole('button', { name: 'Remove from the trip' }).click()
  await expectCount(people.getByRole('button', { name: 'Ben Berg' }), 0)
  await page.getByRole('tab', { name: 'Costs' }).click()
  await expectText(settleUp, 'Ben Berg (removed)')
  await expectText(row(/^Wood/), 'Ben Berg (removed) paid')
  await bringNetworkBack(opened, logged)
  await expect.poll(() => opened.stored('people')).toHaveLength(1)
  await expect.poll(() => opened.stored('costs').former).toEqual([{ id: ben.id, name: 'Ben Berg' }])
  await opened.forget()
  showApp(`/trip/${opened.trip.id}/group?tab=costs`)
  await expectText(settleUp, 'Ben Berg (removed)')
  await expect.element(page.getByRole('tabpanel')).not.toHaveTextContent('Former member')
})
