import { isAmountStart, readQuantity } from './quantity.ts'
import { isMark, lowerOf, type Token } from './tokens.ts'
import { findMeasure, isCountWord } from './units.ts'
import { APPROXIMATELY, isAdjective, NOT_FIRST } from './words.ts'

/** A piece of a line between separators. */
export interface Segment {
  /** The separator before it; '' for the first. An 'and' or '+' is 'and'. */
  separator: '' | ',' | ';' | ':' | '-' | 'and'
  tokens: Token[]
}

/** In mL: some spoons. */
const MAX_LITTLE = 60

/** Cuts a line at commas, dashes, colons, and at an 'and' if an amount follows: 'salt and pepper' stays one piece. */
export function splitLine(tokens: readonly Token[]): Segment[] {
  const segments: Segment[] = [{ separator: '', tokens: [] }]
  tokens.forEach((token, index) => {
    const last = segments.at(-1) as Segment
    const separator = separatorAt(tokens, index)
    const isSumOfOne = segments.length === 1 && separator === 'and' && isSum(tokens, index)
    if (!separator || isSumOfOne || isBetweenAdjectives(last, tokens, index)) last.tokens.push(token)
    // ', and 2 kg rice'
    else if (last.tokens.length === 0 && last.separator !== '') last.separator = separator
    else segments.push({ separator, tokens: [] })
  })
  return segments
}

/** The comma of 'skinless, boneless chicken thighs': before it are only adjectives, and after it is more than these. */
function isBetweenAdjectives({ separator, tokens: before }: Segment, tokens: readonly Token[], index: number): boolean {
  if (!isMark(tokens[index], ',') || !isAdjective(lowerOf(before.at(-1)))) return false
  const start = before.findLastIndex((token) => !isAdjective(lowerOf(token)) && !isMark(token, ','))
  // 'onions, peeled, roots removed' is an item with remarks.
  if (start < 0 ? separator !== '' : !isAmountEnd(before[start])) return false
  const isLink = (token: Token) => isMark(token, ',') || isAdjective(lowerOf(token)) || lowerOf(token) === 'and'
  const item = tokens.find((token, at) => at > index && !isLink(token))
  return item?.kind === 'word' && !NOT_FIRST.has(item.lower) && !APPROXIMATELY.has(item.lower)
}

function isAmountEnd(token: Token | undefined): boolean {
  const word = lowerOf(token)
  return token?.kind === 'number' || word === 'of' || findMeasure(word) !== undefined || isCountWord(word)
}

/** '3/4 cup plus 2 tablespoons sugar': there is only an amount before it, with a number of one or two tokens. */
function isSum(tokens: readonly Token[], index: number): boolean {
  if (index < 2 || index > 3 || !findMeasure(lowerOf(tokens[index - 1]))) return false
  return tokens.slice(0, index - 1).every(({ kind }) => kind === 'number')
}

/** 'plus 1 tbsp for sprinkling' is a remark. */
function isLittleMore(tokens: readonly Token[], index: number): boolean {
  const more = readQuantity(tokens, index + 1)
  const isLittle = more?.amount.unit === 'mL' && more.amount.value <= MAX_LITTLE
  return isLittle && ['for', 'to'].includes(lowerOf(tokens[more.next]))
}

function separatorAt(tokens: readonly Token[], index: number): Segment['separator'] | null {
  const token = tokens[index]
  if (token?.kind === 'mark') {
    const { text } = token
    if (text === ',' || text === ';' || text === ':') return text
    if (text === '-') return isRange(tokens, index) ? null : '-'
    // A slash may be an 'or'.
    return ['&', '+'].includes(text) && isNextItem(tokens, index) ? 'and' : null
  }
  if (!['and', 'plus'].includes(lowerOf(token)) || !isNextItem(tokens, index)) return null
  return lowerOf(token) === 'plus' && isLittleMore(tokens, index) ? null : 'and'
}

/** '2-3 kg', '500 g - 1 kg' */
function isRange(tokens: readonly Token[], index: number): boolean {
  const previous = tokens[index - 1]
  if (tokens[index + 1]?.kind !== 'number') return false
  return previous?.kind === 'number' || findMeasure(lowerOf(previous)) !== undefined
}

/** Whether an amount follows that is no part of the number before it, as in '1 and 1/2'. */
function isNextItem(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.kind !== 'number' && !isMark(tokens[index - 1], '×') && isAmountStart(tokens, index + 1)
}
