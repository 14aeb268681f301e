import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContentMark, type ContentTag, contentTags, newMark } from '../plan/meals.ts'
import { contentsOfLine, markedTags, tagsByWords, tagsIn, withMark } from './marks.ts'
import { buildLine } from './testing/build-food.ts'

type Said = readonly [ContentTag, boolean]

/** A line on which people marked one thing after the other. */
function marked(text: string, ...said: Said[]) {
  let line = buildLine({ text })
  for (const [tag, isContained] of said) line = { ...line, marks: withMark(line, tag, isContained) }
  return line
}
const contained = (line: ReturnType<typeof marked>) => tagsIn(contentsOfLine(line))
const mark = (tag: ContentTag, says: ContentMark['says'], words = '') => ({ ...newMark(tag), says, words })

describe('what a line contains by its words and marks', () => {
  it.each<[string, Said[], string]>([
    ['Grandma’s pot', [], ''],
    ['Grandma’s pot', [['nuts', true]], 'nuts'],
    ['muffins', [], 'gluten eggs milk lactose'],
    ['muffins', [['eggs', false]], 'gluten milk lactose'],
    ['muffins', [['milk', false]], 'gluten eggs'],
    ['muffins', [['lactose', false]], 'gluten eggs milk'],
    ['muffins', [['nuts', true]], 'gluten eggs milk nuts lactose'],
    [
      'walnut muffins',
      [
        ['nuts', false],
        ['nuts', true],
      ],
      'gluten eggs milk nuts lactose',
    ],
    ['Stew', [['meat', true]], 'meat not_halal not_kosher'],
    [
      'Stew',
      [
        ['meat', true],
        ['not_halal', false],
      ],
      'meat not_kosher',
    ],
    [
      'Stew',
      [
        ['milk', true],
        ['lactose', false],
      ],
      'milk',
    ],
    ['Stew', [['pork', true]], 'meat pork not_halal not_kosher'],
    ['bacon', [['meat', false]], ''],
    ['bacon', [['pork', false]], 'meat not_halal not_kosher'],
    ['marshmallows', [['gelatin', false]], ''],
    ['', [['nuts', true]], 'nuts'],
  ])('%s %j: %s', (text, said, contents) => expect(contained(marked(text, ...said)).join(' ')).toBe(contents))

  it('is not hidden by a mark for what was typed before', () => {
    const muffins = marked('muffins', ['nuts', false], ['eggs', false])
    // Nothing said that there are nuts, so there was nothing to deny.
    expect(muffins.marks).toEqual([mark('eggs', 'no', 'muffins')])
    const granola = marked('granola', ['nuts', false])
    expect(contained(granola)).toEqual(['gluten'])
    expect(contained({ ...granola, text: '2 kg granola' })).toEqual(['gluten'])
    expect(contained({ ...granola, text: 'granola with walnuts' })).toContain('nuts')
    expect(contained({ ...granola, text: 'walnuts' })).toEqual(['nuts'])
    expect(contained({ ...granola, read_as: '1 kg trail mix' })).toContain('nuts')
  })

  it('is what is contained if marks say both', () => {
    const line = buildLine({ text: 'granola', marks: [mark('nuts', 'yes'), mark('nuts', 'no', 'granola')] })
    expect(contained(line)).toContain('nuts')
  })

  it('needs no mark for what the words say, and none is left once it is taken back', () => {
    expect(marked('muffins', ['eggs', true]).marks).toEqual([])
    expect(marked('muffins', ['eggs', false], ['eggs', true]).marks).toEqual([])
    expect(marked('pie', ['nuts', true], ['nuts', false]).marks).toEqual([])
    const emptied = buildLine({ text: 'muffins', marks: [mark('eggs', '')] })
    expect(contentsOfLine(emptied)).toBe(contentsOfLine(buildLine({ text: 'muffins' })))
  })

  it('distinguishes words from marks', () => {
    const line = marked('walnut muffins', ['nuts', false], ['meat', true])
    expect(tagsByWords(line)).toEqual(['gluten', 'eggs', 'milk', 'nuts', 'lactose'])
    expect(markedTags(line)).toEqual({ contained: ['meat', 'not_halal', 'not_kosher'], denied: ['nuts'] })
    expect(markedTags(buildLine({ text: 'walnuts' }))).toEqual({ contained: [], denied: [] })
  })

  it('is what was said last, for every text and every tag', () => {
    const text = fc.constantFrom('walnut muffins', 'bacon and eggs', 'milk, honey', 'pie', 'Stew in beer')
    const said = fc.array(fc.tuple(fc.constantFrom(...contentTags), fc.boolean()), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(text, said, (typed, all) => {
        const line = marked(typed, ...all)
        const [tag, isContained] = all.at(-1) as Said
        expect(contained(line).includes(tag)).toBe(isContained)
        expect(new Set(line.marks.map((one) => one.id)).size).toBe(line.marks.length)
      }),
    )
  })
})
