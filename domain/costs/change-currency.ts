import type { Costs } from '../plan/costs.ts'
import { rateIn, rateOf, splitRate } from './rate-text.ts'

/** Decimals that a rate can have. */
const MAX_FRACTION = 10
const MAX_WHOLE = 7

/**
 * Sets the trip's currency. Rates say what other currencies cost in the previous one, so they are multiplied by what
 * that one costs in the new one. Where that gives no exact rate, the one in the previous currency stays uncounted.
 * @param rate how much of the new currency one unit of the previous one costs: '1.0834'; '' if nobody said it
 */
export function withCurrency(costs: Costs, currency: string, rate = ''): Costs {
  if (costs.currency === currency) return costs
  const before = costs.currency
  const converted = <Entry extends { currency: string; rate: string }>(entry: Entry): Entry => {
    const text = rateIn(entry.rate, before)
    const isOfNew = entry.currency === currency
    const product = isOfNew ? '' : entry.currency === before ? rate : multiplyRates(text, rate)
    if (product !== '') return { ...entry, rate: rateOf(product, currency) }
    return text === '' || before === '' ? entry : { ...entry, rate: rateOf(text, before) }
  }
  return { ...costs, currency, expenses: costs.expenses.map(converted), payments: costs.payments.map(converted) }
}

/** Adds the trip's currency to rates that were stored without one, so that an undo does not bring them back without. */
export function withRateCurrencies(costs: Costs): Costs {
  const { currency, expenses, payments } = costs
  if (currency === '') return costs
  const complete = <Entry extends { rate: string }>(entry: Entry): Entry => {
    const { text, currency: known } = splitRate(entry.rate)
    return known === '' && text !== '' ? { ...entry, rate: rateOf(text, currency) } : entry
  }
  return { ...costs, expenses: expenses.map(complete), payments: payments.map(complete) }
}

/** How many entries have another currency than the trip's and no rate in it. */
export function countWithoutRate({ currency, expenses, payments }: Costs): number {
  return [...expenses, ...payments].filter(
    (entry) => entry.currency !== currency && rateIn(entry.rate, currency) === '',
  ).length
}

/** The product as a rate; '' if one of them is missing, or if no rate can be exactly that. */
export function multiplyRates(one: string, other: string): string {
  if (one === '' || other === '') return ''
  const [first, second] = [one, other].map((rate) => rate.split('.'))
  const [[whole = '', fraction = ''] = [], [otherWhole = '', otherFraction = ''] = []] = [first, second]
  const decimals = fraction.length + otherFraction.length
  const product = BigInt(whole + fraction) * BigInt(otherWhole + otherFraction)
  const digits = product.toString().padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const exact = digits.slice(at).replace(/0+$/, '')
  if (product === 0n || at > MAX_WHOLE || exact.length > MAX_FRACTION) return ''
  return digits.slice(0, at) + (exact && `.${exact}`)
}
