import { convert } from '#domain/costs/convert.ts'
import { expenseAmounts } from '#domain/costs/expense-amounts.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { type Costs, type Expense, MAX_EXPENSE_NAME } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AttendanceOffer } from './attendance-offer.tsx'
import { BeforeSaving } from './before-saving.tsx'
import { isChanged } from './check-expense.ts'
import type { CostsGroup } from './costs-group.ts'
import { EditDialog } from './edit-dialog.tsx'
import type { ExpenseForm } from './expense-form.ts'
import { ForWhom } from './for-whom.tsx'
import { withOtherCurrency } from './last-rate.ts'
import { AmountField, RateField } from './money-fields.tsx'
import { DayFields, MoreFields } from './more-fields.tsx'
import { PayerFields } from './payer-fields.tsx'
import { HowShared } from './sharing-fields.tsx'
import { type Editing, useExpenseEditing } from './use-expense-editing.ts'
import { useUnfinishedReceipts } from './use-unfinished-receipts.ts'

interface ExpenseDialogProps {
  trip: Trip
  editing: Editing
  isNew: boolean
  /** The expense as it is now; undefined if it is new, or was removed. */
  newest: Expense | undefined
  group: CostsGroup
  costs: Costs
  /** The currencies to offer first. */
  usual: readonly string[]
  onSave: (before: Expense, after: Expense) => void
  onRemove: () => void
  onCancel: () => void
  /** Called with each edit. */
  onEdit: (editing: Editing) => void
  /** The dialog was closed otherwise: what was entered can be shown again. */
  onDismiss: () => void
  /** Shares the expense as attendance is now; undefined if nothing has changed. */
  onUpdateShares: (() => void) | undefined
  /** Why it cannot be saved; '' if it can. */
  blocked: string
}

/** Adds an expense, or changes one. Only the amount is needed. */
export function ExpenseDialog(props: ExpenseDialogProps) {
  const { trip, isNew, group, costs, usual, onRemove, onCancel, onDismiss } = props
  const tripCurrency = costs.currency
  const unfinished = useUnfinishedReceipts()
  const { editing, checked, change, save, conflict, discard } = useExpenseEditing(props.editing, {
    ...props,
    tripCurrency,
  })
  const { form, before } = editing
  const warnings = [props.blocked, unfinished.words, conflict].filter(Boolean)
  const { expense, isValid } = checked
  const { total } = expenseAmounts({ ...expense, rate: '' }, form.currency)
  const isForeign = tripCurrency !== '' && form.currency !== tripCurrency
  const counted = isForeign ? convert(total, expense, tripCurrency) : undefined
  const isAlone = isForOne(editing.initial, group) && isForOne(form, group)
  return (
    <EditDialog
      {...{ isNew, isValid, onCancel }}
      isBlocked={props.blocked !== ''}
      // What is still being uploaded would not be in the expense.
      waitsFor={unfinished.isUploading ? m.receipts_uploading() : undefined}
      title={titleOf(isNew, form.isRefund)}
      notice={(discard || warnings.length > 0) && <BeforeSaving {...{ warnings, discard }} />}
      onSave={() => unfinished.unlessLost('save', save)}
      onRemove={isNew ? undefined : onRemove}
      onDismiss={() => unfinished.unlessLost('close', onDismiss)}
    >
      {(isTried) => {
        const problems = isTried ? checked.problems : undefined
        return (
          <>
            {/* Updating would discard what is entered. The tab offers it too. */}
            {props.onUpdateShares && !unfinished.isUploading && !isChanged(form, editing.initial) && (
              <AttendanceOffer expenses={[before]} {...{ group, tripCurrency }} onUpdate={props.onUpdateShares} />
            )}
            <AmountField
              label={m.costs_amount_label()}
              amount={form.isByMany ? formatMoney(total, form.currency, tripCurrency) : form.amount}
              currency={form.currency}
              usual={usual}
              error={problems?.amount}
              onAmount={form.isByMany ? undefined : (amount) => change({ amount })}
              onCurrency={(currency) => change(withOtherCurrency(currency, before, costs))}
            />
            {isForeign && (
              <RateField
                is="expense"
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
                <ForWhom {...{ form, group, problems }} onChange={change} />
                <HowShared {...{ trip, form, checked, group, problems }} onChange={change} />
                {(form.split === 'nights' || form.split === 'meals') && (
                  <DayFields {...{ form, group }} onChange={change} />
                )}
              </>
            )}
            <DateField label={m.costs_date_label()} value={form.date} onChange={(date) => change({ date })} />
            <Disclosure title={m.costs_more()} level={3} defaultOpen={!isNew && hasMore(form)}>
              <MoreFields {...{ trip, form, group }} onChange={change} onUploads={unfinished.report} />
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

/** Whether there is nobody to share it with: then an amount is all there is to enter. */
const isForOne = ({ payer, isByMany, sharing, split }: ExpenseForm, { everybody, me }: CostsGroup) =>
  everybody.length === 1 && payer === me && !isByMany && sharing === 'all' && split === 'equally'

function titleOf(isNew: boolean, isRefund: boolean): string {
  if (isRefund) return isNew ? m.costs_add_refund() : m.costs_edit_refund()
  return isNew ? m.costs_add_expense() : m.costs_edit_expense()
}
