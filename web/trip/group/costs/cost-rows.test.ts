import { expect, test } from 'vitest'
import { countCosts } from '#domain/costs/balances.ts'
import { type Costs, newExpense, newPayer, newPayment, newShare } from '#domain/plan/costs.ts'
import { newPerson } from '#domain/plan/people.ts'
import { groupRows, rowMaker } from './cost-rows.ts'
import { withAnswer, withChangedExpense, withExpense, withPayment } from './costs-edits.ts'
import { groupOf } from './testing/group-of.ts'

const [ana, ben, dan] = ['1', '2', '3'] as const
const personOf = (id: string, name: string) => ({ ...newPerson(id, name), coming: 'coming' as const })
const group = groupOf(ana, [
  { id: 'a', name: '', persons: [personOf(ana, 'Ana')] },
  { id: 'b', name: '', persons: [personOf(ben, 'Ben'), personOf(dan, 'Dan')] },
])
const costs: Costs = {
  currency: 'EUR',
  expenses: [
    {
      ...newExpense('x1', 'EUR', ben),
      name: 'Crème brûlée',
      date: '2026-08-12' as Costs['expenses'][number]['date'],
      payers: [newPayer(ben, 900)],
      split: 'amounts',
      is_for_all: false,
      shares: [newShare(dan, { amount: 600 })],
    },
    {
      ...newExpense('x2', 'USD', ana),
      date: '2026-08-13' as Costs['expenses'][number]['date'],
      category: 'food',
      payers: [newPayer(ben, 300), newPayer(ana, 200)],
      shares: [newShare(ana), newShare(ben)],
    },
  ],
  payments: [newPayment('p1', { from: ben, to: ana, amount: 400, currency: 'EUR' }, ben)],
}

test('rows say who paid, what is the current user’s, and what to look at', () => {
  const rows = rowMaker(group, 'EUR')(countCosts(costs))
  expect(rows.map(({ title, who, own, warnings }) => [title, who, own, warnings])).toEqual([
    ['Food', 'You and Ben paid', 'Not yours', ['Needs an exchange rate', 'Attendance has changed']],
    ['Crème brûlée', 'Ben paid', 'Not yours', ['€3.00 isn’t assigned']],
    ['Ben paid you', 'Waiting for you to confirm', '', []],
  ])
})

test('the trip’s currency has its symbol alone', () => {
  const dollars = { ...costs, currency: 'USD' }
  const [first] = dollars.expenses
  if (!first) throw new Error('Two expenses')
  const of = (currency: string) => ({ ...dollars, expenses: [{ ...first, currency, rate: '' }], payments: [] })
  const amountOf = (currency: string) => rowMaker(group, 'USD')(countCosts(of(currency)))[0]?.amount
  expect([amountOf('USD'), amountOf('CAD')].map((amount) => amount?.replace(/[\d.]/g, ''))).toEqual(['$', 'CA$'])
})

test('a row is the same object until its entry changes', () => {
  const make = rowMaker(group, 'EUR')
  const before = make(countCosts(costs))
  const [first] = costs.expenses
  if (!first) throw new Error('Two expenses')
  const after = make(countCosts(withChangedExpense(costs, first, { ...first, name: 'Dessert' })))
  expect(after.map((row, at) => row === before[at])).toEqual([true, false, true])
})

test('rows are grouped by date, and found without accents', () => {
  const rows = rowMaker(group, 'EUR')(countCosts(costs))
  const idsOf = (view: { isMine: boolean; search: string }) =>
    groupRows(rows, view).map((day) => [day.date, ...day.rows.map(({ id }) => id)])
  expect(idsOf({ isMine: false, search: '' })).toEqual([
    ['2026-08-13', 'x2'],
    ['2026-08-12', 'x1'],
    ['', 'p1'],
  ])
  expect(idsOf({ isMine: false, search: 'CREME' })).toEqual([['2026-08-12', 'x1']])
  expect(idsOf({ isMine: true, search: '' })).toEqual([
    ['2026-08-13', 'x2'],
    ['', 'p1'],
  ])
})

test('the first entry sets the currency', () => {
  const empty: Costs = { currency: '', expenses: [], payments: [] }
  const yen = withPayment(empty, newPayment('p', { from: ana, to: ben, amount: 1, currency: 'JPY' }, ana))
  expect(yen.currency).toBe('JPY')
  const both = withExpense(yen, { ...newExpense('x', 'EUR', ana), rate: '160' })
  expect(both.currency).toBe('JPY')
})

test('an answer is about the amount that a payment has now', () => {
  expect(withAnswer(costs, 'p1', 'received').payments[0]).toMatchObject({ answer: 'received', answered_amount: 400 })
})
