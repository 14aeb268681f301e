import type { PaymentEditing } from './check-payment.ts'
import type { Editing } from './use-expense-editing.ts'

/** Which dialog is open. */
export type OpenDialog =
  | { is: 'expense'; editing: Editing; isNew: boolean }
  | { is: 'payment'; editing: PaymentEditing; isNew: boolean }
  /** An entry that the current user may not change. */
  | { is: 'view'; id: string }
  | { is: 'currency' }
  | { is: 'import' }
  /** How to pay the current user. */
  | { is: 'payee' }

export type EditDialog = Extract<OpenDialog, { is: 'expense' | 'payment' }>
