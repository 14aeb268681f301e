import { useState } from 'react'
import { answerTo } from '#domain/costs/answer-to.ts'
import { convert } from '#domain/costs/convert.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { type Costs, MAX_COST_NOTE, type Payee, type Payment } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { BeforeSaving } from './before-saving.tsx'
import {
  checkPayment,
  isPaymentChanged,
  type PaymentEditing,
  type PaymentForm,
  paymentForm,
  withFixed,
} from './check-payment.ts'
import { paymentRules } from './conflict-rules.ts'
import { answerText } from './cost-rows.ts'
import { type CostsGroup, householdOf, nameHousehold } from './costs-group.ts'
import { EditDialog } from './edit-dialog.tsx'
import { feeTitle } from './fee-words.ts'
import { findPayee } from './find-payee.ts'
import { withOtherCurrency } from './last-rate.ts'
import { AmountField, MoneyField, PersonSelect, RateField } from './money-fields.tsx'
import { PayDetails } from './pay-details.tsx'
import { listPayers } from './payer-fields.tsx'
import { useEach } from './use-expense-editing.ts'
import { type Save, useSaving } from './use-saving.ts'

interface PaymentDialogProps {
  trip: Trip
  editing: PaymentEditing
  isNew: boolean
  /** The payment as it is now; undefined if it is new, or was removed. */
  newest: Payment | undefined
  group: CostsGroup
  costs: Costs
  usual: readonly string[]
  /** How to pay a household. */
  payeeOf: (householdId: string) => Payee | undefined
  onSave: Save<Payment>
  onRemove: () => void
  /** Undefined for people who may not say whether it has arrived. */
  onAnswer: ((answer: 'received' | 'not_received') => void) | undefined
  /** Whether the current user can change who paid whom, and the currency, of a payment that exists. */
  canChangePeople: boolean
  onCancel: () => void
  /** Called with each edit. */
  onEdit: (editing: PaymentEditing) => void
  /** The dialog was closed otherwise: what was entered can be shown again. */
  onDismiss: () => void
  /** Why it cannot be saved; '' if it can. */
  blocked: string
}

/** Notes what one person paid another, or changes it. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { trip, isNew, group, costs, usual, onRemove, onAnswer, canChangePeople, onCancel, onDismiss, blocked } = props
  const tripCurrency = costs.currency
  const [editing, setEditing] = useState(props.editing)
  const [isDraft, setDraft] = useState(isPaymentChanged(editing))
  useEach(editing, props.onEdit)
  const { before } = editing
  const newest = props.newest ?? before
  const { save, conflict, reset } = useSaving({ ...props, rules: paymentRules })
  const change = (changed: Partial<PaymentForm>) => setEditing((now) => ({ ...now, form: { ...now.form, ...changed } }))
  const discard = () => {
    setEditing({ before: newest, form: paymentForm(newest) })
    setDraft(false)
    reset()
  }
  // The server refuses it: an answer could be to something else.
  const isFixed = !isNew && !canChangePeople
  const form = isFixed ? withFixed(editing.form, newest) : editing.form
  const { after, problems } = checkPayment(form, before, tripCurrency)
  const isForeign = tripCurrency !== '' && form.currency !== tripCurrency
  const counted = isForeign ? convert(after.amount, after, tripCurrency) : undefined
  const warnings = [blocked, conflict].filter(Boolean)
  const isToOthers = isNew && group.own.has(form.from) && !group.own.has(form.to)
  const payee = isToOthers ? findPayee(costs.payees, form.to) : undefined
  const household = householdOf(form.to, group.households)
  const collected = costs.fees.find(({ id, to }) => id === form.fee && to === form.to)
  // Of a household, another of its people may be chosen here.
  const isProposed = payee !== undefined && props.payeeOf(household) === payee
  const rateField = (error: string | undefined) => (
    <RateField
      is="payment"
      {...{ tripCurrency, error }}
      rate={form.rate}
      currency={form.currency}
      counted={counted === undefined || after.amount === 0 ? '' : formatMoney(counted, tripCurrency, tripCurrency)}
      onChange={(rate) => change({ rate })}
    />
  )
  return (
    <EditDialog
      title={isNew ? m.costs_add_payment() : m.costs_edit_payment()}
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
          {!isNew && <Answer payment={newest} group={group} onAnswer={onAnswer} />}
          {isFixed ? (
            <>
              <MoneyField
                label={m.costs_amount_in({ currency: form.currency })}
                value={form.amount}
                error={isTried ? problems.amount : undefined}
                onChange={(amount) => change({ amount })}
              />
              {isForeign && newest.answer === '' && rateField(isTried ? problems.rate : undefined)}
              <FixedFacts payment={newest} group={group} />
            </>
          ) : (
            <>
              <AmountField
                label={m.costs_amount_label()}
                amount={form.amount}
                currency={form.currency}
                usual={usual}
                error={isTried ? problems.amount : undefined}
                onAmount={(amount) => change({ amount })}
                onCurrency={(currency) => change(withOtherCurrency(currency, before, costs))}
              />
              {isForeign && rateField(isTried ? problems.rate : undefined)}
              <PersonSelect
                label={m.costs_from_label()}
                value={form.from}
                people={listPayers(group, [form.from])}
                onChange={(from) => change({ from })}
              />
              <PersonSelect
                label={m.costs_to_label()}
                value={form.to}
                people={listReceivers(newest, form.to, group)}
                error={isTried ? problems.to : undefined}
                onChange={(to) => change({ to })}
              />
            </>
          )}
          {costs.fees.length > 0 && <FeeSelect form={form} fees={costs.fees} onChange={(fee) => change({ fee })} />}
          {payee && (
            <PayDetails
              {...{ trip, payee, tripCurrency }}
              name={group.nameOf(payee.id)}
              place={collected ? collected.id : isProposed ? household : ''}
              otherWords={
                collected
                  ? m.payees_other_collector()
                  : m.payees_other_person({ name: nameHousehold(household, group).inside })
              }
              amount={after.amount}
              currency={form.currency}
            />
          )}
          <DateField label={m.costs_date_label()} value={form.date} onChange={(date) => change({ date })} />
          <TextArea
            label={m.costs_note_label()}
            value={form.note}
            maxLength={MAX_COST_NOTE}
            onChange={({ target }) => change({ note: target.value })}
          />
        </>
      )}
    </EditDialog>
  )
}

interface FeeSelectProps {
  form: PaymentForm
  fees: Costs['fees']
  onChange: (feeId: string) => void
}

/** Which fee it pays, or gives back. */
function FeeSelect({ form, fees, onChange }: FeeSelectProps) {
  const isKnown = fees.some(({ id }) => id === form.fee)
  return (
    <Field label={m.fees_for()}>
      {(wiring) => (
        <select
          {...wiring}
          value={isKnown ? form.fee : ''}
          onChange={({ target }) => onChange(target.value)}
          className={fieldLook}
        >
          <option value="">{m.fees_for_none()}</option>
          {fees.map((fee) => (
            <option key={fee.id} value={fee.id}>
              {feeTitle(fee)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** What a member can only read of a payment that exists, and why. */
function FixedFacts({ payment: { from, to, currency, rate, answer }, group }: { payment: Payment; group: CostsGroup }) {
  const hasRate = answer !== '' && currency !== group.currency
  const facts = [
    { label: m.costs_from_label(), text: group.nameOf(from) },
    { label: m.costs_to_label(), text: group.nameOf(to) },
    { label: m.costs_rate_short(), text: hasRate ? rate : '' },
  ]
  return (
    <>
      <dl className="grid gap-2">
        {facts.map(
          ({ label, text }) =>
            text && (
              <div key={label}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="text-sm text-muted">{m.costs_payment_fixed()}</p>
    </>
  )
}

/** Who can be chosen as the receiver: of an answered payment only people for whom the current user can answer. */
function listReceivers({ answer }: Payment, chosen: string, group: CostsGroup) {
  const people = listPayers(group, [chosen])
  return answer === '' ? people : people.filter(({ id }) => id === chosen || group.canAnswer({ to: id }))
}

interface AnswerProps {
  payment: Payment
  group: CostsGroup
  onAnswer: PaymentDialogProps['onAnswer']
}

/** Whether the payment has arrived. */
export function Answer({ payment, group, onAnswer }: AnswerProps) {
  const answer = answerTo(payment)
  return (
    <div className="grid gap-2 rounded-md border border-line bg-raised p-3">
      <p>{answerText(payment, answer, group)}</p>
      {onAnswer && (
        <div className="flex flex-wrap gap-2">
          {answer !== 'received' && (
            <Button variant="quiet" className="text-sm" onClick={() => onAnswer('received')}>
              {m.costs_received()}
            </Button>
          )}
          {answer !== 'not_received' && (
            <Button variant="quiet" className="text-sm" onClick={() => onAnswer('not_received')}>
              {m.costs_not_received()}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
