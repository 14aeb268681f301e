import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/arbitraries.ts'
import { itemKey } from './item-key.ts'
import { itemInNumber, scaledItem } from './item-number.ts'

const pieces = (value: number) => ({ value, unit: '' }) as const

describe('an item in the number of its count', () => {
  it.each([
    ['tomatoes', 'tomato'],
    ['Red Tomatoes', 'Red Tomato'],
    ['eggs', 'egg'],
    ['onions', 'onion'],
    ['bell peppers', 'bell pepper'],
    ['cookies', 'cookie'],
    ['berries', 'berry'],
    ['patties', 'patty'],
    ['peaches', 'peach'],
    ['quiches', 'quiche'],
    ['batteries', 'battery'],
    ['loaves', 'loaf'],
    ['sausages', 'sausage'],
    ['granola bars', 'granola bar'],
    ['tortillas', 'tortilla'],
    ['local dishes to share', 'local dish to share'],
    ['ready to eat meals', 'ready to eat meal'],
    ['easy to peel oranges', 'easy to peel orange'],
  ])('%s: 1 %s', (plural, singular) => {
    expect(itemInNumber(plural, pieces(1), null)).toBe(singular)
    expect(itemInNumber(plural, pieces(2), null)).toBe(plural)
    expect(scaledItem(singular, pieces(1), pieces(3), null)).toBe(plural)
    expect(scaledItem(plural, pieces(12), pieces(1), null)).toBe(singular)
  })

  it.each([
    'asparagus',
    'hummus',
    'molasses',
    'couscous',
    'scissors',
    'camping gas',
    'tongs',
    'crisps',
    'peppers',
    'swiss',
    'cheese',
    'egg',
    'chillies',
    'peas or beans',
    'mac and cheeses',
    'шампиньоны',
    '7UP',
    '',
  ])('stays as typed if no rule is sure: %s', (item) => expect(itemInNumber(item, pieces(1), null)).toBe(item))

  it.each(['bread', 'garlic', 'corn', 'eggs', 'salmon', 'salt and pepper'])('is no plural of %s', (item) =>
    expect(scaledItem(item, pieces(1), pieces(3), null)).toBe(item),
  )

  it('is as typed for weights, packs, and numbers of what was written for several', () => {
    expect(itemInNumber('tomatoes', { value: 1, unit: 'g' }, null)).toBe('tomatoes')
    expect(itemInNumber('tomatoes', { value: 1, unit: 'slice' }, null)).toBe('tomatoes')
    expect(itemInNumber('tomatoes', pieces(1), { size: 1, name: 'can' })).toBe('tomatoes')
    expect(scaledItem('tomato', pieces(6), pieces(3), null)).toBe('tomato')
  })

  it('is the same item, for any text', () => {
    fc.assert(
      fc.property(anyText(200), fc.constantFrom(0.5, 1, 2), (item, value) => {
        for (const other of [itemInNumber(item, pieces(value), null), scaledItem(item, pieces(1), pieces(value), null)])
          if (other !== item) expect(itemKey(other)).toBe(itemKey(item))
      }),
    )
  })
})
