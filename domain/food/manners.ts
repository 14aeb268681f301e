import { lowerOf, type Token } from './tokens.ts'
import { words } from './words.ts'

const MANNERS = words('heaped heaping level levelled rounded scant generous packed full good')
const ADVERBS = words('firmly lightly loosely tightly well very')

/** The index after what says how a spoon is filled or how large a handful is: 'heaped', 'firmly packed'. */
export function skipManner(tokens: readonly Token[], start: number): number {
  const at = ADVERBS.has(lowerOf(tokens[start])) ? start + 1 : start
  const word = lowerOf(tokens[at])
  return MANNERS.has(word) || word.endsWith('-sized') ? at + 1 : start
}

/** Tokens as typed, with one space where there was any. */
export function typedText(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .map(({ text, at }, index) => (index > 0 && at.start > (tokens[start + index - 1]?.at.end ?? 0) ? ' ' : '') + text)
    .join('')
}
