import { countTimes, listSharers, proposeShares } from '#domain/costs/attendance.ts'
import { moneyText } from '#domain/costs/parse-money.ts'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import { equal } from '#domain/operations/json.ts'
import {
  type Expense,
  type ExpenseCategory,
  newPayer,
  newShare,
  type Payer,
  type Receipt,
  type Share,
  type Split,
} from '#domain/plan/costs.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import type { CostsGroup } from './costs-group.ts'
import { amountOf, byPerson, weightOf, withAmounts } from './entered-amounts.ts'
import { guessCategory } from './guess-category.ts'

/* What the dialog of an expense shows, and the expense that it means. */

/** Who shares an expense. */
export type Sharing = 'all' | 'some'

export interface ExpenseForm {
  /** As it is typed, like all amounts here. If several people paid: what it was before that. */
  amount: string
  currency: string
  name: string
  payer: string
  isByMany: boolean
  /** What each person paid, if several did. */
  paid: Readonly<Record<string, string>>
  /** Who of them paid what the others leave of `amount`; '' once that person's own amount is entered. */
  restOf: string
  sharing: Sharing
  chosen: readonly string[]
  /** Those who shared it and don't come any more. */
  former: readonly string[]
  /** How it was stored if everyone shared it; otherwise ''. */
  splitForAll: Split | ''
  split: Split
  /** By person; '' for 1. */
  weights: Readonly<Record<string, string>>
  exact: Readonly<Record<string, string>>
  date: OptionalLocalDate
  /** '' for the guess by the name. */
  category: ExpenseCategory | ''
  day: number
  meal: '' | MealType
  rate: string
  isRefund: boolean
  note: string
  receipts: Receipt[]
}

/** What the form shows of an expense. */
export function formOf(expense: Expense, group: CostsGroup): ExpenseForm {
  const paid = sumTexts(expense.payers, expense.currency)
  const [first] = expense.payers
  const isByMany = new Set(expense.payers.map(({ person_id }) => person_id)).size > 1
  const sharers = [...new Set(expense.shares.map(({ person_id }) => person_id))]
  return {
    amount: isByMany || !first ? '' : (paid[first.person_id] ?? ''),
    currency: expense.currency,
    name: expense.name,
    payer: first?.person_id ?? group.me,
    isByMany,
    paid,
    restOf: '',
    sharing: expense.is_for_all ? 'all' : 'some',
    chosen: expense.is_for_all ? [] : sharers,
    former: sharers.filter((id) => !listEveryone(group).includes(id)),
    splitForAll: expense.is_for_all ? expense.split : '',
    split: expense.split,
    weights: weightsOf(expense, group),
    exact: expense.split === 'amounts' ? sumTexts(expense.shares, expense.currency) : {},
    date: expense.date,
    category: expense.category,
    day: expense.day,
    meal: expense.meal,
    rate: expense.rate,
    isRefund: expense.kind === 'refund',
    note: expense.note,
    receipts: expense.receipts,
  }
}

/** Somebody who came to a trip after an expense by weight was saved does not share it until a weight is entered. */
function weightsOf({ shares, split }: Expense, group: CostsGroup): Record<string, string> {
  if (split !== 'weights') return Object.fromEntries(shares.map((share) => [share.person_id, weightText(share.weight)]))
  const late = listEveryone(group).map((id) => [id, '0'])
  return Object.fromEntries([
    ...late,
    ...[...byPerson(shares, weightOf)].map(([id, weight]) => [id, weightText(weight)]),
  ])
}

/** The form for a new expense. */
export function emptyForm(currency: string, date: OptionalLocalDate, group: CostsGroup): ExpenseForm {
  return {
    amount: '',
    currency,
    name: '',
    payer: group.me,
    isByMany: false,
    paid: {},
    restOf: '',
    sharing: 'all',
    chosen: [],
    former: [],
    splitForAll: '',
    split: 'equally',
    weights: {},
    exact: {},
    date,
    category: '',
    day: 0,
    meal: '',
    rate: '',
    isRefund: false,
    note: '',
    receipts: [],
  }
}

function sumTexts(entries: readonly { person_id: string; amount: number }[], currency: string): Record<string, string> {
  const sums: Record<string, number> = {}
  for (const { person_id, amount } of entries) sums[person_id] = (sums[person_id] ?? 0) + amount
  return Object.fromEntries(Object.entries(sums).map(([id, amount]) => [id, moneyText(amount, currency)]))
}

/** Everyone who comes. The current user may plan the trip without being on its list. */
export function listEveryone(group: CostsGroup): string[] {
  const coming = listSharers(group).map(({ id }) => id)
  const isListed = group.people.some(({ persons }) => persons.some(({ id }) => id === group.me))
  return isListed ? coming : [group.me, ...coming]
}

/** The people who share what the form describes, in the order of the list of people. */
export function listSharing(form: SharingForm, group: CostsGroup): string[] {
  const { sharing, chosen, former, split, splitForAll } = form
  const isInTrip = (id: string) => isListed(id, group)
  // Somebody who has left the trip still shares what they shared. Shared in another way, it is for those who come.
  const others =
    split === splitForAll
      ? [...former.filter((id) => !isInTrip(id)), ...listEntered(form)]
      : listEntered(form).filter(isInTrip)
  const ids = new Set(sharing === 'some' ? chosen : [...listEveryone(group), ...others])
  return [...group.everybody.filter((id) => ids.has(id)), ...[...ids].filter((id) => !group.everybody.includes(id))]
}

type SharingForm = Pick<ExpenseForm, 'sharing' | 'chosen' | 'former' | 'splitForAll' | 'split' | 'weights' | 'exact'>

/** Those for whom an amount or weight is entered. It stays theirs if they have declined since then. */
function listEntered({ split, weights, exact }: SharingForm): string[] {
  return Object.keys(split === 'amounts' ? exact : split === 'weights' ? weights : {})
}

function isListed(personId: string, { people }: CostsGroup): boolean {
  return people.some(({ persons }) => persons.some(({ id }) => id === personId))
}

/** A weight as it is typed: '1.5'. */
const weightText = (weight: number): string => String(weight / 1000)

/** In thousandths; undefined if the text is no weight. */
export function parseWeight(text: string): number | undefined {
  if (text.trim() === '') return 1000
  const [, whole = '', fraction = ''] = /^\s*(\d{0,3})(?:[.,](\d{0,3}))?\s*$/.exec(text) ?? []
  if (whole === '' && fraction === '') return undefined
  return Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
}

export interface Amounts {
  /** By person, in minor units. */
  paid: ReadonlyMap<string, number>
  /** Exact amounts, by person. */
  exact: ReadonlyMap<string, number>
  /** In thousandths, by person. */
  weights: ReadonlyMap<string, number>
}

/**
 * The expense that the form means.
 * @param before the expense as it was when the dialog opened
 */
export function expenseOf(form: ExpenseForm, amounts: Amounts, before: Expense, group: CostsGroup): Expense {
  const expense: Expense = {
    ...before,
    name: form.name === before.name ? before.name : form.name.trim(),
    kind: form.isRefund ? 'refund' : 'expense',
    category: form.category || guessCategory(form.name),
    date: form.date,
    day: form.day,
    meal: form.day !== 0 ? form.meal : before.day === 0 ? before.meal : '',
    currency: form.currency,
    rate: form.rate,
    payers: listPayers(form, amounts.paid, before.payers),
    split: form.split,
    is_for_all: form.sharing === 'all',
    note: form.note,
    receipts: form.receipts,
  }
  return { ...expense, shares: listShares(form, amounts, { before, expense }, group) }
}

function listPayers(
  { isByMany, payer, paid }: ExpenseForm,
  amounts: Amounts['paid'],
  before: readonly Payer[],
): Payer[] {
  const shown = isByMany ? Object.keys(paid) : [payer]
  return withAmounts(before, shown, {
    stored: byPerson(before, amountOf),
    entered: (id) => amounts.get(id) ?? 0,
    make: (id, amount) => (amount > 0 ? newPayer(id, amount) : undefined),
  })
}

/** As they were stored, so that nothing is moved; new ones are last. */
function inOrderOf<Entry extends { id: string }>(before: readonly Entry[], entries: Entry[]): Entry[] {
  const places = new Map(before.map(({ id }, at) => [id, at]))
  const placeOf = ({ id }: Entry) => places.get(id) ?? before.length
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other))
}

interface Change {
  before: Expense
  expense: Expense
}

function listShares(form: ExpenseForm, amounts: Amounts, { before, expense }: Change, group: CostsGroup): Share[] {
  const known = new Map(before.shares.map((share) => [share.person_id, share]))
  const sharers = listSharing(form, group)
  const shareOf = (personId: string) => known.get(personId) ?? newShare(personId)
  const isSameSplit = before.split === form.split
  if (form.split === 'amounts')
    return withAmounts(before.shares, sharers, {
      stored: isSameSplit ? byPerson(before.shares, amountOf) : new Map(),
      entered: (id) => amounts.exact.get(id) ?? 0,
      make: (id, amount) => (amount > 0 ? newShare(id, { amount }) : undefined),
    })
  if (form.split === 'weights')
    return withAmounts(before.shares, sharers, {
      stored: isSameSplit ? byPerson(before.shares, weightOf) : new Map(),
      entered: (id) => amounts.weights.get(id) ?? 1000,
      make: (id, weight) => (weight > 0 || known.has(id) ? newShare(id, { weight }) : undefined),
    })
  // Attendance may have changed since it was saved. That changes nothing by itself: it is offered.
  if (!needsNewShares(before, expense, sharers)) return before.shares
  // Nobody knows when people are there who are not on the list: they count for the whole time.
  const wholeTime = form.split === 'equally' ? 1000 : countTimes(expense, group.days) * 1000
  const shares = sharers.map((id) => ({ ...shareOf(id), weight: wholeTime, amount: 0 }))
  return inOrderOf(before.shares, proposeShares({ ...expense, is_for_all: false, shares }, group))
}

/** Whether somebody has changed who shares an expense, or how. */
function needsNewShares(before: Expense, after: Expense, sharers: readonly string[]): boolean {
  const isNew = before.shares.length === 0 && before.payers.length === 0
  if (isNew || !equal(basisOf(before), basisOf(after))) return true
  if (after.is_for_all) return false
  const were = [...new Set(before.shares.map(({ person_id }) => person_id))]
  return !equal(were.toSorted(), [...sharers].toSorted())
}

/** What attendance is counted by. The day of an expense that is shared equally changes no share. */
function basisOf({ split, day, meal, is_for_all }: Expense) {
  if (split === 'nights') return { split, is_for_all, day }
  return split === 'meals' ? { split, is_for_all, day, meal } : { split, is_for_all }
}
