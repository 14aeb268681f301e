import { describe, expect, it } from 'vitest'
import { movedCaret } from './use-kept-caret.ts'

describe('the cursor of somebody who types while others change the text', () => {
  it.each([
    ['stays where others have written behind it', 'a\nmine|', 'a\nmine|\ntheirs'],
    ['moves on where others have written before it', 'a\nmine|', 'a\ntheirs\nmine|'],
    ['moves on within the text too', 'a|b', 'theirs a|b'],
    ['stays within the text too', 'a|b', 'a|b theirs'],
    ['is at the end at most', 'mine|', 'x|'],
  ])('%s', (_what, before, after) => {
    const [caret, expected] = [before, after].map((text) => text.indexOf('|')) as [number, number]
    expect(movedCaret(before.replace('|', ''), after.replace('|', ''), caret)).toBe(expected)
  })
})
