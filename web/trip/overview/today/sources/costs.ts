import { Wallet } from 'lucide-react'
import { formatMoney } from '#domain/costs/format-money.ts'
import * as m from '#messages'
import { nameHousehold } from '../../../group/costs/costs-group.ts'
import { listOpenPayments } from '../../../group/costs/open-ends.ts'
import type { TodayLine, TodayPlan, TodaySource } from '../today-plan.ts'

/** Payments to confirm; what the person's household owes or is owed. */
export const costsSource: TodaySource = {
  sections: ['costs'],
  icon: Wallet,
  list: (plan) => (plan.costs ? [...listToConfirm(plan, plan.costs), ...listBalance(plan, plan.costs)] : []),
}

type Costs = NonNullable<TodayPlan['costs']>

const hrefOf = ({ trip }: TodayPlan) => `/trip/${trip.id}/group?tab=costs`

function listToConfirm(plan: TodayPlan, { costs, group, answering }: Costs): TodayLine[] {
  return listOpenPayments(costs.payments, group, answering)
    .toConfirm.filter(({ payment }) => group.canAnswer(payment))
    .map(({ payment: { amount, currency, from } }) => ({
      part: 'own',
      text: m.today_payment_confirm({ amount: formatMoney(amount, currency, group.currency) }),
      note: m.today_payment_confirm_hint({ name: group.nameOf(from) }),
      href: hrefOf(plan),
      isOpen: true,
    }))
}

/** After the trip it says whom to pay; until then more expenses may follow, so only how much it is. */
function listBalance(plan: TodayPlan, { group, transfers }: Costs): TodayLine[] {
  const { mine, currency } = group
  const own = transfers.filter(({ from, to }) => from === mine || to === mine)
  if (own.length === 0) return []
  const isParty = nameHousehold(mine, group).who === 'mine'
  const href = hrefOf(plan)
  if (plan.phase.is === 'after')
    return own.map(({ from, to, amount }) => {
      const owes = from === mine
      const text = {
        name: nameHousehold(owes ? to : from, group).name,
        amount: formatMoney(amount, currency, currency),
      }
      const owe = isParty ? m.today_party_owe : m.today_owe
      const owed = isParty ? m.today_party_owed : m.today_owed
      return { part: 'own', text: owes ? owe(text) : owed(text), href, isOpen: owes }
    })
  const sum = own.reduce((all, { to, amount }) => all + (to === mine ? amount : -amount), 0)
  const amount = formatMoney(Math.abs(sum), currency, currency)
  const owe = isParty ? m.today_party_owe_so_far : m.today_owe_so_far
  const owed = isParty ? m.today_party_owed_so_far : m.today_owed_so_far
  return [{ part: 'own', text: sum < 0 ? owe({ amount }) : owed({ amount }), href }]
}
