import { expect, test } from 'vitest'
import { newExpense, newPayment } from '#domain/plan/costs.ts'
import { paymentForm } from './check-payment.ts'
import { emptyForm } from './expense-form.ts'
import { groupOf } from './testing/group-of.ts'
import { keyOf } from './use-drafts.ts'

const pay = (id: string, to: string, isNew: boolean) => {
  const before = newPayment(id, { from: 'ana', to, amount: 1, currency: 'EUR' }, 'ana')
  return keyOf({ is: 'payment', isNew, editing: { before, form: paymentForm(before) } })
}

test('a draft is shown again in the same dialog, not in that of another payment', () => {
  expect(pay('a', 'ben', true)).toBe(pay('b', 'ben', true))
  expect(pay('a', 'ben', true)).not.toBe(pay('a', 'kim', true))
  expect(pay('a', 'ben', false)).not.toBe(pay('b', 'ben', false))
  const form = emptyForm('EUR', '', groupOf('ana', []))
  const add = {
    is: 'expense' as const,
    isNew: true,
    editing: { before: newExpense('a', 'EUR', ''), initial: form, form },
  }
  const other = { ...add, editing: { ...add.editing, before: newExpense('b', 'EUR', '') } }
  expect(keyOf(add)).toBe(keyOf(other))
  expect(keyOf({ ...add, isNew: false })).not.toBe(keyOf({ ...other, isNew: false }))
})
