import { skipManner, typedText } from './manners.ts'
import { type NumberRead, readNumber } from './numbers.ts'
import type { Amount } from './reading.ts'
import { roundAmount } from './round-amount.ts'
import { isMark, lowerOf, type NumberToken, type Token } from './tokens.ts'
import { FLUID_OUNCE, findLetterMeasure, findMeasure, isOunce, type Measure, POUND } from './units.ts'
import { NOT_AFTER_LETTER, NOT_CONTENT } from './words.ts'

/** A mass or a volume. */
export interface Measured {
  amount: Amount
  pack: null
  /** See `Quantity`. */
  asides: readonly string[]
  system: Measure['system']
  /** The index of the token after it. */
  next: number
}

/** More cups or spoons than these are not written with a letter: '180 C'. */
const MAX_BY_LETTER = 16

/**
 * Reads the mass or volume with this number.
 * @returns undefined if no measure follows the number; null if one does and it is not sure
 */
export function readMeasured(tokens: readonly Token[], number: NumberRead): Measured | null | undefined {
  const one = readOne(tokens, number)
  const isPair = one && isMark(tokens[one.next], '/') && tokens[one.next + 1]?.kind === 'number'
  return isPair ? readInTwoUnits(tokens, number, one) : one
}

function readOne(tokens: readonly Token[], number: NumberRead): Measured | null | undefined {
  const found = measureAt(tokens, number.next)
  if (!found || (found.isLetter && number.value > MAX_BY_LETTER)) return undefined
  const value = scale(number, found.measure)
  if (value === null || NOT_CONTENT.has(lowerOf(tokens[found.next]))) return null
  const { unit, system } = found.measure
  const asides = found.start > number.next ? [typedText(tokens, number.next, found.start)] : []
  const smaller = readSmallerUnit(tokens, found) ?? readAdded(tokens, found, value)
  const end = smaller
    ? { value: value + smaller.value, next: smaller.next }
    : (readUpperEnd(tokens, found.next, { value, unit }) ?? { value, next: found.next })
  const amount = { value: roundAmount(end.value), unit }
  return { amount, pack: null, asides, system, next: end.next }
}

/** '225 g/8 oz': the metric amount counts. Not '500 g/1 kg', nor '1 lb/1 kg', which are a choice. */
function readInTwoUnits(tokens: readonly Token[], number: NumberRead, first: Measured): Measured | null {
  const start = first.next + 1
  const otherNumber = readNumber(tokens, start)
  const other = otherNumber && !otherNumber.isArticle && readOne(tokens, otherNumber)
  const isFirst = first.system === 'metric'
  if (!other || isFirst === (other.system === 'metric') || !isAboutTheSame(first.amount, other.amount)) return null
  const [metric, text] = isFirst
    ? [first, typedText(tokens, start, other.next)]
    : [other, typedText(tokens, number.start, first.next)]
  return { ...metric, asides: [...first.asides, ...other.asides, text], next: other.next }
}

/** Conversions are rounded, and a British pint is more than ours. A cup weighs what it holds. */
function isAboutTheSame(one: Amount, other: Amount): boolean {
  const ratio = one.value / other.value
  const most = one.unit === other.unit ? 1.45 : 12
  return ratio < most && ratio > 1 / most
}

interface MeasureAt {
  measure: Measure
  isLetter: boolean
  /** The index of its word, after a 'heaped'. */
  start: number
  next: number
}

function measureAt(tokens: readonly Token[], at: number): MeasureAt | null {
  const start = skipManner(tokens, at)
  const word = lowerOf(tokens[start])
  if (['fl', 'fl.', 'fluid'].includes(word) && isOunce(lowerOf(tokens[start + 1]))) {
    return { measure: { unit: 'mL', factor: FLUID_OUNCE, system: 'US' }, isLetter: false, start, next: start + 2 }
  }
  const named = findMeasure(word)
  const measure = named ?? letterMeasureAt(tokens, start)
  if (!measure || (start > at && measure.system !== 'spoon')) return null
  return { measure, isLetter: !named, start, next: start + 1 }
}

/** '1 c. sugar', '2 T oil', but not '4 C batteries'. In capitals throughout, 'T' may be a teaspoon. */
function letterMeasureAt(tokens: readonly Token[], at: number): Measure | undefined {
  const [letter, following] = [tokens[at], tokens[at + 1]]
  const isBeforeItem = following?.kind === 'word' && !NOT_AFTER_LETTER.has(following.lower)
  if (letter?.kind !== 'word' || !isBeforeItem || /^[A-Z]{2,}$/.test(following.text)) return undefined
  return findLetterMeasure(letter.text)
}

interface Further {
  value: number
  next: number
}

/** '2 lb 8 oz', '1 kg 200 g' */
function readSmallerUnit(tokens: readonly Token[], { measure, next }: MeasureAt): Further | null {
  const token = tokens[next]
  const smaller = measureAt(tokens, next + 1)
  if (token?.kind !== 'number' || smaller?.measure.unit !== measure.unit) return null
  const value = token.value * smaller.measure.factor
  const isPound = measure.factor === POUND
  const isPair = isPound ? isOunce(lowerOf(tokens[next + 1])) : measure.factor === 1000
  return isPair && value < measure.factor && token.isThreeDecimals === 'no' ? { value, next: smaller.next } : null
}

/** '3/4 cup plus 2 tablespoons' */
function readAdded(tokens: readonly Token[], { measure, next }: MeasureAt, value: number): Further | null {
  const number = isPlus(tokens[next]) ? readNumber(tokens, next + 1) : null
  const found = number && !number.isRange && !number.isArticle && measureAt(tokens, number.next)
  const added = found && found.measure.unit === measure.unit ? scale(number, found.measure) : null
  return found && added !== null && added < value ? { value: added, next: found.next } : null
}

function isPlus(token: Token | undefined): boolean {
  return ['and', 'plus'].includes(lowerOf(token)) || isMark(token, '+') || isMark(token, '&')
}

/** '500 g - 1 kg' */
function readUpperEnd(tokens: readonly Token[], at: number, low: Amount): Further | null {
  if (!isMark(tokens[at], '-') && lowerOf(tokens[at]) !== 'to') return null
  const number = readNumber(tokens, at + 1)
  const found = number && !number.isRange && measureAt(tokens, number.next)
  const value = found && found.measure.unit === low.unit ? scale(number, found.measure) : null
  return found && value !== null && value > low.value ? { value, next: found.next } : null
}

/** The number in g or mL; null where three decimals may be thousands: '1,500 kg', '1.500 g'. */
function scale(number: NumberRead, { factor }: Measure): number | null {
  const [token] = number.tokens
  const isSingle = number.tokens.length === 1
  if (factor === 1 && isSingle && token?.isThreeDecimals === 'comma') return token.value * 1000
  const isUnsure = ({ isThreeDecimals }: NumberToken) =>
    isThreeDecimals === 'comma' || (isThreeDecimals === 'point' && factor === 1)
  return number.tokens.some(isUnsure) ? null : number.value * factor
}
