import * as z from 'zod/mini'
import * as m from '#messages'
import { isIban } from '../costs/iban.ts'
import { isPaymentLink, MAX_PAYMENT_LINK } from '../costs/payment-link.ts'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { contributionList } from '../list-kinds.ts'
import { type OptionalLocalDate, optionalLocalDate } from '../local-date.ts'
import { choice, firstChoice, refusing } from '../operations/form.ts'
import { freeText, isBlank, longText, textLength } from '../text.ts'
import { MAX_DAYS } from './day-number.ts'
import { type MealType, mealTypes } from './day-parts.ts'
import { MAX_PERSON_NAME } from './people.ts'
import { idFromPerson, personId, personRef } from './person-ref.ts'
import { defineSection } from './section.ts'

/*
 * What people paid for the group, and what they paid each other. Who owes whom is computed (domain/costs/).
 */

export const MAX_EXPENSE_NAME = 200
export const MAX_COST_NOTE = 1000
export const MAX_RECEIPT_NAME = 200
export const MAX_ACCOUNT_NAME = 70
export const MAX_PAYEE_NOTE = 500
export const MAX_FEE_NAME = 200
/** In minor units. Sums of 5,000 of them are exact numbers in JavaScript. */
export const MAX_MONEY = 100_000_000_000
/** In thousandths. */
export const MAX_WEIGHT = 1_000_000

export const expenseCategories = ['food', 'lodging', 'transport', 'fees', 'activities', 'gear', 'other'] as const
export type ExpenseCategory = (typeof expenseCategories)[number]

/**
 * How an expense is shared. `nights` and `meals`: the weights are how many of them each person attends, as it was when
 * the expense was saved.
 */
export const splits = ['equally', 'weights', 'amounts', 'nights', 'meals'] as const
export type Split = (typeof splits)[number]

/** An ISO 4217 code: 'EUR'. */
const currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'Not a currency'))
/** An amount of money in minor units: cents of a euro, yen. */
const money = z.int().check(z.nonnegative(), z.maximum(MAX_MONEY))
/**
 * How much one unit of another currency costs: '1.0834 EUR'. It counts while that is the trip's currency; without a
 * code, as rates were once stored, it is in the trip's currency. '' for none; a rate of 0 would make money worthless.
 */
const rate = refusing(
  z.union([z.literal(''), z.string().check(z.regex(/^\d{1,7}(\.\d{1,10})?( [A-Z]{3})?$/, 'Not a rate'))]),
  (text) => /^[0.]+( |$)/.test(text),
)
const note = longText(MAX_COST_NOTE)

/** Entries of people who were merged keep their ids, so both amounts stay. */
const onePerPerson = (list: string) =>
  idFromPerson<{ person_id: string }>(({ person_id }) => derivedId(`costs/${list}/${person_id}`))

/** What somebody paid of an expense, or got of a refund. */
export const payer = z.strictObject({ id: onePerPerson('payers'), person_id: personRef, amount: money })
export interface Payer {
  id: string
  person_id: string
  amount: number
}

/** What somebody has to pay of an expense. */
export const share = z.strictObject({
  id: onePerPerson('shares'),
  person_id: personRef,
  /** In thousandths; 1000 if all pay the same. Not used if people pay exact amounts. */
  weight: z.int().check(z.nonnegative(), z.maximum(MAX_WEIGHT)),
  /** If people pay exact amounts; otherwise 0. */
  amount: money,
})
export interface Share {
  id: string
  person_id: string
  weight: number
  amount: number
}

/** A photo or PDF, which the server stores under this id. */
export const receipt = z.strictObject({ id, file_name: freeText(MAX_RECEIPT_NAME) })
export type Receipt = z.infer<typeof receipt>

export const expense = z.strictObject({
  id,
  name: freeText(MAX_EXPENSE_NAME),
  /** `refund`: the group got money back. Those who got it owe it to those who share it. */
  kind: z.enum(['expense', 'refund']),
  category: z.enum(expenseCategories),
  date: choice(optionalLocalDate),
  /** The number of the day that it is for; 0 for the whole trip. */
  day: choice(z.int().check(z.nonnegative(), z.maximum(MAX_DAYS))),
  /** The meal of that day that it is for; '' for none. */
  meal: z.enum(['', ...mealTypes]),
  currency: choice(currency),
  rate,
  /** The amount of the expense is the sum of what they paid. */
  payers: contributionList<Payer>(payer),
  split: z.enum(splits),
  /** Whether it is for everyone who comes. Then the app offers to add people who come later. */
  is_for_all: z.boolean(),
  shares: contributionList<Share>(share),
  note,
  receipts: contributionList<Receipt>(receipt),
  /** Whose expense it is to change: see domain/access.ts. */
  added_by: personRef,
})
export interface Expense {
  id: string
  name: string
  kind: 'expense' | 'refund'
  category: ExpenseCategory
  date: OptionalLocalDate
  day: number
  meal: '' | MealType
  currency: string
  rate: string
  payers: Payer[]
  split: Split
  is_for_all: boolean
  shares: Share[]
  note: string
  receipts: Receipt[]
  added_by: string
}

/** What one person paid another. */
export const payment = z.strictObject({
  id,
  from: personRef,
  to: personRef,
  amount: refusing(money, (amount) => amount === 0),
  currency: choice(currency),
  rate,
  date: choice(optionalLocalDate),
  note,
  /** Whose payment it is to change. */
  added_by: personRef,
  /** Whether the person it went to has received it; '' if they have not said. */
  answer: z.enum(['', 'received', 'not_received']),
  /** The amount that the answer is about. If the amount is another one now, there is no answer. */
  answered_amount: choice(money),
  /** The fee that it pays; '' for none. Of a removed fee, it is a payment like any other. */
  fee: z._default(choice(z.union([z.literal(''), id])), ''),
})
export interface Payment {
  id: string
  from: string
  to: string
  amount: number
  currency: string
  rate: string
  date: OptionalLocalDate
  note: string
  added_by: string
  answer: '' | 'received' | 'not_received'
  answered_amount: number
  fee: string
}

/** How to pay a person. Only they themselves change it: anyone else could redirect the payments of all. */
export const payee = z.strictObject({
  id: personId,
  note: freeText(MAX_PAYEE_NOTE),
  link: z.string().check(
    textLength(0, MAX_PAYMENT_LINK),
    z.refine((text) => text === '' || isPaymentLink(text), 'Not an address with https'),
  ),
  iban: z.string().check(z.refine((text) => text === '' || isIban(text), 'Not an IBAN')),
  account_name: freeText(MAX_ACCOUNT_NAME),
  /** When they replaced what was there before; '' if this is what they said at first. */
  changed_on: choice(optionalLocalDate),
})
export interface Payee {
  id: string
  note: string
  link: string
  iban: string
  account_name: string
  changed_on: OptionalLocalDate
}

/** What everybody pays in advance, such as a deposit. Who has paid it is what payments say. */
export const fee = z.strictObject({
  id,
  name: freeText(MAX_FEE_NAME),
  /** What each adult and each child pays. */
  adult: money,
  child: money,
  currency: choice(currency),
  /** By when it is to be paid; '' for any time. */
  due: choice(optionalLocalDate),
  /** Who collects it. */
  to: personRef,
})
export interface Fee {
  id: string
  name: string
  adult: number
  child: number
  currency: string
  due: OptionalLocalDate
  to: string
}

/** Somebody who is no longer on the list of people, by the name that they had there. */
export const formerPerson = z.strictObject({ id: personId, name: freeText(MAX_PERSON_NAME) })
export type FormerPerson = z.infer<typeof formerPerson>

export interface Costs {
  /** The currency in which balances are computed; '' until the first expense sets it. */
  currency: string
  expenses: Expense[]
  payments: Payment[]
  /** The names of removed people whom entries name. The list counts for those who are on it again. */
  former: FormerPerson[]
  /** Not shown to readers. */
  payees: Payee[]
  fees: Fee[]
}

export const costs = defineSection<Costs>({
  schema: z.strictObject({
    currency: firstChoice(z.union([z.literal(''), currency])),
    expenses: contributionList<Expense>(expense),
    payments: contributionList<Payment>(payment),
    former: z._default(contributionList<FormerPerson>(formerPerson), []),
    payees: z._default(contributionList<Payee>(payee), []),
    fees: z._default(itemList<Fee>(fee), []),
  }),
  empty: { currency: '', expenses: [], payments: [], former: [], payees: [], fees: [] },
  failures: () => ({ load: m.plan_costs_load_failed(), save: m.plan_costs_save_failed() }),
  // Money is nobody's business but the group's.
  readers: () => ({ currency: '', expenses: [], payments: [], former: [], payees: [], fees: [] }),
  copied: undefined,
})

export function newPayer(personId: string, amount: number): Payer {
  return { id: derivedId(`costs/payers/${personId}`), person_id: personId, amount }
}

/** @param weight in thousandths */
export function newShare(personId: string, { weight = 1000, amount = 0 }: Partial<Share> = {}): Share {
  return { id: derivedId(`costs/shares/${personId}`), person_id: personId, weight, amount }
}

/** An expense that nobody has paid or shares yet. */
export function newExpense(expenseId: string, currencyCode: string, addedBy: string): Expense {
  return {
    id: expenseId,
    name: '',
    kind: 'expense',
    category: 'other',
    date: '',
    day: 0,
    meal: '',
    currency: currencyCode,
    rate: '',
    payers: [],
    split: 'equally',
    is_for_all: true,
    shares: [],
    note: '',
    receipts: [],
    added_by: addedBy,
  }
}

export function newPayment(
  paymentId: string,
  { from, to, amount, currency: code }: Pick<Payment, 'from' | 'to' | 'amount' | 'currency'>,
  addedBy: string,
): Payment {
  return {
    id: paymentId,
    from,
    to,
    amount,
    currency: code,
    rate: '',
    date: '',
    note: '',
    added_by: addedBy,
    answer: '',
    answered_amount: 0,
    fee: '',
  }
}

export const newPayee = (personId: string): Payee => ({
  id: personId,
  note: '',
  link: '',
  iban: '',
  account_name: '',
  changed_on: '',
})

/** Whether it says how to pay somebody. The name on an account is not enough. */
export const hasDetails = ({ note, link, iban }: Pick<Payee, 'note' | 'link' | 'iban'>): boolean =>
  !isBlank(note) || link !== '' || iban !== ''

/** A fee without amounts. */
export const newFee = (feeId: string, currencyCode: string, to: string): Fee => ({
  id: feeId,
  name: '',
  adult: 0,
  child: 0,
  currency: currencyCode,
  due: '',
  to,
})
