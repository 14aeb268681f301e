import { expect, test } from 'vitest'
import { newExpense, newPayment } from '#domain/plan/costs.ts'
import { paymentForm } from './check-payment.ts'
import { fromStored, hasEdits, keyOf, toStored } from './draft-dialogs.ts'
import { emptyForm } from './expense-form.ts'
import type { EditDialog } from './open-dialog.ts'
import { groupOf } from './testing/group-of.ts'

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

test('drafts are read as they were stored, but not those of another version of the app', () => {
  const before = newPayment('a', { from: 'ana', to: 'ben', amount: 1, currency: 'EUR' }, 'ana')
  const draft: EditDialog = { is: 'payment', isNew: true, editing: { before, form: paymentForm(before) } }
  expect(hasEdits(draft)).toBe(false)
  const edited = { ...draft, editing: { before, form: { ...paymentForm(before), note: 'Cash' } } }
  expect(hasEdits(edited)).toBe(true)
  const drafts = new Map([[keyOf(edited), edited]])
  const stored = JSON.parse(JSON.stringify(toStored(drafts)))
  expect(fromStored(stored)).toEqual(drafts)
  expect(fromStored({ ...stored, version: 1 })).toBeUndefined()
  expect(fromStored(undefined)).toEqual(new Map())
  expect(toStored(new Map())).toBeUndefined()
})
