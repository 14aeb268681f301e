import { isMark, lowerOf, type NumberToken, type Token } from './tokens.ts'
import { NUMBER_WORDS } from './words.ts'

/** A number in a line: '2', '1 1/2', 'two', 'half a', 'a', '2-3'. */
export interface NumberRead {
  value: number
  /** 'a bag': one, but only of what is counted in a word or a unit. */
  isArticle: boolean
  isWord: boolean
  /** '2-3', of which the upper end counts. */
  isRange: boolean
  /** Of which it consists; none if it is a word. */
  tokens: readonly NumberToken[]
  /** The index of its first token, and of the token after it. */
  start: number
  next: number
}

/** Reads the number that starts at a token. null if there is none, or none for an amount: '3-2', '555-123-4567'. */
export function readNumber(tokens: readonly Token[], start: number): NumberRead | null {
  const low = readSingleNumber(tokens, start)
  if (!low || low.isArticle) return low
  const isDash = isMark(tokens[low.next], '-')
  if (!isDash && !['to', 'or'].includes(lowerOf(tokens[low.next]))) return low
  const high = readSingleNumber(tokens, low.next + 1)
  if (!high || high.isArticle) return isDash ? null : low
  // '1-1/2' is one and a half.
  if (isDash && high.value < 1 && Number.isInteger(low.value)) {
    return { ...low, value: low.value + high.value, tokens: [...low.tokens, ...high.tokens], next: high.next }
  }
  const isChain = isMark(tokens[high.next], '-') && tokens[high.next + 1]?.kind === 'number'
  if (high.value <= low.value || isChain) return null
  return { ...high, isRange: true, tokens: [...low.tokens, ...high.tokens], start }
}

function readSingleNumber(tokens: readonly Token[], start: number): NumberRead | null {
  const token = tokens[start]
  if (token?.kind === 'number') return readDigits(tokens, token, start)
  const word = lowerOf(token)
  const value = NUMBER_WORDS.get(word)
  if (value !== undefined) return numberWord(value, start, start + 1)
  if (word === 'half') return numberWord(0.5, start, isArticle(tokens[start + 1]) ? start + 2 : start + 1)
  return isArticle(token) ? { ...numberWord(1, start, start + 1), isArticle: true, isWord: false } : null
}

function numberWord(value: number, start: number, next: number): NumberRead {
  return { value, isArticle: false, isWord: true, isRange: false, tokens: [], start, next }
}

function readDigits(tokens: readonly Token[], first: NumberToken, start: number): NumberRead {
  const next = start + 1
  const read = { value: first.value, isArticle: false, isWord: false, isRange: false, tokens: [first], start, next }
  if (!Number.isInteger(first.value)) return read
  const at = lowerOf(tokens[next]) === 'and' ? next + 1 : next
  const fraction = tokens[at]
  if (fraction?.kind === 'number' && fraction.isFraction && fraction.value < 1) {
    return { ...read, value: first.value + fraction.value, tokens: [first, fraction], next: at + 1 }
  }
  const isAndHalf = at > next && isArticle(fraction) && lowerOf(tokens[at + 1]) === 'half'
  return isAndHalf ? { ...read, value: first.value + 0.5, next: at + 2 } : read
}

function isArticle(token: Token | undefined): boolean {
  return ['a', 'an'].includes(lowerOf(token))
}
