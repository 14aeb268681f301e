import { derivedId, isDerivedId } from '../derived-id.ts'
import { localDate, type OptionalLocalDate } from '../local-date.ts'
import {
  type Costs,
  type Expense,
  type ExpenseCategory,
  MAX_COST_NOTE,
  MAX_EXPENSE_NAME,
  newExpense,
  newPayer,
  newPayment,
  newShare,
  type Payment,
} from '../plan/costs.ts'
import { toSingleLine, withoutUnstorable } from '../text.ts'
import { type CsvRow, readCsv } from './csv-rows.ts'
import { distribute } from './distribute.ts'
import { moneyText, parseSignedMoney } from './parse-money.ts'
import { rateOf } from './rate-text.ts'
import { categoryOf, isHeading, isPayment, type SplitwiseProblem, type UnreadReason } from './splitwise-words.ts'

/*
 * Reads what Splitwise exports: a row per expense, and a column per person with what they paid less their share.
 * Invariants: each person's balance is the sum of their column, per currency. A row that cannot be read, or does not
 *   add up, is listed with its line.
 */

/** A row that is not imported. */
export interface UnreadRow {
  line: number
  /** What is in its cells, to recognize it by. */
  text: string
  reason: UnreadReason
  /** Whose column it is about, if the reason is `payer`. */
  column?: string
}

export interface SplitwiseRow {
  line: number
  /**
   * What the row says. The same in each export of a group, also after people joined it; of rows that say the same, each
   * has its own.
   */
  key: string
  kind: 'expense' | 'refund' | 'payment'
  date: OptionalLocalDate
  name: string
  category: ExpenseCategory
  currency: string
  amount: number
  /** By person, in the order of `people`. What they paid less their share is their cell in the file. */
  paid: number[]
  shares: number[]
  /** Whether several people may have paid. The file doesn't say how much, so their part of it is estimated. */
  isPaidByUnknown: boolean
}

export interface SplitwiseFile {
  /** The headings of the people's columns. Each is there once: a second 'Ana' is 'Ana 2'. */
  people: string[]
  rows: SplitwiseRow[]
  /** The currencies of the rows, the most frequent first. */
  currencies: string[]
  unread: UnreadRow[]
}

const SEPARATORS = [',', ';', '\t', '|']
/** Before the people's: date, description, category, cost, currency. */
const COLUMNS = 5
/** People times rows: more than files of 5 MB have. Only short rows below a wide heading exceed it. */
const MAX_CELLS = 2_500_000

export function readSplitwise(text: string): SplitwiseFile | { problem: SplitwiseProblem } {
  if (text.trim() === '') return { problem: 'empty' }
  const table = readTable(text)
  if (!table) return { problem: 'not_splitwise' }
  const { heading, rows } = table
  const names = withoutEmptyEnd(heading.cells)
  if (names.length <= COLUMNS) return { problem: 'not_splitwise' }
  const people = numberSameNames(names.slice(COLUMNS))
  if (people.length * rows.length > MAX_CELLS) return { problem: 'not_splitwise' }
  const read: SplitwiseRow[] = []
  const unread: UnreadRow[] = []
  for (const row of rows.filter((one) => !isTotal(one))) {
    const result = readRow(row, people)
    if (typeof result === 'string') unread.push({ line: row.line, text: textOf(row), reason: result })
    else read.push(result)
  }
  if (!isHeading(names) && read.length === 0) return { problem: 'not_splitwise' }
  if (read.length + unread.length === 0) return { problem: 'no_expenses' }
  return { people, rows: numberSameKeys(read), currencies: listCurrencies(read), unread }
}

interface Table {
  heading: CsvRow
  /** Those below the headings. */
  rows: CsvRow[]
}

/** The table in a file, which may begin with a note; undefined if no row has headings. */
function readTable(text: string): Table | undefined {
  const tables = SEPARATORS.flatMap((separator): Table[] => {
    const rows = readCsv(text, separator)
    const at = findHeadings(rows)
    const heading = rows[at]
    return heading ? [{ heading, rows: rows.slice(at + 1) }] : []
  })
  return tables.toSorted((one, other) => other.heading.cells.length - one.heading.cells.length)[0]
}

/**
 * Headings are in the language of the user. Unknown ones are the last wide row without amounts above the first row that
 * says when and how much.
 */
function findHeadings(rows: readonly CsvRow[]): number {
  const known = rows.findIndex(({ cells }) => isHeading(cells))
  if (known >= 0) return known
  const above = rows.slice(0, Math.max(0, rows.findIndex(isEntry)))
  return above.findLastIndex(({ cells }) => {
    const names = withoutEmptyEnd(cells).slice(COLUMNS)
    return names.length > 0 && !names.some(isAmount)
  })
}

const isAmount = (text: string): boolean => 'amount' in parseSignedMoney(text, '')

const isEntry = ({ cells: [date = '', , , , currency = ''] }: CsvRow): boolean =>
  dayOf(date.trim()) !== undefined && isCurrency(currency.trim().toUpperCase())

const dayOf = (text: string) => localDate.safeParse(text.replaceAll('/', '-').slice(0, 10)).data
const isCurrency = (code: string) => /^[A-Z]{3}$/.test(code)

function withoutEmptyEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

function numberSameNames(headings: readonly string[]): string[] {
  const taken = new Set<string>()
  // A name is numbered on from here, so that thousands of equal ones take no longer than different ones.
  const next = new Map<string, number>()
  return headings.map((heading) => {
    const name = heading.trim()
    let unique = name
    let number = next.get(name) ?? 2
    for (; taken.has(unique) || unique === ''; number++) unique = `${name} ${number}`.trim()
    next.set(name, number)
    taken.add(unique)
    return unique
  })
}

/** A row such as 'Total balance', which has balances, but no category and no cost. */
function isTotal({ cells: [, , category = '', cost = '', , ...balances] }: CsvRow): boolean {
  return category.trim() === '' && cost.trim() === '' && balances.some((balance) => balance.trim() !== '')
}

function textOf({ cells }: CsvRow): string {
  return cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(', ')
    .slice(0, 200)
}

function readRow({ line, cells }: CsvRow, people: readonly string[]): SplitwiseRow | UnreadReason {
  if (withoutEmptyEnd(cells).length > COLUMNS + people.length) return 'columns'
  const [date = '', name = '', category = '', cost = '', code = '', ...balances] = cells.map((cell) => cell.trim())
  const day = dayOf(date)
  const currency = code.toUpperCase()
  if (!day) return 'date'
  if (!isCurrency(currency)) return 'currency'
  const amounts = readAmounts([cost, ...people.map((_, index) => balances[index] || '0')], currency)
  if (!amounts) return 'amount'
  const [total = 0, ...nets] = amounts
  // Money that came back has a negative cost: everything is reversed.
  const sign = total < 0 ? -1 : 1
  const parts = divideRow(
    Math.abs(total),
    nets.map((net) => sign * net),
    `${line}/${name}`,
  )
  if (typeof parts === 'string') return parts
  const kind = sign < 0 ? 'refund' : isPayment(category) && isTransfer(total, nets) ? 'payment' : 'expense'
  const owners = people.flatMap((person, index) => (nets[index] ? [`${person} ${nets[index]}`] : [])).toSorted()
  const key = JSON.stringify([day, name, total, currency, ...owners])
  const what = { line, key, kind, date: day, name, category: categoryOf(category), currency } as const
  return { ...what, amount: Math.abs(total), ...parts }
}

/** Two coffees on one day are two entries. */
function numberSameKeys(rows: readonly SplitwiseRow[]): SplitwiseRow[] {
  const times = new Map<string, number>()
  return rows.map((row) => {
    const number = (times.get(row.key) ?? 0) + 1
    times.set(row.key, number)
    return { ...row, key: `${row.key} ${number}` }
  })
}

function readAmounts(texts: readonly string[], currency: string): number[] | undefined {
  const parsed = texts.map((text) => parseSignedMoney(text, currency))
  return parsed.every((one) => 'amount' in one) ? parsed.map(({ amount }) => amount) : undefined
}

/**
 * What each person paid, and their share. Those who are owed paid; of one person it is known how much.
 * @param nets what each paid less their share
 */
function divideRow(
  total: number,
  nets: readonly number[],
  of: string,
): Pick<SplitwiseRow, 'paid' | 'shares' | 'isPaidByUnknown'> | UnreadReason {
  const owed = nets.reduce((sum, net) => sum + Math.max(0, net), 0)
  const payers = nets.filter((net) => net > 0).length
  if (nets.reduce((sum, net) => sum + net, 0) !== 0 || owed > total) return 'sum'
  if (payers === 0) return 'nobody_owes'
  // What the payers paid for themselves.
  const own = distribute(
    total - owed,
    nets.map((net, index) => ({ key: String(index), weight: Math.max(0, net) })),
    of,
  )
  return {
    paid: nets.map((net, index) => Math.max(0, net) + (own[index] ?? 0)),
    shares: nets.map((net, index) => Math.max(0, -net) + (own[index] ?? 0)),
    isPaidByUnknown: payers > 1,
  }
}

/** Whether one person paid all of it to another. */
function isTransfer(total: number, nets: readonly number[]): boolean {
  return nets.filter((net) => net !== 0).length === 2 && nets.includes(total)
}

function listCurrencies(rows: readonly SplitwiseRow[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency } of rows) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].toSorted((one, other) => other[1] - one[1]).map(([currency]) => currency)
}

interface ToCostsOptions {
  /** The person of a column; several columns may be one person. What a column of nobody ('') owes is unassigned. */
  idOf: (columnName: string) => string
  addedBy: string
  /** The trip's. */
  currency: string
  /** The amount of the rate for each other currency of the file. Without one, its expenses do not count. */
  rateOf?: (currency: string) => string
}

/**
 * The file with the rows that can be added. Nobody could be owed what a column of nobody paid, so such rows are listed
 * as not read.
 */
export function withKnownPayers<File extends Pick<SplitwiseFile, 'people' | 'rows'>>(
  file: File,
  idOf: ToCostsOptions['idOf'],
): File & { withoutPayer: UnreadRow[] } {
  const isUnknown = file.people.map((column) => idOf(column) === '')
  const rows: SplitwiseRow[] = []
  const withoutPayer: UnreadRow[] = []
  for (const row of file.rows) {
    const column = file.people.find((_, index) => isUnknown[index] && (row.paid[index] ?? 0) > 0)
    if (column === undefined) rows.push(row)
    else {
      const text = [row.date, row.name, `${moneyText(row.amount, row.currency)} ${row.currency}`].filter(Boolean)
      withoutPayer.push({ line: row.line, text: text.join(', '), reason: 'payer', column })
    }
  }
  return { ...file, rows, withoutPayer }
}

/**
 * The id of a row's entry. With who adds it: a removed entry is still theirs, so nobody else could add the same again.
 */
const idOfRow = ({ key }: SplitwiseRow, addedBy: string) => derivedId(`costs/splitwise/${addedBy}/${key}`)

/** The rows that nobody has added to the costs yet. */
export function listMissing(
  rows: readonly SplitwiseRow[],
  { expenses, payments }: Pick<Costs, 'expenses' | 'payments'>,
): SplitwiseRow[] {
  const entries = [...expenses, ...payments].filter(({ id }) => isDerivedId(id))
  const ids = new Set(entries.map(({ id }) => id))
  const addedBy = [...new Set(entries.map(({ added_by }) => added_by))]
  return rows.filter((row) => !addedBy.some((personId) => ids.has(idOfRow(row, personId))))
}

/** The expenses and payments to add: see `withKnownPayers`. */
export function toCosts(
  file: Pick<SplitwiseFile, 'people' | 'rows'>,
  options: ToCostsOptions,
): { expenses: Expense[]; payments: Payment[] } {
  const { people, rows } = withKnownPayers(file, options.idOf)
  const ids = people.map(options.idOf)
  const rateFor = (currency: string) =>
    currency === options.currency ? '' : rateOf(options.rateOf?.(currency) ?? '', options.currency)
  return {
    expenses: rows
      .filter(({ kind }) => kind !== 'payment')
      .map((row) => ({ ...toExpense(row, ids, options), rate: rateFor(row.currency) })),
    payments: rows
      .filter(({ kind }) => kind === 'payment')
      .map((row) => ({ ...toPayment(row, ids, options), rate: rateFor(row.currency) })),
  }
}

function toExpense(row: SplitwiseRow, ids: string[], { addedBy }: ToCostsOptions): Expense {
  return {
    ...newExpense(idOfRow(row, addedBy), row.currency, addedBy),
    name: cut(toSingleLine(row.name), MAX_EXPENSE_NAME),
    kind: row.kind === 'refund' ? 'refund' : 'expense',
    category: row.category,
    date: row.date,
    payers: sumByPerson(ids, row.paid).map(([id, amount]) => newPayer(id, amount)),
    split: 'amounts',
    is_for_all: false,
    shares: sumByPerson(ids, row.shares).map(([id, amount]) => newShare(id, { amount })),
    note: row.name.length > MAX_EXPENSE_NAME ? cut(row.name, MAX_COST_NOTE) : '',
  }
}

function toPayment(row: SplitwiseRow, ids: string[], { addedBy }: ToCostsOptions): Payment {
  const idAt = (amounts: number[]) => ids[amounts.findIndex((amount) => amount > 0)] ?? ''
  const { amount, currency, date, name } = row
  const from = { from: idAt(row.paid), to: idAt(row.shares), amount, currency }
  return { ...newPayment(idOfRow(row, addedBy), from, addedBy), date, note: cut(name, MAX_COST_NOTE) }
}

function sumByPerson(ids: readonly string[], amounts: readonly number[]): [id: string, amount: number][] {
  const sums = new Map<string, number>()
  ids.forEach((id, index) => {
    const amount = amounts[index] ?? 0
    if (amount > 0) sums.set(id, (sums.get(id) ?? 0) + amount)
  })
  return [...sums]
}

const cut = (text: string, max: number) => withoutUnstorable(withoutUnstorable(text).slice(0, max))
