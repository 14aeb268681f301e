import { answerTo } from '#domain/costs/answer-to.ts'
import { type HouseholdFee, isOverdue, paidOn } from '#domain/costs/fees.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Fee } from '#domain/plan/costs.ts'
import type { Party } from '#domain/plan/people.ts'
import { trimmed } from '#domain/text.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { CostsGroup } from './costs-group.ts'

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
  const { state, paid, waiting, rest, excess, isDenied } = household
  const settled = money(paid + waiting)
  const receiver = household.payments.find((payment) => answerTo(payment) === '')?.to ?? fee.to
  const toAnswer = { who: receiver === group.me ? 'me' : 'other', name: group.nameOf(receiver) } as const
  const isLate = isOverdue(fee, today) && rest > 0
  const words: FeeStateWords[] = []
  if (state === 'open' && !isLate) words.push({ text: m.fees_open(), tone: 'plain' })
  if (state === 'partly') words.push({ text: m.fees_partly({ paid: settled, rest: money(rest) }), tone: 'plain' })
  if (state === 'gone')
    words.push({ text: m.fees_gone({ several: isSeveral ? 'yes' : 'no', amount: settled }), tone: 'warn' })
  if (state === 'paid') {
    const date = paidOn(household)
    const text =
      date === '' ? m.fees_paid({ amount: settled }) : m.fees_paid_on({ amount: settled, date: formatDay(date) })
    words.push({ text, tone: 'good' })
  }
  if (waiting > 0 && state !== 'gone')
    words.push({ text: m.fees_waiting({ ...toAnswer, amount: money(waiting) }), tone: 'plain' })
  if (isLate) words.push({ text: m.fees_overdue(), tone: 'warn' })
  if (excess > 0 && state !== 'gone') words.push({ text: m.fees_excess({ amount: money(excess) }), tone: 'warn' })
  if (isDenied) words.push({ text: m.fees_waiting_denied({ ...toAnswer }), tone: 'warn' })
  return words
}
