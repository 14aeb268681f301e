import { describe, expect, it } from 'vitest'
import { aisleOfItem } from '../food/aisles.ts'
import type { ReadLine } from '../food/food-plan.ts'
import { itemKey } from '../food/item-key.ts'
import { memoByText } from '../food/memo-by-text.ts'
import type { LinePart } from '../food/reading.ts'
import { type ListItem, listItems } from '../food/shopping-list.ts'
import {
  buildDay,
  buildLine,
  buildMeal,
  buildPart,
  buildParty,
  buildPerson,
  noDates,
} from '../food/testing/build-food.ts'
import { followingAll } from '../food/testing/settings.ts'
import { newItemState, newPurchase, newShoppingItem, ownKeyOf, type Shopping, shopping } from '../plan/shopping.ts'
import { countRows, type Grouping, groupRows, matchesSearch } from './group-rows.ts'
import {
  purchasesToTakeBack,
  readBought,
  withDetails,
  withItem,
  withoutPurchases,
  withPurchases,
  withTick,
} from './purchases.ts'
import { isAtHome, type ShoppingRow, shoppingRows } from './rows.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben] = [idOf(901), idOf(902)]
let ids = 0
const newId = () => idOf(++ids)

const parts: Record<string, LinePart[]> = {
  milk: [buildPart('milk', { amount: { value: 1000, unit: 'mL' } })],
  tomatoes: [
    buildPart('tomatoes', { amount: { value: 500, unit: 'g' } }),
    buildPart('tomatoes', { amount: { value: 1080, unit: 'mL' }, pack: { size: 540, name: 'can' } }),
  ],
  salt: [buildPart('salt')],
  onions: [
    buildPart('onions', { amount: { value: 2, unit: '' } }),
    buildPart('onions', { amount: { value: 335, unit: 'g' } }),
  ],
}
const read: ReadLine = (text) => ({ parts: parts[text] ?? [], writtenFor: null })
const keyOf = memoByText(itemKey)
const lines = (...texts: string[]) => texts.map((text) => buildLine({ text }))

/** The list of some lines, as they are written. */
const listOf = (...texts: string[]) =>
  listItems({
    days: { '1': buildDay({ dinner: buildMeal(lines(...texts)) }) },
    people: [],
    dates: noDates,
    settings: followingAll,
    read,
    keyOf,
  })

/** The list for some adults. The amounts are written for two. */
function listFor(count: number): ListItem[] {
  const meal = (texts: string[]) => buildMeal(lines(...texts), { servings: 2 })
  return listItems({
    days: { '1': buildDay({ dinner: meal(['milk', 'tomatoes']) }), '2': buildDay({ lunch: meal(['milk', 'salt']) }) },
    people: [buildParty(Array.from({ length: count }, () => buildPerson()))],
    dates: noDates,
    settings: followingAll,
    read,
    keyOf,
  })
}

const items = listFor(2)
const find = (value: Shopping, name: string, list = items): ShoppingRow => {
  const row = shoppingRows(list, value).find((one) => one.name === name)
  if (!row) throw new Error(`${name} is not on the list`)
  return row
}
const none = shopping.empty
const ticked = (value: Shopping, name: string, by: string, list = items) =>
  withTick(value, find(value, name, list), by, newId)
const boughtOf = (value: Shopping) => value.purchases.map(({ amount, unit }) => `${amount} ${unit}`)

describe('a tick', () => {
  it('stores what is missing, in each list unit', () => {
    const value = ticked(none, 'tomatoes', ana)
    expect(boughtOf(value)).toEqual(['2 540 mL can', '500 g'])
    expect(find(value, 'tomatoes').isDone).toBe(true)
    expect(shopping.schema.safeParse(value).success).toBe(true)
  })

  it('of an item without an amount stores that all of it was bought', () => {
    expect(boughtOf(ticked(none, 'salt', ana))).toEqual([' '])
    const own: Shopping = { ...none, items: [newShoppingItem(idOf(1), 'Firewood')] }
    const value = ticked(own, 'Firewood', ana)
    expect(value.purchases[0]).toMatchObject({ key: ownKeyOf(idOf(1)), name: 'Firewood', person_id: ana })
    expect(find(value, 'Firewood').isDone).toBe(true)
  })

  it('stores only the rest, if some was bought or is at home', () => {
    const home = withDetails(none, find(none, 'milk'), { isAtHome: true, amountAtHome: '0.5 L' })
    const some = withPurchases(home, find(home, 'milk'), [{ amount: '250', unit: 'mL' }], ben, newId)
    expect(boughtOf(ticked(some, 'milk', ana))).toEqual(['250 mL', '1250 mL'])
  })

  it('of an item that is bought in one of its forms stores that one, and older purchases in another count', () => {
    const onions = listOf('onions')
    expect(boughtOf(ticked(none, 'onions', ana, onions))).toEqual(['5 '])
    const some = withPurchases(none, find(none, 'onions', onions), [{ amount: '300', unit: 'g' }], ben, newId)
    const value = ticked(some, 'onions', ana, onions)
    expect(boughtOf(value)).toEqual(['300 g', '3 '])
    expect(find(value, 'onions', onions)).toMatchObject({ isDone: true, needs: [{ missing: 0, surplus: 0 }] })
  })

  it('of two people is stored twice, and both are known', () => {
    const row = find(none, 'milk')
    const value = withTick(withTick(none, row, ana, newId), row, ben, newId)
    expect(find(value, 'milk').purchases.map(({ person_id }) => person_id)).toEqual([ana, ben])
    expect(find(value, 'milk').needs[0]).toMatchObject({ surplus: 2000, missing: 0 })
  })
})

describe('unticking', () => {
  it('takes back what the last tick of the same person added, and nothing else', () => {
    const first = ticked(ticked(none, 'tomatoes', ben), 'milk', ana)
    const more = listFor(4)
    const second = ticked(first, 'tomatoes', ben, more)
    expect(find(second, 'tomatoes', more).isDone).toBe(true)
    const own = purchasesToTakeBack(find(second, 'tomatoes', more), ben)
    expect(own).toHaveLength(2)
    expect(withoutPurchases(second, own)).toEqual(first)
    expect(purchasesToTakeBack(find(second, 'tomatoes', more), ana)).toEqual([])
  })

  it('takes back an entered amount alone', () => {
    const value = ticked(none, 'milk', ana)
    const entered = withPurchases(value, find(value, 'milk'), [{ amount: '500', unit: 'mL' }], ana, newId)
    expect(purchasesToTakeBack(find(entered, 'milk'), ana)).toMatchObject([{ amount: '500' }])
  })
})

describe('an entered amount', () => {
  const milk = find(none, 'milk')
  const tomatoes = find(none, 'tomatoes')
  const salt = find(none, 'salt')
  it.each([
    ['1.5 L', { amount: '1500', unit: 'mL' }],
    ['1,5 l', { amount: '1500', unit: 'mL' }],
    ['2 x 500 mL', { amount: '1000', unit: 'mL' }],
    ['2 cartons of 1 L', { amount: '2000', unit: 'mL' }],
    ['1 L milk', { amount: '1000', unit: 'mL' }],
    ['2', undefined],
    ['2 kg', undefined],
    ['2 cartons', undefined],
    ['-2 L', undefined],
    ['0 L', undefined],
    ['some', undefined],
  ])('of milk: %s', (typed, bought) => {
    expect(readBought(typed, milk)).toEqual(bought)
    expect(readBought(typed, milk, milk.needs[0]?.listUnit)).toEqual(bought)
  })
  it.each([
    ['2 cans', { amount: '2', unit: '540 mL can' }],
    ['300 g', { amount: '300', unit: 'g' }],
    ['3', undefined],
  ])('of tomatoes in two list units: %s', (typed, bought) => expect(readBought(typed, tomatoes)).toEqual(bought))
  it('is stored as typed if nothing says how much is needed', () => {
    expect(readBought(' 2 boxes ', salt)).toEqual({ amount: '2 boxes', unit: '' })
  })
  it('without a unit counts the only pieces or packs', () => {
    const needs = tomatoes.needs.filter(({ listUnit }) => listUnit.pack)
    expect(readBought('3', { ...tomatoes, needs })).toEqual({ amount: '3', unit: '540 mL can' })
  })
  it('of several list units is taken back at once', () => {
    const amounts = [
      { amount: '1', unit: '540 mL can' },
      { amount: '200', unit: 'g' },
    ]
    const before = ticked(none, 'tomatoes', ben)
    const value = withPurchases(before, tomatoes, amounts, ben, newId)
    expect(withoutPurchases(value, purchasesToTakeBack(find(value, 'tomatoes'), ben))).toEqual(before)
  })
})

describe('rows', () => {
  it('are the same objects, if nothing of them changed', () => {
    const own: Shopping = { ...none, items: [newShoppingItem(idOf(1), 'Firewood')] }
    const before = shoppingRows(items, own)
    expect(shoppingRows(items, { ...own }, before)).toEqual(before)
    const after = shoppingRows(items, ticked(own, 'milk', ana), before)
    expect(after.filter((row, index) => row !== before[index]).map(({ name }) => name)).toEqual(['milk'])
  })

  it('show what was bought and is no longer needed, by the name that it had', () => {
    const removed = [newPurchase(newId(), { key: ownKeyOf(idOf(1)), name: 'Firewood' }, ana)]
    const rows = shoppingRows([], { ...ticked(none, 'milk', ana), items: [], states: [] })
    expect(rows).toMatchObject([{ name: 'milk', isLeftover: true, isDone: true }])
    expect(shoppingRows([], { ...none, purchases: removed })).toMatchObject([{ name: 'Firewood', isLeftover: true }])
  })

  it('tell how much more is needed when more people come', () => {
    const value = ticked(none, 'milk', ana)
    expect(find(value, 'milk', listFor(3)).needs[0]).toMatchObject({ bought: 2000, missing: 1000 })
    expect(find(value, 'milk', listFor(1)).needs[0]).toMatchObject({ missing: 0, surplus: 1000 })
  })

  it('change the state of a computed item, and the fields of one that somebody added', () => {
    const own: Shopping = { ...none, items: [newShoppingItem(idOf(1), 'Firewood')] }
    const value = withDetails(own, find(own, 'milk'), { shop: 'Foodland', isAtHome: true })
    expect(value.states).toEqual([{ ...newItemState('1:milk'), shop: 'Foodland', is_at_home: true }])
    const both = withDetails(value, find(value, 'Firewood'), { buyer: ben, note: 'Dry' })
    expect(both.items).toEqual([{ ...newShoppingItem(idOf(1), 'Firewood'), buyer: ben, note: 'Dry' }])
    expect(withItem(both, idOf(1), { text: 'Birch' }).items[0]).toMatchObject({ text: 'Birch', buyer: ben })
  })
})

describe('groups', () => {
  const own: Shopping = {
    ...none,
    items: [newShoppingItem(idOf(1), 'Charcoal'), { ...newShoppingItem(idOf(2), 'Ice'), shop: 'metro', buyer: ben }],
    states: [{ ...newItemState('1:milk'), shop: 'Metro ', buyer: ana, aisle: 'drinks' }],
  }
  const groupsBy = (by: Grouping, value = own) => {
    const rows = shoppingRows(items, value)
    const options = { by, findAisle: aisleOfItem, nameOf: (id: string) => (id === ana ? 'Ana' : 'Ben') }
    const groups = groupRows(rows, { ...options, isSunk: ({ isDone }) => isDone })
    return groups.map(({ name, rows: ofGroup }) => [name, ...ofGroup.map((row) => row.name)].join(' '))
  }

  it('by aisle, in the order of a shop, as somebody corrected it', () => {
    expect(groupsBy('aisle')).toEqual([
      'produce tomatoes',
      'spices_oils salt',
      'drinks milk',
      'frozen Ice',
      'household Charcoal',
    ])
  })
  it('by shop, whatever the case, those without one last', () => {
    expect(groupsBy('shop')).toEqual(['Metro milk Ice', ' salt tomatoes Charcoal'])
  })
  it('by the first day that needs it', () => {
    expect(groupsBy('day')).toEqual(['1 milk tomatoes', '2 salt', ' Charcoal Ice'])
  })
  it('by who buys it', () => {
    expect(groupsBy('buyer')).toEqual([`${ana} milk`, `${ben} Ice`, ' salt tomatoes Charcoal'])
  })
  it('have what is done at the end', () => {
    expect(groupsBy('day', ticked(own, 'milk', ana))[0]).toBe('1 tomatoes milk')
  })

  it('count what is bought, without what is at home and no longer on the list', () => {
    const rows = (value: Shopping, list = items) => shoppingRows(list, value)
    expect(countRows(rows(ticked(own, 'milk', ana)))).toEqual({ done: 1, total: 5, percent: 20 })
    const home = withDetails(own, find(own, 'salt'), { isAtHome: true })
    expect(isAtHome(find(home, 'salt'))).toBe(true)
    expect(countRows(rows(home))).toEqual({ done: 0, total: 4, percent: 0 })
    expect(countRows(rows(ticked(none, 'milk', ana), []))).toEqual({ done: 0, total: 0, percent: 0 })
  })

  it('are searched by words in the name, shop or note', () => {
    expect(matchesSearch(find(own, 'milk'), 'MET mil')).toBe(true)
    expect(matchesSearch(find(own, 'milk'), 'milk foodland')).toBe(false)
  })
})

describe('the key of an item', () => {
  it('can be stored with what people note and buy, whatever the line says', () => {
    for (const text of [`${'very '.repeat(300)}long`, '🧂\n🧂', `${'😀'.repeat(300)}x`, 'שלום', '1e9 kg of 1,5-2 ½']) {
      const [item] = listItems({
        days: { '1': buildDay({ dinner: buildMeal(lines(text)) }) },
        people: [],
        dates: noDates,
        settings: followingAll,
        read,
        keyOf,
      })
      const row = find(none, item?.name ?? '', item ? [item] : [])
      const value = withTick(withDetails(none, row, { note: 'Large' }), row, ana, newId)
      expect(shopping.schema.safeParse(value).success, text).toBe(true)
      expect(find(value, row.name, item ? [item] : []).isDone).toBe(true)
    }
  })
})
