import { currencies } from '../costs/currency-list.ts'
import { parseMoney } from '../costs/parse-money.ts'
import type { ReadBooking } from './read-booking.ts'

const known = new Set(currencies)

/**
 * A price as programs write it: '1234.50', '1,234.50', '1.234,50', 'CAD 1234.50'.
 * @param currency a code of ISO 4217; if it is '', the text may have it
 * @returns undefined if the text has two readings, or no currency
 */
export function readPrice(text: string, currency: string): ReadBooking['price'] {
  const code = (currency.trim() || /(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(text)?.[0] || '').toUpperCase()
  if (!known.has(code)) return undefined
  const parsed = parseMoney(text, code)
  return 'amount' in parsed ? { amount: parsed.amount, currency: code } : undefined
}
