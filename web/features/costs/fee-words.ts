import { answerTo } from '#domain/costs/answer-to.ts'
import { type HouseholdFee, isOverdue, listFee, paidOn } from '#domain/costs/fees.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Costs, Fee, Payment } from '#domain/plan/costs.ts'
import type { Party } from '#domain/plan/people.ts'
import { trimmed } from '#domain/text.ts'
import { formatWeekday } from '#domain/trip-range.ts'
import * as m from '#messages'
import { type CostsGroup, householdOf } from './costs-group.ts'

/* What is said about fees. */

export const feeTitle = ({ name }: Pick<Fee, 'name'>): string => trimmed(name) || m.fees_unnamed()

/** Who pays together. In one party of friends, each pays for themselves. */
export const payingHouseholds = ({ households, people }: Pick<CostsGroup, 'households' | 'people'>) =>
  households.length > 0
    ? households
    : people.flatMap(({ persons }) => persons.map((person): Party => ({ id: person.id, name: '', persons: [person] })))

/** '$50.00 for each adult, $25.00 for each child'. */
export function eachWords({ adult, child, currency }: Fee, tripCurrency: string): string {
  const words = { adult: formatMoney(adult, currency, tripCurrency), child: formatMoney(child, currency, tripCurrency) }
  if (adult === child) return m.fees_each_same(words)
  if (child === 0) return m.fees_each_adult(words)
  return adult === 0 ? m.fees_each_child(words) : m.fees_each(words)
}

/** What a household has paid or collected in advance: see `heldFees`. */
export function heldWords(held: number, tripCurrency: string): string {
  const words = { amount: formatMoney(Math.abs(held), tripCurrency, tripCurrency) }
  return held > 0 ? m.fees_held_paid(words) : m.fees_held_collected(words)
}

/** '2 adults, 1 child'. */
export const peopleWords = ({ adults, children }: Pick<HouseholdFee, 'adults' | 'children'>): string =>
  m.fees_people({ adults, children, both: adults > 0 && children > 0 ? 'yes' : 'no' })

export interface FeeStateWords {
  text: string
  tone: 'good' | 'warn' | 'plain'
}

/** How far a household has paid: 'Paid $50.00 on Fri, Aug 7', and what else there is to know. */
export function stateWords(
  household: HouseholdFee,
  fee: Fee,
  { group, today, isSeveral }: { group: CostsGroup; today: LocalDate; isSeveral: boolean },
): FeeStateWords[] {
  const money = (amount: number) => formatMoney(amount, fee.currency, group.currency)
  const { state, paid, waiting, rest, excess, denied, unrated, payments } = household
  const settled = money(paid + waiting)
  const several = isSeveral ? 'yes' : 'no'
  const receiver = payments.find((payment) => answerTo(payment) === '')?.to ?? fee.to
  const isLate = isOverdue(fee, today) && rest > 0
  const words: FeeStateWords[] = []
  if (state === 'open' && !isLate) words.push({ text: m.fees_open(), tone: 'plain' })
  if (state === 'partly') {
    const left = money(rest)
    const text = paid > 0 ? m.fees_partly({ paid: money(paid), rest: left }) : m.fees_rest({ rest: left })
    words.push({ text, tone: 'plain' })
  }
  if (state === 'gone') {
    const text = paid + waiting > 0 ? m.fees_gone({ several, amount: settled }) : m.fees_not_coming({ several })
    words.push({ text, tone: paid + waiting > 0 ? 'warn' : 'plain' })
  }
  if (state === 'paid') {
    const date = paidOn(household)
    const text =
      date === ''
        ? m.fees_paid({ amount: settled })
        : m.fees_paid_on({ amount: settled, date: formatWeekday(date, today) })
    words.push({ text, tone: 'good' })
  }
  for (const { amount, currency } of unrated)
    words.push({ text: m.fees_unrated({ amount: formatMoney(amount, currency, group.currency) }), tone: 'warn' })
  if (waiting > 0 && state !== 'gone')
    words.push({ text: m.fees_waiting({ ...whoIs(receiver, group), amount: money(waiting) }), tone: 'plain' })
  if (isLate) words.push({ text: m.fees_overdue(), tone: 'warn' })
  if (excess > 0 && state !== 'gone') words.push({ text: m.fees_excess({ amount: money(excess) }), tone: 'warn' })
  for (const to of new Set(denied.map((payment) => payment.to)))
    words.push({ text: m.fees_waiting_denied(whoIs(to, group)), tone: 'warn' })
  return words
}

const whoIs = (personId: string, { me, nameOf }: Pick<CostsGroup, 'me' | 'nameOf'>) =>
  ({ who: personId === me ? 'me' : 'other', name: nameOf(personId) }) as const

/** Whether somebody who is in the trip collects a fee. */
export const isCollected = ({ to }: Pick<Fee, 'to'>, { isKnown }: Pick<CostsGroup, 'isKnown'>): boolean =>
  to !== '' && isKnown(to)

/** The fee that a payment between two people is likely for: one that the receiver collects, and that is open. */
export function likelyFee({ from, to }: Pick<Payment, 'from' | 'to'>, costs: Costs, group: CostsGroup): string {
  const payer = householdOf(from, group.households)
  const isOpen = (fee: Fee) =>
    fee.to === to && listFee(fee, payingHouseholds(group), costs).some(({ id, rest }) => id === payer && rest > 0)
  return costs.fees.find(isOpen)?.id ?? ''
}
