import { attendedShare, countTimes } from '#domain/costs/attendance.ts'
import { expenseAmounts } from '#domain/costs/expense-amounts.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { parseMoney } from '#domain/costs/parse-money.ts'
import { problemWords } from '#domain/costs/problem-words.ts'
import { equal } from '#domain/operations/json.ts'
import { type Expense, MAX_MONEY } from '#domain/plan/costs.ts'
import { listPersons } from '#domain/plan/people.ts'
import * as m from '#messages'
import { checkRate } from './check-rate.ts'
import type { CostsGroup } from './costs-group.ts'
import { type Amounts, type ExpenseForm, expenseOf, listSharing, parseWeight } from './expense-form.ts'

/* Reads what is typed in the dialog of an expense, and says what is wrong with it. */

/** What is wrong, by field; fields with a text for each person have problems by person. */
export interface Problems {
  amount?: string
  rate?: string
  /** Who paid, as a whole. */
  payers?: string
  /** For whom it is. */
  chosen?: string
  /** How it is shared, as a whole. */
  sharing?: string
  paid: Readonly<Record<string, string>>
  weights: Readonly<Record<string, string>>
  exact: Readonly<Record<string, string>>
}

export interface CheckedExpense {
  /** As far as what is typed can be read. */
  expense: Expense
  problems: Problems
  isValid: boolean
  /** Of exact amounts, in minor units: what is not assigned yet. */
  left: number
  /** The same: by how much they exceed the total. */
  excess: number
}

export function checkExpense(
  form: ExpenseForm,
  before: Expense,
  group: CostsGroup,
  tripCurrency: string,
): CheckedExpense {
  const sharers = listSharing(form, group)
  const paid = form.isByMany
    ? readEach(Object.keys(form.paid), form.paid, form.currency)
    : readEach([form.payer], { [form.payer]: form.amount }, form.currency, true)
  const exact = readEach(form.split === 'amounts' ? sharers : [], form.exact, form.currency)
  const weights = readWeights(form.split === 'weights' ? sharers : [], form.weights)
  const amounts: Amounts = { paid: paid.values, exact: exact.values, weights: weights.values }
  const rate = checkRate(form, before, tripCurrency)
  const expense = expenseOf({ ...form, rate: rate.rate }, amounts, before, group)
  const { total, excess, unassigned } = expenseAmounts({ ...expense, rate: '' }, form.currency)
  const amount = form.isByMany ? undefined : paid.problems[form.payer]
  const payers = form.isByMany ? payersProblem(paid, total, form.currency) : undefined
  const sharing = sharingProblem(form, { sharers, excess: total > 0 ? excess : 0, weights: weights.values }, group)
  const problems: Problems = {
    ...(amount && { amount }),
    ...(rate.problem && { rate: rate.problem }),
    ...(payers && { payers }),
    ...(sharers.length === 0 && { chosen: m.costs_sharers_missing() }),
    ...(sharing && { sharing }),
    paid: form.isByMany ? paid.problems : {},
    weights: weights.problems,
    exact: exact.problems,
  }
  const { paid: atPayers, weights: atWeights, exact: atExact, ...single } = problems
  const isValid = [single, atPayers, atWeights, atExact].every((found) => Object.keys(found).length === 0)
  return { expense, problems, isValid, left: unassigned, excess: total > 0 ? excess : 0 }
}

interface Read {
  values: Map<string, number>
  problems: Record<string, string>
}

/** @param isNeeded whether nothing and 0 are problems */
function readEach(
  ids: readonly string[],
  texts: Readonly<Record<string, string>>,
  currency: string,
  isNeeded = false,
): Read {
  const values = new Map<string, number>()
  const problems: Record<string, string> = {}
  for (const id of ids) {
    const read = parseMoney(texts[id] ?? '', currency)
    if ('amount' in read) values.set(id, read.amount)
    else if (isNeeded || (read.problem !== 'empty' && read.problem !== 'zero'))
      problems[id] = problemWords(read.problem, currency, texts[id])
  }
  return { values, problems }
}

function readWeights(ids: readonly string[], texts: Readonly<Record<string, string>>): Read {
  const values = new Map<string, number>()
  const problems: Record<string, string> = {}
  for (const id of ids) {
    const weight = parseWeight(texts[id] ?? '')
    if (weight === undefined) problems[id] = m.costs_weight_wrong()
    else values.set(id, weight)
  }
  return { values, problems }
}

function payersProblem({ values, problems }: Read, total: number, currency: string): string | undefined {
  if (Object.keys(problems).length > 0) return undefined
  if (total > MAX_MONEY) return problemWords('too_large', currency)
  return values.size === 0 ? m.costs_payers_missing() : undefined
}

interface Shared {
  sharers: readonly string[]
  excess: number
  weights: ReadonlyMap<string, number>
}

function sharingProblem(
  form: ExpenseForm,
  { sharers, excess, weights }: Shared,
  group: CostsGroup,
): string | undefined {
  if (sharers.length === 0) return undefined
  if (form.split === 'amounts' && excess > 0)
    return m.costs_exact_excess({ amount: formatMoney(excess, form.currency, group.currency) })
  if (form.split === 'weights' && weights.size > 0 && [...weights.values()].every((weight) => weight === 0))
    return m.costs_weights_zero()
  if (form.split !== 'nights' && form.split !== 'meals') return undefined
  if (countTimes(form, group.days) === 0) return m.costs_no_times({ split: form.split })
  const persons = new Map(listPersons(group.people).map((person) => [person.id, person]))
  const isThere = sharers.some((id) => {
    const person = persons.get(id)
    return !person || attendedShare(person, form, group).weight > 0
  })
  return isThere ? undefined : m.costs_nobody_there({ split: form.split })
}

/** Whether something was changed since the dialog opened. */
export const isChanged = (form: ExpenseForm, initial: ExpenseForm): boolean => !equal(form, initial)
