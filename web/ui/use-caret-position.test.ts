import { describe, expect, it } from 'vitest'
import { movedCaret } from './use-caret-position.ts'

describe('the caret while others change the text', () => {
  it.each([
    ['stays when others have written after it', 'a\nmine|', 'a\nmine|\ntheirs'],
    ['moves on when others have written before it', 'a\nmine|', 'a\ntheirs\nmine|'],
    ['moves on when others have written before it in its line', 'a|b', 'theirs a|b'],
    ['stays when others have written after it in its line', 'a|b', 'a|b theirs'],
    ['moves with its line when others have written before and after it', 'a\nmi|ne', 'a\ntheirs\nmi|ne\n'],
    ['stays at the end of its line even if that was the end of the text', 'a\nmine|', 'a\ntheirs\nmine|\n'],
    ['stays in the new line that its author has begun', 'a\n|', 'a\n|\ntheirs'],
    ['stays in the new line when others have written before and after it', 'a\n|\nb', 'theirs\na\n|\ntheirs\nb\n'],
    ['stays in the new line when others have begun one before it', 'a\n|', 'a\ntheirs\n|'],
    ['moves with its line from the start of it when others have written before it', 'a\n|mine', 'a\ntheirs\n|mine'],
    ['stays after the unchanged start of a line that others have changed', 'a\nmi|ne', 'a\nmi|x'],
    ['never exceeds the length of the text', 'mine|', 'x|'],
  ])('%s', (_what, before, after) => {
    const [caret, expected] = [before, after].map((text) => text.indexOf('|')) as [number, number]
    expect(movedCaret(before.replace('|', ''), after.replace('|', ''), caret)).toBe(expected)
  })
})
