import { describe, expect, it } from 'vitest'
import { itemKey } from './item-key.ts'
import { readLine } from './read-line.ts'
import { storedKeys } from './testing/stored-keys.ts'

describe('itemKey', () => {
  // Stored with what people bought. Never change a key in this table; add a version instead.
  it.each([
    ['1:potato', 'potato', 'potatoes', 'Potatoes', '  POTATOES '],
    ['1:tomato', 'tomato', 'tomatoes', 'tomatoe'],
    ['1:loaf', 'loaf', 'loaves'],
    ['1:leaf', 'leaf', 'leaves'],
    ['1:berry', 'berry', 'berries'],
    ['1:cooky', 'cookie', 'cookies'],
    ['1:browny', 'brownie', 'brownies'],
    ['1:pie', 'pie', 'pies'],
    ['1:egg', 'egg', 'Eggs'],
    ['1:peach', 'peach', 'peaches'],
    ['1:radish', 'radish', 'radishes'],
    ['1:sandwich', 'sandwich', 'sandwiches'],
    ['1:quich', 'quiche', 'quiches'],
    ['1:mango', 'mango', 'mangos', 'mangoes'],
    ['1:olive', 'olive', 'olives'],
    ['1:clove', 'clove', 'cloves'],
    ['1:kiwi', 'kiwi', 'kiwis'],
    ['1:taco', 'taco', 'tacos'],
    ['1:spice', 'spice', 'spices'],
    ['1:cheese', 'cheese', 'cheeses'],
    ['1:lettuce', 'lettuce', 'lettuces'],
    ['1:banana', 'banana', 'bananas'],
    ['1:pea', 'pea', 'peas'],
    ['1:hummus', 'hummus', 'Hummus'],
    ['1:asparagus', 'asparagus'],
    ['1:couscous', 'couscous'],
    ['1:swiss', 'Swiss'],
    ['1:molasses', 'molasses'],
    ['1:bell pepper', 'bell pepper', 'Bell  Peppers', 'bell-peppers'],
    ['1:nut free muffin', 'nut-free muffins', 'nut free muffin'],
    ['1:mac and cheese', 'mac & cheese', 'Mac and Cheese'],
    ['1:smore', "s'mores", 's’more'],
    ['1:jalapeno', 'jalapeños', 'jalapeno', 'jalapen\u0303o'],
    ['1:creme fraich', 'crème fraîche', 'Creme fraiche'],
    ['1:2% milk', '2% milk', '2 % milk'],
    ['1:7up', '7UP', '7Up'],
    ['1:a4 paper', 'A4 paper'],
    ['1:cream cheese', 'cream\u00a0cheese', 'cream\u200b cheese'],
    ['1:борщ', 'Борщ'],
    ['1:їжа', 'їжа', 'і\u0308жа'],
    ['1:🍌', '🍌'],
  ])('is %s', (key, ...items) => {
    for (const item of items) expect(itemKey(item)).toBe(key)
  })

  it.each([
    ['pepper', 'peppers'],
    ['mint', 'mints'],
    ['apple crisp', 'apple crisps'],
    ['wrap', 'wraps'],
    ['milk', '2% milk'],
    ['1.5% milk', '15% milk'],
    ['milk', 'oat milk'],
    ['onions', 'red onions'],
    ['corn', 'corn starch'],
    ['chili', 'chilies'],
    ['cream', 'creme'],
    ['bean', 'beet'],
    ['rice', 'ice'],
    ['и', 'й'],
    ['і', 'ї'],
    ['🍌', '🍎'],
    ['nut-free muffins', 'nut muffins'],
    ['ham', 'hummus'],
    ['grape', 'grapefruit'],
    ['roll', 'roll-up'],
  ])('differs for %j and %j', (one, other) => {
    expect(itemKey(one)).not.toBe(itemKey(other))
  })

  it('is for each line of the corpora what purchases of it are stored with', () => {
    const stored = storedKeys.trim().split('\n')
    const now = stored.map((line) => {
      const [text = ''] = line.split(' => ')
      return `${text} => ${readLine(text)
        .parts.map(({ item }) => itemKey(item))
        .join(' | ')}`
    })
    expect(stored.length).toBeGreaterThan(700)
    expect(now).toEqual(stored)
  })
})
