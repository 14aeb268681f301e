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

/** People who note what they got need not confirm it. */
export function withOwnAnswer(payment: Payment, own: ReadonlySet<string>): Payment {
  return own.has(payment.to) ? { ...payment, answer: 'received', answered_amount: payment.amount } : payment
}

/**
 * @param before the payment as it was when somebody began to change it
 * @param own the people for whom they settle
 */
export function withChangedPayment(costs: Costs, before: Payment, after: Payment, own: ReadonlySet<string>): Costs {
  const isAnother = (['from', 'to', 'amount', 'currency', 'rate'] as const).some(
    (field) => before[field] !== after[field],
  )
  const isRemoved = !costs.payments.some(({ id }) => id === after.id)
  const answered = isAnother && before.answer !== 'not_received' ? withOwnAnswer(after, own) : after
  // Somebody has removed it, so it is added again. Only those who got it can add it with their answer.
  const changed = isRemoved && !own.has(after.to) ? { ...answered, answer: '' as const, answered_amount: 0 } : answered
  return { ...costs, payments: withChangedEntry(costs.payments, before, changed) }
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
