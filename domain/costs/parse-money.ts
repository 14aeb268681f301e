import { MAX_MONEY } from '../plan/costs.ts'
import { decimalsOf } from './currencies.ts'
import { isUnitOf } from './currency-units.ts'
import { type Digits, type Reading, readNumber, withPlainDigits } from './read-number.ts'

/*
 * Amounts of money as people type and paste them.
 * Invariants: never a wrong amount. A text with two readings, or in another currency, is a problem and not a guess.
 */

export type MoneyProblem = 'empty' | 'not_a_number' | 'negative' | 'zero' | 'too_many_decimals' | 'too_large'

const MAX_LENGTH = 60

/** @returns the amount in minor units: from 1 to MAX_MONEY */
export function parseMoney(text: string, currency: string): { amount: number } | { problem: MoneyProblem } {
  const parsed = parseSignedMoney(text, currency)
  if ('problem' in parsed) return parsed
  const { amount } = parsed
  return amount > 0 ? { amount } : { problem: amount === 0 ? 'zero' : 'negative' }
}

/** As `parseMoney`, but the amount may be 0 or negative. */
export function parseSignedMoney(
  text: string,
  currency: string,
): { amount: number } | { problem: Exclude<MoneyProblem, 'zero' | 'negative'> } {
  const typed = text.trim()
  if (typed === '') return { problem: 'empty' }
  const signed = typed.length <= MAX_LENGTH ? readSign(withPlainDigits(typed)) : undefined
  const digits = signed && readDigits(signed.text, currency)
  if (!digits) return { problem: 'not_a_number' }
  const units = toMinorUnits(digits, decimalsOf(currency))
  if (units === undefined) return { problem: 'too_many_decimals' }
  const amount = Number(units)
  if (amount > MAX_MONEY) return { problem: 'too_large' }
  return { amount: signed.isNegative && amount > 0 ? -amount : amount }
}

/** What an input shows for a stored amount: '12.50'. */
export function moneyText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${amount < 0 ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** Takes off a minus, parentheses, which mean the same, and a dash in place of the decimals: '10.-'. */
function readSign(plain: string): { text: string; isNegative: boolean } | undefined {
  const inner = /^\(([^()]*)\)$/.exec(plain)?.[1]
  const text = (inner ?? plain).replace(/(\d)[.,]-+(?=\D*$)/, '$1').replace(/^\+(?!-)/, '')
  const minus = text.indexOf('-')
  if (minus < 0) return { text: text.trim(), isNegative: inner !== undefined }
  const isAtAnEnd = minus === text.length - 1 || text.search(/\d/) > minus
  if (inner !== undefined || !isAtAnEnd || text.includes('-', minus + 1)) return undefined
  return { text: (text.slice(0, minus) + text.slice(minus + 1)).trim(), isNegative: true }
}

/** The number, with the currency before or after it, or without. */
function readDigits(text: string, currency: string): Digits | undefined {
  let [, before = '', number = '', after = ''] = /^(\D*?)([.,]?\d[\d., ']*)(\D*)$/.exec(text) ?? []
  if (/[.,]/.test(number.charAt(0)) && /\p{L}$/u.test(before)) {
    // The point of an abbreviation: 'Rs.500'.
    before += number.charAt(0)
    number = number.slice(1)
  }
  const units = [before.trim(), after.trim()].filter(Boolean)
  if (!units.every((unit) => isUnitOf(unit, currency, unit === before.trim()))) return undefined
  return readNumber(number.trim(), readingOf(decimalsOf(currency)))
}

/** If a currency has three decimals, '1,200' may be one or one thousand. */
function readingOf(decimals: number): Reading {
  return { comma: decimals < 3 ? 'thousands' : 'unclear', point: decimals === 0 ? 'thousands' : 'decimals' }
}

/** Undefined if there are too many decimals. Zeros beside them do no harm, but '1.000' may be one thousand. */
function toMinorUnits({ whole, fraction }: Digits, decimals: number): string | undefined {
  const isRound = /^0*$/.test(fraction) && fraction.length !== 3
  if (fraction.length > decimals && !isRound) return undefined
  return `${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '')
}
