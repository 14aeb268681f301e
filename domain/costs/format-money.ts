import { decimalsOf } from './currencies.ts'

/** Creating one takes a phone milliseconds. */
const formats = new Map<string, Intl.NumberFormat>()

/** Symbols of several currencies, with the one that has the symbol alone. All others are 'US$', 'SEK'. */
const sharedSymbols = new Map([
  ['$', 'CAD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₩', 'KRW'],
  ['kr', ''],
  ['Rs', ''],
])

/**
 * An amount as people read it: '€12.50', '¥3,000', 'US$5.00', 'CHF 1,200.00'.
 * @param amount in minor units; may be negative
 */
export function formatMoney(amount: number, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    const narrow = newFormat(currency, 'narrowSymbol')
    const owner = sharedSymbols.get(narrow.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '')
    format = owner === undefined || owner === currency ? narrow : newFormat(currency, 'symbol')
    formats.set(currency, format)
  }
  return format.format((amount || 0) / 10 ** decimalsOf(currency))
}

function newFormat(currency: string, currencyDisplay: 'narrowSymbol' | 'symbol'): Intl.NumberFormat {
  const decimals = decimalsOf(currency)
  return new Intl.NumberFormat('en-CA', {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}
