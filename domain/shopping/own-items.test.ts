import { describe, expect, it } from 'vitest'
import { itemKey } from '../food/item-key.ts'
import { readLine } from '../food/read-line.ts'
import { newPurchase, newShoppingItem, ownKeyOf, type Shopping, shopping } from '../plan/shopping.ts'
import { purchasesToTakeBack, withDetails, withoutPurchases, withTick } from './purchases.ts'
import { shoppingRows } from './rows.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const ana = idOf(901)
let ids = 500
const newId = () => idOf(++ids)
const reading = { read: readLine, keyOf: itemKey }

const listOf = (...texts: string[]): Shopping => ({
  ...shopping.empty,
  items: texts.map((text, index) => newShoppingItem(idOf(index + 1), text)),
})
const rowsOf = (value: Shopping) => shoppingRows([], value, [], reading)
/** '30000 g ice', 'beer'. */
const textsOf = (value: Shopping) =>
  rowsOf(value).map(({ name, needs }) =>
    [...needs.map(({ toBuy, listUnit }) => `${toBuy} ${listUnit.key}`.trim()), name].join(' '),
  )
const rowOf = (value: Shopping, index = 0) => {
  const row = rowsOf(value)[index]
  if (!row) throw new Error(`No row ${index}`)
  return row
}

describe('items that people added', () => {
  it.each([
    [['10 kg ice', '20 kg ice'], ['30000 g ice']],
    [
      ['10 kg ice', 'Charcoal', '500 g Ice'],
      ['10500 g ice', 'Charcoal'],
    ],
    [['2 lighters', '1 lighter'], ['3 lighters']],
    [['2 bags of ice', '3 bags ice'], ['5 bag ice']],
  ])('%j are added up: %j', (texts, rows) => {
    expect(textsOf(listOf(...texts))).toEqual(rows)
  })

  it.each([
    ['another unit', ['10 kg ice', '2 bags of ice']],
    ['another thing', ['10 kg ice', '2 kg ice cream']],
    ['no amount', ['Ice', 'Ice', '10 kg ice']],
    ['several things', ['2 onions, 1 kg carrots', '2 onions']],
    ['a remark', ['2 onions', '3 onions (small)']],
  ])('are not if they say %s', (_why, texts) => {
    expect(textsOf(listOf(...texts))).toEqual(texts)
  })

  it('are not if somebody noted something else about one of them', () => {
    const value = listOf('10 kg ice', '20 kg ice')
    const items = value.items.map((item, index) => (index === 0 ? { ...item, buyer: ana } : item))
    expect(textsOf({ ...value, items })).toEqual(['10 kg ice', '20 kg ice'])
  })

  it('are ticked, unticked and noted about together', () => {
    const value = listOf('10 kg ice', '20 kg ice')
    const ticked = withTick(value, rowOf(value), ana, newId)
    expect(rowOf(ticked)).toMatchObject({ isDone: true, needs: [{ bought: 30_000, missing: 0 }] })
    expect(withoutPurchases(ticked, purchasesToTakeBack(rowOf(ticked), ana))).toEqual(value)
    const noted = withDetails(value, rowOf(value), { shop: 'Foodland', buyer: ana })
    expect(noted.items.map(({ shop, buyer }) => [shop, buyer])).toEqual([
      ['Foodland', ana],
      ['Foodland', ana],
    ])
    expect(textsOf(noted)).toEqual(['30000 g ice'])
  })

  it('are missing again if somebody adds more after all was bought', () => {
    const value = listOf('10 kg ice', '20 kg ice')
    const ticked = withTick(value, rowOf(value), ana, newId)
    const more = { ...ticked, items: [...ticked.items, newShoppingItem(idOf(3), '5 kg ice')] }
    expect(rowOf(more)).toMatchObject({ isDone: false, needs: [{ toBuy: 35_000, bought: 30_000, missing: 5000 }] })
  })

  it('stay alone once somebody bought one of them as a whole', () => {
    const value = listOf('10 kg ice', '20 kg ice', '5 kg ice')
    const [first] = value.items
    const bought = { key: ownKeyOf(first?.id ?? ''), name: '10 kg ice' }
    const after = { ...value, purchases: [newPurchase(newId(), bought, ana)] }
    expect(rowsOf(after).map(({ name, isDone }) => [name, isDone])).toEqual([
      ['10 kg ice', true],
      ['ice', false],
    ])
    expect(textsOf(after)).toEqual(['10 kg ice', '25000 g ice'])
  })

  it('give the same row as long as nothing of it changes', () => {
    const value = listOf('10 kg ice', '20 kg ice')
    const before = rowsOf(value)
    expect(shoppingRows([], { ...value }, before, reading)[0]).toBe(before[0])
  })
})
