import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type StoredPurchase, type StoredState, withRecords } from './bought.ts'
import { formatListAmount } from './format-amount.ts'
import { toListUnit } from './list-unit.ts'
import type { Pack } from './reading.ts'
import { roundUpToBuy } from './round-up.ts'
import type { ListItem } from './shopping-list.ts'
import { parseTypedAmount } from './typed-amount.ts'

const item = (name: string, ...needs: [value: number, unit: string, pack?: Pack][]): ListItem => ({
  key: `1:${name}`,
  name,
  sources: [],
  needs: needs.map(([amount, unit, pack = null]) => {
    const { listUnit, value } = toListUnit({ value: amount, unit }, pack)
    return { listUnit, exact: value, toBuy: roundUpToBuy(value, listUnit) }
  }),
})
const bought = (amount: string, unit: string, key = '1:milk'): StoredPurchase => ({
  id: crypto.randomUUID(),
  key,
  amount,
  unit,
  person_id: crypto.randomUUID(),
})
const atHome = (amount_at_home: string): StoredState => ({ key: '1:milk', is_at_home: true, amount_at_home })
const statusOf = (of: ListItem, purchases: StoredPurchase[], states: StoredState[] = []) => {
  const [status] = withRecords([of], { purchases, states }).items
  if (!status) throw new Error('No item')
  const [need] = status.needs
  return {
    isDone: status.isDone,
    missing: need && formatListAmount(need.missing, need.listUnit),
    surplus: need && formatListAmount(need.surplus, need.listUnit),
  }
}
const can = { size: 400, name: 'can' }

describe('what is still to buy', () => {
  it('is what more is needed than was bought', () => {
    const pasta = item('milk', [2400, 'g'])
    expect(statusOf(pasta, [])).toEqual({ isDone: false, missing: '2.4 kg', surplus: '0 g' })
    expect(statusOf(pasta, [bought('2', 'kg')])).toEqual({ isDone: false, missing: '400 g', surplus: '0 g' })
    expect(statusOf(pasta, [bought('2400', 'g')])).toEqual({ isDone: true, missing: '0 g', surplus: '0 g' })
    expect(statusOf(pasta, [bought('3', 'kg')])).toEqual({ isDone: true, missing: '0 g', surplus: '600 g' })
  })

  it('is nothing once the rounded amount was bought', () => {
    expect(statusOf(item('milk', [13_430, 'mL']), [bought('13.5', 'L')])).toEqual({
      isDone: true,
      missing: '0 mL',
      surplus: '0 mL',
    })
    expect(statusOf(item('milk', [22.05, '']), [bought('22', '')])).toMatchObject({ isDone: false, missing: '1' })
    expect(statusOf(item('milk', [0.3, 'g']), [bought('1', 'g')])).toMatchObject({ isDone: true, surplus: '0 g' })
  })

  it('adds the purchases of several people', () => {
    const purchases = [bought('1', 'L'), bought('500', 'mL'), bought('1', 'L')]
    expect(statusOf(item('milk', [2000, 'mL']), purchases)).toMatchObject({ isDone: true, surplus: '500 mL' })
    expect(withRecords([item('milk', [2000, 'mL'])], { purchases, states: [] }).items[0]?.purchases).toEqual(purchases)
  })

  it('is less by what is at home, and nothing if that is enough', () => {
    const milk = item('milk', [2000, 'mL'])
    expect(statusOf(milk, [], [atHome('0.5 L')])).toMatchObject({ isDone: false, missing: '1.5 L' })
    expect(statusOf(milk, [], [atHome('')])).toMatchObject({ isDone: true })
    expect(statusOf(milk, [], [atHome('enough for two')])).toMatchObject({ isDone: false, missing: '2 L' })
    expect(statusOf(milk, [], [{ ...atHome('5 L'), is_at_home: false }])).toMatchObject({ missing: '2 L' })
  })

  it('is counted in packs by their list unit or their name', () => {
    const milk = item('milk', [4800, 'mL', can])
    expect(statusOf(milk, [bought('5', '400 mL can')])).toMatchObject({ missing: '7 cans of 400 mL' })
    expect(statusOf(milk, [bought('12', 'cans')])).toMatchObject({ isDone: true })
    expect(statusOf(milk, [bought('4.8', 'L')])).toMatchObject({ missing: '12 cans of 400 mL' })
    const sizes = item('milk', [4800, 'mL', can], [1600, 'mL', { size: 800, name: 'can' }])
    expect(statusOf(sizes, [bought('12', 'cans')])).toMatchObject({ missing: '12 cans of 400 mL' })
  })

  it('is the same after a purchase that cannot be read, or is in another unit', () => {
    const milk = item('milk', [2000, 'mL'])
    for (const [amount, unit] of [
      ['a few', ''],
      ['2', 'kg'],
      ['2', ''],
      ['2-3', 'L'],
      ['2', 'cartons'],
      ['-1', 'L'],
      ['1e9', 'L'],
    ])
      expect(statusOf(milk, [bought(amount as string, unit as string)])).toMatchObject({
        isDone: false,
        missing: '2 L',
      })
  })

  it('is nothing after a purchase without an amount, and for an item without one after any', () => {
    expect(statusOf(item('milk', [2000, 'mL']), [bought('', '')])).toMatchObject({ isDone: true })
    expect(statusOf(item('milk'), [])).toMatchObject({ isDone: false })
    expect(statusOf(item('milk'), [bought('1', 'jar')])).toMatchObject({ isDone: true })
  })

  it('lists what was bought and is no longer needed', () => {
    const purchases = [bought('2', 'L'), bought('1', 'kg', '1:rice')]
    const { items, leftovers } = withRecords([item('milk', [2000, 'mL'])], { purchases, states: [] })
    expect(items[0]?.purchases).toEqual([purchases[0]])
    expect(leftovers).toEqual([{ key: '1:rice', purchases: [purchases[1]] }])
  })
})

describe('any purchases', () => {
  const anyPurchase = fc
    .record({
      amount: fc.oneof(fc.constantFrom('', 'x', '1,5', '1 000'), fc.nat(5000).map(String)),
      unit: fc.constantFrom('', 'g', 'kg', 'mL', 'cans', '400 mL can', 'x'),
      key: fc.constantFrom('1:milk', '1:rice', '1:gone'),
    })
    .map(({ amount, unit, key }) => bought(amount, unit, key))
  const items = [item('milk', [2000, 'mL'], [4800, 'mL', can]), item('rice', [2.5, ''])]

  it('are shown once each, in any order with the same result', () => {
    fc.assert(
      fc.property(fc.array(anyPurchase), (purchases) => {
        const status = withRecords(items, { purchases, states: [atHome('100 mL')] })
        const shown = [...status.items, ...status.leftovers].flatMap((each) => each.purchases.map(({ id }) => id))
        expect(shown.toSorted()).toEqual(purchases.map(({ id }) => id).toSorted())
        const other = withRecords(items, { purchases: purchases.toReversed(), states: [atHome('100 mL')] })
        for (const [index, { needs, isDone }] of status.items.entries()) {
          expect(other.items[index]).toMatchObject({ isDone })
          for (const { missing, surplus, bought: sum, atHome: home, exact } of needs) {
            expect(Math.min(missing, surplus)).toBe(0)
            expect(missing).toBeGreaterThanOrEqual(0)
            if (missing > 0) expect(sum + home + missing).toBeGreaterThanOrEqual(exact)
          }
        }
      }),
    )
  })
})

describe('a typed amount', () => {
  it.each([
    ['2 kg', 2000, 'g'],
    ['1,5 L', 1500, 'mL'],
    ['1,500 g', 1500, 'g'],
    ['1 000 mL', 1000, 'mL'],
    ['1½ cups', 375, 'mL'],
    ['2 lbs', 907.18474, 'g'],
    ['3', 3, ''],
    ['3 Loaves', 3, 'Loaves'],
    ['3 constructor', 3, 'constructor'],
  ])('%s', (text, value, unit) => expect(parseTypedAmount(text)).toEqual({ value, unit }))

  it.each(['', 'some', '-2 kg', '2-3 kg', '1 1/2 cups', '2..5', '🥛'])('is not guessed: %s', (text) =>
    expect(parseTypedAmount(text)).toBeUndefined(),
  )
})
