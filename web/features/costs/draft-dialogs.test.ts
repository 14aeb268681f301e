import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyExpense, anyFee, anyPayee, anyPayment, idOf } from '#domain/costs/testing/any-costs.ts'
import { expense, newExpense, newPayment } from '#domain/plan/costs.ts'
import { readExpected, readUpgradeFile } from '#server/testing/upgrades.ts'
import { costsDialogsKey } from '#web/data/storage/drafts.ts'
import type { StoredDevice } from '#web/data/testing/stored-device.ts'
import { paymentForm } from './check-payment.ts'
import { fromStored, hasEdits, keyOf, toStored } from './draft-dialogs.ts'
import { emptyForm, formOf } from './expense-form.ts'
import { feeForm } from './fee-form.ts'
import type { EditDialog } from './open-dialog.ts'
import { payeeForm } from './payee-form.ts'
import { groupOf } from './testing/group-of.ts'

const [ana, ben] = [idOf(1), idOf(2)]

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
  const before = newPayment(idOf(9), { from: ana, to: ben, amount: 1, currency: 'EUR' }, ana)
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

const group = groupOf(ana, [])
const stored = (dialogs: unknown, version = 7) => ({ version, dialogs })

test('whatever the dialogs hold is read back unchanged', () => {
  // The plan has no two shares with the same id.
  const anyStored = anyExpense.filter((before) => expense.safeParse(before).success)
  const anyTyped = fc.record({ amount: fc.string(), name: fc.string(), rate: fc.string(), note: fc.string() })
  const anyExpenseDialog = fc
    .record({ before: anyStored, typed: anyTyped, isNew: fc.boolean() })
    .map(({ before, typed, isNew }): EditDialog => {
      const initial = formOf(before, group)
      return { is: 'expense', isNew, editing: { before, initial, form: { ...initial, ...typed, category: '' } } }
    })
  const anyPaymentDialog = fc
    .record({ before: anyPayment, typed: anyTyped, isNew: fc.boolean() })
    .map(({ before, typed: { name: _, ...typed }, isNew }): EditDialog => {
      return { is: 'payment', isNew, editing: { before, form: { ...paymentForm(before), ...typed } } }
    })
  const anyFeeDialog = fc
    .record({ before: anyFee, name: fc.string(), adult: fc.string(), isNew: fc.boolean() })
    .map(({ before, isNew, ...typed }): EditDialog => {
      return { is: 'fee', isNew, editing: { before, form: { ...feeForm(before), ...typed } } }
    })
  const anyPayeeDialog = fc.record({ before: anyPayee, iban: fc.string(), link: fc.string() }).map(
    ({ before, ...typed }): EditDialog => ({
      is: 'payee',
      isNew: false,
      editing: { before, form: { ...payeeForm(before), ...typed } },
    }),
  )
  const form = emptyForm('EUR', '', group)
  const anyDialog = fc.oneof(
    anyFeeDialog,
    anyPayeeDialog,
    anyExpenseDialog,
    anyPaymentDialog,
    fc.constant<EditDialog>({
      is: 'expense',
      isNew: true,
      editing: {
        before: newExpense(idOf(9), 'EUR', ana),
        initial: form,
        form: {
          ...form,
          isByMany: true,
          paid: { [ana]: '1,', [ben]: '' },
          restOf: ben,
          chosen: [ben],
          weights: { [ben]: '½' },
        },
      },
    }),
  )
  fc.assert(
    fc.property(fc.array(anyDialog), (dialogs) => {
      const drafts = new Map(dialogs.map((dialog) => [keyOf(dialog), dialog]))
      const json = JSON.stringify(toStored(drafts))
      expect([...(fromStored(json && JSON.parse(json)) ?? [])]).toEqual([...drafts])
    }),
  )
})

/* As version 7 of the API stored them. */
const olderForm = {
  ...{ amount: '12.5', currency: 'EUR', name: 'Wood', payer: ana, isByMany: false, paid: {}, restOf: '' },
  ...{ sharing: 'all', chosen: [], former: [], splitForAll: '', split: 'equally', weights: {}, exact: {} },
  ...{ date: '2026-08-12', category: '', day: 0, meal: '', rate: '', isRefund: false, note: '', receipts: [] },
}
const olderExpense = {
  ...{
    id: idOf(9),
    name: '',
    kind: 'expense',
    category: 'other',
    date: '',
    day: 0,
    meal: '',
    currency: 'EUR',
    rate: '',
  },
  ...{ payers: [], split: 'equally', is_for_all: true, shares: [], note: '', receipts: [], added_by: ana },
}
const olderPayment = {
  ...{ id: idOf(8), from: ana, to: ben, amount: 100, currency: 'EUR', rate: '', date: '2026-08-12', note: '' },
  ...{ added_by: ana, answer: '', answered_amount: 0 },
}
const olderDialogs = [
  ['new', { is: 'expense', isNew: true, editing: { before: olderExpense, initial: olderForm, form: olderForm } }],
  [
    `new ${ana} ${ben}`,
    {
      is: 'payment',
      isNew: true,
      editing: { before: olderPayment, form: { ...olderPayment, amount: '2', note: 'Cash' } },
    },
  ],
] as const

/** A payment was for no fee before there were any. */
function withDefaultFee([key, dialog]: readonly [string, { is: string; editing: { before: object; form: object } }]) {
  const { before, form, ...rest } = dialog.editing
  const withFee = (payment: object) => (dialog.is === 'payment' ? { ...payment, fee: '' } : payment)
  return [key, { ...dialog, editing: { ...rest, before: withFee(before), form: withFee(form) } }]
}

test('drafts of an older version open', () => {
  expect([...(fromStored(stored(olderDialogs)) ?? [])]).toEqual(olderDialogs.map(withDefaultFee))
})

test('drafts that a browser stored with version 7 open', () => {
  const state = '2026-11-26'
  const { users, trips } = readExpected(state)
  const { sessionStorage } = JSON.parse(readUpgradeFile(state, 'device').toString()) as StoredDevice
  const text = sessionStorage[costsDialogsKey(users['ben']?.id ?? '', trips['road'] ?? '')] ?? ''
  const { version, dialogs } = JSON.parse(text) as { version: number; dialogs: [string, EditDialog][] }
  expect(version).toBe(7)
  const opened = [...(fromStored(JSON.parse(text)) ?? [])]
  expect(opened).toEqual(dialogs.map(withDefaultFee))
  expect(opened.map(([, dialog]) => hasEdits(dialog))).toEqual([true, true, true])
  for (const typed of ['BenDraftExpense', 'BenDraftNote', 'BenDraftPayment'])
    expect(JSON.stringify(opened)).toContain(typed)
})

test('drafts of another form are not shown', () => {
  const [[key, dialog], [otherKey, other]] = olderDialogs
  const { restOf: _, ...withoutRest } = olderForm
  const { initial: __, ...withoutInitial } = dialog.editing
  const changed = (editing: object) => stored([[key, { ...dialog, editing: { ...dialog.editing, ...editing } }]])
  const wrong = [
    changed({ form: withoutRest }),
    changed({ form: { ...olderForm, amount: 12.5 } }),
    changed({ form: { ...olderForm, split: 'by luck' } }),
    changed({ form: { ...olderForm, paid: [1] } }),
    changed({ form: { ...olderForm, color: 'red' } }),
    changed({ before: { ...olderExpense, currency: 'money' } }),
    changed({ before: null }),
    stored([[key, { ...dialog, editing: withoutInitial }]]),
    stored([[otherKey, { ...other, is: 'expense' }]]),
    // One that fits does not show the others: all are put aside together.
    stored([...olderDialogs, ['x', {}]]),
    stored([dialog]),
    stored({ [key]: dialog }),
    stored(olderDialogs, 6),
    { dialogs: olderDialogs },
  ]
  for (const value of wrong) expect(fromStored(value)).toBeUndefined()
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fromStored(value)).toBeUndefined()
    }),
  )
})
