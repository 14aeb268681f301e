import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPayment } from '#domain/costs/testing/any-costs.ts'
import { newPayment } from '#domain/plan/costs.ts'
import { checkPayment, paymentForm, withFixed } from './check-payment.ts'

test('saving an unchanged payment changes nothing, and a note changes only the note', () => {
  const anyStored = fc
    .tuple(anyPayment, fc.constantFrom('', '1.50', '1.50 EUR', '1.50 USD'))
    .map(([payment, rate]) => ({ ...payment, rate: payment.rate || rate }))
  fc.assert(
    fc.property(anyStored, (before) => {
      expect(checkPayment(paymentForm(before), before, 'EUR').after).toEqual(before)
      const noted = { ...paymentForm(before), note: 'Cash' }
      expect(checkPayment(noted, before, 'EUR').after).toEqual({ ...before, note: 'Cash' })
    }),
  )
})

test('members change only the amount, rate, date and note of a payment, and the rate only until it is answered', () => {
  const before = newPayment('p', { from: 'ana', to: 'ben', amount: 500, currency: 'USD' }, 'ana')
  const typed = { ...paymentForm(before), to: 'kim', currency: 'JPY', rate: '2 EUR', amount: '7.00', note: 'Cash' }
  const saved = { ...before, amount: 700, note: 'Cash' }
  expect(checkPayment(withFixed(typed, before), before, 'EUR').after).toEqual({ ...saved, rate: '2 EUR' })
  const answered = { ...before, answer: 'received' as const, answered_amount: 500 }
  const form = withFixed(typed, answered)
  expect(checkPayment(form, answered, 'EUR').after).toEqual({ ...saved, answer: 'received', answered_amount: 500 })
})
