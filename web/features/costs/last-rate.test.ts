import { expect, test } from 'vitest'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import { type Costs, newExpense, newPayment } from '#domain/plan/costs.ts'
import { lastRate, withOtherCurrency } from './last-rate.ts'

const expense = (id: string, currency: string, rate: string, date = '') => ({
  ...newExpense(id, currency, ''),
  rate,
  date: date as OptionalLocalDate,
})
const payment = (id: string, currency: string, rate: string, date = '') => ({
  ...newPayment(id, { from: '', to: '', amount: 1, currency }, ''),
  rate,
  date: date as OptionalLocalDate,
})
const costs: Costs = {
  currency: 'CAD',
  expenses: [
    expense('a', 'EUR', '1.5', '2026-08-12'),
    expense('b', 'EUR', '1.4'),
    // In what was the trip's currency once.
    expense('g', 'EUR', '161 JPY', '2026-09-02'),
    expense('c', 'EUR', '', '2026-09-01'),
  ],
  payments: [payment('d', 'EUR', '1.6', '2026-08-11'), payment('e', 'USD', '1.3 CAD')],
  former: [],
  payees: [],
  fees: [],
}

test('the last rate of a currency is that of the newest entry with one', () => {
  expect(['EUR', 'USD', 'JPY'].map((currency) => lastRate(costs, currency))).toEqual(['1.5 CAD', '1.3 CAD', ''])
})

test('another currency never keeps the rate of the one before', () => {
  const before = expense('f', 'EUR', '1.45')
  const rateIn = (currency: string) => withOtherCurrency(currency, before, costs)
  expect(rateIn('JPY')).toEqual({ currency: 'JPY', rate: '' })
  expect(rateIn('USD')).toEqual({ currency: 'USD', rate: '1.3 CAD' })
  expect(rateIn('CAD')).toEqual({ currency: 'CAD', rate: '' })
  expect(rateIn('EUR')).toEqual({ currency: 'EUR', rate: '1.45' })
})
