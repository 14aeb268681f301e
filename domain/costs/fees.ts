import { daysBetween, type LocalDate } from '../local-date.ts'
import type { Costs, Fee, Payment } from '../plan/costs.ts'
import type { Party, Person } from '../plan/people.ts'
import { answerTo } from './answer-to.ts'
import { convert } from './convert.ts'

/*
 * Who has paid a fee, by household: a party, or one person where each settles for themselves.
 * Invariants: nothing of it is stored but the fee and its payments, so it follows who is coming. What was paid by
 *   somebody who isn't coming any more stays listed. The household that collects owes itself nothing.
 */

/**
 * `open`: nothing has been paid. `partly`: some of it. `waiting`: all of it, as the payer says. `paid`: all of it has
 * arrived. `gone`: has paid, and isn't coming any more.
 */
export type FeeState = 'open' | 'partly' | 'waiting' | 'paid' | 'gone'

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
  /** What has arrived, and what nobody has confirmed yet. */
  paid: number
  waiting: number
  /** What is missing, and what was paid beyond what is due now. */
  rest: number
  excess: number
  state: FeeState
  /** Whether the receiver says that a payment has not arrived. That one does not count. */
  isDenied: boolean
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
  const ofFee = payments.filter((payment) => payment.fee === fee.id)
  const householdOf = new Map(
    households.flatMap(({ id, persons }) => persons.map((person) => [person.id, id] as const)),
  )
  const paying = households.filter(({ persons }) => !persons.some(({ id }) => id === fee.to))
  const others = new Set(
    ofFee.map(({ from }) => from).filter((id) => id !== '' && id !== fee.to && !householdOf.has(id)),
  )
  const all = [...paying, ...[...others].map((id) => ({ id, persons: [] }))]
  return all
    .map(({ id, persons }) =>
      countHousehold(
        fee,
        { id, persons },
        {
          payments: ofFee.filter(({ from }) => (householdOf.get(from) ?? from) === id),
          currency,
        },
      ),
    )
    .filter(({ due, paid, waiting, isDenied }) => due + paid + waiting > 0 || isDenied)
}

function countHousehold(
  fee: Fee,
  { id, persons }: Pick<Party, 'id' | 'persons'>,
  { payments, currency }: Pick<Costs, 'payments' | 'currency'>,
): HouseholdFee {
  const coming = persons.filter(mayCome)
  const children = coming.filter(({ kind }) => kind === 'child').length
  const adults = coming.length - children
  const due = adults * fee.adult + children * fee.child
  const counted = payments.filter((payment) => answerTo(payment) !== 'not_received')
  const sumOf = (answer: Payment['answer']) =>
    counted
      .filter((payment) => answerTo(payment) === answer)
      .reduce((sum, payment) => sum + amountIn(payment, fee, currency), 0)
  const [paid, waiting] = [sumOf('received'), sumOf('')]
  const settled = paid + waiting
  return {
    id,
    payer: (coming.find(({ kind }) => kind === 'adult') ?? coming[0] ?? persons[0])?.id ?? id,
    adults,
    children,
    due,
    paid,
    waiting,
    rest: Math.max(0, due - settled),
    excess: Math.max(0, settled - due),
    state: stateOf({ isComing: coming.length > 0, due, paid, waiting }),
    isDenied: counted.length < payments.length,
    payments: counted,
  }
}

function stateOf({ isComing, due, paid, waiting }: { isComing: boolean; due: number; paid: number; waiting: number }) {
  const settled = paid + waiting
  if (settled === 0) return 'open'
  if (!isComing) return 'gone'
  if (settled < due) return 'partly'
  return waiting > 0 ? 'waiting' : 'paid'
}

/** A payment in the fee's currency; 0 if nobody said what it is there. */
function amountIn(payment: Payment, { currency }: Fee, tripCurrency: string): number {
  if (payment.currency === currency) return payment.amount
  return currency === tripCurrency ? (convert(payment.amount, payment, currency) ?? 0) : 0
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

/** When all of it was paid: the day of the last payment; '' if nobody said it. */
export const paidOn = ({ payments }: Pick<HouseholdFee, 'payments'>) =>
  payments.reduce<Payment['date']>((last, { date }) => (date > last ? date : last), '')

export const isOverdue = ({ due }: Pick<Fee, 'due'>, today: LocalDate): boolean => due !== '' && due < today

/** Days before a fee is due from which the people who have to pay it are reminded. */
const REMINDED_DAYS = 14

export const isDueSoon = ({ due }: Pick<Fee, 'due'>, today: LocalDate): boolean =>
  due !== '' && daysBetween(today, due as LocalDate) <= REMINDED_DAYS
