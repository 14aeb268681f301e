import { type Expense, newExpense, newPayer, newShare } from '../plan/costs.ts'

/** An expense in Canadian dollars that `payer` paid and added, shared equally. `more` is what differs. */
export function buildExpense(
  name: string,
  payer: string,
  cents: number,
  sharers: string[],
  more: Partial<Expense> = {},
): Expense {
  return {
    ...newExpense(crypto.randomUUID(), 'CAD', payer),
    name,
    payers: [newPayer(payer, cents)],
    shares: sharers.map((personId) => newShare(personId)),
    ...more,
  }
}
