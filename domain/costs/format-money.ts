import { decimalsOf } from './currencies.ts'

/** By currency and trip's currency. Creating one takes a phone milliseconds. */
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
 * @param tripCurrency has its symbol alone: in a trip of US dollars, '$5.00' are those, and Canadian ones 'CA$5.00'. ''
 *   for a trip that gets this amount's currency
 */
export function formatMoney(amount: number, currency: string, tripCurrency?: string): string {
  const key = tripCurrency === undefined ? currency : `${currency} ${tripCurrency || currency}`
  let format = formats.get(key)
  if (!format) {
    format = chooseFormat(currency, tripCurrency === '' ? currency : tripCurrency)
    formats.set(key, format)
  }
  return format.format((amount || 0) / 10 ** decimalsOf(currency))
}

function chooseFormat(currency: string, tripCurrency: string | undefined): Intl.NumberFormat {
  const narrow = newFormat(currency, 'narrowSymbol')
  if (currency === tripCurrency) return narrow
  const owner = sharedSymbols.get(symbolOf(narrow))
  const usual = owner === undefined || owner === currency ? narrow : newFormat(currency, 'symbol')
  if (tripCurrency === undefined) return usual
  const taken = symbolOf(newFormat(tripCurrency, 'narrowSymbol'))
  const others = [usual, newFormat(currency, 'symbol', 'en-US')]
  return others.find((format) => symbolOf(format) !== taken) ?? newFormat(currency, 'code')
}

function symbolOf(format: Intl.NumberFormat): string {
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
}

function newFormat(
  currency: string,
  currencyDisplay: 'narrowSymbol' | 'symbol' | 'code',
  locale = 'en-CA',
): Intl.NumberFormat {
  const decimals = decimalsOf(currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}
