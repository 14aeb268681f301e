import { moneyText, parseMoney } from '#domain/costs/parse-money.ts'
import { problemWords } from '#domain/costs/problem-words.ts'
import { equal } from '#domain/operations/json.ts'
import type { Payment } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { checkRate } from './check-rate.ts'

/* Reads what is typed in the dialog of a payment, and says what is wrong with it. */

export type PaymentForm = Omit<Payment, 'amount'> & { amount: string }

/** A payment that somebody is editing. */
export interface PaymentEditing {
  /** As it was when they began. */
  before: Payment
  form: PaymentForm
}

interface PaymentProblems {
  amount?: string
  rate?: string
  to?: string
}

export const paymentForm = (payment: Payment): PaymentForm => ({
  ...payment,
  amount: payment.amount === 0 ? '' : moneyText(payment.amount, payment.currency),
})

export const isPaymentChanged = ({ before, form }: PaymentEditing): boolean => !equal(form, paymentForm(before))

/**
 * The form of a payment that a member changes: what the server lets only organizers change is as it was (canSetCosts in
 * domain/access.ts). The rate can be set until there is an answer.
 */
export const withFixed = (form: PaymentForm, { from, to, currency, rate, answer }: Payment): PaymentForm => ({
  ...form,
  ...{ from, to, currency },
  ...(answer !== '' && { rate }),
})

export function checkPayment(
  form: PaymentForm,
  before: Payment,
  tripCurrency: string,
): { after: Payment; problems: PaymentProblems } {
  const amount = parseMoney(form.amount, form.currency)
  const { rate, problem } = checkRate(form, before, tripCurrency)
  const problems: PaymentProblems = {
    ...('problem' in amount && { amount: problemWords(amount.problem, form.currency, form.amount) }),
    ...(problem && { rate: problem }),
    ...(form.from === form.to && { to: m.costs_payment_to_self() }),
  }
  const after: Payment = {
    ...form,
    // Others may have answered while the dialog was open.
    answer: before.answer,
    answered_amount: before.answered_amount,
    amount: 'amount' in amount ? amount.amount : 0,
    rate,
  }
  return { after, problems }
}
