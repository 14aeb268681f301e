import * as m from '#messages'
import type { OptionalLocalDate } from '../local-date.ts'
import type { Costs, Expense } from '../plan/costs.ts'
import { dateOfDay, type TripDates } from '../trip-days.ts'
import { type CountedExpense, type CountedPayment, countCosts, type TripCosts } from './balances.ts'
import type { Foreign } from './convert.ts'
import { type Cell, writeCsv } from './csv-rows.ts'
import { moneyText } from './parse-money.ts'
import { otherCurrencyOf, rateIn } from './rate-text.ts'

/*
 * All expenses and payments as a table for a spreadsheet. Amounts in the trip's currency are signed: adding up a
 * person's column gives what the trip cost them. Below it, everybody's balance: what they paid, less their share and
 * what nobody shares yet, plus what they paid others.
 */

export interface CsvOptions {
  nameOf: (personId: string) => string
  /** For expenses that have a day instead of a date. */
  dates: TripDates
}

interface Row {
  date: OptionalLocalDate
  /** The cells before and after those of each person. */
  before: Cell[]
  amounts: ReadonlyMap<string, number>
  unassigned: number
  after: Cell[]
}

export function costsToCsv(costs: Costs, options: CsvOptions): string {
  const counted = countCosts(costs)
  const { expenses, payments } = counted
  const rows = [
    ...expenses.map((counted) => expenseRow(counted, costs.currency, options)),
    ...payments.map((counted) => paymentRow(counted, costs.currency, options)),
  ].toSorted((one, other) => compareDates(one.date, other.date))
  const inRows = new Set(rows.flatMap(({ amounts }) => [...amounts.keys()]))
  const ids = new Set([...counted.people.keys(), ...inRows])
  const named = nameColumns(ids, options.nameOf)
  const people = named.filter(({ id }) => inRows.has(id))
  const inTripCurrency = (amount: number | undefined): Cell =>
    amount === undefined ? '' : { number: moneyText(amount, costs.currency) }
  const cellsOf = ({ before, amounts, unassigned, after }: Row) => [
    ...before,
    ...people.map(({ id }) => inTripCurrency(amounts.get(id))),
    inTripCurrency(unassigned === 0 ? undefined : unassigned),
    ...after,
  ]
  return writeCsv([
    headings(
      costs.currency,
      people.map(({ name }) => name),
    ),
    ...rows.map(cellsOf),
    ...balanceRows(counted, named, costs.currency),
  ])
}

/** A table of its own, below an empty row. Its columns are none in which people add up amounts of the other one. */
function balanceRows({ payments, people }: TripCosts, named: readonly Column[], currency: string): Cell[][] {
  const paidOthers = new Map<string, number>()
  const add = (id: string, amount: number) => paidOthers.set(id, (paidOthers.get(id) ?? 0) + amount)
  for (const { payment, counted = 0, answer } of payments) {
    if (answer === 'not_received' || payment.from === '' || payment.to === '') continue
    add(payment.from, counted)
    add(payment.to, -counted)
  }
  const rowOf = ({ id, name }: Column): Cell[] => {
    const { paid, share, balance } = people.get(id) ?? { paid: 0, share: 0, balance: 0 }
    const others = paidOthers.get(id) ?? 0
    const amounts = [paid, share, paid - share + others - balance, others, balance]
    return [name, ...amounts.map((amount) => ({ number: moneyText(amount, currency) }))]
  }
  if (named.length === 0) return []
  return [[''], balanceHeadings(currency), ...named.map(rowOf)]
}

function balanceHeadings(currency: string): string[] {
  return [
    m.costs_csv_balances(),
    m.costs_csv_paid({ currency }),
    m.costs_csv_share({ currency }),
    m.costs_csv_not_assigned({ currency }),
    m.costs_csv_payments({ currency }),
    m.costs_csv_balance({ currency }),
  ]
}

function headings(currency: string, names: string[]): string[] {
  return [
    m.costs_csv_date(),
    m.costs_csv_what(),
    m.costs_csv_category(),
    m.costs_csv_kind(),
    m.costs_csv_amount(),
    m.costs_csv_currency(),
    m.costs_csv_rate(),
    m.costs_csv_amount_in({ currency }),
    m.costs_csv_paid_by(),
    m.costs_csv_for_whom(),
    ...names.map((name) => m.costs_csv_share_of({ name, currency })),
    m.costs_csv_not_assigned({ currency }),
    m.costs_csv_note(),
    m.costs_csv_added_by(),
  ]
}

function expenseRow({ expense, amounts }: CountedExpense, tripCurrency: string, { nameOf, dates }: CsvOptions): Row {
  const sign = expense.kind === 'refund' ? -1 : 1
  const { currency, rate, payers, shares } = expense
  const date = dateOf(expense, dates)
  const owed = [...amounts.owed].map(([id, amount]) => [id, sign * amount] as const)
  const unassigned = (amounts.counted ?? 0) - owed.reduce((sum, [, amount]) => sum + sign * amount, 0)
  return {
    date,
    before: [
      date,
      expense.name,
      m.costs_csv_category_name({ category: expense.category }),
      m.costs_csv_kind_name({ kind: expense.kind }),
      { number: moneyText(amounts.total, currency) },
      currency,
      rateCell({ currency, rate }, tripCurrency),
      amounts.counted === undefined ? '' : { number: moneyText(sign * amounts.counted, tripCurrency) },
      payers.map(({ person_id, amount }) => `${nameOf(person_id)} ${moneyText(amount, currency)}`).join('; '),
      [...new Set(shares.map(({ person_id }) => person_id))].map(nameOf).filter(Boolean).join('; '),
    ],
    amounts: new Map(owed),
    unassigned: sign * unassigned,
    after: [expense.note, nameOf(expense.added_by)],
  }
}

function paymentRow({ payment, counted, answer }: CountedPayment, tripCurrency: string, { nameOf }: CsvOptions): Row {
  const { amount, currency, date, from, to, rate, note, added_by } = payment
  return {
    date,
    before: [
      date,
      m.costs_csv_payment({ answer: answer || 'none' }),
      '',
      m.costs_csv_kind_name({ kind: 'payment' }),
      { number: moneyText(amount, currency) },
      currency,
      rateCell({ currency, rate }, tripCurrency),
      counted === undefined ? '' : { number: moneyText(counted, tripCurrency) },
      `${nameOf(from)} ${moneyText(amount, currency)}`,
      nameOf(to),
    ],
    // A payment costs nobody anything.
    amounts: new Map(),
    unassigned: 0,
    after: [note, nameOf(added_by)],
  }
}

/** A rate that does not count, because it is in another currency, is a text. An amount in the trip's needs none. */
function rateCell({ currency, rate }: Foreign, tripCurrency: string): Cell {
  if (currency === tripCurrency) return ''
  return otherCurrencyOf(rate, tripCurrency) ? rate : { number: rateIn(rate, tripCurrency) }
}

function dateOf({ date, day }: Expense, dates: TripDates): OptionalLocalDate {
  return date || (day > 0 && dateOfDay(dates, day)) || ''
}

/** The earliest first, those without a date last. */
function compareDates(one: OptionalLocalDate, other: OptionalLocalDate): number {
  if (one === other) return 0
  return one === '' || (other !== '' && one > other) ? 1 : -1
}

interface Column {
  id: string
  name: string
}

/** A column for each person, by name. People who have the same name are numbered. */
function nameColumns(ids: ReadonlySet<string>, nameOf: CsvOptions['nameOf']): Column[] {
  const times = new Map<string, number>()
  return [...ids]
    .map((id) => ({ id, name: nameOf(id) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-CA') || (one.id < other.id ? -1 : 1))
    .map(({ id, name }) => {
      const number = (times.get(name) ?? 0) + 1
      times.set(name, number)
      return { id, name: number === 1 ? name : m.costs_csv_same_name({ name, number }) }
    })
}
