import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, localDateOf } from '#domain/local-date.ts'
import {
  type Costs,
  costs,
  newExpense,
  newFee,
  newPayee,
  newPayer,
  newPayment,
  newShare,
  type Payee,
} from '#domain/plan/costs.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, press } from '#web/testing/screen.ts'
import { CostsTab } from './group-tab.tsx'

const IBAN = 'DE89370400440532013000'
const ben = buildComing('Ben')
const robin = buildComing('Robin Tester', { id: ROBIN.id })
const own = { id: ROBIN.id, name: '', persons: [robin] }
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
const iban = dialog().getByLabelText('Bank account (IBAN)', { exact: true })
const link = dialog().getByLabelText('Payment link', { exact: true })
const details = page.getByRole('group', { name: 'How to pay Ben' })

/** €30.00 that one of them paid for both. */
async function openCosts(paidBy: string, payees: Payee[] = []): Promise<OpenedTrip> {
  const expense = {
    ...newExpense(newId(), 'EUR', paidBy),
    payers: [newPayer(paidBy, 3000)],
    shares: [newShare(ROBIN.id), newShare(ben.id)],
  }
  const value: Costs = { ...costs.empty, currency: 'EUR', expenses: [expense], payees }
  const opened = await openTrip({
    values: { people: [own, buildParty(ben), buildParty(buildComing('Cleo'))], costs: value },
    trip: { name: 'Lake weekend' },
    members: access(planner(ROBIN, 'owner')),
  })
  opened.show(<CostsTab trip={opened.trip} failures={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Costs', exact: true })).toBeVisible()
  return opened
}

beforeEach(() => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-CA')
})

test('bad payment details are told beside the field, and nothing typed is lost', async () => {
  await page.viewport(390, 844)
  const { stored } = await openCosts(ROBIN.id)
  await button('Add how to pay you').click()
  await userEvent.fill(iban, 'DE89 3704 0044 0532 0130 01')
  await userEvent.fill(link, 'javascript:alert(1)')
  await userEvent.fill(dialog().getByLabelText('Anything else'), 'Cash is fine')
  await inDialog('Save').click()
  await expect
    .element(iban)
    .toHaveAccessibleDescription('Check the IBAN: its check digits don’t match. A digit may be mistyped.')
  await expect.element(link).toHaveAccessibleDescription('Use a web address that begins with https://.')
  await userEvent.fill(link, `https://example.org/${'a'.repeat(500)}`)
  await expect.element(link).toHaveAccessibleDescription('This link is too long. Use one of at most 500 characters.')
  await userEvent.fill(link, 'javascript:alert(1)')
  await iban.click()
  await expectNoAxeFindings()
  await userEvent.fill(iban, 'DE89 3704 0044 0532 0130 0')
  await expect.element(iban).toHaveAccessibleDescription('An IBAN of Germany has 22 characters; this one has 21.')
  expect(stored('costs').payees).toEqual([])

  // Closed by accident: what was typed is still there.
  await press('Escape')
  await expectCount(dialog(), 0)
  await button('Add how to pay you').click()
  await expect.element(iban).toHaveValue('DE89 3704 0044 0532 0130 0')
  await expect.element(link).toHaveValue('javascript:alert(1)')
  await userEvent.fill(iban, 'de89 3704 0044 0532 0130 00')
  await userEvent.fill(link, 'paypal.me/robin')
  await inDialog('Save').click()
  await expectCount(dialog(), 0)
  const saved = {
    ...newPayee(ROBIN.id),
    iban: IBAN,
    link: 'https://paypal.me/robin',
    note: 'Cash is fine',
  }
  await expect.poll(() => stored('costs').payees).toEqual([saved])
  await expectCount(button('Add how to pay you'), 0)

  // A change of it is told by its day.
  await button('More options for costs').click()
  await page.getByRole('menuitem', { name: 'How to pay you' }).click()
  await expect.element(iban).toHaveValue('DE89 3704 0044 0532 0130 00')
  await userEvent.fill(iban, '')
  await inDialog('Save').click()
  const today = localDateOf(new Date())
  await expect.poll(() => stored('costs').payees).toEqual([{ ...saved, iban: '', changed_on: today }])
  await button('Undo').click()
  await expect.poll(() => stored('costs').payees).toEqual([saved])
})

test('what was said for the first time can be taken back', async () => {
  const { stored } = await openCosts(ROBIN.id)
  await button('Add how to pay you').click()
  await userEvent.fill(iban, IBAN)
  await inDialog('Save').click()
  await expect.poll(() => stored('costs').payees.map((payee) => payee.iban)).toEqual([IBAN])
  await button('Undo').click()
  await expect.poll(() => stored('costs').payees).toEqual([newPayee(ROBIN.id)])
})

test('who has to pay sees how, and is warned once it has changed', async () => {
  await page.viewport(390, 844)
  const payee = {
    ...newPayee(ben.id),
    iban: IBAN,
    account_name: 'Benedict Lake',
    link: 'https://www.example.org/ben',
    note: 'Cash is fine',
  }
  const opened = await openCosts(ben.id, [payee])
  await expectText(details, 'DE89 3704 0044 0532 0130 00')
  await expectText(details, 'Account of Benedict Lake')
  await expectText(details, 'Cash is fine')
  await expect.element(details.getByRole('img', { name: 'QR code to pay Ben €15.00' })).toBeVisible()
  const pay = details.getByRole('link', { name: 'Pay at example.org' })
  await expect.element(pay).toHaveAttribute('href', 'https://www.example.org/ben')
  await expect.element(pay).toHaveAttribute('rel', expect.stringContaining('noopener'))
  await expect.element(details).not.toHaveTextContent(/changed/)
  await expect.element(button('Copy the IBAN')).toBeVisible()
  await expectNoAxeFindings()
  const box = details.element()
  expect(box.scrollWidth).toBe(box.clientWidth)

  const changed_on = addDays(localDateOf(new Date()), -3)
  opened.editAsOther('costs', (value) => ({
    ...value,
    payees: [{ ...payee, iban: 'NL91ABNA0417164300', changed_on }],
  }))
  const warning = 'These payment details have changed since you last saw them. Ask Ben before you pay.'
  await expectText(details, warning)
  await expectText(details, /Ben changed this on \w+ \d+\./)
  // Also after the page was opened again, and in the dialog.
  opened.show(<CostsTab trip={opened.trip} failures={{}} />)
  await expectText(details, warning)
  await button('I paid this: You to Ben, €15.00').click()
  await expectText(dialog().getByRole('group', { name: 'How to pay Ben' }), warning)
  await inDialog('I asked Ben').click()
  await expect.element(dialog()).not.toHaveTextContent(warning)
  await inDialog('Cancel').click()
  await expectText(details, 'NL91 ABNA 0417 1643 00')
  await expect.element(details).not.toHaveTextContent(warning)
  await expectText(details, /Ben changed this on/)
})

test('without details there is no empty box, and in other currencies no code', async () => {
  const opened = await openCosts(ben.id, [{ ...newPayee(ben.id), account_name: 'Ben' }])
  await expect.element(page.getByRole('region', { name: 'Settle up' })).toBeVisible()
  await expectCount(details, 0)
  opened.editAsOther('costs', (value) => ({
    ...value,
    currency: 'CHF',
    expenses: value.expenses.map((expense) => ({ ...expense, currency: 'CHF' })),
    payees: [{ ...newPayee(ben.id), iban: IBAN }],
  }))
  await expectText(details, 'DE89 3704 0044 0532 0130 00')
  await expectCount(details.getByRole('img'), 0)
})

test('nobody is paid by putting themselves into a party, and another person’s details warn', async () => {
  const [dana, eve] = [buildComing('Dana'), buildComing('Eve')]
  const lakes = { id: newId(), name: 'The Lakes', persons: [ben, dana, eve] }
  const payeeOf = (id: string) => ({ ...newPayee(id), iban: IBAN })
  const expense = {
    ...newExpense(newId(), 'EUR', ben.id),
    payers: [newPayer(ben.id, 3000)],
    shares: [newShare(ROBIN.id), newShare(ben.id)],
  }
  const userOf = (id: string, party_id: string) => ({
    ...planner({ id, username: id, full_name: id }, 'member'),
    person_id: id,
    party_id,
  })
  const opened = await openTrip({
    values: {
      people: [own, lakes],
      costs: { ...costs.empty, currency: 'EUR', expenses: [expense], payees: [payeeOf(eve.id)] },
    },
    members: access(planner(ROBIN, 'owner'), userOf(eve.id, newId()), userOf(dana.id, lakes.id)),
  })
  opened.show(<CostsTab trip={opened.trip} failures={{}} />)
  await expectText(page.getByRole('region', { name: 'Settle up' }), 'The Lakes')
  const pays = (...ids: string[]) => opened.editAsOther('costs', (value) => ({ ...value, payees: ids.map(payeeOf) }))
  const boxes = page.getByRole('group', { name: /^How to pay/ })
  await expectCount(boxes, 0)
  pays(eve.id, ben.id)
  await expectText(boxes, 'How to pay Ben')
  await expectCount(boxes, 1)
  pays(eve.id, dana.id)
  await expectText(boxes, 'How to pay Dana')
  await expectText(boxes, 'Last time you saw someone else’s payment details here. Check with The Lakes before you pay.')
  await button('I checked').click()
  await expect.element(boxes).not.toHaveTextContent('Last time')
})

test('two households are not asked how to be paid, unless there is a fee', async () => {
  const opened = await openCosts(ROBIN.id)
  await expect.element(button('Add how to pay you')).toBeVisible()
  opened.editAsOther('people', (people) => people.slice(0, 2))
  await expectCount(button('Add how to pay you'), 0)
  const fee = newFee(newId(), 'EUR', ben.id)
  opened.editAsOther('costs', (value) => ({ ...value, fees: [fee] }))
  await expect.element(button('Add how to pay you')).toBeVisible()
})

test('a fee that was paid in advance is to be paid back only after the trip', async () => {
  await page.viewport(390, 844)
  const opened = await openCosts(ROBIN.id)
  const fee = newFee(newId(), 'EUR', ben.id)
  const settleUp = page.getByRole('region', { name: 'Settle up' })
  const balances = page.getByRole('region', { name: 'Balances' })
  const summary = page.getByText('You’re owed', { exact: true }).element().closest('.card') as HTMLElement
  await expectText(settleUp, '€15.00')
  const paid = newPayment(newId(), { from: ROBIN.id, to: ben.id, amount: 2000, currency: 'EUR' }, ROBIN.id)
  const received = { ...paid, fee: fee.id, answer: 'received' as const, answered_amount: 2000 }
  opened.editAsOther('costs', (value) => ({ ...value, fees: [fee], payments: [received] }))
  await expectText(settleUp, 'Fees paid in advance are settled after the trip.')
  await expectText(settleUp, '€15.00')
  await expect.poll(() => summary.textContent).toContain('You’re owed €15.00')
  expect(summary.textContent).toContain('€20.00 paid in advance, not spent yet')
  await expectText(balances, '€35.00')
  await expectText(balances, '€20.00 collected in advance, not spent yet')
  await expectNoAxeFindings()

  // Nothing else is owed.
  opened.editAsOther('costs', (value) => ({ ...value, expenses: [] }))
  await expectCount(settleUp, 0)
  await expectText(page.getByText('You’re settled up'), 'You’re settled up')
  await expectText(balances, '€20.00')

  const departure_date = addDays(localDateOf(new Date()), -9)
  const return_date = addDays(departure_date, 2)
  opened.editAsOther('details', (value) => ({ ...value, departure_date, return_date }))
  await expectText(settleUp, '€20.00')
  await expectText(settleUp, 'This includes fees that were paid in advance.')
  await expect.element(balances).not.toHaveTextContent('in advance')
})
