import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLine } from './read-line.ts'
import type { LinePart } from './reading.ts'
import { corpus } from './testing/corpus.ts'
import { heldOutCorpus } from './testing/corpus-held-out.ts'
import { parseCorpus } from './testing/score-lines.ts'
import { writeLine } from './write-line.ts'

describe('writeLine', () => {
  it.each([
    ['1500 g potatoes, diced', '1.5 kg potatoes (diced)'],
    ['bread: 6 slices each (loaves of 18)', '6 slices bread each (loaves of 18)'],
    ['2 x 500 g pasta', '1 kg pasta (packs of 500 g)'],
    ['5 lb ground beef', '5 lb ground beef'],
    ['2 (15 oz) cans corn', '30 oz corn (cans of 15 oz)'],
    ['0.5 lb coffee', '0.5 lb coffee'],
    ['538.640939 g coffee', '538.640939 g coffee'],
    ['½ gallon milk', '0.5 gal milk'],
    ['8 oz. cream cheese', '8 oz cream cheese'],
    ['1/3 cup oil', '83.333333 mL oil'],
    ['1 can beans', '1 can beans'],
    ['Salt', 'Salt'],
    ['two dozen eggs', '24 eggs'],
    ['1200 napkins', '1,200 napkins'],
    ['2 small loaves rye', '2 small loaves rye'],
  ])('writes the reading of %j as %j', (text, expected) => {
    const [part] = readLine(text).parts
    expect(part && writeLine(part)).toBe(expected)
  })

  it('is read as the same part, for each line of the corpus', () => {
    for (const { text } of parseCorpus(corpus + heldOutCorpus)) {
      for (const part of readLine(text).parts) expect(readLine(writeLine(part)).parts, text).toEqual([part])
    }
  })

  it('is read as the same part, for any part', () => {
    const value = fc.oneof(
      fc.integer({ min: 1, max: 15_000 }),
      fc.integer({ min: 1, max: 9_000_000 }).map((thousandths) => thousandths / 1000),
      fc.constantFrom(0.5, 1 / 3, 453.59237, 850.485694, 83.333333, 473.176473, 1.234, 2000.125),
    )
    const digits = (number: number) => Math.round(number * 1e6) / 1e6
    const measured = fc.record({ value: value.map(digits), unit: fc.constantFrom('g', 'mL') })
    const counted = fc.record({
      value: value.map(digits),
      unit: fc.constantFrom('', 'can', 'slice', 'small can', 'loaf', 'box'),
    })
    const size = fc.integer({ min: 1, max: 5000 }).map((halves) => halves / 2)
    const name = fc.constantFrom('pack', 'can', 'loaf', 'small box')
    const anyPart: fc.Arbitrary<LinePart> = fc
      .record({
        item: fc.constantFrom(
          'potato',
          'red onion',
          'cheddar slice',
          'rice & bean mix',
          '2% milk',
          'A4 paper',
          'Crème',
        ),
        amount: fc.oneof(measured, counted),
        pack: fc.option(fc.record({ size, name })),
        isEach: fc.boolean(),
        remark: fc.constantFrom('', 'diced', 'about 5 kg', '$40', 'for the trail', 'red, big ones'),
      })
      .map((part) => ({
        ...part,
        // Packs of pieces are whole, and one person gets no tonne; '... and ... each' is not sure.
        pack: part.pack && ['g', 'mL'].includes(part.amount.unit) ? part.pack : null,
        isEach: part.isEach && part.amount.value <= 50 && !part.item.includes('&'),
      }))
    fc.assert(
      fc.property(anyPart, (part) => {
        expect(readLine(writeLine(part))).toEqual({ parts: [part], writtenFor: null })
      }),
      { numRuns: 1000 },
    )
  })
})
