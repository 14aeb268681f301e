import type { PaymentEditing } from './check-payment.ts'
import type { FeeEditing } from './fee-form.ts'
import type { PayeeEditing } from './payee-form.ts'
import type { Editing } from './use-expense-editing.ts'

/** Which dialog is open. */
export type OpenDialog =
  | { is: 'expense'; editing: Editing; isNew: boolean }
  | { is: 'payment'; editing: PaymentEditing; isNew: boolean }
  | { is: 'fee'; editing: FeeEditing; isNew: boolean }
  /** How to pay the current user. */
  | { is: 'payee'; editing: PayeeEditing; isNew: boolean }
  /** An entry that the current user may not change. */
  | { is: 'view'; id: string }
  | { is: 'currency' }
  | { is: 'import' }

export type EditDialog = Extract<OpenDialog, { editing: unknown }>
