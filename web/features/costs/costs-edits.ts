import { type Attending, proposeShares } from '#domain/costs/attendance.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { equal } from '#domain/operations/json.ts'
import { type Costs, type Expense, type Fee, newPayee, type Payee, type Payment } from '#domain/plan/costs.ts'
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
  // Somebody else has noted it at the same time: see feePaymentId.
  if (costs.payments.some(({ id }) => id === added.id)) return costs
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

/** Sets how to pay somebody. What was there before is told to those who pay them, by the day of the change. */
export function withPayee(costs: Costs, personId: string, details: Partial<Payee>, today: LocalDate): Costs {
  const before = costs.payees.find(({ id }) => id === personId)
  const after: Payee = { ...newPayee(personId), ...before, ...details }
  if (equal(after, before ?? newPayee(personId))) return costs
  if (!before) return { ...costs, payees: [...costs.payees, after] }
  const changed: Payee = { ...after, changed_on: today }
  return { ...costs, payees: costs.payees.map((payee) => (payee === before ? changed : payee)) }
}

/** Takes back what was said for the first time: the entry stays, as nobody removes one (`canSetPayee`). */
export function withoutDetails(costs: Costs, personId: string): Costs {
  return { ...costs, payees: costs.payees.map((payee) => (payee.id === personId ? newPayee(personId) : payee)) }
}

export function withFee(costs: Costs, added: Fee): Costs {
  return { ...costs, fees: [...costs.fees, added] }
}

/** @param before the fee as it was when somebody began to change it */
export function withChangedFee(costs: Costs, before: Fee, after: Fee): Costs {
  return { ...costs, fees: withChangedEntry(costs.fees, before, after) }
}

/** Its payments stay: they are money that people have paid. */
export function withoutFee(costs: Costs, feeId: string): Costs {
  return { ...costs, fees: costs.fees.filter(({ id }) => id !== feeId) }
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
