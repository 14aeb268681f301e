import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAtHome, type StoredPurchase, type StoredState, withRecords } from './bought.ts'
import { formatListAmount } from './format-amount.ts'
import { listUnitOfKey, toListUnit } from './list-unit.ts'
import type { Pack } from './reading.ts'
import { roundUpToBuy } from './round-up.ts'
import type { ListItem } from './shopping-list.ts'
import { findListAmount, parseTypedAmount, type TypedAmount } from './typed-amount.ts'

const item = (name: string, ...needs: [value: number, unit: string, pack?: Pack][]): ListItem => ({
  key: `1:${name}`,
  name,
  demands: [],
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
    expect(statusOf(milk, [bought('2.4', 'L')])).toMatchObject({ missing: '6 cans of 400 mL' })
    const sizes = item('milk', [4800, 'mL', can], [1600, 'mL', { size: 800, name: 'can' }])
    for (const unclear of [bought('12', 'cans'), bought('4.8', 'L')])
      expect(statusOf(sizes, [unclear])).toMatchObject({ missing: '12 cans of 400 mL' })
    expect(statusOf(sizes, [bought('12', '400 mL can')])).toMatchObject({ missing: '0 cans of 400 mL' })
  })

  it('is less by what was bought before the meals named another size', () => {
    expect(statusOf(item('milk', [2400, 'mL']), [bought('5', '400 mL can')])).toMatchObject({ missing: '400 mL' })
    expect(statusOf(item('milk', [2400, 'mL', can]), [bought('2', '800 mL bottle')])).toMatchObject({
      missing: '2 cans of 400 mL',
    })
    expect(statusOf(item('milk', [24, '']), [bought('2', '8 pack')])).toMatchObject({ missing: '8' })
  })

  it('is less by containers of any size, if they are needed in no certain size', () => {
    const cans = item('milk', [12, 'can'])
    for (const one of [bought('12', '340.194278 g can'), bought('12 cans of 355 mL', ''), bought('12 x 355 mL', '')])
      expect(statusOf(cans, [one]), one.amount).toMatchObject({ isDone: true })
    expect(statusOf(cans, [bought('12', '2000 mL bottle')])).toMatchObject({ isDone: false })
  })

  it('is less by each amount at home, as the list shows them, and by none if one is unclear', () => {
    const tomatoes = item('milk', [14, ''], [1150, 'g'], [2388, 'mL', { size: 398, name: 'can' }])
    expect(readAtHome('4 pieces + 1 kg + 2 cans of 398 mL', tomatoes)?.map(({ value }) => value)).toEqual([4, 1000, 2])
    expect(readAtHome('4 pieces + a few', tomatoes)).toBeUndefined()
    expect(readAtHome('32.2 kg', tomatoes)?.map(({ value }) => value)).toEqual([32_200])
    expect(statusOf(tomatoes, [], [atHome('4 and 1 kg')])).toMatchObject({ missing: '10' })
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

  it('is nothing of what is said to be enough, whatever else was bought', () => {
    const milk = item('milk', [2000, 'mL'])
    expect(statusOf(milk, [bought('1', 'L')], [atHome('')])).toMatchObject({ isDone: true, missing: '0 mL' })
    expect(statusOf(milk, [bought('1', 'L'), bought('', '')])).toMatchObject({ isDone: true, missing: '0 mL' })
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
    ['4 milk', 4, 'pieces'],
    ['2 kg of milk', 2000, 'g'],
  ])('%s', (text, value, unit) => expect(parseTypedAmount(text, 'milk')).toEqual({ value, unit, size: null }))

  it.each([
    ['6 x 398 mL', '', 398, 'mL'],
    ['6x398ml', '', 398, 'mL'],
    ['6 × 0.4 kg jars', 'jars', 400, 'g'],
    ['6 cans of 398 mL', 'cans', 398, 'mL'],
    ['6 small cans (398 mL each)', 'small cans', 398, 'mL'],
    ['6 cans, 398 mL', 'cans', 398, 'mL'],
    ['6 cans of 398 mL milk', 'cans', 398, 'mL'],
    ['6 packs of 8', 'packs', 8, ''],
    ['6 loaves of 18 slices', 'loaves', 18, 'slices'],
  ])('in packs: %s', (text, unit, size, inside) =>
    expect(parseTypedAmount(text, 'milk')).toEqual({ value: 6, unit, size: { value: size, unit: inside } }),
  )

  it.each(['', 'some', '-2 kg', '2-3 kg', '1 1/2 cups', '2..5', '🥛'])('is not guessed: %s', (text) =>
    expect(parseTypedAmount(text)).toBeUndefined(),
  )

  it.each(['2 to 3 kg', '2 or 3 kg', '2 kg to 3 kg', '2 kg and 500 g', '2 kg 500 g', '5 of 8 kg', '2 for 5 kg'])(
    'that names two is counted as neither: %s',
    (text) => {
      const flour = item('flour', [5000, 'g'])
      const typed = parseTypedAmount(text, 'flour')
      const listUnits = flour.needs.map(({ listUnit }) => listUnit)
      expect(typed && findListAmount(typed, listUnits, listUnits[0])).toBeUndefined()
    },
  )
})

describe('an amount in the field of one of two sizes', () => {
  const tomatoes = item('tomatoes', [2388, 'mL', { size: 398, name: 'can' }], [2388, 'mL', { size: 796, name: 'can' }])
  const listUnits = tomatoes.needs.map(({ listUnit }) => listUnit)
  const [small, large] = listUnits
  it.each([
    ['6 cans of 398 mL', small, 6],
    ['6 x 398 mL', small, 6],
    ['6 × 398', small, 6],
    ['6 cans', small, 6],
    ['6', small, 6],
    ['2.4 L', small, 6],
    ['6 cans tomatoes', small, 6],
    // What names the other size is meant for it.
    ['3 cans of 796 mL', large, 3],
    ['1 x 1.5 L', small, 1500 / 398],
  ])('%s', (text, listUnit, value) => {
    const typed = parseTypedAmount(text, 'tomatoes')
    expect(typed && findListAmount(typed, listUnits, small)).toMatchObject({ listUnit, value })
  })
  it('without a field is meant for neither, unless it names one', () => {
    for (const text of ['6', '6 cans', '2.4 L'])
      expect(findListAmount(parseTypedAmount(text) as TypedAmount, listUnits), text).toBeUndefined()
    const named = parseTypedAmount('6 x 398 mL')
    expect(named && findListAmount(named, listUnits)).toMatchObject({ listUnit: small, value: 6 })
  })
})

it('the key of a list unit says what it is', () => {
  const packs = ['can', 'small can', 'loaf']
  const anyUnit = fc.constantFrom('g', 'mL', '', 'slice', 'can', 'bunch', 'large slice')
  fc.assert(
    fc.property(
      anyUnit,
      fc.option(fc.constantFrom(...packs)),
      fc.integer({ min: 1, max: 9999 }),
      (unit, name, size) => {
        const { listUnit } = toListUnit({ value: 1, unit }, name === null ? null : { size: size / 4, name })
        expect(listUnitOfKey(listUnit.key)).toEqual(listUnit)
      },
    ),
  )
})
