import { derivedId } from '../derived-id.ts'
import { groupBy } from '../group-by.ts'
import type { LocalDate } from '../local-date.ts'
import type { Costs, Fee, Payment } from '../plan/costs.ts'
import type { Party, Person } from '../plan/people.ts'
import { answerTo } from './answer-to.ts'
import { convert } from './convert.ts'

/*
 * Who has paid a fee, by household: a party, or one person where each settles for themselves.
 * Invariants: nothing of it is stored but the fee and its payments, so it follows who is coming. What was paid by
 *   somebody who isn't coming any more stays listed. The household that collects owes itself nothing. Money counts once
 *   it leaves the household: to the person who collects, or who did before.
 */

/**
 * `open`: nothing has been paid. `partly`: some of it. `waiting`: all of it, as the payer says. `paid`: all of it has
 * arrived. `unrated`: paid in another currency, and nobody said how much that is. `gone`: isn't coming any more.
 */
export type FeeState = 'open' | 'partly' | 'waiting' | 'paid' | 'unrated' | 'gone'

/** What one household pays of a fee, in minor units of the fee's currency. */
export interface HouseholdFee {
  /** The party's id, or the person's. */
  id: string
  /** Who most likely pays: the first adult who may come. */
  payer: string
  adults: number
  children: number
  /** What those pay who may come. */
  due: number
  /** What has arrived, and what nobody has confirmed yet, less what they got back. */
  paid: number
  waiting: number
  /** What is missing, and what was paid beyond what is due now. Nothing is missing while a payment has no rate. */
  rest: number
  excess: number
  state: FeeState
  /** Those that have not arrived, as the receiver says. They do not count. */
  denied: Payment[]
  /** Those in another currency that nobody has given a rate for. */
  unrated: Payment[]
  /** The payments that count. */
  payments: Payment[]
}

const mayCome = ({ coming }: Pick<Person, 'coming'>) => coming !== 'not_coming'

/**
 * What each household pays. Those who owe nothing and have paid nothing are left out.
 * @param households see `listHouseholds`; people of none pay for themselves
 */
export function listFee(
  fee: Fee,
  households: readonly Pick<Party, 'id' | 'persons'>[],
  { payments, currency }: Pick<Costs, 'payments' | 'currency'>,
): HouseholdFee[] {
  const ofFee = payments.filter((payment) => payment.fee === fee.id && payment.from !== '' && payment.to !== '')
  const householdOf = new Map(
    households.flatMap(({ id, persons }) => persons.map((person) => [person.id, id] as const)),
  )
  const idOf = (personId: string) => householdOf.get(personId) ?? personId
  const collector = idOf(fee.to)
  const given = ofFee.filter(({ from, to }) => idOf(from) !== collector && idOf(from) !== idOf(to))
  const returned = ofFee.filter(({ from, to }) => idOf(from) === collector && idOf(to) !== collector)
  const paying = households.filter(({ id }) => id !== collector)
  const others = new Set(given.map(({ from }) => from).filter((id) => !householdOf.has(id)))
  const all = [...paying, ...[...others].map((id) => ({ id, persons: [] }))]
  const [givenBy, returnedTo] = [groupBy(given, ({ from }) => idOf(from)), groupBy(returned, ({ to }) => idOf(to))]
  return all
    .map((household) => {
      const { id } = household
      const [ofIt, toIt] = [givenBy.get(id) ?? [], returnedTo.get(id) ?? []]
      return countHousehold(fee, household, { given: ofIt, returned: toIt, currency })
    })
    .filter(({ due, paid, waiting, denied, unrated }) => due + paid + waiting + denied.length + unrated.length > 0)
}

interface HouseholdPayments extends Pick<Costs, 'currency'> {
  given: Payment[]
  returned: Payment[]
}

function countHousehold(
  fee: Fee,
  { id, persons }: Pick<Party, 'id' | 'persons'>,
  { given, returned, currency }: HouseholdPayments,
): HouseholdFee {
  const coming = persons.filter(mayCome)
  const children = coming.filter(({ kind }) => kind === 'child').length
  const adults = coming.length - children
  const due = adults * fee.adult + children * fee.child
  const payments = given.filter(isNotDenied)
  const amountOf = (payment: Payment) => amountIn(payment, fee, currency) ?? 0
  const sumOf = (all: readonly Payment[]) => all.reduce((sum, payment) => sum + amountOf(payment), 0)
  const unconfirmed = sumOf(payments.filter((payment) => answerTo(payment) === ''))
  const settled = Math.max(0, sumOf(payments) - sumOf(returned.filter(isNotDenied)))
  const waiting = Math.min(unconfirmed, settled)
  const unrated = payments.filter((payment) => amountIn(payment, fee, currency) === undefined)
  const missing = Math.max(0, due - settled)
  return {
    id,
    payer: (coming.find(({ kind }) => kind === 'adult') ?? coming[0] ?? persons[0])?.id ?? id,
    adults,
    children,
    due,
    paid: settled - waiting,
    waiting,
    rest: unrated.length > 0 ? 0 : missing,
    excess: Math.max(0, settled - due),
    state: stateOf({ isComing: coming.length > 0, settled, waiting, missing, isUnrated: unrated.length > 0 }),
    denied: given.filter(isDenied),
    unrated,
    payments,
  }
}

const isDenied = (payment: Payment) => answerTo(payment) === 'not_received'
const isNotDenied = (payment: Payment) => !isDenied(payment)

interface Progress {
  isComing: boolean
  settled: number
  waiting: number
  missing: number
  isUnrated: boolean
}

function stateOf({ isComing, settled, waiting, missing, isUnrated }: Progress): FeeState {
  if (!isComing) return 'gone'
  if (isUnrated && missing > 0) return 'unrated'
  if (settled === 0) return 'open'
  if (missing > 0) return 'partly'
  return waiting > 0 ? 'waiting' : 'paid'
}

/** A payment in the fee's currency; undefined if nobody said what it is there. */
function amountIn(payment: Payment, { currency }: Fee, tripCurrency: string): number | undefined {
  if (payment.currency === currency) return payment.amount
  return currency === tripCurrency ? convert(payment.amount, payment, currency) : undefined
}

/**
 * The id of a payment of all that a household still owes. Two people who note it at the same time note it once.
 * @param payments all that exist: one that was denied, or is for something else now, may have the id already
 */
export function feePaymentId(
  { id: feeId }: Pick<Fee, 'id'>,
  { id, paid, waiting }: Pick<HouseholdFee, 'id' | 'paid' | 'waiting'>,
  payments: readonly Pick<Payment, 'id'>[],
): string {
  const known = new Set(payments.map((payment) => payment.id))
  const place = `costs/fees/${feeId}/${id}/${paid + waiting}`
  for (let more = 0; ; more++) {
    const found = derivedId(more === 0 ? place : `${place}/${more}`)
    if (!known.has(found)) return found
  }
}

export interface FeeTotal {
  /** How many households pay, and how many of them have paid all. */
  count: number
  done: number
  due: number
  /** What of it has arrived. What somebody paid beyond it is not in it. */
  paid: number
}

export function totalOf(households: readonly HouseholdFee[]): FeeTotal {
  const paying = households.filter(({ due }) => due > 0)
  return {
    count: paying.length,
    done: paying.filter(({ due, paid }) => paid >= due).length,
    due: paying.reduce((sum, { due }) => sum + due, 0),
    paid: paying.reduce((sum, { due, paid }) => sum + Math.min(due, paid), 0),
  }
}

/** Whether money of a fee is with the person who collects it. */
export const isHeld = ({ fees, payments }: Pick<Costs, 'fees' | 'payments'>): boolean => {
  const ids = new Set(fees.map(({ id }) => id))
  return payments.some((payment) => ids.has(payment.fee) && isNotDenied(payment))
}

/** When all of it was paid: the day of the last payment; '' if nobody said it. */
export const paidOn = ({ payments }: Pick<HouseholdFee, 'payments'>) =>
  payments.reduce<Payment['date']>((last, { date }) => (date > last ? date : last), '')

export const isOverdue = ({ due }: Pick<Fee, 'due'>, today: LocalDate): boolean => due !== '' && due < today
