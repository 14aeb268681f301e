import { moneyText, parseMoney } from '#domain/costs/parse-money.ts'
import type { ExpenseForm } from './expense-form.ts'

/*
 * Several people paid. Until the amount of the first one is entered, the total stays as it was: the first one paid what
 * the others leave of it.
 */

type Payers = Pick<ExpenseForm, 'amount' | 'isByMany' | 'paid' | 'payer' | 'restOf'>
type Change = Partial<Payers>

export function startSeveral({ amount, payer }: Payers): Change {
  return { isByMany: true, paid: { [payer]: amount }, restOf: payer }
}

/** Enters what somebody paid. */
export function withPaid(form: Payers & { currency: string }, personId: string, text: string): Change {
  const paid = { ...form.paid, [personId]: text }
  return personId === form.restOf ? { paid, restOf: '' } : { paid: withRest(form, paid) }
}

/** Removes somebody who paid. If only one person is left, that person paid everything. */
export function withoutPaid(form: Payers & { currency: string }, personId: string): Change {
  const { [personId]: removed = '', ...others } = form.paid
  const paid = personId === form.restOf ? others : withRest(form, others)
  const restOf = personId === form.restOf ? '' : form.restOf
  const [only, ...more] = Object.keys(paid)
  if (only === undefined) return { isByMany: false, payer: personId, amount: removed, paid: {}, restOf: '' }
  if (more.length > 0) return { paid, restOf }
  const amount = form.restOf === '' ? (paid[only] ?? '') : form.amount
  return { isByMany: false, payer: only, amount, paid: {}, restOf: '' }
}

function withRest({ amount, restOf, currency }: Payers & { currency: string }, paid: Payers['paid']): Payers['paid'] {
  const total = parseMoney(amount, currency)
  if (restOf === '' || !('amount' in total)) return paid
  let rest = total.amount
  for (const [personId, text] of Object.entries(paid)) {
    const read = parseMoney(text, currency)
    if (personId !== restOf && 'amount' in read) rest -= read.amount
  }
  return { ...paid, [restOf]: rest > 0 ? moneyText(rest, currency) : '' }
}
