import { useState } from 'react'
import { MAX_ACCOUNT_NAME, MAX_PAYEE_NOTE, type Payee } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { BeforeSaving } from './before-saving.tsx'
import { EditDialog } from './edit-dialog.tsx'
import {
  checkPayee,
  isPayeeChanged,
  type PayeeDetails,
  type PayeeEditing,
  type PayeeForm,
  payeeForm,
} from './payee-form.ts'
import { useEach } from './use-expense-editing.ts'

/** Longer than any IBAN with spaces, and than any link that is stored: a long paste is told about and not cut. */
const MAX_TYPED = { iban: 200, link: 5000 }

interface PayeeDialogProps {
  editing: PayeeEditing
  /** What is stored of the current user now. */
  newest: Payee
  /** Called with each edit. */
  onEdit: (editing: PayeeEditing) => void
  onSave: (details: PayeeDetails) => void
  onCancel: () => void
  /** The dialog was closed otherwise: what was entered can be shown again. */
  onDismiss: () => void
  /** Why it cannot be saved; '' if it can. */
  blocked: string
}

/** How others can pay the current user. */
export function PayeeDialog({ newest, onEdit, onSave, onCancel, onDismiss, blocked, ...props }: PayeeDialogProps) {
  const [editing, setEditing] = useState(props.editing)
  const [isDraft, setDraft] = useState(isPayeeChanged(editing))
  useEach(editing, onEdit)
  const { form } = editing
  const change = (changed: Partial<PayeeForm>) => setEditing((now) => ({ ...now, form: { ...now.form, ...changed } }))
  const discard = () => {
    setEditing({ before: newest, form: payeeForm(newest) })
    setDraft(false)
  }
  const { details, problems } = checkPayee(form)
  return (
    <EditDialog
      title={m.payees_title()}
      description={m.payees_help()}
      notice={
        (isDraft || blocked) && (
          <BeforeSaving warnings={[blocked].filter(Boolean)} discard={isDraft ? discard : undefined} />
        )
      }
      isNew={false}
      isValid={Object.keys(problems).length === 0}
      isBlocked={blocked !== ''}
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
            maxLength={MAX_TYPED.iban}
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
            maxLength={MAX_TYPED.link}
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
