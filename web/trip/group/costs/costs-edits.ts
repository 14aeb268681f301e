import { type Attending, proposeShares } from '#domain/costs/attendance.ts'
import type { Costs, Expense, Payment } from '#domain/plan/costs.ts'
import { withChangedEntry } from './merge-entry.ts'

/* Changes of the costs. The first entry sets the trip's currency. */

export function withExpense(costs: Costs, added: Expense): Costs {
  return withImported(costs, { currency: added.currency, expenses: [added], payments: [] })
}

/** @param added what is added; its currency is that of a trip that has none yet */
export function withImported(costs: Costs, { currency, expenses, payments }: Costs): Costs {
  return {
    currency: costs.currency || currency,
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
  return withImported(costs, { currency: added.currency, expenses: [], payments: [added] })
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
