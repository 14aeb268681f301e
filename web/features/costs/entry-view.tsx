import { lazy, type ReactNode, Suspense } from 'react'
import type { CountedExpense, CountedPayment } from '#domain/costs/balances.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { rateIn } from '#domain/costs/rate-text.ts'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import { formatLocalDate, type LocalDate } from '#domain/local-date.ts'
import type { Trip } from '#domain/trip.ts'
import { dayLabel } from '#domain/trip-days.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Modal } from '#web/ui/modal.tsx'
import { type MaybeCounted, uncountedWords } from './cost-rows.ts'
import type { CostsGroup } from './costs-group.ts'
import { categoryNames, expenseTitle, paidBy, splitNames } from './costs-words.ts'
import { Answer } from './payment-dialog.tsx'
import { shareLines } from './share-words.ts'
import { ShareList } from './sharing-fields.tsx'

const ReceiptsPart = lazy(async () => ({
  default: (await importWithRetry(() => import('./receipts-part.tsx'))).ReceiptsPart,
}))

interface ExpenseViewProps {
  trip: Trip
  counted: CountedExpense
  group: CostsGroup
  tripCurrency: string
  onClose: () => void
}

/** An expense, for people who may not change it. */
export function ExpenseView({ trip, counted: { expense, amounts }, group, tripCurrency, onClose }: ExpenseViewProps) {
  const { currency, category, date, day, note, split, rate, payers, receipts } = expense
  const isForeign = currency !== tripCurrency
  return (
    <ReadDialog
      title={expenseTitle(expense)}
      description={m.costs_added_by({ name: group.nameOf(expense.added_by) })}
      onClose={onClose}
    >
      <p className="sign text-3xl tabular-nums">{formatMoney(amounts.total, currency, tripCurrency)}</p>
      {isForeign && amounts.counted !== undefined && (
        <p className="text-muted">
          {m.costs_view_rate({
            amount: formatMoney(amounts.counted, tripCurrency, tripCurrency),
            rate: rateIn(rate, tripCurrency),
            currency,
            trip: tripCurrency,
          })}
        </p>
      )}
      <WhyUncounted {...{ entry: expense, counted: amounts.counted, tripCurrency }} />
      <dl className="grid gap-2">
        <Fact label={paidBy(expense, group)}>
          {payers.length > 1 &&
            payers.map(({ id, person_id, amount }) => (
              <span key={id} className="block">
                {m.costs_view_payer({
                  name: group.nameOf(person_id),
                  amount: formatMoney(amount, currency, tripCurrency),
                })}
              </span>
            ))}
        </Fact>
        <Fact label={m.costs_category_label()}>{categoryNames[category]()}</Fact>
        <When date={date} />
        {day !== 0 && <Fact label={m.costs_day_label()}>{dayLabel(group.dates, day)}</Fact>}
        <Fact label={m.costs_split_label()}>{splitNames[split]()}</Fact>
      </dl>
      <ShareList lines={shareLines(expense, group)} />
      {note.trim() && <p className="whitespace-pre-line">{note}</p>}
      {receipts.length > 0 && (
        <Suspense>
          <ReceiptsPart trip={trip} expenseName={expenseTitle(expense)} receipts={receipts} onChange={undefined} />
        </Suspense>
      )}
      <WhyFixed addedBy={expense.added_by} group={group} />
    </ReadDialog>
  )
}

interface PaymentViewProps {
  counted: CountedPayment
  group: CostsGroup
  onAnswer: ((answer: 'received' | 'not_received') => void) | undefined
  onClose: () => void
}

/** A payment, for people who may not change it. They may say whether it has arrived. */
export function PaymentView({ counted: { payment, counted }, group, onAnswer, onClose }: PaymentViewProps) {
  const { from, to, amount, currency, date, note } = payment
  return (
    <ReadDialog
      title={m.costs_payment()}
      description={m.costs_added_by({ name: group.nameOf(payment.added_by) })}
      onClose={onClose}
    >
      <p className="sign text-3xl tabular-nums">{formatMoney(amount, currency, group.currency)}</p>
      <WhyUncounted {...{ entry: payment, counted, tripCurrency: group.currency }} />
      <Answer payment={payment} group={group} onAnswer={onAnswer} />
      <dl className="grid gap-2">
        <Fact label={m.costs_from_label()}>{group.nameOf(from)}</Fact>
        <Fact label={m.costs_to_label()}>{group.nameOf(to)}</Fact>
        <When date={date} />
      </dl>
      {note.trim() && <p className="whitespace-pre-line">{note}</p>}
      <WhyFixed addedBy={payment.added_by} group={group} />
    </ReadDialog>
  )
}

interface WhyUncountedProps extends MaybeCounted {
  tripCurrency: string
}

function WhyUncounted({ tripCurrency, ...entry }: WhyUncountedProps) {
  const words = uncountedWords(entry, tripCurrency)
  return words && <p className="text-warn">{words}</p>
}

/** Who may change an entry that the current user may only read. */
function WhyFixed({ addedBy, group }: { addedBy: string; group: CostsGroup }) {
  if (group.canChange({ added_by: addedBy })) return null
  return (
    <p className="text-sm text-muted">
      {group.everybody.includes(addedBy)
        ? m.costs_only_they_change({ name: group.nameOf(addedBy) })
        : m.costs_only_organizers_change()}
    </p>
  )
}

interface ReadDialogProps {
  title: string
  description: string
  onClose: () => void
  children: ReactNode
}

function ReadDialog({ title, description, onClose, children }: ReadDialogProps) {
  return (
    <Modal
      open
      isForReading
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <div className="flex justify-end">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </div>
      }
    >
      <div className="grid gap-4">{children}</div>
    </Modal>
  )
}

function When({ date }: { date: OptionalLocalDate }) {
  return date && <Fact label={m.costs_date_label()}>{formatLocalDate(date as LocalDate)}</Fact>
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
