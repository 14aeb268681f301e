import { MAX_MONEY } from '../plan/costs.ts'
import { decimalsOf } from './currencies.ts'
import { rateIn } from './rate-text.ts'

/** Money and its rate, as expenses and payments have them. */
export interface Foreign {
  currency: string
  /** How much one unit costs: '1.0834 EUR'. */
  rate: string
}

/**
 * An amount in the trip's currency, both in minor units. Half a unit is rounded up.
 * @returns undefined if there is no rate in the trip's currency, or if the amount becomes too large to count
 */
export function convert(amount: number, { currency, rate }: Foreign, tripCurrency: string): number | undefined {
  if (currency === tripCurrency) return amount
  const [whole = '', fraction = ''] = rateIn(rate, tripCurrency).split('.')
  if (whole === '') return undefined
  // Exact: a product of an amount and a rate can have more digits than a number.
  const scaled = BigInt(amount) * BigInt(whole + fraction) * 10n ** BigInt(decimalsOf(tripCurrency))
  const divisor = 10n ** BigInt(fraction.length + decimalsOf(currency))
  const converted = (2n * scaled + divisor) / (2n * divisor)
  return converted > BigInt(MAX_MONEY) * 10n ? undefined : Number(converted)
}
