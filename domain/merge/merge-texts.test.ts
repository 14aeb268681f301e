import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { merge } from './merge.ts'
import { MERGE_STEPS, mergeTexts } from './merge-texts.ts'

const MERGE_RUNS = { numRuns: Number(process.env['MERGE_RUNS'] ?? 300) }

/** Few different texts, so that some stand twice and both sides often touch the same place. */
const texts = fc.array(fc.constantFrom('eggs', 'flour', 'milk', 'salt', 'oats', ''), { maxLength: 7 })

interface Edit {
  at: number
  do: 'add' | 'change' | 'remove' | 'move'
  to: number
}
const edits = fc.array(fc.record<Edit>({ at: fc.nat(8), do: fc.constantFrom('add', 'change', 'remove', 'move'), to: fc.nat(8) }), {
  maxLength: 5,
})

/** What somebody makes of a list; every text that they write is a new one. */
function edited(base: string[], side: string, changes: Edit[]): string[] {
  return changes.reduce((list, { at, do: what, to }, n) => {
    const index = at % Math.max(1, list.length)
    if (what === 'add') return list.toSpliced(at % (list.length + 1), 0, `${side} ${n}`)
    if (list.length === 0) return list
    if (what === 'change') return list.with(index, `${side} ${n}`)
    const rest = list.toSpliced(index, 1)
    return what === 'remove' ? rest : rest.toSpliced(to % list.length, 0, list[index] as string)
  }, base)
}

describe('a list of plain texts', () => {
  it('holds what one side added, in its place', () => {
    expect(mergeTexts(['a', 'b'], ['a', 'new', 'b'], ['a', 'b'])).toEqual(['a', 'new', 'b'])
    expect(mergeTexts(['a', 'b'], ['a', 'b'], ['new', 'a', 'b'])).toEqual(['new', 'a', 'b'])
    expect(mergeTexts([], [], ['new'])).toEqual(['new'])
  })

  it('holds what one side changed, and drops what one side removed', () => {
    expect(mergeTexts(['a', 'b', 'c'], ['a', 'B', 'c'], ['a', 'b'])).toEqual(['a', 'B'])
    expect(mergeTexts(['a', 'b', 'c'], ['b', 'c'], ['a', 'b', 'C'])).toEqual(['b', 'C'])
    expect(mergeTexts(['a'], [], ['a'])).toEqual([])
  })

  it('holds what the sides did in different places', () => {
    const base = ['oats', 'milk', 'berries', 'honey', 'nuts']
    const theirs = ['rolled oats', 'milk', 'berries', 'honey', 'nuts', 'salt']
    const mine = ['oats', 'milk', 'honey', 'maple syrup', 'nuts']
    expect(mergeTexts(base, theirs, mine)).toEqual(['rolled oats', 'milk', 'honey', 'maple syrup', 'nuts', 'salt'])
  })

  it('holds both where both added in one place', () => {
    expect(mergeTexts(['a'], ['a', 'theirs'], ['a', 'mine'])).toEqual(['a', 'theirs', 'mine'])
    expect(mergeTexts([], ['theirs'], ['mine'])).toEqual(['theirs', 'mine'])
  })

  it('holds once what both added alike', () => {
    expect(mergeTexts(['a'], ['a', 'salt'], ['a', 'salt'])).toEqual(['a', 'salt'])
    expect(mergeTexts([], ['salt', 'eggs'], ['salt', 'milk']).toSorted()).toEqual(['eggs', 'milk', 'salt'])
  })

  it('holds both changes where each changed another of two neighbours', () => {
    expect(mergeTexts(['a', 'b'], ['A', 'b'], ['a', 'B'])).toEqual(['A', 'B'])
  })

  it('has an entry that both rewrote as the later save has it', () => {
    expect(mergeTexts(['a', 'b', 'c'], ['a', 'theirs', 'c'], ['a', 'mine', 'c'])).toEqual(['a', 'mine', 'c'])
  })

  it('keeps an entry that one side rewrote and the other removed', () => {
    expect(mergeTexts(['a', 'b'], ['a', 'B'], ['a'])).toEqual(['a', 'B'])
    expect(mergeTexts(['a', 'b'], ['a'], ['a', 'B'])).toEqual(['a', 'B'])
  })

  it('tells apart entries with the same text', () => {
    expect(mergeTexts(['eggs', 'milk'], ['eggs', 'milk', 'eggs'], ['eggs', 'milk', 'salt']).toSorted()).toEqual([
      'eggs',
      'eggs',
      'milk',
      'salt',
    ])
    expect(mergeTexts(['eggs', 'eggs'], ['eggs'], ['eggs', 'eggs', 'milk'])).toEqual(['eggs', 'milk'])
    expect(mergeTexts(['eggs'], ['eggs', 'eggs'], [])).toEqual(['eggs'])
    expect(mergeTexts(['eggs'], [], ['eggs', 'eggs'])).toEqual(['eggs'])
  })
})

describe('any two lists that started from the same one', () => {
  const sides = fc
    .tuple(texts, edits, edits)
    .map(([base, a, b]) => ({ base, theirs: edited(base, 'their', a), mine: edited(base, 'my', b) }))
  const always = (property: (lists: { base: string[]; theirs: string[]; mine: string[] }) => void) =>
    fc.assert(fc.property(sides, property), MERGE_RUNS)
  const written = (list: string[], side: string) => list.filter((text) => text.startsWith(side))

  it('are as one side has it where the other changed nothing or the same', () => {
    always(({ base, theirs, mine }) => {
      expect(mergeTexts(base, theirs, base)).toEqual(theirs)
      expect(mergeTexts(base, base, mine)).toEqual(mine)
      expect(mergeTexts(base, mine, mine)).toEqual(mine)
    })
  })

  it('hold every text that the later save wrote, and those of the earlier that it did not replace by another', () => {
    always(({ base, theirs, mine }) => {
      const merged = mergeTexts(base, theirs, mine)
      expect(merged).toEqual(expect.arrayContaining(written(mine, 'my')))
      const replaced = written(theirs, 'their').filter((text) => !merged.includes(text))
      expect(replaced.length).toBeLessThanOrEqual(written(mine, 'my').length)
      const [ownTheirs, ownMine] = [written(theirs, 'their'), written(mine, 'my')]
      if (ownTheirs.length === 0 || ownMine.length === 0) expect(replaced).toEqual([])
    })
  })

  it('hold nothing that neither has, nothing that both removed, and everything that both kept', () => {
    always(({ base, theirs, mine }) => {
      if (new Set(base).size < base.length) return
      const merged = mergeTexts(base, theirs, mine)
      for (const text of merged) expect([...theirs, ...mine]).toContain(text)
      for (const text of base) if (!theirs.includes(text) && !mine.includes(text)) expect(merged).not.toContain(text)
      for (const text of base) if (theirs.includes(text) && mine.includes(text)) expect(merged).toContain(text)
    })
  })

  it('stay as they are when the same edit is merged again', () => {
    // An entry that somebody moved is in plain texts one removed here and one added there: those and doubles aside.
    const unmoved = edits.map((list) => list.filter(({ do: what }) => what !== 'move'))
    const unique = fc.uniqueArray(fc.constantFrom('eggs', 'flour', 'milk', 'salt', 'oats'), { maxLength: 5 })
    fc.assert(
      fc.property(unique, unmoved, unmoved, (base, a, b) => {
        const [theirs, mine] = [edited(base, 'their', a), edited(base, 'my', b)]
        const merged = mergeTexts(base, theirs, mine)
        expect(mergeTexts(mine, merged, mine)).toEqual(merged)
        expect(mergeTexts(base, merged, mine).toSorted()).toEqual(merged.toSorted())
      }),
      MERGE_RUNS,
    )
  })

  it('end alike in what they hold, whoever is first, where they wrote in different places', () => {
    const disjoint = fc.tuple(fc.uniqueArray(fc.nat(9), { maxLength: 4 }), fc.uniqueArray(fc.nat(9), { maxLength: 4 }))
    fc.assert(
      fc.property(disjoint, ([a, b]) => {
        const base = Array.from({ length: 10 }, (_, i) => `entry ${i}`)
        const theirs = base.map((text, i) => (a.includes(i) ? `their ${i}` : text))
        const mine = base.map((text, i) => (b.includes(i) && !a.includes(i) ? `my ${i}` : text))
        const both = base.map((text, i) => (a.includes(i) ? `their ${i}` : b.includes(i) ? `my ${i}` : text))
        expect(mergeTexts(base, theirs, mine)).toEqual(both)
        expect(mergeTexts(base, mine, theirs)).toEqual(both)
      }),
      MERGE_RUNS,
    )
  })
})

describe('lists that are too much work', () => {
  const lines = (count: number, text: string) => Array.from({ length: count }, () => text)
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => `entry ${n}`)
  /** As where no work is left for comparing their order. */
  const mergeUnordered = (base: string[], theirs: string[], mine: string[]) => mergeTexts(base, theirs, mine, { left: 0 })
  const sides = fc
    .tuple(texts, edits, edits)
    .map(([base, a, b]) => ({ base, theirs: edited(base, 'their', a), mine: edited(base, 'my', b) }))
  const always = (property: (lists: { base: string[]; theirs: string[]; mine: string[] }) => void) =>
    fc.assert(fc.property(sides, property), MERGE_RUNS)
  const written = (list: string[], side: string) => list.filter((text) => text.startsWith(side))

  it('are merged in their order where only a part of them has changed', () => {
    const base = numbered(100_000)
    const theirs = base.with(50_000, 'theirs')
    const mine = base.toSpliced(50_010, 1, 'mine', 'and more')
    expect(mergeTexts(base, theirs, mine).join()).toBe(theirs.toSpliced(50_010, 1, 'mine', 'and more').join())
  })

  it('hold what they held before and after what has changed, and once what both changed alike', () => {
    expect(mergeUnordered(['a', 'b', 'c', 'z'], ['a', 'B', 'c', 'new', 'z'], ['a', 'c', 'mine', 'new', 'z'])).toEqual([
      'a',
      'B',
      'c',
      'mine',
      'new',
      'z',
    ])
  })

  it('hold every text that either wrote, nothing that either removed, and everything that both kept', () => {
    always(({ base, theirs, mine }) => {
      const merged = mergeUnordered(base, theirs, mine)
      expect(merged).toEqual(expect.arrayContaining([...written(theirs, 'their'), ...written(mine, 'my')]))
      for (const text of merged) expect([...theirs, ...mine]).toContain(text)
      if (new Set(base).size < base.length) return
      for (const text of base) expect(merged.includes(text), text).toBe(theirs.includes(text) && mine.includes(text))
    })
  })

  it('hold the same when the same edit is merged again', () => {
    always(({ base, theirs, mine }) => {
      if (new Set(base).size < base.length) return
      const merged = mergeUnordered(base, theirs, mine)
      expect(mergeUnordered(base, merged, mine).toSorted()).toEqual(merged.toSorted())
    })
  })

  it('take no more than the work that is left, however equal and however long they are', { timeout: 60_000 }, () => {
    for (const count of [20, 200, 2000, 50_000]) {
      const lists: [string[], string[], string[]][] = [
        [lines(count, 'salt'), lines(count, 'eggs'), lines(count, 'oats')],
        [lines(count, 'salt'), ['theirs', ...lines(count, 'salt')], [...lines(2 * count, 'salt'), 'mine']],
        [numbered(count), numbered(count).toReversed(), numbered(count).toSorted().slice(1)],
        [[], numbered(count), numbered(2 * count).slice(count)],
      ]
      for (const [base, theirs, mine] of lists) {
        const work = { left: MERGE_STEPS }
        const merged = mergeTexts(base, theirs, mine, work)
        expect(work.left).toBeGreaterThanOrEqual(0)
        expect(mergeTexts(base, theirs, mine).join(), 'whoever merges').toBe(merged.join())
      }
    }
  })

  it('share the work of one merge: what the first have taken the others have not', () => {
    const base = numbered(550)
    const theirs = base.toReversed().with(7, 'theirs')
    const mine = [...base.slice(300), 'mine', ...base.slice(0, 300)]
    const inOrder = mergeTexts(base, theirs, mine)
    expect(inOrder).not.toEqual(mergeUnordered(base, theirs, mine))
    const asSections = (list: string[]) => ({ first: list, second: list, third: list.slice(1, 3) })
    const merged = merge(asSections(base), asSections(theirs), asSections(mine))
    expect(merged.first).toEqual(inOrder)
    expect(merged.second).toEqual(mergeUnordered(base, theirs, mine))
    expect(merge(asSections(base), asSections(theirs), asSections(mine))).toEqual(merged)
  })
})
