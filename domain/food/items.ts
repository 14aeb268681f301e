import { canBeCounted, isMeasured, type Quantity } from './quantity.ts'
import { isMark, lowerOf, type Token } from './tokens.ts'
import { findMeasure, isContainerWord, isCountWord, isOunce } from './units.ts'
import {
  BEVERAGES,
  DRINKS,
  isAdjective,
  NOT_COUNTED,
  NOT_FIRST,
  NOT_ITEM,
  NOT_WITHIN,
  NUMBER_WORDS,
  VESSELS,
} from './words.ts'

const MAX_ITEM_WORDS = 12

/** The words of an item as typed, or null if they are none. */
export function itemOf(line: string, tokens: readonly Token[]): string | null {
  const words = tokens.filter(({ kind }) => kind !== 'note')
  const [first] = words
  if (!first || words.length > MAX_ITEM_WORDS || NOT_FIRST.has(lowerOf(first))) return null
  if (!isWordOrQuote(first) || !isWordOrQuote(words.at(-1)) || !words.every(canBeInItem) || isRate(words)) return null
  // 'salt. 500 g'
  const item = textOf(line, words).replace(/\.$/, '')
  return /[a-z]/i.test(item) || /\p{L}/u.test(item) ? item : null
}

function isWordOrQuote(token: Token | undefined): boolean {
  return token?.kind === 'word' || (token?.kind === 'mark' && '“”„«»"®™'.includes(token.text))
}

function canBeInItem(token: Token): boolean {
  // A comma only between adjectives: `splitLine` cuts at all others.
  if (token.kind === 'mark') return isWordOrQuote(token) || ['&', '/', ','].includes(token.text)
  return token.kind === 'word' && !NOT_WITHIN.has(token.lower)
}

/** '4 L water/day' */
function isRate(words: readonly Token[]): boolean {
  return words.some((token, index) => isMark(token, '/') && isRatePer(lowerOf(words[index + 1])))
}

function isRatePer(word: string): boolean {
  return NOT_COUNTED.has(word) || ['car', 'tent', 'table'].includes(word) || isCountWord(word)
}

/** As typed, without what is in parentheses between them. */
export function textOf(line: string, tokens: readonly Token[]): string {
  let text = ''
  let end = -1
  for (const { at } of tokens) {
    if (end >= 0 && at.start > end) text += ' '
    text += line.slice(at.start, at.end)
    end = at.end
  }
  return text
}

/** Whether words without an amount in front of them can be an item and not a sentence or a heading. */
export function isItem(item: string): boolean {
  const words = item.toLowerCase().split(/[\s/]/)
  const [first = ''] = words
  if (NUMBER_WORDS.has(first) || ['half', 'dozen', 'dozens'].includes(first)) return false
  // 'Coke 2Lx6', '3dozen eggs'
  if (words.some((word, index) => (index > 0 ? /^\d+[^\d\s%.,'’-]/ : /^\d+[^\d\s%.,'’-]{3}/).test(word))) return false
  return !words.some((word) => NOT_ITEM.has(word) || findMeasure(word))
}

/**
 * Whether an item goes with an amount: '2 six packs' are no pieces, '6 quart dutch oven' is one thing, and '12 oz beer'
 * is mostly a volume.
 */
export function isSureItem(item: string, { amount }: Quantity, tokens: readonly Token[]): boolean {
  const first = item.split(' ', 1)[0]?.toLowerCase() ?? ''
  if (amount.unit === '') return canBeCounted(first)
  if (findMeasure(first)) return false
  if (!isMeasured(amount.unit)) return true
  const last = item.slice(item.lastIndexOf(' ') + 1).toLowerCase()
  if (VESSELS.has(last) || isContainerWord(last)) return false
  return !(isDrink(item) && amount.unit === 'g' && tokens.some((token) => isOunce(lowerOf(token))))
}

/** Whether an item is nothing but adjectives: 'smoked' of '200 g smoked, sliced'. */
export function isOnlyAdjectives(item: string): boolean {
  return item.toLowerCase().split(/,? /).every(isAdjective)
}

/** Whether it is always sold by volume. Milk, soup and coffee are also sold by weight. */
export function isBeverage(item: string): boolean {
  // 'tuna in spring water'
  return BEVERAGES.has(item.slice(item.lastIndexOf(' ') + 1).toLowerCase()) && !/ (?:in|with) /i.test(item)
}

/** Whether an ounce of it is mostly a fluid one. */
export function isDrink(item: string): boolean {
  const lower = item.toLowerCase()
  return DRINKS.has(lower.slice(lower.lastIndexOf(' ') + 1)) || /(?<!sour )\bcream$/.test(lower)
}
