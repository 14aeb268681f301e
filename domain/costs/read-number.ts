/*
 * Decimal numbers as people type and paste them, exactly: digits, not floating point.
 * Failure: a text with two readings has none, except where a caller says which one its kind of number has.
 */

export interface Digits {
  /** Without leading zeros; '0' if there are only zeros. */
  whole: string
  /** The decimals as typed. */
  fraction: string
}

/** What a single separator before exactly three digits is: '1,200', '1.200'. `unclear`: there is no reading. */
export interface Reading {
  comma: 'thousands' | 'unclear'
  point: 'thousands' | 'decimals'
}

/** The zero of digits that phones type in other scripts: Arabic, Persian, Devanagari, Bengali. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6]
const FULLWIDTH = /[\uff01-\uff5e]/g
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g
/** Direction marks, which Intl writes beside some currencies, and other characters without a width. */
const INVISIBLE = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A text with plain digits, separators, minus signs and spaces. */
export function withPlainDigits(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(FULLWIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(OTHER_DIGITS, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code))
    })
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, "'")
    .replace(/\uffe5/g, '¥')
    .replace(/[\u2212\u2010-\u2015]/g, '-')
    .replace(/[’‘ʼ´`′]/g, "'")
    .replace(/\s/g, ' ')
    .trim()
}

const grouped = (separator: string) => new RegExp(`^[1-9]\\d{0,2}(?:[${separator}]\\d{3})+$`)
const THOUSANDS = [grouped(' '), grouped("'"), grouped(','), grouped('.')]
/** As in India: '12,34,567'. */
const LAKHS = /^[1-9]\d?(?:,\d\d)+,\d{3}$/
/** With a separator between the whole and the decimals. Either may be missing: '12.', '.5'. */
const DECIMAL = /^(.*?)([.,])(\d*)$/

/**
 * Reads a number without a sign, as `withPlainDigits` returns it.
 * @returns undefined if it is no number, or one with two readings
 */
export function readNumber(text: string, reading: Reading): Digits | undefined {
  if (/^\d+$/.test(text)) return digitsOf(text, '')
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) {
    const meaning = text.includes(',') ? reading.comma : reading.point
    if (meaning === 'unclear') return undefined
    return meaning === 'thousands' ? digitsOf(text, '') : splitAtDecimals(text)
  }
  return isGrouped(text) ? digitsOf(text, '') : splitAtDecimals(text)
}

function splitAtDecimals(text: string): Digits | undefined {
  const [, whole = '', separator = '', fraction = ''] = DECIMAL.exec(text) ?? []
  if (separator === '' || (whole === '' && fraction === '')) return undefined
  if (/^\d*$/.test(whole)) return digitsOf(whole, fraction)
  return isGrouped(whole) && !whole.includes(separator) ? digitsOf(whole, fraction) : undefined
}

function isGrouped(text: string): boolean {
  return LAKHS.test(text) || THOUSANDS.some((format) => format.test(text))
}

function digitsOf(whole: string, fraction: string): Digits {
  return { whole: whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0', fraction }
}
