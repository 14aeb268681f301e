import { expect, test } from 'vitest'
import { card, row, shortened } from './sheet.ts'
import { sheetsAsText } from './sheet-text.ts'

test('sheets are a text to paste into a chat', () => {
  const dinner = card('1', {
    over: 'Day 1 · Fri, Jul 3',
    title: 'Dinner: Chili',
    aside: '30 people',
    facts: ['Served at 6:00 PM'],
    rows: [row('a', '2 kg beans', { notes: ['only vegetarians'] })],
  })
  const shopping = card('2', {
    title: 'Drinks',
    rows: [row('b', 'Water', { box: 'open', aside: '20 L' }), row('c', 'Tea', { box: 'ticked' })],
  })
  const day = card('3', { title: 'Day 1', rows: [row('d', 'Swim', { time: '9 AM' })] })
  const text = sheetsAsText(
    ['Lake', '', 'Jul 3'],
    [
      { title: 'Menus', cards: [dinner] },
      { title: 'Lists', cards: [shopping, day] },
    ],
  )
  expect(text).toBe(`Lake
Jul 3


MENUS

Day 1 · Fri, Jul 3

Dinner: Chili · 30 people
Served at 6:00 PM
2 kg beans
   only vegetarians


LISTS

Drinks
☐ Water: 20 L
☑ Tea

Day 1
9 AM  Swim`)
})

test('long texts are cut, but not within an emoji', () => {
  expect(shortened('  short ')).toBe('short')
  expect(shortened('abcdef', 4)).toBe('abc…')
  expect(shortened('ab🏕cd', 4)).toBe('ab…')
})
