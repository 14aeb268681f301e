import { rateIn, rateOf } from '#domain/costs/rate-text.ts'
import type { Costs, Expense, Payment } from '#domain/plan/costs.ts'

type Rated = Pick<Expense | Payment, 'currency' | 'rate' | 'date'>

/** The rate of the newest entry in a currency that has one in the trip's; '' if none has. */
export function lastRate({ currency: tripCurrency, expenses, payments }: Costs, currency: string): string {
  const rated = [...expenses, ...payments].filter(
    (entry: Rated) => entry.currency === currency && rateIn(entry.rate, tripCurrency) !== '',
  )
  const newest = rated.reduce<Rated | undefined>(
    (last, entry) => (last && last.date > entry.date ? last : entry),
    undefined,
  )
  return rateOf(rateIn(newest?.rate ?? '', tripCurrency), tripCurrency)
}

/** An entry whose currency is changed: the rate of one currency says nothing about another. */
export function withOtherCurrency(currency: string, before: Rated, costs: Costs): { currency: string; rate: string } {
  const rate = currency === before.currency ? before.rate : lastRate(costs, currency)
  return { currency, rate: currency === costs.currency ? '' : rate }
}
