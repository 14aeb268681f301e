import { findCountWord, findMeasure } from './units.ts'

/*
 * Cuts a line into tokens.
 * Job: numbers, words and punctuation; what is in parentheses is one token.
 * Invariants: each character is looked at a fixed number of times, and no expression can backtrack.
 * Failure: null if there is anything that cannot be part of a line of food, such as a price, a date or a time.
 */

export type NumberToken = Extract<Token, { kind: 'number' }>

export type Token =
  | {
      kind: 'number'
      value: number
      isFraction: boolean
      isThreeDecimals: 'no' | 'comma' | 'point'
      text: string
      at: Span
    }
  | { kind: 'word'; text: string; lower: string; at: Span }
  /** `12-pack`: a pack of 12. */
  | { kind: 'packOf'; value: number; text: string; at: Span }
  | { kind: 'mark'; text: string; at: Span }
  /** What is in parentheses. Its tokens are null if it says what is not about food. */
  | { kind: 'note'; text: string; tokens: readonly Token[] | null; at: Span }

export interface Span {
  start: number
  end: number
}

const DIGITS = /\d+/y
const LETTERS_IN_ASCII = /[A-Za-z]+/y
const LETTERS = /\p{L}[\p{L}\p{M}]*/uy
const UNIT_IN_ASCII = /[A-Za-z]+\.?/y
const UNIT = /\p{L}[\p{L}\p{M}]*\.?/uy
/** A word, also with digits in it: "nut-free", "s'mores", "A4", "p.p.". */
const WORD_IN_ASCII = /[A-Za-z](?:[A-Za-z\d]|['.-](?=[A-Za-z\d]))*\.?/y
const WORD = /\p{L}(?:[\p{L}\p{M}\p{N}]|['’.-](?=[\p{L}\p{M}\p{N}]))*\.?/uy
/** The rest of a word that starts with a number: the 'UP' of '7UP', the '-burner' of '2-burner'. */
const REST_OF_WORD = /[\p{L}\p{M}\p{N}'’-]+/uy
const FRACTIONS = '¼½¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚'
const FRACTION_VALUES = [
  1 / 4,
  1 / 2,
  3 / 4,
  1 / 3,
  2 / 3,
  1 / 8,
  3 / 8,
  5 / 8,
  7 / 8,
  1 / 5,
  2 / 5,
  3 / 5,
  4 / 5,
  1 / 6,
  5 / 6,
]
const DENOMINATORS = new Set([2, 3, 4, 5, 6, 8])
export const LENGTHS = new Set(['cm', 'mm', 'inch', 'inches'])
const DASHES = '-–—'
/** Only at the end of a line or as a mark within an item. */
const MARKS = ',;:+&/×*~≈"“”„«»®™'

/** The tokens of a line, or null if it has something that is not part of a line of food. */
export function tokenize(text: string): Token[] | null {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (isSpace(text, at)) {
      at += 1
      continue
    }
    const token = readToken(text, at, tokens.at(-1))
    if (!token) return null
    tokens.push(token)
    at = token.at.end
  }
  return tokens
}

function readToken(text: string, start: number, previous: Token | undefined): Token | null {
  const first = text.charAt(start)
  if (first === '(') return readNote(text, start)
  if (first >= '0' && first <= '9') return readNumeric(text, start)
  const fraction = FRACTIONS.indexOf(first)
  if (fraction >= 0) return endNumber(text, start, start + 1, FRACTION_VALUES[fraction] ?? 0, true)
  if (isTimesBeforeNumber(text, start)) return mark('×', start, start + 1)
  const isUnit = previous?.kind === 'number' && previous.at.end === start
  // '2kg-3kg'
  const word = isUnit ? matchEither(UNIT_IN_ASCII, UNIT, text, start) : matchEither(WORD_IN_ASCII, WORD, text, start)
  if (word) return wordToken(previous?.kind === 'number' ? endUnit(word) : word, start)
  if (DASHES.includes(first)) return readDash(text, start, previous)
  return MARKS.includes(first) ? mark(first === '*' ? '×' : first, start, start + 1) : null
}

function wordToken(word: string, start: number): Token {
  return { kind: 'word', text: word, lower: word.toLowerCase(), at: { start, end: start + word.length } }
}

/** After a number, the 'tsp.' of 'tsp.salt' and the 'to' of 'to12' are words of their own. */
function endUnit(word: string): string {
  if (/^(?:to|or)\d/i.test(word)) return word.slice(0, 2)
  const point = word.indexOf('.')
  return point > 0 && !findMeasure(word) && findMeasure(word.slice(0, point)) ? word.slice(0, point + 1) : word
}

function readNote(text: string, start: number): Token | null {
  const end = text.indexOf(')', start)
  if (end < 0 || text.lastIndexOf('(', end) !== start) return null
  const inner = text.slice(start + 1, end).trim()
  return { kind: 'note', text: inner, tokens: tokenize(inner), at: { start, end: end + 1 } }
}

/** A dash joins numbers ('2-3') or separates with spaces around it. '-3' after a space may be negative. */
function readDash(text: string, start: number, previous: Token | undefined): Token | null {
  const isSpaced = isSpace(text, start - 1) && isSpace(text, start + 1)
  const isTight = previous?.at.end === start && !isSpace(text, start + 1)
  return isSpaced || isTight ? mark('-', start, start + 1) : null
}

/** The x of 'x12' and of '2x500 g'. */
function isTimesBeforeNumber(text: string, start: number): boolean {
  return 'xX×'.includes(text.charAt(start)) && isDigit(text, start + 1)
}

function readNumeric(text: string, start: number): Token | null {
  const whole = match(DIGITS, text, start) ?? ''
  let end = start + whole.length
  // '05' is of a date or a phone number. More digits are no amount of food.
  if (whole.length > 9 || (whole.length > 1 && whole.startsWith('0'))) return null
  const next = text.charAt(end)
  const fraction = FRACTIONS.indexOf(next)
  if (next !== '' && fraction >= 0) {
    return endNumber(text, start, end + 1, Number(whole) + (FRACTION_VALUES[fraction] ?? 0), true)
  }
  if ((next === '/' || next === '⁄') && isDigit(text, end + 1)) return readFraction(text, start, end, whole)
  const groups = [whole]
  let separators = ''
  while ((text[end] === ',' || text[end] === '.') && isDigit(text, end + 1)) {
    const group = match(DIGITS, text, end + 1) ?? ''
    separators += text.charAt(end)
    groups.push(group)
    end += 1 + group.length
  }
  // '2 000 g'. '2 500 g' is not read so: it may be two of 500 g.
  while (separators === '' && text.startsWith(' 000', end) && !isDigit(text, end + 4)) {
    groups[0] += '000'
    end += 4
  }
  const number = valueOfGroups(groups, separators)
  if (!number) return null
  return endNumber(text, start, end, number.value, false, number.isThreeDecimals)
}

function readFraction(text: string, start: number, slash: number, whole: string): Token | null {
  const below = match(DIGITS, text, slash + 1) ?? ''
  const end = slash + 1 + below.length
  const [above, under] = [Number(whole), Number(below)]
  // Other fractions are dates: '5/12', '12/05/2026'.
  if (!DENOMINATORS.has(under) || above >= under || above === 0 || text.charAt(end) === '/') return null
  return endNumber(text, start, end, above / under, true)
}

type ThreeDecimals = 'no' | 'comma' | 'point'

function valueOfGroups(groups: string[], separators: string): { value: number; isThreeDecimals: ThreeDecimals } | null {
  const [whole = '', decimals = ''] = groups
  if (groups.length === 1) return { value: Number(whole), isThreeDecimals: 'no' }
  if (groups.length === 2) {
    const isThree = decimals.length === 3 && whole !== '0'
    return {
      value: Number(`${whole}.${decimals}`),
      isThreeDecimals: !isThree ? 'no' : separators === ',' ? 'comma' : 'point',
    }
  }
  return null
}

/** What follows a number directly: a unit, a pack ('12-pack'), more of a name ('7UP'), a percent sign, or nothing. */
function endNumber(
  text: string,
  start: number,
  end: number,
  value: number,
  isFraction: boolean,
  isThreeDecimals: ThreeDecimals = 'no',
): Token | null {
  const isHyphen = text[end] === '-'
  const isAlone = text.charCodeAt(end) === 32
  const letters = isAlone ? undefined : matchEither(LETTERS_IN_ASCII, LETTERS, text, isHyphen ? end + 1 : end)
  const number: Token = {
    kind: 'number',
    value,
    isFraction,
    isThreeDecimals,
    text: text.slice(start, end),
    at: { start, end },
  }
  if (!letters) return endPlainNumber(text, number)
  const lower = letters.toLowerCase()
  const afterLetters = text.charAt(end + (isHyphen ? 1 : 0) + letters.length)
  if (isHyphen && /^packs?$/.test(lower)) {
    const packEnd = end + 1 + letters.length
    return { kind: 'packOf', value, text: text.slice(start, packEnd), at: { start, end: packEnd } }
  }
  // 'g' in capitals directly after a digit is a name: '5G'.
  const isUnit =
    (findMeasure(letters) || (!isHyphen && findCountWord(letters))) &&
    !(letters === 'G' && value < 10) &&
    !/[\d'’]/.test(afterLetters)
  const isTimes = !isHyphen && (lower === 'x' || lower === 'шт') && afterLetters !== '-'
  // '7fl oz', '1c flour', '10to 12'
  const isWord = !isHyphen && (/^(?:c|fl|to)$/.test(lower) || letters === 'T' || letters === 't')
  if (isUnit || isTimes || (isWord && /[\s.\d]/.test(afterLetters)))
    return isHyphen ? { ...number, at: { start, end: end + 1 } } : number
  // '1/2-inch slices'
  const isLength = LENGTHS.has(lower)
  // '2 1/2-inch piece ginger' is one of 2½ inches, '3 1/2-inch slices' may be three.
  if (isLength && isFraction && text.charAt(start - 1) === ' ' && isDigit(text, start - 2)) return null
  if (!isLength && (isFraction || isThreeDecimals !== 'no' || !Number.isInteger(value))) return null
  const rest = match(REST_OF_WORD, text, end) ?? ''
  const name = text.slice(start, end + rest.length)
  return { kind: 'word', text: name, lower: name.toLowerCase(), at: { start, end: end + rest.length } }
}

function endPlainNumber(text: string, number: Token): Token | null {
  const { start, end } = number.at
  const percent = text.startsWith(' %', end) ? end + 2 : text.startsWith('%', end) ? end + 1 : 0
  if (percent > 0) {
    const name = text.slice(start, percent)
    return { kind: 'word', text: name, lower: name, at: { start, end: percent } }
  }
  // A following ':', '.', '"', '²', ... makes it a time, the number of a list, inches, ...
  const next = text.charAt(end)
  return next === '' || /[\s,;(+/–—×*-]/.test(next) ? number : null
}

function mark(text: string, start: number, end: number): Token {
  return { kind: 'mark', text, at: { start, end } }
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 48 && code <= 57
}

function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code === 32 || (code > 127 && /\s/.test(text.charAt(index)))
}

/** Most words are ASCII, for which an expression is several times as fast. */
function matchEither(ascii: RegExp, any: RegExp, text: string, start: number): string | undefined {
  const found = match(ascii, text, start)
  const end = start + (found?.length ?? 0)
  return text.charCodeAt(end) > 127 ? match(any, text, start) : found
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** The word of a token in lower case, '' if it is none. */
export function lowerOf(token: Token | undefined): string {
  return token?.kind === 'word' ? token.lower : ''
}

export function isMark(token: Token | undefined, text: string): boolean {
  return (token?.kind === 'mark' && token.text === text) || (text === '×' && lowerOf(token) === 'x')
}
