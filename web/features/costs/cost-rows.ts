import { type Attending, hasChanged } from '#domain/costs/attendance.ts'
import type { CountedExpense, CountedPayment, TripCosts } from '#domain/costs/balances.ts'
import type { Foreign } from '#domain/costs/convert.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { moneyText } from '#domain/costs/parse-money.ts'
import { otherCurrencyOf, rateIn } from '#domain/costs/rate-text.ts'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import { matchesSearch } from '#domain/matches-search.ts'
import type { Expense, Payment } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { type CostsGroup, whoseCosts } from './costs-group.ts'
import { categoryNames, expenseTitle, paidBy } from './costs-words.ts'

/* The expenses and payments as rows of a list. */

export interface CostRow {
  id: string
  kind: 'expense' | 'payment'
  date: OptionalLocalDate
  title: string
  /** Who paid. */
  who: string
  amount: string
  /** What it is in the trip's currency, if it has another. */
  counted: string
  /** The share of the current user and their party. */
  own: string
  /** What somebody should look at. */
  warnings: readonly string[]
  /** Whether attendance has changed since its shares were saved. */
  isOutdated: boolean
  /** What is only worth knowing. */
  notes: readonly string[]
  isMine: boolean
  /** What a search looks in. */
  text: string
}

const nothing: ReadonlySet<string> = new Set()

interface RowOptions {
  /** The expenses whose shares somebody wants to keep although attendance has changed. */
  kept?: ReadonlySet<string>
  /** Nobody owes anything, so rows don't say whose share is what. */
  isOneHousehold?: boolean
}

/** Makes rows. Those of entries that did not change are the same objects as before. */
export function rowMaker(group: CostsGroup, currency: string, options: RowOptions = {}) {
  const known = new WeakMap<object, CostRow>()
  const once = <Entry extends object>(entry: Entry, make: () => CostRow) => {
    const row = known.get(entry) ?? make()
    known.set(entry, row)
    return row
  }
  return ({ expenses, payments }: TripCosts): CostRow[] =>
    [
      ...expenses.map((counted) => once(counted.expense, () => expenseRow(counted, group, currency, options))),
      ...payments.map((counted) => once(counted.payment, () => paymentRow(counted, group, currency))),
    ].toSorted(byDate)
}

/** The latest first. Ids grow with time. */
function byDate(one: CostRow, other: CostRow): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1
  return one.id < other.id ? 1 : -1
}

function expenseRow(
  { expense, amounts }: CountedExpense,
  group: CostsGroup,
  currency: string,
  { kept = nothing, isOneHousehold = false }: RowOptions,
): CostRow {
  const { total, counted, owed } = amounts
  const own = [...owed].filter(([id]) => group.own.has(id))
  const ownShare = own.reduce((sum, [, amount]) => sum + amount, 0)
  const people = [...expense.payers, ...expense.shares].map(({ person_id }) => person_id)
  const category = categoryNames[expense.category]()
  const title = expenseTitle(expense)
  const who = paidBy(expense, group)
  return {
    id: expense.id,
    kind: 'expense',
    date: expense.date,
    title,
    who,
    amount: formatMoney(expense.kind === 'refund' ? -total : total, expense.currency, currency),
    counted: countedText(counted, expense, currency),
    own:
      counted === undefined
        ? m.costs_not_counted()
        : isOneHousehold
          ? ''
          : ownText({ count: own.length, share: ownShare, kind: expense.kind }, group, currency),
    warnings: expenseWarnings({ expense, amounts }, currency, isOneHousehold),
    isOutdated: !isOneHousehold && hasChanged(expense, group) && !kept.has(expense.id),
    notes: expense.receipts.length > 0 ? [m.costs_receipts({ count: expense.receipts.length })] : [],
    isMine: group.own.has(expense.added_by) || people.some((id) => group.own.has(id)),
    text: [
      title,
      category,
      expense.note,
      ...expense.payers.map(({ person_id }) => group.nameOf(person_id)),
      ...amountTexts(total, expense.currency, currency),
    ].join(' '),
  }
}

function countedText(counted: number | undefined, { currency: own }: { currency: string }, currency: string): string {
  return counted === undefined || own === currency
    ? ''
    : m.costs_counted_as({ amount: formatMoney(counted, currency, currency) })
}

interface OwnShare extends Pick<Expense, 'kind'> {
  /** How many people of the household share the expense. */
  count: number
  share: number
}

function ownText({ count, share, kind }: OwnShare, group: Pick<CostsGroup, 'own'>, currency: string): string {
  if (count === 0) return m.costs_not_yours()
  const amount = formatMoney(kind === 'refund' ? -share : share, currency, currency)
  return m.costs_your_share({ whose: whoseCosts(group), amount })
}

/** An amount as it is shown and as people type it: '€1,200.00', '1200.00'. */
const amountTexts = (amount: number, currency: string, tripCurrency: string) => [
  formatMoney(amount, currency, tripCurrency),
  moneyText(amount, currency),
]

function expenseWarnings({ expense, amounts }: CountedExpense, currency: string, isOneHousehold: boolean): string[] {
  const { unassigned, excess, counted } = amounts
  return [
    uncountedWords({ entry: expense, counted }, currency),
    ...(unassigned > 0 && !isOneHousehold
      ? [m.costs_unassigned({ amount: formatMoney(unassigned, expense.currency, currency) })]
      : []),
    ...(excess > 0 ? [m.costs_excess({ amount: formatMoney(excess, expense.currency, currency) })] : []),
  ].filter(Boolean)
}

export interface MaybeCounted {
  entry: Foreign
  /** In the trip's currency; undefined if it counts nowhere. */
  counted: number | undefined
}

/** Why an entry counts nowhere; '' if it counts. */
export function uncountedWords({ entry, counted }: MaybeCounted, tripCurrency: string): string {
  if (counted !== undefined) return ''
  const other = otherCurrencyOf(entry.rate, tripCurrency)
  if (other) return m.costs_needs_other_rate({ trip: tripCurrency, other })
  return rateIn(entry.rate, tripCurrency) === '' ? m.costs_needs_rate() : m.costs_too_large()
}

function paymentRow({ payment, counted, answer }: CountedPayment, group: CostsGroup, currency: string): CostRow {
  const { from, to, amount } = payment
  const title = paymentTitle(payment, group)
  return {
    id: payment.id,
    kind: 'payment',
    date: payment.date,
    title,
    who: answerText(payment, answer, group),
    amount: formatMoney(amount, payment.currency, currency),
    counted: countedText(counted, payment, currency),
    own: '',
    warnings: [
      ...[uncountedWords({ entry: payment, counted }, currency)].filter(Boolean),
      ...(answer === 'not_received' ? [m.costs_not_counted()] : []),
    ],
    isOutdated: false,
    notes: [],
    isMine: [from, to, payment.added_by].some((id) => group.own.has(id)),
    text: [title, m.costs_payment(), payment.note, ...amountTexts(amount, payment.currency, currency)].join(' '),
  }
}

/** 'Ben paid you'. */
export const paymentTitle = ({ from, to }: Pick<Payment, 'from' | 'to'>, group: Pick<CostsGroup, 'me' | 'nameOf'>) =>
  m.costs_payment_title({ from: group.nameOf(from), to: nameInside(to, group) })

/** Within a sentence: 'you'. */
export const nameInside = (personId: string, { me, nameOf }: Pick<CostsGroup, 'me' | 'nameOf'>): string =>
  personId === me ? m.shopping_you_in_sentence() : nameOf(personId)

/** Whether the person it went to has received a payment. */
export function answerText({ to }: Payment, answer: Payment['answer'], group: CostsGroup): string {
  if (answer === 'received') return m.costs_payment_received()
  const who = to === group.me ? 'me' : 'other'
  const name = group.nameOf(to)
  return answer === '' ? m.costs_payment_waits({ who, name }) : m.costs_payment_denied({ who, name })
}

export interface DayOfRows {
  date: OptionalLocalDate
  rows: CostRow[]
}

/**
 * The rows that a view shows, by date.
 * @param only the ids of the rows to choose from; undefined for all
 */
export function groupRows(
  rows: readonly CostRow[],
  { isMine, search, only }: { isMine: boolean; search: string; only?: ReadonlySet<string> | undefined },
): DayOfRows[] {
  const days: DayOfRows[] = []
  for (const row of rows) {
    if (only && !only.has(row.id)) continue
    if ((isMine && !row.isMine) || (search.trim() !== '' && !matchesSearch(row.text, search))) continue
    const last = days.at(-1)
    if (last && last.date === row.date) last.rows.push(row)
    else days.push({ date: row.date, rows: [row] })
  }
  return days
}

/** The expenses whose shares would be others as attendance is now, of those that somebody may change. */
export function listChanged(expenses: readonly Expense[], group: Attending & Pick<CostsGroup, 'canChange'>): Expense[] {
  return expenses.filter((expense) => group.canChange(expense) && hasChanged(expense, group))
}
