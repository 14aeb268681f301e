import { skipManner, typedText } from './manners.ts'
import { readMeasured } from './measured.ts'
import { type NumberRead, readNumber } from './numbers.ts'
import type { Amount, Pack } from './reading.ts'
import { roundAmount } from './round-amount.ts'
import { isMark, lowerOf, type Token } from './tokens.ts'
import { findCountWord, findMeasure, isContainer } from './units.ts'
import { APPROXIMATELY, KINDS, NOT_CONTENT, NOT_COUNTED, NOT_FIRST, NUMBER_WORDS, NUMBERED_COMPOUND } from './words.ts'

/*
 * Reads an amount.
 * Job: from a token on, the number, the unit and the pack: '2 kg', '3 cans', '2 x 500 g', '3 (28 oz) cans'.
 * Invariants: what can be read in two ways is not read.
 * Failure: null.
 */

/** An amount as it is written in a line. */
export interface Quantity {
  amount: Amount
  pack: Pack | null
  /** What is said of the amount: 'heaped' of spoons, '8 oz' in '225 g/8 oz'. */
  asides: readonly string[]
  /** 'about 2 kg' */
  isApproximate: boolean
  /** The index of the token after it. */
  next: number
}
type Read = Omit<Quantity, 'isApproximate'>

/** More than anybody takes along: 10 t, 10,000 L. */
const MAX_MEASURED = 10_000_000
const MAX_COUNT = 20_000

const DOZEN = new Set(['dozen', 'dozens', 'doz', 'doz.', 'dz', 'dz.'])
/** '10 pcs chicken' */
const PIECES = new Set(['pc', 'pcs', 'pcs.', 'шт', 'шт.'])
const SIZES = new Set(['small', 'medium', 'large', 'big', 'little', 'mini', 'huge', 'jumbo', 'thick', 'thin'])
const ABBREVIATED_SIZES = new Map(
  Object.entries({ sm: 'small', med: 'medium', lg: 'large', lge: 'large' }).flatMap(([word, size]) => [
    [word, size],
    [`${word}.`, size],
  ]),
)
const LOOKS = new Set([...SIZES, 'red', 'green', 'yellow', 'white', 'brown', 'fresh', 'ripe', 'sweet', 'whole'])

/**
 * Reads the amount that starts at a token, or null if there is none or it is not sure.
 * @param isItemKnown whether the item is named before, so that '6 loaves' says how it is counted
 */
export function readQuantity(tokens: readonly Token[], start: number, isItemKnown = false): Quantity | null {
  const from = skipApproximately(tokens, start)
  const read = readAmount(tokens, from, isItemKnown)
  if (!read) return null
  const { value, unit } = read.amount
  if (!(value > 0 && value <= (isMeasured(unit) ? MAX_MEASURED : MAX_COUNT))) return null
  return { ...read, isApproximate: from > start }
}

/** Whether an amount starts at a token, so that an 'and' before it separates two items. */
export function isAmountStart(tokens: readonly Token[], start: number): boolean {
  const token = tokens[skipApproximately(tokens, start)]
  if (token?.kind !== 'word') return token?.kind === 'number' || token?.kind === 'packOf'
  if (NUMBER_WORDS.has(token.lower)) return true
  return ['a', 'an', 'half', 'dozen'].includes(token.lower) && readQuantity(tokens, start) !== null
}

export function isMeasured(unit: string): unit is 'g' | 'mL' {
  return unit === 'g' || unit === 'mL'
}

function skipApproximately(tokens: readonly Token[], start: number): number {
  const token = tokens[start]
  const isAbout = APPROXIMATELY.has(lowerOf(token)) || isMark(token, '~') || isMark(token, '≈')
  return isAbout ? start + 1 : start
}

function readAmount(tokens: readonly Token[], start: number, isItemKnown: boolean): Read | null {
  const number = readNumber(tokens, start)
  if (DOZEN.has(lowerOf(tokens[number?.next ?? start]))) return readDozen(tokens, number, start)
  if (!number) return readBareContainer(tokens, start)
  const following = tokens[number.next]
  if (following?.kind === 'packOf') return readPackOf(number, following.value)
  if (following?.kind === 'note') return readNotedContainer(tokens, number, following)
  if (following?.kind === 'number') return readSizedContainers(tokens, number)
  if (isMark(following, '×')) return readTimes(tokens, number)
  const measured = readMeasured(tokens, number)
  if (measured !== undefined) return measured && readContainerOf(tokens, number, measured)
  return readCounted(tokens, number, isItemKnown) ?? readPieces(tokens, number)
}

/** '2 dozen', 'a dozen', 'dozen', 'half a dozen'. */
function readDozen(tokens: readonly Token[], number: NumberRead | null, start: number): Read | null {
  const next = (number?.next ?? start) + 1
  if (!number && lowerOf(tokens[start]) === 'dozens') return null
  return count((number?.value ?? 1) * 12, '', next)
}

/** A singular with 'of' is one: 'bunch of dill', 'small bunch of dill'. */
function readBareContainer(tokens: readonly Token[], start: number): Read | null {
  const word = readCountWord(tokens, start)
  return word?.fits(1) && lowerOf(tokens[word.next]) === 'of' ? count(1, word.name, word.next) : null
}

/** '2 12-packs' */
function readPackOf(number: NumberRead, size: number): Read | null {
  const value = wholeOf(number)
  return value === null ? null : packsOf(value, { amount: { value: size, unit: '' } }, 'pack', number.next + 1)
}

/** '3 (28 oz) cans'; '1 (9-inch) pie crust' is a remark. */
function readNotedContainer(tokens: readonly Token[], number: NumberRead, note: Token): Read | null {
  const inner = note.kind === 'note' ? note.tokens : null
  if (inner?.every(({ kind }) => kind === 'word')) {
    const pieces = readPieces(tokens, { ...number, next: number.next + 1 })
    return pieces && { ...pieces, next: number.next }
  }
  const size = readSize(inner)
  const value = wholeOf(number)
  const container = readCountWord(tokens, number.next + 1)
  if (!size?.isOfPack || size.isApproximate || value === null || !container?.fits(value)) return null
  return packsOf(value, size, container.name, container.next)
}

/** '2 500 g bags', '1 28 oz can', 'a 10 kg bag'. Without the container it may be one number with a space in it. */
function readSizedContainers(tokens: readonly Token[], number: NumberRead): Read | null {
  const size = readNumber(tokens, number.next)
  const value = wholeOf(number)
  // '2 1/2 lb bags' may be two of half a pound.
  if (!size || size.isRange || value === null) return null
  const measured = readMeasured(tokens, size)
  const container = measured && readCountWord(tokens, measured.next)
  return measured && container?.fits(value) ? packsOf(value, measured, container.name, container.next) : null
}

/** '2 x 500 g', '3 x 400 g cans'. '8 x burger patties' is a count. */
function readTimes(tokens: readonly Token[], number: NumberRead): Read | null {
  const value = wholeOf(number)
  const size = readNumber(tokens, number.next + 1)
  if (value === null || number.isArticle) return null
  if (!size) return readPieces(tokens, { ...number, next: number.next + 1 })
  const measured = size.isRange ? null : readMeasured(tokens, size)
  if (!measured) return null
  const container = readCountWord(tokens, measured.next)
  return packsOf(value, measured, container?.name ?? 'pack', container?.next ?? measured.next)
}

/** '5 lb bag of potatoes' is one pack. '5 lb bags' does not say how many. */
function readContainerOf(tokens: readonly Token[], number: NumberRead, measured: Read): Read | null {
  const container = readCountWord(tokens, measured.next)
  if (!container || !isContainer(container.name)) return measured
  const isMixed = number.tokens.length > 1
  if (!container.fits(1) || isMixed || container.next === tokens.length) return null
  return packsOf(1, measured, container.name, container.next)
}

interface CountWordAt {
  name: string
  fits: (value: number) => boolean
  next: number
}

/** 'cans', 'small cans', 'sm. cans' */
export function readCountWord(tokens: readonly Token[], at: number): CountWordAt | null {
  const size = sizeAt(tokens, at)
  if (size === null) return countWordAt(tokens, at)
  const found = countWordAt(tokens, at + 1)
  return found && { ...found, name: `${size} ${found.name}` }
}

function sizeAt(tokens: readonly Token[], at: number): string | null {
  const word = lowerOf(tokens[at])
  return SIZES.has(word) ? word : (ABBREVIATED_SIZES.get(word) ?? null)
}

function countWordAt(tokens: readonly Token[], at: number): CountWordAt | null {
  const word = findCountWord(lowerOf(tokens[at]))
  return word && !NOT_CONTENT.has(lowerOf(tokens[at + 1])) ? { ...word, next: at + 1 } : null
}

/** '2 small cans', '3 cans (400 g)', '2 bags of 5 kg', '4 packs of 8' */
function readCounted(tokens: readonly Token[], number: NumberRead, isItemKnown: boolean): Read | null {
  const start = skipManner(tokens, number.next)
  const container = readCountWord(tokens, start)
  const value = countOf(number)
  if (!container?.fits(value ?? 0) || value === null) return null
  const { name, next } = container
  if (next === tokens.length && !isItemKnown) return null
  if (start > number.next) return count(value, name, next, typedText(tokens, number.next, start))
  const following = tokens[next]
  if (following?.kind === 'note' && isContainer(name)) {
    const size = readSize(following.tokens)
    const isSize = size?.isOfPack && (size.isEach || !(isItemKnown || size.isApproximate))
    if (isSize && !number.isRange && Number.isInteger(value)) return packsOf(value, size, name, next + 1)
  }
  const isOfNumber = lowerOf(following) === 'of' && tokens[next + 1]?.kind === 'number'
  return isOfNumber ? readContainersOf(tokens, number, container) : count(value, name, next)
}

/** '2 bags of 5 kg', '4 packs of 8' */
function readContainersOf(tokens: readonly Token[], number: NumberRead, { name, next }: CountWordAt): Read | null {
  const value = wholeOf(number)
  const size = readNumber(tokens, next + 1)
  if (!size || size.isRange || value === null || !isContainer(name)) return null
  const read = readMeasured(tokens, size)
  const one = read === undefined ? readPieces(tokens, size) : read
  return one && packsOf(value, one, name, one.next)
}

/** '24 eggs', '1.5 onions', 'two red onions' */
function readPieces(tokens: readonly Token[], number: NumberRead): Read | null {
  const value = countOf(number)
  const token = tokens[number.next]
  const first = lowerOf(token)
  if (value === null || number.isArticle || !canBeCounted(first)) return null
  if (PIECES.has(first)) return count(value, '', number.next + 1)
  // 'small, ripe mangoes'
  const second = lowerOf(tokens[isMark(tokens[number.next + 1], ',') ? number.next + 2 : number.next + 1])
  // '2/8 pizza' may be a date.
  if (number.tokens.some(({ text }) => /[/⁄][5-9]$/.test(text))) return null
  if (number.isWord && !isHalfOfOne(tokens, number) && !isSafeAfterWord(first, second)) return null
  if (second === '' && (KINDS.has(first) || first.endsWith('-free'))) return null
  if (value > 1 && value <= 12 && isCompound(first, second)) return null
  // '6 box lunches': neither six boxes nor surely anything else.
  const counted = readCountWord(tokens, number.next)
  if (counted && counted.next < tokens.length && !(counted.fits(value) && lowerOf(tokens[counted.next]) === 'each')) {
    return null
  }
  if (token?.kind === 'word' && !isNameOfItem(token.text)) return null
  return count(value, '', number.next)
}

/** No people, times, lengths, or further numbers: '2 six packs'. */
export function canBeCounted(word: string): boolean {
  // '6 half-dozen eggs', '2 six-packs'
  // 'a mugful' may be any amount.
  if (/^half-|-(?:dozen|packs?|pk)$|fuls?$/.test(word)) return false
  return !NOT_COUNTED.has(word) && !NOT_FIRST.has(word) && !NUMBER_WORDS.has(word) && !findMeasure(word)
}

/** Words for numbers are often part of a name: 'seven layer dip', 'one pot pasta'. */
function isSafeAfterWord(first: string, second: string): boolean {
  const isPlural = (word: string) => /[^su]s$/.test(word)
  return LOOKS.has(first) ? isPlural(second) : isPlural(first) && second === ''
}

/** 'half a cucumber', but not 'half fat milk' */
function isHalfOfOne(tokens: readonly Token[], { value, next }: NumberRead): boolean {
  return value === 0.5 && ['a', 'an'].includes(lowerOf(tokens[next - 1]))
}

/** '3 bean salad', '4 cheese pizza', but '2 cheese sticks' */
function isCompound(first: string, second: string): boolean {
  return second !== '' && NUMBERED_COMPOUND.has(first) && !(first === 'cheese' && second.endsWith('s'))
}

/** Other scripts have units that are not known. Short words without a vowel are mostly units: '2 hl', '3 bx'. */
function isNameOfItem(word: string): boolean {
  if (!/^[a-z\d]/i.test(word) && !/^\p{Script=Latin}/u.test(word)) return false
  return word.length > 3 || /[^a-z.'’-]|[aeiouy]/i.test(word) || /^(?:bbq|blt|pb|lge?\.?$|sm\.?$)/i.test(word)
}

/** A number of pieces or containers; null if it looks like a date, a price, a year or a phone number. */
function countOf(number: NumberRead): number | null {
  const [token] = number.tokens
  if (number.tokens.length === 1 && token?.isThreeDecimals === 'comma') return Math.round(token.value * 1000)
  if (number.tokens.some(({ isThreeDecimals }) => isThreeDecimals !== 'no')) return null
  const { value } = number
  const text = token?.text ?? ''
  if (Number.isInteger(value)) {
    if (number.isRange && value > 500) return null
    return /^\d+$/.test(text) && value >= 1900 && value < 2100 ? null : value
  }
  const decimals = /[.,](\d+)$/.exec(text)?.[1]
  return decimals === undefined || /^(?:5|25|75|\d{4,})$/.test(decimals) ? value : null
}

/** A number of packs. */
function wholeOf(number: NumberRead): number | null {
  const value = number.isRange ? null : countOf(number)
  return value !== null && Number.isInteger(value) ? value : null
}

interface Size {
  amount: Amount
  asides: readonly string[]
  /** Whether it can be the size of a pack: no pack is sold by the spoon or cup. */
  isOfPack: boolean
  isInOunces: boolean
  isEach: boolean
  isApproximate: boolean
}

/** The size of one: '400 g', '400 g each', 'about 400 g each'. Nothing else may be said. */
export function readSize(tokens: readonly Token[] | null): Size | null {
  const from = tokens ? skipApproximately(tokens, 0) : 0
  const number = tokens && readNumber(tokens, from)
  const measured = number && !number.isRange && !number.isArticle ? readMeasured(tokens, number) : null
  if (!tokens || !measured) return null
  const isEach = lowerOf(tokens[measured.next]) === 'each'
  if (tokens.length !== measured.next + (isEach ? 1 : 0)) return null
  const { amount, asides, system } = measured
  const isInOunces = system === 'US' && amount.unit === 'g'
  return { amount, asides, isOfPack: system !== 'spoon', isInOunces, isEach, isApproximate: from > 0 }
}

function count(value: number, unit: string, next: number, ...asides: string[]): Read {
  return { amount: { value: roundAmount(value), unit }, pack: null, asides, next }
}

/** Packs of one size. */
export function packsOf(
  number: number,
  { amount: size, asides = [] }: { amount: Amount; asides?: readonly string[] },
  name: string,
  next: number,
): Read {
  return {
    amount: { value: roundAmount(number * size.value), unit: size.unit },
    pack: { size: size.value, name },
    asides,
    next,
  }
}
