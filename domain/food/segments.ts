import { isAmountStart } from './quantity.ts'
import { isMark, lowerOf, type Token } from './tokens.ts'
import { findMeasure } from './units.ts'

/** A piece of a line between separators. */
export interface Segment {
  /** The separator before it; '' for the first. An 'and' or '+' is 'and'. */
  separator: '' | ',' | ';' | ':' | '-' | 'and'
  tokens: Token[]
}

/** Cuts a line at commas, dashes, colons, and at an 'and' if an amount follows: 'salt and pepper' stays one piece. */
export function splitLine(tokens: readonly Token[]): Segment[] {
  const segments: Segment[] = [{ separator: '', tokens: [] }]
  tokens.forEach((token, index) => {
    const last = segments.at(-1)
    const separator = separatorAt(tokens, index)
    if (!separator) last?.tokens.push(token)
    // ', and 2 kg rice'
    else if (last?.tokens.length === 0 && last.separator !== '') last.separator = separator
    else segments.push({ separator, tokens: [] })
  })
  return segments
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
  return ['and', 'plus'].includes(lowerOf(token)) && isNextItem(tokens, index) ? 'and' : null
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
