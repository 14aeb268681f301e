import { useState } from 'react'
import { convert } from '#domain/costs/convert.ts'
import { expenseAmounts } from '#domain/costs/expense-amounts.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { type Expense, MAX_EXPENSE_NAME } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DateField } from '../../date-field.tsx'
import { AttendanceOffer } from './attendance-offer.tsx'
import { checkExpense } from './check-expense.ts'
import type { CostsGroup } from './costs-group.ts'
import { EditDialog } from './edit-dialog.tsx'
import type { ExpenseForm } from './expense-form.ts'
import { AmountField, RateField } from './money-fields.tsx'
import { DayFields, MoreFields } from './more-fields.tsx'
import { PayerFields } from './payer-fields.tsx'
import { ForWhom, HowShared } from './sharing-fields.tsx'

/** An expense that somebody is editing. */
export interface Editing {
  /** As it was when they began. */
  before: Expense
  initial: ExpenseForm
  form: ExpenseForm
}

interface ExpenseDialogProps {
  trip: Trip
  editing: Editing
  isNew: boolean
  group: CostsGroup
  /** '' if no entry has set it yet. */
  tripCurrency: string
  /** The currencies to offer first. */
  usual: readonly string[]
  onSave: (before: Expense, after: Expense) => void
  onRemove: () => void
  onCancel: () => void
  /** The dialog was closed otherwise: what was entered can be shown again. */
  onDismiss: (editing: Editing) => void
  /** Shares the expense as attendance is now; undefined if nothing has changed. */
  onUpdateShares: (() => void) | undefined
}

/** Adds an expense, or changes one. Only the amount is needed. */
export function ExpenseDialog(props: ExpenseDialogProps) {
  const { trip, editing, isNew, group, tripCurrency, usual, onSave, onRemove, onCancel, onDismiss } = props
  const [form, setForm] = useState(editing.form)
  const [isUploading, setUploading] = useState(false)
  const change = (changed: Partial<ExpenseForm>) => setForm((now) => ({ ...now, ...changed }))
  const checked = checkExpense(form, editing.before, group, tripCurrency)
  const { expense, isValid } = checked
  const { total } = expenseAmounts({ ...expense, rate: '' }, form.currency)
  const isForeign = tripCurrency !== '' && form.currency !== tripCurrency
  const counted = isForeign ? convert(total, expense, tripCurrency) : undefined
  const isAlone = group.everybody.length === 1
  return (
    <EditDialog
      {...{ isNew, isValid, onCancel }}
      // What is still being uploaded would not be in the expense.
      waitsFor={isUploading ? m.receipts_uploading() : undefined}
      title={isNew ? m.costs_add_expense() : m.costs_edit_expense()}
      onSave={() => onSave(editing.before, expense)}
      onRemove={isNew ? undefined : onRemove}
      onDismiss={() => onDismiss({ ...editing, form })}
    >
      {(isTried) => {
        const problems = isTried ? checked.problems : undefined
        return (
          <>
            {props.onUpdateShares && (
              <AttendanceOffer
                expenses={[editing.before]}
                {...{ group, tripCurrency }}
                onUpdate={props.onUpdateShares}
              />
            )}
            <AmountField
              label={m.costs_amount_label()}
              amount={form.isByMany ? formatMoney(total, form.currency, tripCurrency) : form.amount}
              currency={form.currency}
              usual={usual}
              error={problems?.amount}
              onAmount={form.isByMany ? undefined : (amount) => change({ amount })}
              onCurrency={(currency) => change({ currency })}
            />
            {isForeign && (
              <RateField
                {...{ tripCurrency }}
                rate={form.rate}
                currency={form.currency}
                error={problems?.rate}
                counted={counted === undefined || total === 0 ? '' : formatMoney(counted, tripCurrency, tripCurrency)}
                onChange={(rate) => change({ rate })}
              />
            )}
            <TextField
              label={m.costs_name_label()}
              placeholder={m.costs_name_example()}
              value={form.name}
              maxLength={MAX_EXPENSE_NAME}
              autoComplete="off"
              onChange={({ target }) => change({ name: target.value })}
            />
            {!isAlone && (
              <>
                <PayerFields {...{ form, group, total, problems }} onChange={change} />
                <ForWhom {...{ form, group }} onChange={change} />
                <HowShared {...{ form, checked, group, problems }} onChange={change} />
                {(form.split === 'nights' || form.split === 'meals') && (
                  <DayFields {...{ form, group }} onChange={change} />
                )}
              </>
            )}
            <DateField label={m.costs_date_label()} value={form.date} onChange={(date) => change({ date })} />
            <Disclosure title={m.costs_more()} level={3} defaultOpen={!isNew && hasMore(form)}>
              <MoreFields {...{ trip, form, group }} onChange={change} onBusy={setUploading} />
            </Disclosure>
          </>
        )
      }}
    </EditDialog>
  )
}

/** Whether something is entered among the fields that few expenses need. */
const hasMore = ({ note, receipts, isRefund, day }: ExpenseForm) =>
  note !== '' || receipts.length > 0 || isRefund || day !== 0
