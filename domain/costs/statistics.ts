import type { OptionalLocalDate } from '../local-date.ts'
import { type ExpenseCategory, expenseCategories } from '../plan/costs.ts'
import type { PersonCosts, TripCosts } from './balances.ts'

/*
 * What the trip cost, in minor units of its currency. Refunds reduce it, so an amount may be negative. Expenses that
 * do not count, because their currency has no rate, are in none of it.
 */

export interface CategoryCosts {
  category: ExpenseCategory
  amount: number
}

export interface DateCosts {
  /** '' for expenses without a date. */
  date: OptionalLocalDate
  amount: number
}

/** What was spent on each category, the largest first. Without categories that have no expense. */
export function byCategory(costs: Pick<TripCosts, 'expenses'>): CategoryCosts[] {
  const rank = (category: ExpenseCategory) => expenseCategories.indexOf(category)
  return [...sumBy(costs, ({ category }) => category)]
    .map(([category, amount]) => ({ category, amount }))
    .toSorted((one, other) => other.amount - one.amount || rank(one.category) - rank(other.category))
}

/** What was spent on each date, the earliest first and those without a date last. Without dates of no expense. */
export function byDate(costs: Pick<TripCosts, 'expenses'>): DateCosts[] {
  return [...sumBy(costs, ({ date }) => date)]
    .map(([date, amount]) => ({ date, amount }))
    .toSorted((one, other) => (one.date === '' ? 1 : other.date === '' || one.date < other.date ? -1 : 1))
}

/** What people paid and what the trip cost them, together. */
export function costOf(personIds: readonly string[], costs: Pick<TripCosts, 'people'>): PersonCosts {
  const sums = { paid: 0, share: 0, balance: 0 }
  for (const personId of new Set(personIds)) {
    const { paid, share, balance } = costs.people.get(personId) ?? { paid: 0, share: 0, balance: 0 }
    sums.paid += paid
    sums.share += share
    sums.balance += balance
  }
  return sums
}

function sumBy<Key>(
  { expenses }: Pick<TripCosts, 'expenses'>,
  keyOf: (expense: TripCosts['expenses'][number]['expense']) => Key,
): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const { expense, amounts } of expenses)
    if (amounts.counted !== undefined) {
      const amount = expense.kind === 'refund' ? -amounts.counted : amounts.counted
      sums.set(keyOf(expense), (sums.get(keyOf(expense)) ?? 0) + amount)
    }
  return sums
}
