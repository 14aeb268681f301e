import type { Costs, Expense, Payment } from '../plan/costs.ts'
import type { Party } from '../plan/people.ts'
import { answerTo } from './answer-to.ts'
import { convert } from './convert.ts'
import { type ExpenseAmounts, expenseAmounts } from './expense-amounts.ts'

/*
 * Who is owed and who owes, over all expenses and payments of a trip, in its currency.
 * Invariants: all balances add up to 0, to the smallest unit. Nothing depends on the order of entries or people.
 */

export interface CountedExpense {
  expense: Expense
  amounts: ExpenseAmounts
}

export interface CountedPayment {
  payment: Payment
  /** In the trip's currency; undefined if there is no rate in it. */
  counted: number | undefined
  /** Whether the person it went to has confirmed this amount, or said that it did not arrive. Otherwise ''. */
  answer: Payment['answer']
}

/** What one person paid and owes, in minor units of the trip's currency. */
export interface PersonCosts {
  /** For expenses, less what they got as refunds. */
  paid: number
  /** Their share of all expenses, less their share of refunds: what the trip cost them. */
  share: number
  /** What they are owed; negative if they owe. */
  balance: number
}

export interface TripCosts {
  expenses: CountedExpense[]
  payments: CountedPayment[]
  /** By person. Only people whom an entry names. */
  people: ReadonlyMap<string, PersonCosts>
  /** What all expenses cost, less refunds. */
  total: number
}

/** How many expenses are added up at once: an edit of one of them adds up these again, and then all groups. */
const GROUP = 32

/** A group's sums, by its first expense. Expenses are immutable, so those of an unchanged group are still right. */
const sumsOfGroups = new WeakMap<Expense, GroupSums>()

interface GroupSums {
  counted: CountedExpense[]
  people: ReadonlyMap<string, PersonCosts>
  total: number
}

export function countCosts({ currency, expenses, payments }: Costs): TripCosts {
  const people = new Map<string, PersonCosts>()
  const counted: CountedExpense[] = []
  let total = 0
  for (let start = 0; start < expenses.length; start += GROUP) {
    const group = sumGroup(expenses.slice(start, start + GROUP), currency)
    counted.push(...group.counted)
    total += group.total
    for (const [id, sums] of group.people) {
      const person = sumsOf(people, id)
      person.paid += sums.paid
      person.share += sums.share
      person.balance += sums.balance
    }
  }
  return { expenses: counted, payments: countPayments(payments, currency, people), people, total }
}

function sumGroup(expenses: Expense[], currency: string): GroupSums {
  const counted = expenses.map((expense) => ({ expense, amounts: expenseAmounts(expense, currency) }))
  const [first] = expenses
  const stored = first && sumsOfGroups.get(first)
  if (stored && isSame(stored.counted, counted)) return stored
  const people = new Map<string, PersonCosts>()
  let total = 0
  for (const { expense, amounts } of counted) {
    const sign = expense.kind === 'refund' ? -1 : 1
    total += sign * (amounts.counted ?? 0)
    for (const [id, amount] of amounts.paid) sumsOf(people, id).paid += sign * amount
    for (const [id, amount] of amounts.owed) {
      const person = sumsOf(people, id)
      person.share += sign * amount
      person.balance -= sign * amount
    }
    for (const [id, amount] of amounts.credit) sumsOf(people, id).balance += sign * amount
  }
  const sums = { counted, people, total }
  if (first) sumsOfGroups.set(first, sums)
  return sums
}

/** Amounts are computed once for each expense and currency, so their identity tells whether they are the same. */
function isSame(some: readonly CountedExpense[], others: readonly CountedExpense[]): boolean {
  return some.length === others.length && some.every(({ amounts }, index) => amounts === others[index]?.amounts)
}

function countPayments(
  payments: readonly Payment[],
  currency: string,
  people: Map<string, PersonCosts>,
): CountedPayment[] {
  return payments.map((payment) => {
    const counted = convert(payment.amount, payment, currency)
    const answer = answerTo(payment)
    const one = { payment, counted, answer }
    if (isCounted(one)) {
      sumsOf(people, payment.from).balance += one.counted
      sumsOf(people, payment.to).balance -= one.counted
    }
    return one
  })
}

/** A payment counts as soon as one side has noted it, unless the other denies it. */
export function isCounted(one: CountedPayment): one is CountedPayment & { counted: number } {
  const { payment, counted, answer } = one
  return counted !== undefined && answer !== 'not_received' && payment.from !== '' && payment.to !== ''
}

function sumsOf(people: Map<string, PersonCosts>, personId: string): PersonCosts {
  let sums = people.get(personId)
  if (!sums) {
    sums = { paid: 0, share: 0, balance: 0 }
    people.set(personId, sums)
  }
  return sums
}

/** People who settle together: a party, or one person who is not on the list any more. */
export interface Household extends PersonCosts {
  /** The party's id, or the person's. */
  id: string
  /** Those of them whom an entry names. */
  personIds: string[]
}

/** The costs by party, in the order of the ids. */
export function countByParty(people: TripCosts['people'], parties: readonly Party[]): Household[] {
  const partyOf = new Map(parties.flatMap(({ id, persons }) => persons.map((person) => [person.id, id] as const)))
  const households = new Map<string, Household>()
  for (const [personId, { paid, share, balance }] of people) {
    const id = partyOf.get(personId) ?? personId
    const known = households.get(id) ?? { id, personIds: [], paid: 0, share: 0, balance: 0 }
    households.set(id, {
      id,
      personIds: [...known.personIds, personId].toSorted(),
      paid: known.paid + paid,
      share: known.share + share,
      balance: known.balance + balance,
    })
  }
  return [...households.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
