import * as z from 'zod/mini'
import { API_VERSION } from '#domain/api/api-version.ts'
import { expense, expenseCategories, fee, payee, payment, splits } from '#domain/plan/costs.ts'
import { isChanged } from './check-expense.ts'
import { isPaymentChanged } from './check-payment.ts'
import { isFeeChanged } from './fee-form.ts'
import type { EditDialog, OpenDialog } from './open-dialog.ts'
import { isPayeeChanged } from './payee-form.ts'

/* Dialogs with edits that are not saved, as this browser tab stores them. */

/** By `keyOf`, in the order in which they were begun. */
type DraftDialogs = ReadonlyMap<string, EditDialog>

const texts = z.record(z.string(), z.string())

/** What is typed may be wrong as yet. What is chosen is as in an expense. */
const expenseForm = z.strictObject({
  amount: z.string(),
  currency: expense.shape.currency,
  name: z.string(),
  payer: z.string(),
  isByMany: z.boolean(),
  paid: texts,
  restOf: z.string(),
  sharing: z.enum(['all', 'some']),
  chosen: z.array(z.string()),
  former: z.array(z.string()),
  splitForAll: z.enum(['', ...splits]),
  split: expense.shape.split,
  weights: texts,
  exact: texts,
  date: expense.shape.date,
  category: z.enum(['', ...expenseCategories]),
  day: expense.shape.day,
  meal: expense.shape.meal,
  rate: z.string(),
  isRefund: z.boolean(),
  note: z.string(),
  receipts: expense.shape.receipts,
})

const paymentForm = z.extend(payment, { amount: z.string(), rate: z.string(), note: z.string() })

const feeForm = z.strictObject({
  name: z.string(),
  adult: z.string(),
  child: z.string(),
  currency: fee.shape.currency,
  due: fee.shape.due,
  to: fee.shape.to,
})

const payeeForm = z.strictObject({ iban: z.string(), account_name: z.string(), link: z.string(), note: z.string() })

const editDialog: z.ZodMiniType<EditDialog> = z.discriminatedUnion('is', [
  z.strictObject({
    is: z.literal('expense'),
    isNew: z.boolean(),
    editing: z.strictObject({ before: expense, initial: expenseForm, form: expenseForm }),
  }),
  z.strictObject({
    is: z.literal('payment'),
    isNew: z.boolean(),
    editing: z.strictObject({ before: payment, form: paymentForm }),
  }),
  z.strictObject({
    is: z.literal('fee'),
    isNew: z.boolean(),
    editing: z.strictObject({ before: fee, form: feeForm }),
  }),
  z.strictObject({
    is: z.literal('payee'),
    isNew: z.boolean(),
    editing: z.strictObject({ before: payee, form: payeeForm }),
  }),
])

/** Since this version, dialogs have this form. In older ones, the same fields may mean something else. */
const OLDEST_VERSION = 7

const storedDialogs = z.object({
  version: z.int().check(z.minimum(OLDEST_VERSION)),
  dialogs: z.array(z.tuple([z.string(), editDialog])),
})
type StoredDialogs = z.infer<typeof storedDialogs>

export const toStored = (dialogs: DraftDialogs): StoredDialogs | undefined =>
  dialogs.size > 0 ? { version: API_VERSION, dialogs: [...dialogs] } : undefined

/** @returns undefined if it is in another format, which another version of the app may have stored */
export function fromStored(stored: unknown): Map<string, EditDialog> | undefined {
  if (stored === undefined) return new Map()
  const { data } = storedDialogs.safeParse(stored)
  return data && new Map(data.dialogs.map(([, dialog]) => [keyOf(dialog), dialog]))
}

/** A new payment is another one if it is between other people, or for another fee. */
export function keyOf(dialog: OpenDialog): string {
  if (!('editing' in dialog) || dialog.is === 'payee') return dialog.is
  if (!dialog.isNew) return dialog.editing.before.id
  if (dialog.is === 'expense') return 'new'
  if (dialog.is === 'fee') return 'new fee'
  const { from, to, fee: feeId } = dialog.editing.before
  return `new ${from} ${to}${feeId && ` ${feeId}`}`
}

/** Whether something was entered in a dialog. */
export function hasEdits(dialog: EditDialog): boolean {
  switch (dialog.is) {
    case 'payment':
      return isPaymentChanged(dialog.editing)
    case 'fee':
      return isFeeChanged(dialog.editing)
    case 'payee':
      return isPayeeChanged(dialog.editing)
    default:
      return isChanged(dialog.editing.form, dialog.editing.initial)
  }
}
