/*
 * Rates as they are stored: '0.92 EUR' is how much one unit of another currency costs in euros. With its currency it
 * never counts in a trip whose currency was changed meanwhile.
 */

/** The amount of a rate, and the currency in which it is; '' for the trip's, as rates were once stored. */
export function splitRate(rate: string): { text: string; currency: string } {
  const [, text = rate, currency = ''] = /^(.*) ([A-Z]{3})$/s.exec(rate) ?? []
  return { text, currency }
}

/** The amount of a rate in a currency; '' if it is in another one. */
export function rateIn(rate: string, currency: string): string {
  const split = splitRate(rate)
  return split.currency === '' || split.currency === currency ? split.text : ''
}

/** The currency of a rate that does not count, because it is not the trip's; otherwise ''. */
export function otherCurrencyOf(rate: string, tripCurrency: string): string {
  const { currency } = splitRate(rate)
  return currency === tripCurrency ? '' : currency
}

/** A rate in a currency; '' for none. */
export const rateOf = (text: string, currency: string): string => (text.trim() === '' ? '' : `${text} ${currency}`)
