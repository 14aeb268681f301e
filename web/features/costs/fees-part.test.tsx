import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, type LocalDate, localDateOf } from '#domain/local-date.ts'
import { type Costs, costs, type Fee, newFee, newPayee, newPayment } from '#domain/plan/costs.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, press, sidewaysScroll } from '#web/testing/screen.ts'
import { FeesPart } from './fees-part.tsx'

const child = { kind: 'child' as const }
const ana = buildComing('Ana')
const family = {
  ...buildParty(buildComing('Ben'), buildComing('Cleo'), buildComing('Mia', child), buildComing('Noa', child)),
  name: 'The Bergs',
}
const own = { id: ROBIN.id, name: '', persons: [buildComing('Robin Tester', { id: ROBIN.id })] }
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
const field = (label: string) => dialog().getByLabelText(label, { exact: true })
const card = page.getByRole('article', { name: 'Deposit' })
const row = (name: string) => card.getByRole('listitem').filter({ hasText: name })

const depositOf = (to: string, change: Partial<Fee> = {}): Fee => ({
  ...newFee(newId(), 'CAD', to),
  name: 'Deposit',
  adult: 5000,
  child: 2500,
  ...change,
})

async function openFees(values: Partial<Costs> = {}, trip: Partial<Trip> = {}): Promise<OpenedTrip> {
  const opened = await openTrip({
    values: { people: [own, buildParty(ana), family], costs: { ...costs.empty, ...values } },
    members: access(planner(ROBIN, trip.role === 'member' ? 'member' : 'owner')),
    trip,
  })
  opened.show(<FeesPart trip={opened.trip} failures={{}} />)
  return opened
}

beforeEach(() => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-CA')
})

test('an organizer asks for a fee and notes who has paid it', async () => {
  await page.viewport(390, 844)
  const { stored } = await openFees()
  await button('Ask for a fee').click()
  await expectText(dialog(), 'What’s left over or missing in the end is settled with the costs.')
  await userEvent.fill(field('What it’s for'), 'Deposit')
  await inDialog('Add').click()
  await expect.element(field('For each adult')).toHaveAccessibleDescription('Enter an amount for adults or children.')
  await expect.element(field('For each adult')).toHaveFocus()
  await userEvent.fill(field('For each adult'), 'fifty')
  await expect.element(field('For each adult')).toHaveAccessibleDescription(/^Enter an amount in/)
  await expectNoAxeFindings()

  // Closed by accident: what was typed is still there.
  await press('Escape')
  await expectCount(dialog(), 0)
  await expectText(page.getByRole('region', { name: 'Fees' }), '“Deposit” isn’t saved yet.')
  await expect.element(button('Continue')).toHaveFocus()
  await button('Ask for a fee').click()
  await expect.element(field('What it’s for')).toHaveValue('Deposit')
  await expect.element(field('For each adult')).toHaveValue('fifty')
  await userEvent.fill(field('For each adult'), '50')
  await userEvent.fill(field('For each child'), '25')
  await expect.element(field('Pay to')).toHaveValue(ROBIN.id)
  await userEvent.fill(field('Pay by'), '2026-08-07')
  await inDialog('Add').click()
  await expectText(card, '$50.00 for each adult, $25.00 for each child')
  await expectText(card, '0 of 2 parties have paid: $0.00 of $200.00')
  await expect
    .poll(() => stored('costs').fees)
    .toMatchObject([{ name: 'Deposit', adult: 5000, child: 2500, currency: 'CAD', due: '2026-08-07', to: ROBIN.id }])
  expect(stored('costs').currency).toBe('CAD')

  await expectText(row('The Bergs'), '2 adults, 2 children')
  await button('Mark $150.00 from The Bergs as paid for “Deposit”').click()
  await expectText(card, '1 of 2 parties have paid: $150.00 of $200.00')
  await expectText(row('The Bergs'), /Paid \$150\.00 on /)
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)
  const [fee] = stored('costs').fees
  await expect
    .poll(() => stored('costs').payments)
    .toMatchObject([{ to: ROBIN.id, amount: 15_000, fee: fee?.id, answer: 'received', from: family.persons[0]?.id }])
  await button('Undo').click()
  await expectText(card, '0 of 2 parties have paid')
  await expect.poll(() => stored('costs').payments).toEqual([])

  // Its payments stay when it is removed.
  await button('Mark $50.00 from Ana as paid for “Deposit”').click()
  await button('Edit the fee “Deposit”').click()
  await inDialog('Remove').click()
  await expectCount(card, 0)
  await expect.poll(() => stored('costs').fees).toEqual([])
  expect(stored('costs').payments).toHaveLength(1)
})

test('a member sees how to pay, and says that they have paid', async () => {
  await page.viewport(390, 844)
  const payee = { ...newPayee(ana.id), note: 'Cash is fine' }
  const due = addDays(localDateOf(new Date()), -1)
  const { stored, editAsOther } = await openFees(
    { currency: 'CAD', fees: [depositOf(ana.id, { due })], payees: [payee] },
    { role: 'member', members_edit: false },
  )
  await expectText(row('You'), 'Overdue')
  await expectText(page.getByRole('group', { name: 'How to pay Ana' }), 'Cash is fine')
  // Their own line comes first, and others’ payments are not theirs to note.
  await expectText(card.getByRole('listitem').first(), 'You')
  await expectCount(card.getByRole('button', { name: /^Mark / }), 0)
  await expectCount(button('Ask for a fee'), 0)
  await button('I’ve paid $50.00 for “Deposit”').click()
  await expectText(row('You'), 'Waiting for Ana to confirm $50.00')
  await expect
    .poll(() => stored('costs').payments)
    .toMatchObject([{ from: ROBIN.id, to: ana.id, amount: 5000, answer: '', added_by: ROBIN.id }])
  editAsOther('costs', (value) => ({
    ...value,
    payments: value.payments.map((payment) => ({ ...payment, answer: 'received', answered_amount: payment.amount })),
  }))
  await expectText(row('You'), /Paid \$50\.00 on /)
  // They are not coming after all.
  editAsOther('people', (people) =>
    people.map((party) => ({
      ...party,
      persons: party.persons.map((one) => (one.id === ROBIN.id ? { ...one, coming: 'not_coming' as const } : one)),
    })),
  )
  await expectText(row('You'), 'Aren’t coming, paid $50.00')
})

test('members see nothing as long as there is no fee', async () => {
  const { editAsOther } = await openFees({}, { role: 'member' })
  await expect.poll(() => document.querySelector('main')?.textContent).toBe('')
  editAsOther('costs', (value) => ({ ...value, currency: 'CAD', fees: [depositOf(ana.id)] }))
  await expectText(row('You'), 'Not paid yet')
})

test('another amount is noted in the dialog of payments, and counted for the fee', async () => {
  await page.viewport(390, 844)
  const fee = depositOf(ROBIN.id)
  const { stored } = await openFees({ currency: 'CAD', fees: [fee] })
  await button('Another amount from The Bergs for “Deposit”').click()
  await expect.element(field('For')).toHaveValue(fee.id)
  await expect.element(field('Amount')).toHaveValue('150.00')
  await userEvent.fill(field('Amount'), '100')
  await press('Escape')
  await expectText(page.getByRole('region', { name: 'Fees' }), 'A new payment isn’t saved yet.')
  await button('Continue').click()
  await expect.element(field('Amount')).toHaveValue('100')
  await inDialog('Add').click()
  await expectText(row('The Bergs'), 'Paid $100.00, $50.00 still due')
  expect(stored('costs').payments).toMatchObject([{ fee: fee.id, amount: 10_000, answer: 'received' }])

  // What has been paid fixes the currency.
  await button('Edit the fee “Deposit”').click()
  await expect.element(field('For each adult (CAD)')).toHaveValue('50.00')
  await expectCount(dialog().getByLabelText('Currency'), 0)
})

test('nothing moves while a payment can be taken back, and noting it again counts once', async () => {
  const payee = { ...newPayee(ana.id), note: 'Cash is fine' }
  const { stored } = await openFees({ currency: 'CAD', fees: [depositOf(ana.id)], payees: [payee] })
  const heightOf = () => Math.round(card.element().getBoundingClientRect().height)
  await expectText(row('The Bergs'), 'Not paid yet')
  await expectText(page.getByRole('group', { name: 'How to pay Ana' }), 'How to pay Ana')
  const before = heightOf()
  await button('I’ve paid $50.00 for “Deposit”').click()
  await expectText(row('You'), 'Waiting for Ana to confirm $50.00')
  await expect.element(card.getByRole('heading', { name: 'Deposit' })).toHaveFocus()
  expect(heightOf()).toBe(before)
  const [first] = stored('costs').payments
  await button('Undo').click()
  await expectText(row('You'), 'Not paid yet')
  await button('I’ve paid $50.00 for “Deposit”').click()
  await expect.poll(() => stored('costs').payments.map(({ id }) => id)).toEqual([first?.id])
})

test('who collects it confirms payments here, and is asked how to be paid', async () => {
  const fee = depositOf(ROBIN.id)
  const payment = {
    ...newPayment(newId(), { from: ana.id, to: ROBIN.id, amount: 5000, currency: 'CAD' }, ana.id),
    fee: fee.id,
  }
  const { stored } = await openFees(
    { currency: 'CAD', fees: [fee], payments: [payment] },
    { role: 'member', members_edit: false },
  )
  // Who has not paid comes first.
  await expectText(card.getByRole('listitem').first(), 'The Bergs')
  await expectText(row('Ana'), 'Waiting for you to confirm $50.00')
  await button('$50.00 from Ana for “Deposit” didn’t arrive').click()
  await expectText(row('Ana'), 'You say a payment didn’t arrive')
  await button('Undo').click()
  await button('Confirm $50.00 from Ana for “Deposit”').click()
  await expectText(row('Ana'), 'Paid $50.00')
  await expect.poll(() => stored('costs').payments).toMatchObject([{ answer: 'received', answered_amount: 5000 }])
  await button('Add how to pay you').click()
  await userEvent.fill(field('Anything else'), 'Cash is fine')
  await inDialog('Save').click()
  await expect.poll(() => stored('costs').payees).toMatchObject([{ id: ROBIN.id, note: 'Cash is fine' }])
  await expectCount(button('Add how to pay you'), 0)
  await button('Change how to pay you').click()
  await expect.element(field('Anything else')).toHaveValue('Cash is fine')
  await userEvent.fill(field('Anything else'), 'By card')
  await inDialog('Save').click()
  await expect.poll(() => stored('costs').payees).toMatchObject([{ id: ROBIN.id, note: 'By card' }])
})

test('the day of a fee has its year unless it is this one', async () => {
  const year = Number(localDateOf(new Date()).slice(0, 4)) + 1
  const due = `${year}-02-01` as LocalDate
  await openFees({ currency: 'CAD', fees: [depositOf(ana.id, { due })] })
  await expectText(card, new RegExp(`Pay by .*Feb.* 1, ${year}`))
  // Only the collector says how they are paid.
  await expectCount(button('Change how to pay you'), 0)
})

test('a fee that no one collects cannot be paid', async () => {
  const { editAsOther } = await openFees({ currency: 'CAD', fees: [depositOf(ana.id)] })
  await expect.element(button('I’ve paid $50.00 for “Deposit”')).toBeVisible()
  editAsOther('costs', (value) => ({ ...value, fees: value.fees.map((fee) => ({ ...fee, to: '' })) }))
  await expectText(card, 'No one collects this. Choose who does.')
  await expectCount(card.getByRole('button', { name: /paid|amount/ }), 0)
})

test('another collector is warned about once, also without payment details', async () => {
  const { editAsOther } = await openFees({ currency: 'CAD', fees: [depositOf(ana.id)] })
  const warning = 'The organizers changed who collects this. Check with them before you pay.'
  await expectText(card, 'Collected by Ana')
  const collect = (to: string, payees: Costs['payees'] = []) =>
    editAsOther('costs', (value) => ({ ...value, payees, fees: value.fees.map((fee) => ({ ...fee, to })) }))
  const ben = family.persons[0]?.id ?? ''
  collect(ben, [{ ...newPayee(ben), note: 'Cash is fine' }])
  await expectText(page.getByRole('group', { name: 'How to pay Ben' }), warning)
  collect(ben)
  await expectText(card, warning)
  await button('I checked').click()
  await expect.element(card).not.toHaveTextContent(warning)
  collect(ana.id)
  await expectText(card, warning)
})

test('a party of its own owes nothing', async () => {
  const opened = await openTrip({
    values: {
      people: [
        { ...own, persons: [...own.persons, ana] },
        { ...family, persons: [] },
      ],
      costs: { ...costs.empty, currency: 'CAD', fees: [depositOf(ROBIN.id)] },
    },
    members: access(planner(ROBIN, 'owner')),
  })
  opened.show(<FeesPart trip={opened.trip} failures={{}} />)
  await expectText(card, '0 of 1 party has paid: $0.00 of $50.00')
  opened.editAsOther('people', (people) => [
    { ...people[0], persons: [...own.persons, ...family.persons] } as (typeof people)[number],
  ])
  await expectText(card, 'Everyone is in your party, so no one owes this.')
})

test('what was typed survives leaving the page, and rights that go', async () => {
  const fee = depositOf(ROBIN.id)
  const opened = await openFees({ currency: 'CAD', fees: [fee] })
  await button('Edit the fee “Deposit”').click()
  await userEvent.fill(field('For each child'), '30')
  opened.show(<p>Elsewhere</p>)
  await expectText(page.getByText('Elsewhere'), 'Elsewhere')
  opened.show(<FeesPart trip={{ ...opened.trip, role: 'member' }} failures={{}} />)
  await expectText(page.getByRole('region', { name: 'Fees' }), 'Your changes to “Deposit” aren’t saved yet.')
  await button('Continue').click()
  await expect.element(field('For each child')).toHaveValue('30')
  await expectText(dialog(), 'You can’t change this anymore. Copy what you need before you close it.')
  await expectCount(inDialog('Save'), 0)
  expect(opened.stored('costs').fees).toEqual([fee])
})
