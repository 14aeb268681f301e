import { expect, test } from 'vitest'
import { countCosts } from '#domain/costs/balances.ts'
import { type Costs, newExpense, newPayer, newPayment, newShare } from '#domain/plan/costs.ts'
import { newPerson } from '#domain/plan/people.ts'
import { groupRows, rowMaker } from './cost-rows.ts'
import { withAnswer, withChangedExpense, withExpense, withFirstCurrency, withoutExpense } from './costs-edits.ts'
import { isOneHousehold, listOwn } from './costs-group.ts'
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
  former: [],
  payees: [],
  fees: [],
}

test('rows say who paid, what is the current user’s, and what to look at', () => {
  const rows = rowMaker(group, 'EUR')(countCosts(costs))
  expect(rows.map(({ title, who, own, warnings, isOutdated }) => [title, who, own, warnings, isOutdated])).toEqual([
    ['Food', 'You and Ben paid', 'Not counted', ['Needs an exchange rate'], true],
    ['Crème brûlée', 'Ben paid', 'Not yours', ['€3.00 isn’t assigned'], false],
    ['Ben paid you', 'Waiting for you to confirm', '', [], false],
  ])
})

test('a rate in another currency than the trip’s does not count, and the row says why', () => {
  const [, dollars] = costs.expenses
  if (!dollars) throw new Error('Two expenses')
  const warningsOf = (rate: string) =>
    rowMaker(group, 'EUR')(countCosts({ ...costs, expenses: [{ ...dollars, rate }], payments: [] }))[0]?.warnings[0] ??
    ''
  expect(warningsOf('0.9 GBP')).toBe('Needs an exchange rate in EUR. The one entered is in GBP')
  expect(warningsOf('0.9 EUR')).not.toContain('exchange rate')
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
  expect(groupRows(rows, { isMine: false, search: '', only: new Set(['x1']) }).map(({ date }) => date)).toEqual([
    '2026-08-12',
  ])
  expect(idsOf({ isMine: false, search: 'CREME' })).toEqual([['2026-08-12', 'x1']])
  expect(idsOf({ isMine: true, search: '' })).toEqual([
    ['2026-08-13', 'x2'],
    ['', 'p1'],
  ])
})

test('a search finds names, payers and amounts as people type them, not everybody who shares', () => {
  const rows = rowMaker(
    group,
    'EUR',
  )(
    countCosts({
      ...costs,
      expenses: [{ ...newExpense('x', 'EUR', ana), payers: [newPayer(ben, 120_000)], shares: [newShare(dan)] }],
    }),
  )
  const found = (search: string) =>
    groupRows(rows, { isMine: false, search }).flatMap((day) => day.rows.map(({ id }) => id))
  expect(['1200', '1,200', 'ben', 'dan', '4.00'].map(found)).toEqual([['x'], ['x'], ['x', 'p1'], [], ['p1']])
})

test('of a couple who travel alone, rows have the share of the current user only', () => {
  const couple = groupOf(ben, [{ id: 'b', name: '', persons: [personOf(ben, 'Ben'), personOf(dan, 'Dan')] }])
  const expense = {
    ...newExpense('x', 'EUR', dan),
    payers: [newPayer(dan, 900)],
    shares: [newShare(dan), newShare(ben)],
  }
  const [row] = rowMaker(
    couple,
    'EUR',
  )(countCosts({ currency: 'EUR', expenses: [expense], payments: [], former: [], payees: [], fees: [] }))
  expect(row?.own).toBe('Your share €4.50')
})

test('a row says whether a share is that of a party', () => {
  const ownOf = (me: string) =>
    rowMaker(
      { ...group, own: listOwn(me, group.households) },
      'EUR',
    )(countCosts({ ...costs, payments: [], expenses: costs.expenses.slice(0, 1) }))[0]?.own
  expect([ownOf(ben), ownOf(ana)]).toEqual(['Your party’s share €6.00', 'Not yours'])
})

test('where nobody owes anything, rows have no shares, and nothing in them is unassigned', () => {
  const family = groupOf(ben, [
    { id: 'b', name: '', persons: [personOf(ben, 'Ben'), { ...personOf(dan, 'Dan'), kind: 'child' }] },
  ])
  const own = { ...costs, payments: [], expenses: costs.expenses.slice(0, 1) }
  const [row] = rowMaker(family, 'EUR', { isOneHousehold: isOneHousehold(family, countCosts(own)) })(countCosts(own))
  expect(row).toMatchObject({ own: '', warnings: [] })
  expect([isOneHousehold(group, countCosts(own)), isOneHousehold(family, countCosts(costs))]).toEqual([false, false])
})

test('the mark about attendance goes when somebody keeps the shares', () => {
  const isOutdated = (kept: ReadonlySet<string>) => rowMaker(group, 'EUR', { kept })(countCosts(costs))[0]?.isOutdated
  expect([isOutdated(new Set()), isOutdated(new Set(['x2']))]).toEqual([true, false])
})

test('the first entry sets the currency', () => {
  const empty: Costs = { currency: '', expenses: [], payments: [], former: [], payees: [], fees: [] }
  const yen = withFirstCurrency(empty, 'JPY')
  expect(withFirstCurrency(yen, 'EUR')).toBe(yen)
  const both = withExpense(yen, { ...newExpense('x', 'EUR', ana), rate: '160' })
  expect(both.currency).toBe('JPY')
  expect(withoutExpense(both, 'x')).toEqual(yen)
})

test('an answer is about the amount that a payment has now', () => {
  expect(withAnswer(costs, 'p1', 'received').payments[0]).toMatchObject({ answer: 'received', answered_amount: 400 })
})
