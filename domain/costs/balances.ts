import type { Costs, Expense, Payment } from '../plan/costs.ts'
import type { Party } from '../plan/people.ts'
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
  /** In the trip's currency; undefined if there is no rate for it. */
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

export function countCosts({ currency, expenses, payments }: Costs): TripCosts {
  const people = new Map<string, PersonCosts>()
  const add = (personId: string, change: Partial<PersonCosts>) => {
    if (personId === '') return
    const { paid, share, balance } = people.get(personId) ?? { paid: 0, share: 0, balance: 0 }
    people.set(personId, {
      paid: paid + (change.paid ?? 0),
      share: share + (change.share ?? 0),
      balance: balance + (change.balance ?? 0),
    })
  }
  let total = 0
  const countedExpenses = expenses.map((expense) => {
    const amounts = expenseAmounts(expense, currency)
    const sign = expense.kind === 'refund' ? -1 : 1
    total += sign * (amounts.counted ?? 0)
    for (const [id, amount] of amounts.paid) add(id, { paid: sign * amount })
    for (const [id, amount] of amounts.owed) add(id, { share: sign * amount, balance: -sign * amount })
    for (const [id, amount] of amounts.credit) add(id, { balance: sign * amount })
    return { expense, amounts }
  })
  const countedPayments = payments.map((payment) => {
    const counted = convert(payment.amount, payment, currency)
    const answer = answerTo(payment)
    // A payment counts as soon as one side has noted it, unless the other denies it.
    if (counted !== undefined && answer !== 'not_received' && payment.from !== '' && payment.to !== '') {
      add(payment.from, { balance: counted })
      add(payment.to, { balance: -counted })
    }
    return { payment, counted, answer }
  })
  return { expenses: countedExpenses, payments: countedPayments, people, total }
}

/** What the person it went to says about a payment's current amount. */
export function answerTo({ answer, answered_amount, amount }: Payment): Payment['answer'] {
  return answered_amount === amount ? answer : ''
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
