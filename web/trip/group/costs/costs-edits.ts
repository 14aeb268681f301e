import { type Attending, proposeShares } from '#domain/costs/attendance.ts'
import type { Costs, Expense, Payment } from '#domain/plan/costs.ts'
import { withChangedEntry } from './merge-entry.ts'

/* Changes of the costs. */

/** The first entry sets the trip's currency. */
export function withFirstCurrency(costs: Costs, currency: string): Costs {
  return costs.currency === '' ? { ...costs, currency } : costs
}

export function withExpense(costs: Costs, added: Expense): Costs {
  return withImported(costs, { expenses: [added], payments: [] })
}

export function withImported(costs: Costs, { expenses, payments }: Pick<Costs, 'expenses' | 'payments'>): Costs {
  return {
    ...costs,
    expenses: [...costs.expenses, ...expenses],
    payments: [...costs.payments, ...payments],
  }
}

/** @param before the expense as it was when somebody began to change it */
export function withChangedExpense(costs: Costs, before: Expense, after: Expense): Costs {
  return { ...costs, expenses: withChangedEntry(costs.expenses, before, after) }
}

export function withoutExpense(costs: Costs, expenseId: string): Costs {
  return { ...costs, expenses: costs.expenses.filter(({ id }) => id !== expenseId) }
}

export function withPayment(costs: Costs, added: Payment): Costs {
  return withImported(costs, { expenses: [], payments: [added] })
}

export function withChangedPayment(costs: Costs, before: Payment, after: Payment): Costs {
  return { ...costs, payments: withChangedEntry(costs.payments, before, after) }
}

export function withoutPayment(costs: Costs, paymentId: string): Costs {
  return { ...costs, payments: costs.payments.filter(({ id }) => id !== paymentId) }
}

/** Says whether a payment has arrived: the amount that it has now. */
export function withAnswer(costs: Costs, paymentId: string, answer: Payment['answer']): Costs {
  return {
    ...costs,
    payments: costs.payments.map((payment) =>
      payment.id === paymentId ? { ...payment, answer, answered_amount: payment.amount } : payment,
    ),
  }
}

/** Shares expenses as attendance is now. */
export function withUpdatedShares(costs: Costs, expenseIds: ReadonlySet<string>, trip: Attending): Costs {
  return {
    ...costs,
    expenses: costs.expenses.map((expense) =>
      expenseIds.has(expense.id) ? { ...expense, shares: proposeShares(expense, trip) } : expense,
    ),
  }
}

/** Sets the trip's currency. Rates say what other currencies cost in the one before, so they are removed. */
export function withCurrency(costs: Costs, currency: string): Costs {
  if (costs.currency === currency) return costs
  return {
    currency,
    expenses: costs.expenses.map((expense) => ({ ...expense, rate: '' })),
    payments: costs.payments.map((payment) => ({ ...payment, rate: '' })),
  }
}
