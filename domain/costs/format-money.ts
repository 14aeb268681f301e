import { decimalsOf } from './currencies.ts'

/** Creating one takes a phone milliseconds. */
const formats = new Map<string, Intl.NumberFormat>()

/**
 * An amount as people read it: '€12.50', '¥3,000', 'CHF 1,200.00'.
 * @param amount in minor units; may be negative
 */
export function formatMoney(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-CA', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    formats.set(currency, format)
  }
  return format.format(amount / 10 ** decimals)
}
