import { countCosts } from '#domain/costs/balances.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { Costs } from '#domain/plan/costs.ts'
import * as m from '#messages'

/** What somebody who is removed from the list leaves in the costs, as a sentence; '' if their balance is 0. */
export function formerBalanceWords(costs: Costs, personId: string, name: string): string {
  const balance = countCosts(costs).people.get(personId)?.balance ?? 0
  if (balance === 0) return ''
  return m.costs_former_balance({
    name,
    side: balance < 0 ? 'owes' : 'owed',
    amount: formatMoney(Math.abs(balance), costs.currency, costs.currency),
  })
}
