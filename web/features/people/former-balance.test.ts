import { expect, test } from 'vitest'
import { type Costs, newExpense, newPayer, newShare } from '#domain/plan/costs.ts'
import { formerBalanceWords } from './former-balance.ts'

test('somebody who is removed is told to owe something, or to be owed it', () => {
  const dinner = { ...newExpense('x', 'USD', 'ana'), payers: [newPayer('ana', 9000)] }
  const costs: Costs = {
    currency: 'USD',
    expenses: [{ ...dinner, shares: [newShare('ana'), newShare('ben')] }],
    payments: [],
    former: [],
    payees: [],
    fees: [],
  }
  expect(formerBalanceWords(costs, 'ana', 'Ana')).toBe(
    'Ana is owed $45.00. Their name stays in Costs, so you can still settle up.',
  )
  expect(formerBalanceWords(costs, 'ben', 'Ben')).toBe(
    'Ben owes $45.00. Their name stays in Costs, so you can still settle up.',
  )
  expect(formerBalanceWords(costs, 'cem', 'Cem')).toBe('')
})
