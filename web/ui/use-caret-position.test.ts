import { describe, expect, it } from 'vitest'
import { movedCaret } from './use-caret-position.ts'

describe('the cursor of somebody who types while others change the text', () => {
  it.each([
    ['stays where others have written behind it', 'a\nmine|', 'a\nmine|\ntheirs'],
    ['moves on where others have written before it', 'a\nmine|', 'a\ntheirs\nmine|'],
    ['moves on within the text too', 'a|b', 'theirs a|b'],
    ['stays within the text too', 'a|b', 'a|b theirs'],
    ['goes with its line where others have written before and behind it', 'a\nmi|ne', 'a\ntheirs\nmi|ne\n'],
    ['stays at the end of its line there, also where that was the end of the text', 'a\nmine|', 'a\ntheirs\nmine|\n'],
    ['stays in the line that it has begun', 'a\n|', 'a\n|\ntheirs'],
    [
      'stays in the line that it has begun where others have written before and behind it',
      'a\n|\nb',
      'theirs\na\n|\ntheirs\nb\n',
    ],
    ['stays in the line that it has begun where others have begun one before it', 'a\n|', 'a\ntheirs\n|'],
    [
      'goes with its line that others have written before, also from the beginning of it',
      'a\n|mine',
      'a\ntheirs\n|mine',
    ],
    ['stays behind what it has written of a line that others have changed', 'a\nmi|ne', 'a\nmi|x'],
    ['is at the end at most', 'mine|', 'x|'],
  ])('%s', (_what, before, after) => {
    const [caret, expected] = [before, after].map((text) => text.indexOf('|')) as [number, number]
    expect(movedCaret(before.replace('|', ''), after.replace('|', ''), caret)).toBe(expected)
  })
})
