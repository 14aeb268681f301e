import { useState } from 'react'
import { type Fee, MAX_FEE_NAME } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { CostsGroup } from './costs-group.ts'
import { EditDialog } from './edit-dialog.tsx'
import { checkFee, type FeeForm } from './fee-form.ts'
import { AmountField, MoneyField, PersonSelect } from './money-fields.tsx'
import { listPayers } from './payer-fields.tsx'

/** A fee that somebody is editing. */
export interface FeeEditing {
  /** As it was when they began. */
  before: Fee
  form: FeeForm
  isNew: boolean
}

interface FeeDialogProps {
  editing: FeeEditing
  group: CostsGroup
  usual: readonly string[]
  onEdit: (editing: FeeEditing) => void
  onSave: (before: Fee, after: Fee) => void
  onRemove: () => void
  onCancel: () => void
  onDismiss: () => void
}

/** What a fee is, how much it is, by when it is to be paid, and to whom. */
export function FeeDialog({ group, usual, onEdit, onSave, onRemove, onCancel, onDismiss, ...props }: FeeDialogProps) {
  const [form, setForm] = useState(props.editing.form)
  const { before, isNew } = props.editing
  const change = (changed: Partial<FeeForm>) => {
    const next = { ...form, ...changed }
    setForm(next)
    onEdit({ before, isNew, form: next })
  }
  const { after, problems } = checkFee(form, before.id)
  return (
    <EditDialog
      title={isNew ? m.fees_add() : m.fees_edit_title()}
      description={m.fees_help()}
      isNew={isNew}
      isValid={Object.keys(problems).length === 0}
      onSave={() => onSave(before, after)}
      onRemove={isNew ? undefined : onRemove}
      onCancel={onCancel}
      onDismiss={onDismiss}
    >
      {(isTried) => (
        <>
          <TextField
            label={m.fees_name()}
            value={form.name}
            maxLength={MAX_FEE_NAME}
            onChange={({ target }) => change({ name: target.value })}
          />
          <AmountField
            label={m.fees_adult()}
            amount={form.adult}
            currency={form.currency}
            usual={usual}
            error={isTried ? problems.adult : undefined}
            onAmount={(adult) => change({ adult })}
            onCurrency={(currency) => change({ currency })}
          />
          <MoneyField
            label={m.fees_child()}
            value={form.child}
            error={isTried ? problems.child : undefined}
            onChange={(child) => change({ child })}
          />
          <PersonSelect
            label={m.fees_receiver()}
            value={form.to}
            people={listPayers(group, [form.to])}
            onChange={(to) => change({ to })}
          />
          <DateField label={m.fees_due()} value={form.due} onChange={(due) => change({ due })} />
        </>
      )}
    </EditDialog>
  )
}
