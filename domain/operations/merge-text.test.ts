import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { mergeText } from './merge-text.ts'
import { WorkBudget } from './work-budget.ts'

const merge = (was: string, now: string, to: string) => mergeText(was, now, to, new WorkBudget()).text

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
    [
      'both add a word at the end of a line',
      'Bring water',
      'Bring water each',
      'Bring water daily',
      'Bring water each\nBring water daily',
    ],
    [
      'a third person adds a word at the end of a line',
      'Bring water',
      'Bring water each\nBring water daily',
      'Bring water weekly',
      'Bring water each\nBring water daily\nBring water weekly',
    ],
    [
      'they rewrite the same word differently',
      'at the gate now',
      'at the lake now',
      'at the beach now',
      'at the lake now\nat the beach now',
    ],
    [
      'they change neighbouring words',
      'Bear boxes at each site',
      'Bear boxes at each site, bring a lock',
      'Bear boxes at each group site',
      'Bear boxes at each site, bring a lock\nBear boxes at each group site',
    ],
    [
      'words match by chance between two changes',
      'Bring the big tent and two lanterns',
      'Bring the small tent and three lanterns',
      'Bring the red tent and four stoves',
      'Bring the small tent and three lanterns\nBring the red tent and four stoves',
    ],
    [
      'one changes words that match by chance between two changes of the other',
      'On Saturday morning we drive up to the lake early in the day',
      'On Saturday morning we all bicycle slowly to the lake together afterwards in the day',
      'On Saturday morning we drive up to a lake early in the day',
      'On Saturday morning we all bicycle slowly to the lake together afterwards in the day\n' +
        'On Saturday morning we drive up to a lake early in the day',
    ],
    [
      'both write something else in a long line',
      'Campsite permit: Whitefish Lake group campground, sites 12 to 15. Keep the booking number here.',
      'George Lake group site (Anna)',
      'booking number KIL-4471 (Sven)',
      'George Lake group site (Anna)\nbooking number KIL-4471 (Sven)',
    ],
    [
      'the earlier one replaces a line that the later one changes',
      'Rain plan: museum in Sudbury',
      'Stay in the tents',
      'Rain plan: museum in Sudbury at 10',
      'Stay in the tents\nRain plan: museum in Sudbury at 10',
    ],
    [
      'the later one replaces a line that the earlier one changes',
      'Rain plan: museum in Sudbury',
      'Rain plan: museum in Sudbury at 10',
      'Stay in the tents',
      'Rain plan: museum in Sudbury at 10\nStay in the tents',
    ],
    [
      'they correct the same word alike, and one of them another',
      'Lunhc at the gate at 9',
      'Lunch at the gate at 9',
      'Lunch at the gate at 10',
      'Lunch at the gate at 10',
    ],
    ['one empties a text that the other changes', 'Bear boxes', '', 'Bear boxes here', 'Bear boxes here'],
    [
      'a line that both changed has arrived already',
      'Bring the big tent today',
      'Bring the small tent today\nBring the tent today',
      'Bring the tent today',
      'Bring the small tent today\nBring the tent today',
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
    ['they rewrite overlapping words', 'a b c d', 'X c d', 'a Y d', 'X c d\na Y d'],
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
/** Whether another version of the text lacks some of a line's own words: those were removed there. */
const isDropped = (text: string, line: string[]) =>
  line.some((word) => word.startsWith('w') && !wordsOf(text).includes(word))
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

  it('keep the words that one person wrote in a line together, in their order', () => {
    always(({ was, now, to }) => {
      const merged = merge(was, now, to).split('\n').map(wordsOf)
      for (const line of [...now.split('\n'), ...to.split('\n')]) {
        const written = wordsOf(line).filter((word) => !word.startsWith('w'))
        const holders = merged.filter((other) => written.some((word) => other.includes(word)))
        if (written.length === 0) continue
        expect(holders).toHaveLength(1)
        expect(holders[0]?.filter((word) => written.includes(word))).toEqual(written)
      }
    })
  })

  it('leave both lines whole, or join them', () => {
    always(({ was, now, to }) => {
      const merged = merge(was, now, to).split('\n').map(wordsOf)
      for (const line of now.split('\n').map(wordsOf)) {
        const written = line.filter((word) => !word.startsWith('w'))
        if (written.length === 0) continue
        const holder = merged.find((other) => other.includes(written[0] as string)) as string[]
        const isJoined = holder.some((word) => word.startsWith('my'))
        if (!isJoined && !isDropped(to, line)) expect(holder).toEqual(line)
      }
    })
  })

  it('keep what both kept, and drop what both removed', () => {
    always(({ was, now, to }) => {
      const merged = wordsOf(merge(was, now, to))
      const [theirs, mine] = [now, to].map((text) => new Set(wordsOf(text))) as [Set<string>, Set<string>]
      for (const word of wordsOf(was)) {
        const times = merged.filter((other) => other === word).length
        // Twice in two lines that stay whole.
        if (theirs.has(word) && mine.has(word)) expect([1, 2], word).toContain(times)
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
    expect(mergeText('x\n0\ny', now, to, new WorkBudget(12)).text).toBe('x\na\nb\ny')
    expect(mergeText('x\n0\ny', now, to, new WorkBudget(0)).text).toBe('x\na\ny\nx\nb\ny')
  })

  it('never exceed the work budget', () => {
    for (const [was, now, to] of [
      [equalLines(2000, 'a'), equalLines(2500, 'a'), equalLines(2200, 'a')],
      [equalLines(2000, 'a'), equalLines(2000, 'b'), equalLines(2000, 'c')],
      [equalLines(5000, 'a b'), equalLines(5000, 'b a'), equalLines(5000, 'a c')],
    ] as const) {
      const work = new CountedBudget(100_000)
      expect(mergeText(was, now, to, work).text.length).toBeLessThanOrEqual(now.length + to.length + 1)
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

describe('texts of many equal lines', () => {
  const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')

  it('are compared once for each pair of different lines, and within the budget', () => {
    const work = new WorkBudget()
    const take = vi.spyOn(work, 'take')
    mergeText(
      lines(600, 'four words like these'),
      lines(700, 'four other words here'),
      lines(800, 'and more of them'),
      work,
    )
    const steps = take.mock.calls.flatMap(([count], index) => (take.mock.results[index]?.value ? [count] : []))
    // Each pair of lines takes a step, and two pairs are compared word by word.
    expect(steps.filter((count) => count > 1).length).toBeLessThan(5000)
  })

  it('are joined as a whole when there is too much to compare', () => {
    const merged = merge(lines(1500, 'a'), lines(2400, 'a'), lines(2400, 'b'))
    expect(merged.split('\n').length).toBeGreaterThan(2400)
  })
})
