import { isMark, lowerOf, type Token } from './tokens.ts'
import { ONE_PERSON } from './words.ts'

/** Without 'each', 'per person', 'pp' at the end. */
export function withoutEach(tokens: readonly Token[]): { tokens: readonly Token[]; isEach: boolean } {
  const notes = tokens.length - tokens.findLastIndex(({ kind }) => kind !== 'note') - 1
  const end = tokens.length - notes
  for (let length = 1; length <= 2; length += 1) {
    const start = end - length
    const isEach = length === 1 && ['each', 'apiece'].includes(lowerOf(tokens[start]))
    if (start >= 0 && (isEach || onePersonAt(tokens, start) === end)) {
      return { tokens: [...tokens.slice(0, start), ...tokens.slice(end)], isEach: true }
    }
  }
  return { tokens, isEach: false }
}

/** The index after 'per person', '/person' or 'pp'. */
export function onePersonAt(tokens: readonly Token[], start: number): number | null {
  if (['pp', 'p.p', 'p.p.'].includes(lowerOf(tokens[start]))) return start + 1
  const isPer = lowerOf(tokens[start]) === 'per' || isMark(tokens[start], '/')
  return isPer && ONE_PERSON.has(lowerOf(tokens[start + 1])) ? start + 2 : null
}
