import { memo, useId } from 'react'
import type { TripCosts } from '#domain/costs/balances.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { byCategory } from '#domain/costs/statistics.ts'
import * as m from '#messages'
import { categoryNames } from './costs-words.ts'

/** What was spent on what: a bar and the amount for each category. */
export const CategoryChart = memo(function CategoryChart({ costs, currency }: { costs: TripCosts; currency: string }) {
  const title = useId()
  const categories = byCategory(costs)
  const most = Math.max(1, ...categories.map(({ amount }) => amount))
  if (categories.length < 2) return null
  return (
    <section aria-labelledby={title} className="card px-4 py-3">
      <h3 id={title} className="pb-2 text-lg">
        {m.costs_categories_title()}
      </h3>
      <ul className="grid gap-2.5">
        {categories.map(({ category, amount }) => (
          <li key={category} className="grid max-w-none gap-1 text-sm">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span>{categoryNames[category]()}</span>{' '}
              <span className="tabular-nums">{formatMoney(amount, currency, currency)}</span>
            </span>
            <span
              aria-hidden="true"
              style={{ width: `${Math.max(0, (amount / most) * 100)}%` }}
              className="block h-2 min-w-1 rounded-full bg-action"
            />
          </li>
        ))}
      </ul>
    </section>
  )
})
