import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OptionalLocalDate } from '../local-date.ts'
import { type Expense, newExpense, newPayer, newShare } from '../plan/costs.ts'
import { countCosts } from './balances.ts'
import { byCategory, byDate, costOf } from './statistics.ts'
import { anyCosts, idOf, sumOf } from './testing/any-costs.ts'

const [ana, ben] = [idOf(1), idOf(2)] as [string, string]
const expenseWith = (id: number, amount: number, change: Partial<Expense> = {}): Expense => ({
  ...newExpense(idOf(id), 'EUR', ana),
  payers: [newPayer(ana, amount)],
  shares: [newShare(ana), newShare(ben)],
  ...change,
})
const counted = countCosts({
  currency: 'EUR',
  expenses: [
    expenseWith(10, 1000, { category: 'food', date: '2026-08-02' as OptionalLocalDate }),
    expenseWith(11, 9000, { category: 'lodging' }),
    expenseWith(12, 2500, { category: 'food', date: '2026-08-01' as OptionalLocalDate }),
    expenseWith(13, 500, { category: 'food', kind: 'refund', date: '2026-08-02' as OptionalLocalDate }),
    expenseWith(14, 7000, { category: 'gear', currency: 'CHF' }),
    expenseWith(15, 400, { category: 'gear', kind: 'refund' }),
  ],
  payments: [],
  former: [],
  payees: [],
  fees: [],
})

describe('what the trip cost', () => {
  it('by category, less refunds and without what has no rate', () => {
    expect(byCategory(counted)).toEqual([
      { category: 'lodging', amount: 9000 },
      { category: 'food', amount: 3000 },
      { category: 'gear', amount: -400 },
    ])
  })

  it('by date', () => {
    expect(byDate(counted)).toEqual([
      { date: '2026-08-01', amount: 2500 },
      { date: '2026-08-02', amount: 500 },
      { date: '', amount: 8600 },
    ])
  })

  it('for a party', () => {
    expect(costOf([ben], counted)).toEqual({ paid: 0, share: 5800, balance: -5800 })
    expect(costOf([ana, ben, ben, idOf(9)], counted)).toEqual({ paid: 11_600, share: 11_600, balance: 0 })
    expect(costOf([], counted)).toEqual({ paid: 0, share: 0, balance: 0 })
  })

  it('adds up to the total in every list', () => {
    fc.assert(
      fc.property(anyCosts, (costs) => {
        const all = countCosts(costs)
        expect(sumOf(byCategory(all).map(({ amount }) => amount))).toBe(all.total)
        expect(sumOf(byDate(all).map(({ amount }) => amount))).toBe(all.total)
      }),
      { numRuns: 100 },
    )
  })
})
