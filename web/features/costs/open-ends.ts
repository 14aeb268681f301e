import type { CountedPayment, TripCosts } from '#domain/costs/balances.ts'
import { paymentTitle } from './cost-rows.ts'
import type { CostsGroup } from './costs-group.ts'
import { expenseTitle } from './costs-words.ts'

/* What is not certain about the costs yet. */

/** An entry that somebody should look at. */
export interface OpenEntry {
  id: string
  title: string
  /** In minor units of the trip's currency. */
  amount: number
}

/** The expenses of which a part is shared by nobody, with that part. */
export function listUnassigned({ expenses }: Pick<TripCosts, 'expenses'>): OpenEntry[] {
  return expenses.flatMap(({ expense, amounts: { unassigned, counted, owed } }) => {
    if (unassigned === 0 || counted === undefined) return []
    const amount = counted - [...owed.values()].reduce((sum, one) => sum + one, 0)
    return amount > 0 ? [{ id: expense.id, title: expenseTitle(expense), amount }] : []
  })
}

/** The entries that count nowhere, because they have another currency and no rate. */
export function listUncounted(
  { expenses, payments }: Pick<TripCosts, 'expenses' | 'payments'>,
  group: Pick<CostsGroup, 'me' | 'nameOf'>,
): OpenEntry[] {
  return [
    ...expenses.flatMap(({ expense, amounts: { counted } }) =>
      counted === undefined ? [{ id: expense.id, title: expenseTitle(expense), amount: 0 }] : [],
    ),
    ...payments.flatMap(({ payment, counted }) =>
      counted === undefined ? [{ id: payment.id, title: paymentTitle(payment, group), amount: 0 }] : [],
    ),
  ]
}

/** Whether every expense is shared and counted, and every payment has arrived. */
export function isAllCertain(costs: Pick<TripCosts, 'expenses' | 'payments'>): boolean {
  return (
    costs.expenses.every(({ amounts }) => amounts.counted !== undefined && amounts.unassigned === 0) &&
    costs.payments.every(({ counted, answer }) => counted !== undefined && answer === 'received')
  )
}

/** How much of what somebody's household received from others, or paid them, waits for an answer. */
export function sumUnconfirmed(
  payments: readonly CountedPayment[],
  own: ReadonlySet<string>,
): { received: number; paid: number } {
  const sum = { received: 0, paid: 0 }
  for (const { payment, counted = 0, answer } of payments)
    if (answer === '' && own.has(payment.from) !== own.has(payment.to))
      sum[own.has(payment.to) ? 'received' : 'paid'] += counted
  return sum
}

export interface OpenPayments {
  /** Those to the current user's household that wait for an answer. */
  toConfirm: CountedPayment[]
  /** Those to people who cannot answer. Organizers do it for them. */
  forOthers: CountedPayment[]
  /** Those from the current user's household that wait, or were denied. */
  claimed: CountedPayment[]
}

/** @param answering who can answer, or somebody of their party can; undefined if that is not known */
export function listOpenPayments(
  payments: readonly CountedPayment[],
  { own, canAnswer }: Pick<CostsGroup, 'own' | 'canAnswer'>,
  answering: ReadonlySet<string> | undefined,
): OpenPayments {
  const open = payments.filter(
    ({ payment, answer }) => answer !== 'received' && !(own.has(payment.from) && own.has(payment.to)),
  )
  const isForOthers = ({ payment, answer }: CountedPayment) =>
    answer === '' && answering !== undefined && !own.has(payment.to) && !answering.has(payment.to) && canAnswer(payment)
  return {
    toConfirm: open.filter(({ payment, answer }) => own.has(payment.to) && answer === ''),
    forOthers: open.filter(isForOthers),
    claimed: open.filter((one) => own.has(one.payment.from) && !isForOthers(one)),
  }
}
