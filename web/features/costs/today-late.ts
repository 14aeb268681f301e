import { Wallet } from 'lucide-react'
import { isOverdue, listFee } from '#domain/costs/fees.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { formatWeekday } from '#domain/trip-range.ts'
import * as m from '#messages'
import { namesOfSome } from '#web/trip-core/some-names.ts'
import type { TodayLine, TodayPlan, TodaySource } from '#web/trip-core/today.ts'
import { nameHousehold } from './costs-group.ts'
import { type ComputedCosts, costsOfTrip, costsSoFar } from './costs-view.ts'
import { feeTitle, isCollected, payingHouseholds } from './fee-words.ts'
import { listOpenPayments } from './open-ends.ts'

/** Payments to confirm; fees to pay; what the person's household owes or is owed. */
export const todaySource: TodaySource = {
  icon: Wallet,
  list: (plan) => {
    const costs = (plan.phase.is === 'after' ? costsOfTrip : costsSoFar)(plan.view)
    return [...listCostsLines(plan, costs), ...(costs ? listFeeLines(plan, costs) : [])]
  },
}

type Costs = Pick<ComputedCosts, 'group' | 'costs' | 'transfers' | 'answering'>

export const listCostsLines = (plan: TodayPlan, costs: Costs | undefined): TodayLine[] =>
  costs ? [...listToConfirm(plan, costs), ...listBalance(plan, costs)] : []

const hrefOf = ({ trip }: TodayPlan) => `/trip/${trip.id}/group?tab=costs`

function listToConfirm(plan: TodayPlan, { costs, group, answering }: Costs): TodayLine[] {
  const payments = listOpenPayments(costs.payments, group, answering)
    .toConfirm.filter(({ payment }) => group.canAnswer(payment))
    .map(({ payment: { amount, currency, from } }) => ({
      name: group.nameOf(from),
      amount: formatMoney(amount, currency, group.currency),
    }))
  const [payment] = payments
  if (!payment) return []
  const line = { part: 'own', href: hrefOf(plan), isOpen: true, first: 'answer' } as const
  if (payments.length === 1) {
    const { name, amount } = payment
    return [{ ...line, text: m.today_payment_confirm({ amount }), note: m.today_payment_confirm_hint({ name }) }]
  }
  const text = m.today_payments_confirm({ count: payments.length })
  return [{ ...line, text, note: namesOfSome(payments.map(m.today_owe_part)) }]
}

/** The fees that the person's household has not paid yet. */
export function listFeeLines({ trip, clock, phase, view }: TodayPlan, { group }: Pick<Costs, 'group'>): TodayLine[] {
  // Then it is settled with everything else.
  if (phase.is === 'after') return []
  const { costs } = view.values
  const collected = (costs?.fees ?? []).filter((fee) => isCollected(fee, group))
  return collected.flatMap((fee): TodayLine[] => {
    const own = costs && listFee(fee, payingHouseholds(group), costs).find(({ id }) => id === group.mine)
    if (!own || own.rest === 0) return []
    const words = {
      name: feeTitle(fee),
      amount: formatMoney(own.rest, fee.currency, group.currency),
    }
    const line: TodayLine = {
      part: 'own',
      text: m.fees_today(words),
      href: `/trip/${trip.id}/before#fees`,
      isOpen: true,
    }
    if (fee.due === '') return [line]
    const dated = { ...words, date: formatWeekday(fee.due as LocalDate, clock.date) }
    const text = isOverdue(fee, clock.date) ? m.fees_today_late(dated) : m.fees_today_by(dated)
    return [{ ...line, text, first: 'date' }]
  })
}

/** After the trip it also says whom to pay; until then more expenses may follow. */
function listBalance(plan: TodayPlan, { group, transfers }: Costs): TodayLine[] {
  const { mine, currency, party } = group
  // Settling up never has one household both pay and be paid.
  const own = transfers.filter(({ from, to }) => from === mine || to === mine)
  // What people of one party owe each other is no news. With others, the sum is that of the tab Costs.
  if (own.every(({ from, to }) => party.has(from) && party.has(to))) return []
  const money = (amount: number) => formatMoney(amount, currency, currency)
  const isOwed = own.some(({ to }) => to === mine)
  const isOver = plan.phase.is === 'after'
  const text = (isOwed ? (isOver ? m.today_owed : m.today_owed_so_far) : isOver ? m.today_owe : m.today_owe_so_far)({
    whose: nameHousehold(mine, group).who === 'mine' ? 'party' : 'me',
    amount: money(own.reduce((sum, { amount }) => sum + amount, 0)),
  })
  const line: TodayLine = { part: 'own', text, href: hrefOf(plan) }
  if (!isOver) return [line]
  const parts = own.map(({ from, to, amount }) => {
    const { name } = nameHousehold(isOwed ? from : to, group)
    return own.length === 1 ? name : m.today_owe_part({ name, amount: money(amount) })
  })
  const names = namesOfSome(parts)
  return [{ ...line, note: isOwed ? m.today_owed_by({ names }) : m.today_owe_to({ names }), isOpen: !isOwed }]
}
