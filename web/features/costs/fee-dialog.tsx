import { useState } from 'react'
import { type Costs, type Fee, MAX_FEE_NAME } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { BeforeSaving } from './before-saving.tsx'
import { feeRules } from './conflict-rules.ts'
import type { CostsGroup } from './costs-group.ts'
import { EditDialog } from './edit-dialog.tsx'
import { checkFee, type FeeEditing, type FeeForm, feeForm, isFeeChanged } from './fee-form.ts'
import { AmountField, MoneyField, PersonSelect } from './money-fields.tsx'
import { listPayers } from './payer-fields.tsx'
import { useEach } from './use-expense-editing.ts'
import { type Save, useSaving } from './use-saving.ts'

interface FeeDialogProps {
  trip: Trip
  editing: FeeEditing
  isNew: boolean
  /** The fee as it is now; undefined if it is new, or was removed. */
  newest: Fee | undefined
  group: CostsGroup
  payments: Costs['payments']
  usual: readonly string[]
  onSave: Save<Fee>
  onRemove: () => void
  onCancel: () => void
  /** Called with each edit. */
  onEdit: (editing: FeeEditing) => void
  /** The dialog was closed otherwise: what was entered can be shown again. */
  onDismiss: () => void
  /** Why it cannot be saved; '' if it can. */
  blocked: string
}

/** What a fee is, how much it is, by when it is to be paid, and to whom. */
export function FeeDialog(props: FeeDialogProps) {
  const { isNew, group, payments, usual, onRemove, onCancel, onDismiss, blocked } = props
  const [editing, setEditing] = useState(props.editing)
  const [isDraft, setDraft] = useState(isFeeChanged(editing))
  useEach(editing, props.onEdit)
  const { before } = editing
  const newest = props.newest ?? before
  const { save, conflict, reset } = useSaving({ ...props, rules: feeRules })
  const change = (changed: Partial<FeeForm>) => setEditing((now) => ({ ...now, form: { ...now.form, ...changed } }))
  const discard = () => {
    setEditing({ before: newest, form: feeForm(newest) })
    setDraft(false)
    reset()
  }
  // What has been paid would be another part of it.
  const isFixed = payments.some(({ fee }) => fee === before.id)
  const form = isFixed ? { ...editing.form, currency: newest.currency } : editing.form
  const { after, problems } = checkFee(form, before.id)
  const warnings = [blocked, conflict].filter(Boolean)
  const errorOfAdult = (isTried: boolean) => (isTried ? problems.adult : undefined)
  return (
    <EditDialog
      title={isNew ? m.fees_add() : m.fees_edit_title()}
      description={m.fees_help()}
      notice={
        (isDraft || warnings.length > 0) && <BeforeSaving {...{ warnings }} discard={isDraft ? discard : undefined} />
      }
      isNew={isNew}
      isValid={Object.keys(problems).length === 0}
      isBlocked={blocked !== ''}
      onSave={() => save(before, after)}
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
          {isFixed ? (
            <MoneyField
              label={m.fees_adult_in({ currency: form.currency })}
              value={form.adult}
              error={errorOfAdult(isTried)}
              onChange={(adult) => change({ adult })}
            />
          ) : (
            <AmountField
              label={m.fees_adult()}
              amount={form.adult}
              currency={form.currency}
              usual={usual}
              error={errorOfAdult(isTried)}
              onAmount={(adult) => change({ adult })}
              onCurrency={(currency) => change({ currency })}
            />
          )}
          <MoneyField
            label={m.fees_child()}
            value={form.child}
            error={isTried ? problems.child : undefined}
            onChange={(child) => change({ child })}
          />
          <PersonSelect
            label={m.fees_receiver()}
            value={form.to}
            people={listCollectors(form.to, group)}
            onChange={(to) => change({ to })}
          />
          <DateField label={m.fees_due()} value={form.due} onChange={(due) => change({ due })} />
        </>
      )}
    </EditDialog>
  )
}

/** Who can be chosen. Without a choice, the first person would seem to be chosen. */
function listCollectors(chosen: string, group: CostsGroup) {
  const people = listPayers(group, [chosen])
  return chosen === '' ? [{ id: '', name: m.costs_choose_person() }, ...people] : people
}
