import { LENGTHS, lowerOf, type Token } from './tokens.ts'
import { findMeasure } from './units.ts'
import { APPROXIMATELY, isParticiple, words } from './words.ts'

/* Remarks with a number that is no amount of an item: 'cut into 8 pieces', 'mixed with 2 tbsp water'. */

const BEFORE_NUMBER = words('at by from in into make makes making on over plus to with')
const DURATIONS = words('min mins minute minutes h hr hrs hour hours day days')

/** Whether all of a segment is such a remark: 'reduced over high heat to 2 cups', '2 of them hard-boiled'. */
export function isNumberRemark(tokens: readonly Token[]): boolean {
  const [first, second] = tokens.map(lowerOf)
  if (tokens[0]?.kind === 'number') return second === 'of' && ['them', 'these', 'which'].includes(lowerOf(tokens[2]))
  const isStart = startsRemark(first ?? '') || (first === 'each' && startsRemark(second ?? ''))
  return isStart && isNumberSaidOf(tokens, firstNumber(tokens, 0))
}

/** Where such a remark starts without a comma: 'cornflour mixed with 2 tbsp water'. -1 if there is none. */
export function numberRemarkStart(tokens: readonly Token[]): number {
  for (let at = firstNumber(tokens, 1); at > 0; at = firstNumber(tokens, at + 1)) {
    const word = at - (isAdverb(lowerOf(tokens[at - 2])) ? 3 : 2)
    // '3/4 cup plus 2 tbsp' is a sum.
    const isPlus = lowerOf(tokens[at - 1]) === 'plus' && !findMeasure(lowerOf(tokens[at - 2]))
    if (word > 0 && (isPlus || isParticiple(lowerOf(tokens[word]))) && isNumberSaidOf(tokens, at)) {
      if (isPlus) return at - 1
      return isAdverb(lowerOf(tokens[word - 1])) ? word - 1 : word
    }
  }
  return -1
}

function firstNumber(tokens: readonly Token[], start: number): number {
  let at = start
  while (at < tokens.length && tokens[at]?.kind !== 'number') at += 1
  return at < tokens.length ? at : -1
}

function startsRemark(word: string): boolean {
  return isParticiple(word) || isAdverb(word) || word === 'plus'
}

function isAdverb(word: string): boolean {
  return /[^l]ly$/.test(word) || word === 'overnight' || word === 'together'
}

/** Whether a preposition is in front of a number, or it is a length or a time. */
function isNumberSaidOf(tokens: readonly Token[], at: number): boolean {
  const unit = lowerOf(tokens[at + 1])
  if (LENGTHS.has(unit) || DURATIONS.has(unit)) return true
  const before = lowerOf(tokens[at - 1])
  return BEFORE_NUMBER.has(APPROXIMATELY.has(before) ? lowerOf(tokens[at - 2]) : before)
}
