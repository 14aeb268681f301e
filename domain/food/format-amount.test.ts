import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, formatListAmount } from './format-amount.ts'
import { toListUnit } from './list-unit.ts'
import { roundUpToBuy } from './round-up.ts'
import { isSameWord, plural } from './word-forms.ts'

const loose = (unit: string) => toListUnit({ value: 0, unit }, null).listUnit

describe('an amount as people read it', () => {
  it.each([
    [2400, 'g', '2.4 kg'],
    [3000, 'g', '3 kg'],
    [13_500, 'mL', '13.5 L'],
    [180, 'slice', '180 slices'],
    [1, 'slice', '1 slice'],
    [0.5, 'can', '0.5 cans'],
    [10, 'loaf', '10 loaves'],
    [2, 'bunch', '2 bunches'],
    [2, 'constructor', '2 constructors'],
    [6, '', '6'],
    [2.25, '', '2.25'],
    [750, 'g', '750 g'],
    [2.5, 'mL', '2.5 mL'],
    [999.7, 'g', '1 kg'],
    [82_800, 'mL', '82.8 L'],
    [1e12, 'g', '1,000,000,000 kg'],
    [0, 'g', '0 g'],
    [18.000000000000004, '', '18'],
  ])('%d %s', (value, unit, text) => expect(formatAmount({ value, unit })).toBe(text))

  it('in packs', () => {
    const { listUnit, value } = toListUnit({ value: 180, unit: 'slice' }, { size: 18, name: 'loaf' })
    expect(formatListAmount(value, listUnit)).toBe('10 loaves of 18 slices')
    const can = toListUnit({ value: 540, unit: 'mL' }, { size: 540, name: 'can' })
    expect(formatListAmount(can.value, can.listUnit)).toBe('1 can of 540 mL')
  })
  it('in packs without a size is not in packs', () => {
    for (const size of [0, -1, Number.NaN])
      expect(toListUnit({ value: 5, unit: 'g' }, { size, name: 'can' })).toEqual({ listUnit: loose('g'), value: 5 })
  })
  it('has the plural of its unit', () => {
    const words = ['box', 'berry', 'tray', 'half', 'dish', 'dozen', 'kg', 'glass']
    expect(words.map(plural)).toEqual(['boxes', 'berries', 'trays', 'halves', 'dishes', 'dozen', 'kg', 'glasses'])
    for (const word of ['loaf', ...words]) expect(isSameWord(word, plural(word))).toBe(true)
  })
})

describe('what can be bought', () => {
  it.each([
    [2430, 'g', 2450],
    [13_430, 'mL', 13_500],
    [828, 'g', 830],
    [375, 'mL', 375],
    [41, 'g', 45],
    [2.5, 'mL', 3],
    [123_400, 'g', 124_000],
    [22.05, '', 23],
    [18.000000000000004, '', 18],
    [1000.0000000001, 'g', 1000],
    [0, 'g', 0],
    [1e-12, '', 0],
  ])('%d %s', (value, unit, bought) => expect(roundUpToBuy(value, loose(unit))).toBe(bought))

  const amount = fc.double({ min: 0, max: 1e9, noNaN: true })
  const unit = fc.constantFrom('g', 'mL', '', 'slice')

  it('is enough, is shown exactly, and more for more', () => {
    fc.assert(
      fc.property(amount, amount, unit, (one, other, counted) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        const [first, second] = [roundUpToBuy(less, loose(counted)), roundUpToBuy(more, loose(counted))]
        expect(first).toBeGreaterThanOrEqual(less * (1 - 1e-8) - 1e-8)
        expect(second).toBeGreaterThanOrEqual(first)
        expect(roundUpToBuy(first, loose(counted))).toBe(first)
        const [number = '', word] = formatAmount({ value: first, unit: counted }).split(' ')
        const size = word === 'kg' || word === 'L' ? 1000 : 1
        expect(Number(number.replaceAll(',', '')) * size).toBeCloseTo(first, 4)
      }),
    )
  })
})
