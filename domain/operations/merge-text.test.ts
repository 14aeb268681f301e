import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeText } from './merge-text.ts'
import { WorkBudget } from './work-budget.ts'

const merge = (was: string, now: string, to: string) => mergeText(was, now, to, new WorkBudget())

describe('two changes to one text', () => {
  it.each([
    [
      'both add a line at the end',
      'Bring water',
      'Bring water\nAna: peanuts',
      'Bring water\nBen: wheat',
      'Bring water\nAna: peanuts\nBen: wheat',
    ],
    ['both add a line that ends in a space, as while typing', 'a\n', 'a\nAna: ', 'a\nBen: ', 'a\nAna: \nBen: '],
    [
      'both write into an empty text',
      '',
      'Ana: peanuts, carries EpiPen',
      'Ben: wheat',
      'Ana: peanuts, carries EpiPen\nBen: wheat',
    ],
    ['one adds a line at the start, the other at the end', 'b', 'a\nb', 'b\nc', 'a\nb\nc'],
    ['they change different lines', 'one\ntwo', 'ONE\ntwo', 'one\nTWO', 'ONE\nTWO'],
    [
      'they change different words of a line',
      'Meet at the gate at 9',
      'Meet at the lake at 9',
      'Meet at the gate at 10',
      'Meet at the lake at 10',
    ],
    [
      'they add words in different places of a line',
      'Bring water',
      'Bring 5 L water',
      'Bring water each',
      'Bring 5 L water each',
    ],
    ['both add a word at the end', 'Bring water', 'Bring water each', 'Bring water daily', 'Bring water each daily'],
    [
      'they rewrite the same word differently',
      'at the gate now',
      'at the lake now',
      'at the beach now',
      'at the lake beach now',
    ],
    ['they rewrite the same line differently', 'Add description', 'Oat porridge', 'Pancakes', 'Oat porridge\nPancakes'],
    ['they change a line identically', 'a\nb', 'a\nB', 'a\nB', 'a\nB'],
    ['both add the same line, and one adds another', 'a', 'a\nsalt', 'a\nsalt\neggs', 'a\nsalt\neggs'],
    ['one changes a line, and both add the same after it', 'A', 'A w1\nw2', 'A\nw2', 'A w1\nw2'],
    ['the later one changes a line, and both add the same after it', 'A', 'A\nw2', 'A w1\nw2', 'A w1\nw2'],
    ['one changes a line that the other removes', 'one two\nthree', 'three', 'one TWO\nthree', 'one TWO\nthree'],
    [
      'one changes a line among several that the other removes',
      'one\ntwo\nthree\nfour',
      'four',
      'one\nTWO\nthree\nfour',
      'TWO\nfour',
    ],
    ['they rewrite overlapping words', 'a b c d', 'X c d', 'a Y d', 'X Y d'],
    ['they remove different lines', 'one\ntwo\nthree', 'two\nthree', 'one\ntwo', 'two'],
    ['the later one begins a line and leaves it empty', 'a', 'a\nAna', 'a\n', 'a\n\nAna'],
    ['the earlier one begins a line and leaves it empty', 'a', 'a\n', 'a\nAna', 'a\n\nAna'],
    ['the later one fills an empty last line', 'a\n', 'a\n\nAna', 'a\nBen', 'a\nAna\nBen'],
    ['the later one adds only a space', 'Buy milk', 'Buy milk and', 'Buy milk ', 'Buy milk  and'],
    ['the earlier one adds only a space', 'Buy milk', 'Buy milk ', 'Buy milk and', 'Buy milk  and'],
    ['one removes a space, and the other adds a word', 'a  b', 'a b', 'a  b c', 'a b c'],
  ])('are both kept when %s', (_what, was, now, to, both) => {
    expect(merge(was, now, to)).toBe(both)
  })
})

/** A text in which all words are different. */
const words = fc.array(fc.array(fc.nat(3), { maxLength: 4 }), { maxLength: 5 })
interface Edit {
  do: 'add line' | 'remove line' | 'add word' | 'remove word' | 'rewrite word' | 'rewrite line'
  line: number
  word: number
}
const edits = fc.array(
  fc.record<Edit>({
    do: fc.constantFrom('add line', 'remove line', 'add word', 'remove word', 'rewrite word', 'rewrite line'),
    line: fc.nat(5),
    word: fc.nat(4),
  }),
  { maxLength: 6 },
)

/** Applies edits to a text. Every word they write is new. */
function applyEdits(text: string, by: string, changes: Edit[]): string {
  const lines = text.split('\n').map(wordsOf)
  changes.forEach(({ do: what, line, word }, n) => {
    const at = line % lines.length
    const here = lines[at] as string[]
    const place = word % Math.max(1, here.length)
    const newWord = `${by}${n}`
    if (what === 'add line') lines.splice(at, 0, [newWord])
    else if (what === 'remove line' && lines.length > 1) lines.splice(at, 1)
    else if (what === 'rewrite line') lines[at] = [newWord]
    else if (what === 'add word') here.splice(place, 0, newWord)
    else if (what === 'remove word') here.splice(place, 1)
    else if (what === 'rewrite word') here.splice(place, 1, newWord)
  })
  return lines.map((line) => line.join(' ')).join('\n')
}
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

const sides = fc.tuple(words, edits, edits).map(([lines, theirs, mine]) => {
  const was = lines.map((line, i) => line.map((_, j) => `w${i}.${j}`).join(' ')).join('\n')
  return { was, now: applyEdits(was, 'their', theirs), to: applyEdits(was, 'my', mine) }
})
const always = (property: (texts: { was: string; now: string; to: string }) => void) =>
  fc.assert(fc.property(sides, property), { numRuns: Number(process.env['OPERATIONS_RUNS'] ?? 1000) })

describe('any two changes to one text', () => {
  it('keep each word that either wrote, once', () => {
    always(({ was, now, to }) => {
      const merged = wordsOf(merge(was, now, to))
      for (const word of [...wordsOf(now), ...wordsOf(to)].filter((word) => !word.startsWith('w')))
        expect(
          merged.filter((other) => other === word),
          word,
        ).toEqual([word])
    })
  })

  it('keep what both kept, once, and drop what both removed', () => {
    always(({ was, now, to }) => {
      const merged = wordsOf(merge(was, now, to))
      const [theirs, mine] = [now, to].map((text) => new Set(wordsOf(text))) as [Set<string>, Set<string>]
      for (const word of wordsOf(was)) {
        const times = merged.filter((other) => other === word).length
        if (theirs.has(word) && mine.has(word)) expect(times, word).toBe(1)
        else if (theirs.has(word) || mine.has(word)) expect(times, word).toBeLessThanOrEqual(1)
        else expect(times, word).toBe(0)
      }
    })
  })

  it('result in the one change if the other changed nothing', () => {
    always(({ was, now }) => {
      expect(merge(was, now, was)).toBe(now)
      expect(merge(was, was, now)).toBe(now)
      expect(merge(was, now, now)).toBe(now)
    })
  })
})

describe('texts that take much work to compare', () => {
  const equalLines = (count: number, text: string) => Array.from({ length: count }, () => text).join('\n')

  it('are joined, one after the other, if the budget is too small', () => {
    const [now, to] = ['x\na\ny', 'x\nb\ny']
    expect(mergeText('x\n0\ny', now, to, new WorkBudget(12))).toBe('x\na\nb\ny')
    expect(mergeText('x\n0\ny', now, to, new WorkBudget(0))).toBe('x\na\ny\nx\nb\ny')
  })

  it('never exceed the work budget', () => {
    for (const [was, now, to] of [
      [equalLines(2000, 'a'), equalLines(2500, 'a'), equalLines(2200, 'a')],
      [equalLines(2000, 'a'), equalLines(2000, 'b'), equalLines(2000, 'c')],
      [equalLines(5000, 'a b'), equalLines(5000, 'b a'), equalLines(5000, 'a c')],
    ] as const) {
      const work = new CountedBudget(100_000)
      expect(mergeText(was, now, to, work).length).toBeLessThanOrEqual(now.length + to.length + 1)
      expect(work.taken).toBeLessThanOrEqual(100_000)
    }
  })
})

class CountedBudget extends WorkBudget {
  taken = 0
  override take(steps: number): boolean {
    const isTaken = super.take(steps)
    if (isTaken) this.taken += steps
    return isTaken
  }
}
