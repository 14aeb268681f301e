import { useState } from 'react'
import { MAX_PAYMENT_LINK } from '#domain/costs/payment-link.ts'
import { MAX_ACCOUNT_NAME, MAX_PAYEE_NOTE, type Payee } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { checkPayee, type PayeeDetails, type PayeeForm, payeeForm } from './payee-form.ts'

/** Longer than any IBAN with spaces, so that a long paste is told about and not cut. */
const MAX_TYPED_IBAN = 200

interface PayeeDialogProps {
  /** What is stored of the current user. */
  payee: Payee | undefined
  /** What they typed before the dialog was closed without a decision. */
  typed: PayeeForm | undefined
  onEdit: (form: PayeeForm) => void
  onSave: (details: PayeeDetails) => void
  onCancel: () => void
  onDismiss: () => void
}

/** How others can pay the current user. */
export function PayeeDialog({ payee, typed, onEdit, onSave, onCancel, onDismiss }: PayeeDialogProps) {
  const [form, setForm] = useState(typed ?? payeeForm(payee))
  const change = (changed: Partial<PayeeForm>) => {
    const next = { ...form, ...changed }
    setForm(next)
    onEdit(next)
  }
  const { details, problems } = checkPayee(form)
  return (
    <EditDialog
      title={m.payees_title()}
      description={m.payees_help()}
      isNew={false}
      isValid={Object.keys(problems).length === 0}
      onSave={() => onSave(details)}
      onRemove={undefined}
      onCancel={onCancel}
      onDismiss={onDismiss}
    >
      {(isTried) => (
        <>
          <TextField
            label={m.payees_iban()}
            value={form.iban}
            maxLength={MAX_TYPED_IBAN}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={isTried ? problems.iban : undefined}
            onChange={({ target }) => change({ iban: target.value })}
          />
          <TextField
            label={m.payees_account_name()}
            value={form.account_name}
            maxLength={MAX_ACCOUNT_NAME}
            autoComplete="name"
            onChange={({ target }) => change({ account_name: target.value })}
          />
          <TextField
            label={m.payees_link()}
            hint={m.payees_link_hint()}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={form.link}
            maxLength={MAX_PAYMENT_LINK}
            error={isTried ? problems.link : undefined}
            onChange={({ target }) => change({ link: target.value })}
          />
          <TextArea
            label={m.payees_note()}
            hint={m.payees_note_hint()}
            value={form.note}
            maxLength={MAX_PAYEE_NOTE}
            onChange={({ target }) => change({ note: target.value })}
          />
        </>
      )}
    </EditDialog>
  )
}
