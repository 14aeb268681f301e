import { API_VERSION } from '#domain/api/api-version.ts'
import { isChanged } from './check-expense.ts'
import { isPaymentChanged } from './check-payment.ts'
import type { EditDialog, OpenDialog } from './open-dialog.ts'

/* Dialogs with edits that are not saved, as this browser tab stores them. */

/** By `keyOf`, in the order in which they were begun. */
type DraftDialogs = ReadonlyMap<string, EditDialog>

interface StoredDialogs {
  version: number
  dialogs: [string, EditDialog][]
}

export const toStored = (dialogs: DraftDialogs): StoredDialogs | undefined =>
  dialogs.size > 0 ? { version: API_VERSION, dialogs: [...dialogs] } : undefined

/** @returns undefined if another version of the app stored it, possibly in another format */
export function fromStored(stored: unknown): Map<string, EditDialog> | undefined {
  if (stored === undefined) return new Map()
  const { version, dialogs } = stored as StoredDialogs
  return version === API_VERSION ? new Map(dialogs) : undefined
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
