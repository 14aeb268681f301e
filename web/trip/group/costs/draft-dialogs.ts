import { API_VERSION } from '#domain/api/api-version.ts'
import { isChanged } from './check-expense.ts'
import { isPaymentChanged } from './check-payment.ts'
import type { EditDialog, OpenDialog } from './open-dialog.ts'

/* Dialogs with edits that are not saved, as this browser tab stores them. */

/** By `keyOf`, those that were begun first first. */
export type DraftDialogs = ReadonlyMap<string, EditDialog>

interface StoredDialogs {
  version: number
  dialogs: [string, EditDialog][]
}

export const toStored = (dialogs: DraftDialogs): StoredDialogs | undefined =>
  dialogs.size > 0 ? { version: API_VERSION, dialogs: [...dialogs] } : undefined

/** Another version of the app may have stored something else. */
export function fromStored(stored: unknown): Map<string, EditDialog> {
  const { version, dialogs = [] } = (stored ?? {}) as Partial<StoredDialogs>
  return new Map(version === API_VERSION ? dialogs : [])
}

/** A new payment is another one if it is between other people. */
export function keyOf(dialog: OpenDialog): string {
  if (dialog.is !== 'expense' && dialog.is !== 'payment') return dialog.is
  if (!dialog.isNew) return dialog.editing.before.id
  if (dialog.is === 'expense') return 'new'
  const { from, to } = dialog.editing.before
  return `new ${from} ${to}`
}

/** Whether something was entered in a dialog. */
export const hasEdits = (dialog: EditDialog): boolean =>
  dialog.is === 'payment' ? isPaymentChanged(dialog.editing) : isChanged(dialog.editing.form, dialog.editing.initial)
