import type { Payment } from '../plan/costs.ts'

/** What the person it went to says about a payment's current amount. */
export function answerTo({ answer, answered_amount, amount }: Payment): Payment['answer'] {
  return answered_amount === amount ? answer : ''
}
