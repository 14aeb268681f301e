import * as fc from 'fast-check'
import type { OptionalLocalDate } from '../../local-date.ts'
import {
  type Costs,
  type Expense,
  expenseCategories,
  type Fee,
  MAX_MONEY,
  MAX_WEIGHT,
  newExpense,
  newPayer,
  newPayment,
  newShare,
  type Payee,
  type Payment,
  splits,
} from '../../plan/costs.ts'

/*
 * Costs as people can make them in any order: with merged people, who have two entries, removed people, missing rates,
 * and exact amounts that are too much or too little.
 */

export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const people = [1, 2, 3, 4, 5, 6].map(idOf)

const anyPerson = fc.constantFrom('', ...people)
const anyAmount = fc.oneof(fc.nat(20), fc.nat(50_000), fc.nat(MAX_MONEY), fc.constantFrom(0, 1, MAX_MONEY))
const anyWeight = fc.oneof(fc.constantFrom(0, 500, 1000, 2000, MAX_WEIGHT), fc.nat(MAX_WEIGHT))
const anyMoney = fc.constantFrom(
  { currency: 'EUR', rate: '' },
  { currency: 'EUR', rate: '' },
  { currency: 'JPY', rate: '0.0062' },
  { currency: 'JPY', rate: '0.0062 EUR' },
  { currency: 'JPY', rate: '0.0068 USD' },
  { currency: 'KWD', rate: '3.0123456789' },
  { currency: 'CHF', rate: '' },
)
const anyDate = fc.constantFrom<OptionalLocalDate>('', ...(['2026-08-01', '2026-08-02'] as OptionalLocalDate[]))

export const anyExpense: fc.Arbitrary<Expense> = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom('expense' as const, 'expense' as const, 'refund' as const),
    category: fc.constantFrom(...expenseCategories),
    date: anyDate,
    money: anyMoney,
    split: fc.constantFrom(...splits),
    payers: fc.array(fc.tuple(anyPerson, anyAmount), { maxLength: 4 }),
    shares: fc.array(fc.tuple(anyPerson, anyWeight, anyAmount), { maxLength: 8 }),
  })
  .map(({ id, money, payers, shares, ...rest }) => ({
    ...newExpense(id, money.currency, ''),
    ...rest,
    rate: money.rate,
    payers: payers.map(([person, amount]) => newPayer(person, amount)),
    shares: shares.map(([person, weight, amount]) => newShare(person, { weight, amount })),
  }))

export const anyPayment: fc.Arbitrary<Payment> = fc
  .record({
    id: fc.uuid(),
    from: anyPerson,
    to: anyPerson,
    amount: anyAmount,
    money: anyMoney,
    answer: fc.constantFrom('' as const, 'received' as const, 'not_received' as const),
    isOfThisAmount: fc.boolean(),
  })
  .map(({ id, from, to, amount, money, answer, isOfThisAmount }) => ({
    ...newPayment(id, { from, to, amount, currency: money.currency }, ''),
    rate: money.rate,
    answer,
    answered_amount: isOfThisAmount ? amount : 1,
  }))

export const anyPayee: fc.Arbitrary<Payee> = fc.record({
  id: fc.constantFrom(...people),
  note: fc.constantFrom('', 'Cash is fine'),
  link: fc.constantFrom('', 'https://example.org/robin'),
  iban: fc.constantFrom('', 'DE89370400440532013000', 'NL91ABNA0417164300'),
  account_name: fc.constantFrom('', 'Robin Tester'),
  changed_on: anyDate,
})

const onePerPerson = (payees: Payee[]) => [...new Map(payees.map((payee) => [payee.id, payee])).values()]

export const anyFee: fc.Arbitrary<Fee> = fc.record({
  id: fc.uuid(),
  name: fc.constantFrom('', 'Deposit'),
  adult: anyAmount,
  child: anyAmount,
  currency: fc.constantFrom('EUR', 'JPY'),
  due: anyDate,
  to: anyPerson,
})

export const anyCosts: fc.Arbitrary<Costs> = fc.record({
  currency: fc.constant('EUR'),
  expenses: fc.array(anyExpense, { maxLength: 40, size: 'max' }),
  payments: fc.array(anyPayment, { maxLength: 6 }),
  former: fc.constant([]),
  payees: fc.array(anyPayee, { maxLength: 3 }).map(onePerPerson),
  fees: fc.array(anyFee, { maxLength: 3 }),
})

/** The same costs with every list in another order. */
export function shuffled(costs: Costs, order: (length: number) => number[]): Costs {
  const shuffle = <Entry>(entries: Entry[]) => order(entries.length).map((index) => entries[index] as Entry)
  return {
    ...costs,
    expenses: shuffle(costs.expenses).map((expense) => ({
      ...expense,
      payers: shuffle(expense.payers),
      shares: shuffle(expense.shares),
    })),
    payments: shuffle(costs.payments),
  }
}

/** Orders for `shuffled`, the same for the same seed. */
export function orderBy(seed: number): (length: number) => number[] {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  return (length) =>
    Array.from({ length }, (_, index) => ({ index, rank: next() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ index }) => index)
}

export const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0)
