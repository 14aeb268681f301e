import type { Costs, Expense, Payment } from '#domain/plan/costs.ts'

type Rated = Pick<Expense | Payment, 'currency' | 'rate' | 'date'>

/** The rate of the newest entry in a currency; '' if none has one. */
export function lastRate({ expenses, payments }: Costs, currency: string): string {
  const rated = [...expenses, ...payments].filter((entry: Rated) => entry.currency === currency && entry.rate !== '')
  const newest = rated.reduce<Rated | undefined>(
    (last, entry) => (last && last.date > entry.date ? last : entry),
    undefined,
  )
  return newest?.rate ?? ''
}

/** An entry whose currency is changed: the rate of one currency says nothing about another. */
export function withOtherCurrency(currency: string, before: Rated, costs: Costs): { currency: string; rate: string } {
  const rate = currency === before.currency ? before.rate : lastRate(costs, currency)
  return { currency, rate: currency === costs.currency ? '' : rate }
}
