import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OpenNeed, readAtHome } from '#domain/food/bought.ts'
import type { ListChange } from '#domain/food/compare-lists.ts'
import { toListUnit } from '#domain/food/list-unit.ts'
import { roundUpToBuy } from '#domain/food/round-up.ts'
import type { Demand } from '#domain/food/shopping-list.ts'
import { details } from '#domain/plan/details.ts'
import { MAX_AMOUNT, newPurchase, type Purchase } from '#domain/plan/shopping.ts'
import { readBought } from '#domain/shopping/purchases.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import { changesSentence, changeText } from './change-words.ts'
import { listAsText } from './list-text.ts'
import {
  amountLabel,
  amountText,
  demandText,
  dueText,
  exampleText,
  purchaseText,
  roundedText,
  rowLines,
} from './row-words.ts'

const [me, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const millilitres = { key: 'mL', unit: 'mL', pack: null }
const cans = { key: '540 mL can', unit: 'mL', pack: { size: 540, name: 'can' } }
let ids = 0

const bought = (by: string, amount = '', unit = ''): Purchase => ({
  ...newPurchase(
    `00000000-0000-4000-8000-0000000001${String(ids++).padStart(2, '0')}`,
    { key: '1:milk', name: 'Milk' },
    by,
  ),
  amount,
  unit,
})
const need = (more: Partial<OpenNeed> = {}): OpenNeed => {
  const toBuy = more.toBuy ?? 2000
  return { listUnit: millilitres, exact: toBuy, toBuy, atHome: 0, bought: 0, missing: toBuy, surplus: 0, ...more }
}
const rowOf = (more: Partial<ShoppingRow> = {}): ShoppingRow => ({
  key: '1:milk',
  name: 'Milk',
  ownId: undefined,
  parts: [],
  needs: [need()],
  demands: [],
  purchases: [],
  details: { isAtHome: false, amountAtHome: '', buyer: '', shop: '', aisle: '', note: '' },
  isDone: false,
  isLeftover: false,
  ...more,
})
const nameOf = (id: string) => (id === me ? 'You' : 'Ben')
const naming = { nameOf, me, notComing: new Set<string>() }
const linesOf = (row: ShoppingRow) => rowLines(row, { ...naming, by: 'aisle' }).map(({ text }) => text)

describe('the amount of an item', () => {
  it('is what is missing, and what was needed once all is bought', () => {
    const needs = [need({ missing: 400, bought: 1600 }), need({ listUnit: cans, toBuy: 3, missing: 3 })]
    expect(amountText({ needs })).toBe('400 mL + 3 cans of 540 mL')
    expect(dueText(rowOf({ needs }))).toBe('400 mL + 3 cans of 540 mL to buy')
    expect(dueText(rowOf({ needs: [need({ missing: 0, bought: 2000 })], isDone: true }))).toBe('2 L')
    expect(dueText(rowOf({ needs: [] }))).toBe('')
  })
  it('in two forms says which of them are pieces', () => {
    const grams = need({ listUnit: { key: 'g', unit: 'g', pack: null }, missing: 17_600 })
    const pieces = (missing: number) => need({ listUnit: { key: '', unit: '', pack: null }, missing })
    expect(amountText({ needs: [pieces(26), grams] })).toBe('26 pieces + 17.6 kg')
    expect(amountText({ needs: [pieces(1), grams, need({ listUnit: cans, missing: 3 })] })).toBe(
      '1 piece + 17.6 kg + 3 cans of 540 mL',
    )
    expect(amountText({ needs: [pieces(26)] })).toBe('26')
  })
  it('of a purchase stays in its pieces or packs, also once they are needed no more', () => {
    const pieces = need({ listUnit: { key: '', unit: '', pack: null } })
    expect(purchaseText(bought(me, '4'), [pieces, need()])).toBe('4 pieces')
    expect(purchaseText(bought(me, '4'), [pieces])).toBe('4')
    expect(purchaseText(bought(me, '6', '540 mL can'), [need()])).toBe('6 cans of 540 mL')
  })
  it('of a purchase is in the words of the list, or as typed', () => {
    expect(purchaseText(bought(me), [])).toBe('all of it')
    expect(purchaseText(bought(me, '1500', 'mL'), [need()])).toBe('1.5 L')
    expect(purchaseText(bought(me, '2', '540 mL can'), [need({ listUnit: cans })])).toBe('2 cans of 540 mL')
    expect(purchaseText(bought(me, '2 boxes'), [])).toBe('2 boxes')
  })
})

describe('what is said about an item', () => {
  it('is in one unit: where it is needed, how much is at home, and why it is rounded up', () => {
    const loaves = { key: '450 g loaf', unit: 'g', pack: { size: 450, name: 'loaf' } }
    const row = rowOf({
      needs: [need({ listUnit: loaves, exact: 12.5, toBuy: 13, missing: 7 })],
      details: { ...rowOf().details, isAtHome: true, amountAtHome: '2.7 kg' },
    })
    const demand = { day: 1, place: 'lunch', line: '', item: 'bread', remark: '', asWritten: '' } as const
    const ofLunch = { ...demand, amount: { listUnit: loaves, value: 6.25 } }
    expect(dueText(row)).toBe('7 loaves of 450 g to buy')
    expect(demandText(ofLunch, row, details.empty, '')).toBe('Lunch, day 1: 6.25 loaves of 450 g')
    expect(roundedText(row)).toBe('In total 12.5 loaves of 450 g, rounded up to 13 loaves of 450 g.')
    expect(linesOf(row)).toEqual(['6 loaves of 450 g at home'])
    expect(roundedText(rowOf())).toBe('')
  })
  it('is what the meals need and what that is in a shop, if it is bought in one of their forms', () => {
    const [pieces, grams] = [toListUnit({ value: 1, unit: '' }, null), toListUnit({ value: 1, unit: 'g' }, null)]
    const forms = [
      { listUnit: pieces.listUnit, exact: 1, rate: 1 },
      { listUnit: grams.listUnit, exact: 335, rate: 1 / 148 },
    ]
    const onions = need({ listUnit: pieces.listUnit, exact: 1 + 335 / 148, toBuy: 4, missing: 3, bought: 1, forms })
    const row = rowOf({ name: 'onions', needs: [onions], purchases: [bought(ben, '148', 'g')] })
    const demand = { day: 1, place: 'lunch', line: '', item: 'onions', remark: '', asWritten: '' } as const
    expect(amountText(row)).toBe('3')
    expect(demandText({ ...demand, amount: { ...pieces, value: 1 } }, row, details.empty, '')).toBe(
      'Lunch, day 1: 1 piece',
    )
    expect(roundedText(row)).toBe('In total 1 piece + 335 g. In a shop, that’s 4 pieces.')
    expect(linesOf(row)).toEqual(['1 piece bought. Buy 3 pieces more.', 'Bought by Ben (148 g)'])
    expect(roundedText({ needs: [need({ listUnit: cans, exact: 2.05, toBuy: 2 })] })).toBe(
      'In total 2.05 cans of 540 mL. In a shop, that’s 2 cans of 540 mL.',
    )
  })
  it('names pieces wherever the item is needed in something else too', () => {
    const grams = need({ listUnit: { key: 'g', unit: 'g', pack: null }, toBuy: 1150, missing: 1150 })
    const pieces = need({ listUnit: { key: '', unit: '', pack: null }, toBuy: 14, missing: 10, bought: 4 })
    const row = rowOf({ needs: [pieces, grams], purchases: [bought(ben, '4')] })
    expect(linesOf(row)).toEqual(['4 pieces bought. Buy 10 pieces more.', 'Bought by Ben (4 pieces)'])
  })
  it('is that an amount cannot be counted', () => {
    const details = { ...rowOf().details, isAtHome: true, amountAtHome: 'a few' }
    expect(linesOf(rowOf({ details, purchases: [bought(me, '2', 'bag')] }))).toEqual([
      'Also bought: 2 bags. Check if that’s enough.',
      'a few at home. Check if that’s enough.',
    ])
    expect(linesOf(rowOf({ details, needs: [] }))).toEqual(['a few at home'])
  })
  it('is nothing if only the current user bought it', () => {
    expect(linesOf(rowOf({ purchases: [bought(me, '2000', 'mL')], isDone: true, needs: [] }))).toEqual([])
  })
  it('is how much more is needed since it was bought, and how much less', () => {
    const purchases = [bought(me, '2000', 'mL')]
    expect(linesOf(rowOf({ purchases, needs: [need({ bought: 2000, missing: 400 })] }))).toEqual([
      '2 L bought. Buy 400 mL more.',
    ])
    expect(linesOf(rowOf({ purchases, needs: [need({ bought: 2000, missing: 0, surplus: 400 })] }))).toEqual([
      'Bought 400 mL more than needed',
    ])
  })
  it('is that two people bought all of it, but not if they shared it', () => {
    const twice = [bought(me, '2000', 'mL'), bought(ben, '2000', 'mL')]
    expect(linesOf(rowOf({ purchases: twice, needs: [need({ bought: 4000, missing: 0, surplus: 2000 })] }))).toEqual([
      'Bought 2 L more than needed',
      'Bought twice: you (2 L) and Ben (2 L)',
    ])
    const shared = [bought(me, '1500', 'mL'), bought(ben, '600', 'mL')]
    expect(linesOf(rowOf({ purchases: shared, needs: [need({ bought: 2100, missing: 0, surplus: 100 })] }))).toEqual([
      'Bought 100 mL more than needed',
      'Bought by you (1.5 L) and Ben (600 mL)',
    ])
    expect(linesOf(rowOf({ purchases: [bought(me), bought(ben)], needs: [] }))).toEqual(['Bought twice: you and Ben'])
  })
  it('is who buys it, where, what is at home, and the note', () => {
    const details = {
      isAtHome: true,
      amountAtHome: '1 L',
      buyer: ben,
      shop: ' Metro ',
      aisle: '',
      note: 'Oat',
    } as const
    expect(linesOf(rowOf({ details }))).toEqual(['1 L at home', 'Ben buys it', 'Metro', 'Oat'])
    const own = { ...details, amountAtHome: '', buyer: me, shop: '', note: '' }
    expect(linesOf(rowOf({ details: own }))).toEqual(['Enough at home', 'You buy it'])
    const byBuyer = (notComing: ReadonlySet<string>, one: typeof own | typeof details) =>
      rowLines(rowOf({ details: one }), { ...naming, notComing, by: 'buyer' }).map(({ text }) => text)
    expect(byBuyer(new Set(), own)).toEqual(['Enough at home'])
    expect(byBuyer(new Set([ben]), details)).toContain('Ben buys it, but isn’t coming')
  })
})

describe('what a field for an amount suggests', () => {
  const sizes = [398, 453.59237, 796, 1500, 2.5]
  const anyListUnit = fc
    .record({
      unit: fc.constantFrom('g', 'mL', '', 'slice', 'can', 'bunch', 'small can'),
      pack: fc.option(
        fc.record({
          size: fc.constantFrom(...sizes),
          name: fc.constantFrom('can', 'loaf', 'small can', 'box', 'pack'),
        }),
      ),
    })
    .map(({ unit, pack }) => toListUnit({ value: 1, unit }, pack).listUnit)
  const anyNeeds = fc
    .uniqueArray(fc.tuple(anyListUnit, fc.double({ min: 1e-9, max: 1e7, noNaN: true })), {
      minLength: 1,
      maxLength: 4,
      selector: ([{ key }]) => key,
    })
    .map((all) => all.map(([listUnit, exact]) => need({ listUnit, exact, toBuy: roundUpToBuy(exact, listUnit) })))

  it('is read as the amount and list unit that it names, in its own field, in any other, and at home', () => {
    fc.assert(
      fc.property(anyNeeds, fc.nat(3), (needs, at) => {
        const row = rowOf({ needs })
        for (const one of needs) {
          const example = exampleText(one)
          const all = { amount: String(one.missing || 1), unit: one.listUnit.key }
          expect(example.length).toBeLessThanOrEqual(MAX_AMOUNT)
          expect(readBought(example, row, one.listUnit), example).toEqual(all)
          const other = needs[at % needs.length]?.listUnit
          // '2 cans' are meant in the field for cans of some size.
          const isName = one.listUnit.pack === null && other?.pack?.name === one.listUnit.unit
          expect(readBought(example, row, isName ? one.listUnit : other), example).toEqual(all)
          expect(readAtHome(example, row)).toMatchObject([{ listUnit: one.listUnit, value: one.missing || 1 }])
        }
      }),
    )
  })
  it('is the missing amount in words', () => {
    expect(exampleText(need({ listUnit: cans, toBuy: 3, missing: 2 }))).toBe('2 cans of 540 mL')
    expect(exampleText(need({ missing: 0 }))).toBe('2 L')
    expect(exampleText(need({ listUnit: { key: '', unit: '', pack: null }, missing: 4 }))).toBe('4 pieces')
  })
  it('asks for each of several list units by its own name', () => {
    const labels = ['', 'g', 'mL', 'slice'].map((unit) => amountLabel({ key: unit, unit, pack: null }))
    expect(labels).toEqual(['How many pieces', 'How much by weight', 'How much by volume', 'How many slices'])
    expect(amountLabel(cans)).toBe('How many cans of 540 mL')
  })
})

describe('an amount that is as written', () => {
  const pieces = { key: '', unit: '', pack: null }
  const demand = (asWritten: Demand['asWritten'], remark = ''): Demand => {
    return {
      day: 1,
      place: 'dinner',
      line: '',
      amount: { value: 12, listUnit: pieces },
      item: 'patties',
      remark,
      asWritten,
    }
  }
  const row = rowOf({ needs: [need({ listUnit: pieces })] })
  const dates = { departure_date: '', return_date: '' } as const
  it('is said where it is needed', () => {
    expect(demandText(demand(''), row, dates, 'Burgers')).toBe('Dinner (Burgers), day 1: 12')
    expect(demandText(demand('unclear'), row, dates, '')).toBe('Dinner, day 1: 12 (as written)')
    expect(demandText(demand('chosen', 'frozen'), row, dates, '')).toBe('Dinner, day 1: 12 (frozen, as written)')
  })
  it('is said at the item if nobody chose that', () => {
    expect(linesOf(rowOf({ demands: [demand('')] }))).toEqual([])
    expect(linesOf(rowOf({ demands: [demand('chosen')] }))).toEqual([])
    expect(linesOf(rowOf({ demands: [demand('unclear')] }))).toEqual([
      'Amount as written, not adjusted to the headcount',
    ])
    expect(linesOf(rowOf({ demands: [demand('unclear'), demand('')] }))).toEqual([
      'Partly as written, not adjusted to the headcount',
    ])
    expect(linesOf(rowOf({ demands: [demand('unclear')], isDone: true }))).toEqual([])
  })
})

describe('what changed', () => {
  const change = (what: ListChange['what'], before: number, after: number): ListChange => ({
    key: '1:milk',
    name: 'Milk',
    what,
    listUnit: millilitres,
    before,
    after,
  })
  const all = [
    change('down', 2000, 1600),
    change('down', 1000, 500),
    change('added', 0, 750),
    change('removed', 750, 0),
  ]
  it('is told in one sentence, with the reason if people are the reason', () => {
    expect(changesSentence({ changes: all, before: 30, now: 27 })).toBe(
      'Now for 27 people instead of 30: 2 amounts are lower, 1 item is new, and 1 item is no longer needed.',
    )
    expect(changesSentence({ changes: [change('up', 1, 2)], before: 2, now: 1 })).toBe(
      'Now for 1 person instead of 2: 1 amount is higher.',
    )
    expect(changesSentence({ changes: all.slice(0, 1), before: 0, now: 0 })).toBe(
      'Since you last looked: 1 amount is lower.',
    )
  })
  it('is told by item', () => {
    expect(all.map(changeText)).toEqual(['2 L → 1.6 L', '1 L → 500 mL', 'new: 750 mL', 'no longer needed'])
    expect(changeText(change('down', 500, 0))).toBe('500 mL → none')
    expect(changeText({ ...change('added', 0, 0), listUnit: null })).toBe('new')
  })
})

it('a list as text has amounts, shops and who buys it, but not what is at home', () => {
  const milk = rowOf({ details: { ...rowOf().details, shop: 'Metro', buyer: ben, note: 'Ask Ben' } })
  const rice = rowOf({ key: '1:rice', isDone: true, details: { ...rowOf().details, isAtHome: true } })
  const salt = rowOf({ key: '1:salt', name: 'Salt', needs: [], isDone: true, purchases: [bought(ben)] })
  expect(listAsText('To the lake', [{ id: 'dairy', title: 'Dairy & eggs', rows: [milk, salt, rice] }], nameOf)).toBe(
    'To the lake: shopping list\n\nDairy & eggs\n☐ Milk: 2 L (Metro) – Ben\n✓ Salt',
  )
})
