import { useState } from 'react'
import { answerTo } from '#domain/costs/balances.ts'
import { convert } from '#domain/costs/convert.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { moneyText, parseMoney } from '#domain/costs/parse-money.ts'
import { parseRate } from '#domain/costs/parse-rate.ts'
import { problemWords, rateProblemWords } from '#domain/costs/problem-words.ts'
import { MAX_COST_NOTE, type Payment } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { DateField } from '../../date-field.tsx'
import { answerText } from './cost-rows.ts'
import type { CostsGroup } from './costs-group.ts'
import { EditDialog } from './edit-dialog.tsx'
import { AmountField, PersonSelect, RateField } from './money-fields.tsx'
import { listPayers } from './payer-fields.tsx'

interface PaymentDialogProps {
  payment: Payment
  isNew: boolean
  group: CostsGroup
  tripCurrency: string
  usual: readonly string[]
  onSave: (before: Payment, after: Payment) => void
  onRemove: () => void
  /** Undefined for people who may not say whether it has arrived. */
  onAnswer: ((answer: 'received' | 'not_received') => void) | undefined
  onClose: () => void
}

/** Notes what one person paid another, or changes it. */
export function PaymentDialog({
  payment,
  isNew,
  group,
  tripCurrency,
  usual,
  onSave,
  onRemove,
  onAnswer,
  onClose,
}: PaymentDialogProps) {
  const [before] = useState(payment)
  const [form, setForm] = useState({
    ...payment,
    amount: payment.amount === 0 ? '' : moneyText(payment.amount, payment.currency),
  })
  const change = (changed: Partial<typeof form>) => setForm((now) => ({ ...now, ...changed }))
  const { after, problems } = checkPayment(form, before, tripCurrency)
  const isForeign = tripCurrency !== '' && form.currency !== tripCurrency
  const counted = isForeign ? convert(after.amount, after, tripCurrency) : undefined
  return (
    <EditDialog
      title={isNew ? m.costs_add_payment() : m.costs_edit_payment()}
      isNew={isNew}
      isValid={Object.keys(problems).length === 0}
      onSave={() => onSave(before, after)}
      onRemove={isNew ? undefined : onRemove}
      onCancel={onClose}
      onDismiss={onClose}
    >
      {(isTried) => (
        <>
          {!isNew && <Answer payment={payment} group={group} onAnswer={onAnswer} />}
          <AmountField
            label={m.costs_amount_label()}
            amount={form.amount}
            currency={form.currency}
            usual={usual}
            error={isTried ? problems.amount : undefined}
            onAmount={(amount) => change({ amount })}
            onCurrency={(currency) => change({ currency })}
          />
          {isForeign && (
            <RateField
              {...{ tripCurrency }}
              rate={form.rate}
              currency={form.currency}
              error={isTried ? problems.rate : undefined}
              counted={
                counted === undefined || after.amount === 0 ? '' : formatMoney(counted, tripCurrency, tripCurrency)
              }
              onChange={(rate) => change({ rate })}
            />
          )}
          <PersonSelect
            label={m.costs_from_label()}
            value={form.from}
            people={listPayers(group, [form.from])}
            onChange={(from) => change({ from })}
          />
          <PersonSelect
            label={m.costs_to_label()}
            value={form.to}
            people={listPayers(group, [form.to])}
            error={isTried ? problems.to : undefined}
            onChange={(to) => change({ to })}
          />
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

interface PaymentProblems {
  amount?: string
  rate?: string
  to?: string
}

type PaymentForm = Omit<Payment, 'amount'> & { amount: string }

function checkPayment(form: PaymentForm, before: Payment, tripCurrency: string) {
  const amount = parseMoney(form.amount, form.currency)
  const typed = form.currency === tripCurrency || tripCurrency === '' ? '' : form.rate
  const rate = typed.trim() === '' ? { rate: '' } : parseRate(typed)
  const problems: PaymentProblems = {
    ...('problem' in amount && { amount: problemWords(amount.problem, form.currency, form.amount) }),
    ...('problem' in rate && { rate: rateProblemWords(rate.problem) }),
    ...(form.from === form.to && { to: m.costs_payment_to_self() }),
  }
  const after: Payment = {
    ...form,
    // Others may have answered while the dialog was open.
    answer: before.answer,
    answered_amount: before.answered_amount,
    amount: 'amount' in amount ? amount.amount : 0,
    rate: 'rate' in rate ? rate.rate : before.rate,
  }
  return { after, problems }
}
