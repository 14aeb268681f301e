import type { Expense, Share } from '../plan/costs.ts'
import { FORMER_PERSON } from '../plan/person-ref.ts'
import { convert } from './convert.ts'
import { distribute, type Part } from './distribute.ts'

/*
 * What an expense means for each person.
 * Invariants: what people owe is what payers get back, to the smallest unit. What is not assigned to anybody stays with
 *   those who paid it. A person who is listed twice, after two entries were merged, counts once; of deleted accounts,
 *   each entry counts.
 */

/** By the person's id, in minor units of the trip's currency. Nobody has a negative amount. */
export type Amounts = ReadonlyMap<string, number>

export interface ExpenseAmounts {
  /** In minor units of the expense's own currency. */
  total: number
  /** The part of the total that nobody shares yet. */
  unassigned: number
  /** By how much exact amounts exceed the total. They are reduced in proportion. */
  excess: number
  /** The total in the trip's currency; undefined if it has another one and no rate in it. Then nothing counts. */
  counted: number | undefined
  /** What each person paid. Of a refund: what they got. */
  paid: Amounts
  /** What each person owes. Of a refund: what they get. */
  owed: Amounts
  /** What is owed to each person who paid. Of a refund: what they owe. */
  credit: Amounts
}

/** By the expense, which is immutable, for the trip's currency that they were last computed in. */
const computed = new WeakMap<Expense, { tripCurrency: string; amounts: ExpenseAmounts }>()

/** @returns the same object as long as nothing changes */
export function expenseAmounts(expense: Expense, tripCurrency: string): ExpenseAmounts {
  const stored = computed.get(expense)
  if (stored?.tripCurrency === tripCurrency) return stored.amounts
  const amounts = computeAmounts(expense, tripCurrency)
  computed.set(expense, { tripCurrency, amounts })
  return amounts
}

function computeAmounts(expense: Expense, tripCurrency: string): ExpenseAmounts {
  const payers = sumByPerson(expense.payers, ({ amount }) => amount)
  const total = sum(payers)
  const parts = listParts(expense)
  const assigned = expense.split === 'amounts' ? sum(parts) : sum(parts) > 0 ? total : 0
  const unassigned = Math.max(0, total - assigned)
  const excess = Math.max(0, assigned - total)
  const rounded = { total, unassigned, excess }
  const counted = convert(total, expense, tripCurrency)
  if (counted === undefined) return { ...rounded, counted, paid: none, owed: none, credit: none }
  const rest = { key: '', weight: unassigned }
  const owed = divide(counted, expense.split === 'amounts' ? [...parts, rest] : parts, expense.id)
  owed.delete('')
  const owedInAll = [...owed.values()].reduce((all, amount) => all + amount, 0)
  return {
    ...rounded,
    counted,
    paid: divide(counted, payers, expense.id),
    owed,
    credit: divide(owedInAll, payers, expense.id),
  }
}

/** Whether somebody's share of an expense is not exact, because its amount does not divide evenly. */
export function isRounded(expense: Expense, { counted = 0, owed }: ExpenseAmounts): boolean {
  if (expense.split === 'amounts') return false
  const parts = listParts(expense)
  const all = sum(parts)
  return parts.some(({ key, weight }) => Math.abs((owed.get(key) ?? 0) - (counted * weight) / all) > 0.001)
}

const none: Amounts = new Map()

/** The weights, or exact amounts, by which people share an expense. */
function listParts({ split, shares }: Pick<Expense, 'split' | 'shares'>): Part[] {
  if (split === 'amounts') return sumByPerson(shares, ({ amount }) => amount)
  const weightOf = ({ weight }: Share) => (split === 'equally' ? 1 : weight)
  const weights = new Map<string, number>()
  for (const share of shares) {
    const { person_id } = share
    const [before, weight] = [weights.get(person_id) ?? 0, weightOf(share)]
    // Deleted accounts have one id, but each was a person of its own.
    if (person_id !== '')
      weights.set(person_id, person_id === FORMER_PERSON ? before + weight : Math.max(before, weight))
  }
  return [...weights].map(([key, weight]) => ({ key, weight }))
}

function sumByPerson<Entry extends { person_id: string }>(
  entries: readonly Entry[],
  amountOf: (entry: Entry) => number,
): Part[] {
  const sums = new Map<string, number>()
  for (const entry of entries)
    if (entry.person_id !== '') sums.set(entry.person_id, (sums.get(entry.person_id) ?? 0) + amountOf(entry))
  return [...sums].map(([key, weight]) => ({ key, weight }))
}

function divide(total: number, parts: readonly Part[], of: string): Map<string, number> {
  const amounts = distribute(total, parts, of)
  return new Map(parts.map(({ key }, index) => [key, amounts[index] ?? 0]))
}

function sum(parts: readonly Part[]): number {
  return parts.reduce((all, { weight }) => all + weight, 0)
}
