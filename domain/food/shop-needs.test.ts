import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemNameOf } from '../plan/shopping.ts'
import { type StoredPurchase, withRecords } from './bought.ts'
import { formatListAmount } from './format-amount.ts'
import { itemKey } from './item-key.ts'
import { isLoose, toListUnit } from './list-unit.ts'
import { readLine } from './read-line.ts'
import { amountToBuy } from './round-up.ts'
import { inNeed, type Need, type NeedForm, needsInShop } from './shop-needs.ts'
import { type ListItem, listItems } from './shopping-list.ts'
import { buildDay, buildLine, buildMeal, noDates } from './testing/build-food.ts'
import { followingAll } from './testing/settings.ts'
import { usualGood } from './usual-weights.ts'

/** The list of lines whose amounts are as written. */
const listOf = (lines: readonly string[]): ListItem[] =>
  listItems({
    days: { '1': buildDay({ dinner: buildMeal(lines.map((text) => buildLine({ text }))) }) },
    people: [],
    dates: noDates,
    settings: followingAll,
    read: readLine,
    keyOf: itemKey,
  })
const shown = (needs: readonly Pick<Need, 'toBuy' | 'listUnit'>[]) =>
  needs.map(({ toBuy, listUnit }) => formatListAmount(toBuy, listUnit)).join(' + ')
const inShop = (...lines: string[]) => listOf(lines).map(({ name, needs }) => `${name}: ${shown(needs)}`)

describe('what a shop sells of an item', () => {
  it.each([
    // Packs, and what is in none.
    [['1 bottle of 400 mL mustard', '30 mL mustard'], 'mustard: 1 bottle of 400 mL'],
    [['1 bottle of 400 mL mustard', '50 mL mustard'], 'mustard: 2 bottles of 400 mL'],
    [['1 bottle of 400 mL mustard', '30 g mustard'], 'mustard: 1 bottle of 400 mL'],
    [['2 x 500 g packs pasta', '2.1 kg pasta'], 'pasta: 7 packs of 500 g'],
    [['1 can of 400 g chickpeas', '100 g chickpeas'], 'chickpeas: 2 cans of 400 g'],
    [['1 can of 540 mL chickpeas', '100 g chickpeas'], 'chickpeas: 2 cans of 540 mL'],
    [['2 packs of 8 buns', '4 buns'], 'buns: 3 packs of 8'],
    // A can is one of those whose size is known, or as large as usual.
    [['2 cans coconut milk', '1 can of 398 mL coconut milk'], 'coconut milk: 3 cans of 398 mL'],
    [['1 can tuna', '100 g tuna'], 'tuna: 2 cans'],
    [['1 can peaches', '100 g peaches'], 'peaches: 1 can + 100 g'],
    [['2 loaves bread', '20 slices bread'], 'bread: 4 loaves'],
    [['1 bottle olive oil', '45 mL olive oil'], 'olive oil: 1 bottle'],
    // What is sold by the piece.
    [['1 onion', '335 g onions'], 'onions: 4'],
    [['2 red onions', '250 mL red onions'], 'red onions: 4'],
    [['335 g onions'], 'onions: 335 g'],
    [['2 cloves garlic', '1 head garlic'], 'garlic: 2 heads'],
    [['3 papayas', '500 g papayas'], 'papayas: 3 + 500 g'],
    [['6 spring onions', '1 bunch spring onions'], 'spring onions: 2 bunches'],
    [['12 cherry tomatoes', '100 g cherry tomatoes'], 'cherry tomatoes: 12 + 100 g'],
    [['1 bag of 2 kg onions', '1 onion', '335 g onions'], 'onions: 4 + 1 bag of 2 kg'],
    [['500 g tomatoes', '2 x 400 g cans tomatoes'], 'tomatoes: 2 cans of 400 g + 500 g'],
    // Mass and volume.
    [['1 L milk', '200 g milk'], 'milk: 1.2 L'],
    [['500 g flour', '250 mL flour'], 'flour: 635 g'],
    [['100 g butter', '15 mL butter'], 'butter: 115 g'],
    [['1 L olive oil', '460 g olive oil'], 'olive oil: 1.5 L'],
    [['500 g salt', '1 pinch of salt'], 'salt: 505 g'],
    [['1 kg ice cream', '1 L ice cream'], 'ice cream: 1 kg + 1 L'],
    [['24 bottles of 500 mL water', '80 L water'], 'water: 24 bottles of 500 mL + 80 L'],
    // Two sizes, if one would not do.
    [['1 x 400 g can diced tomatoes', '2 x 398 mL cans diced tomatoes'], 'diced tomatoes: 3 cans of 400 g'],
    [['2 x 500 g spaghetti', '1 bag of 500 g spaghetti', '1 packet spaghetti'], 'spaghetti: 4 packs of 500 g'],
    [['8 x 398 mL cans beans', '3 x 796 mL cans beans'], 'beans: 8 cans of 398 mL + 3 cans of 796 mL'],
    [['2 x 1 L bottles cola', '6 x 355 mL cans cola'], 'cola: 2 bottles of 1 L + 6 cans of 355 mL'],
  ])('%j', (lines, text) => expect(inShop(...lines)).toEqual([text]))

  it('is one pack if the parts of two sizes are in it', () => {
    const sizes = (small: number, large: number) =>
      shown(
        needsInShop('mustard', [
          { listUnit: toListUnit({ value: 1, unit: 'mL' }, { size: 250, name: 'bottle' }).listUnit, exact: small },
          { listUnit: toListUnit({ value: 1, unit: 'mL' }, { size: 400, name: 'bottle' }).listUnit, exact: large },
        ]),
      )
    expect(sizes(0.2, 0.3)).toBe('1 bottle of 400 mL')
    expect(sizes(0.8, 0.8)).toBe('1 bottle of 250 mL + 1 bottle of 400 mL')
  })

  it('finds an item of the table by its singular and plural', () => {
    for (const item of ['Onions', 'red potatoes', 'ripe tomatoes', 'peaches', 'Bell Peppers', 'zucchinis', 'chives'])
      expect(usualGood(itemNameOf(itemKey(item)))?.soldBy, item).toBe('piece')
    for (const item of ['whole milk', 'maple syrup', 'Olive oil', 'orange juice'])
      expect(usualGood(itemNameOf(itemKey(item)))?.soldBy, item).toBe('mL')
    for (const item of ['brown sugar', 'rolled oats', 'diced tomatoes', 'kidney beans', 'sea salt', 'peanut butter'])
      expect(usualGood(itemNameOf(itemKey(item)))?.soldBy, item).toBe('g')
    for (const item of ['cherry tomatoes', 'baby carrots', 'onion powder', 'ice cream', 'green beans', 'constructor'])
      expect(usualGood(itemNameOf(itemKey(item))), item).toBeUndefined()
  })
})

describe('a remainder of a pack', () => {
  const bottle = toListUnit({ value: 1, unit: 'mL' }, { size: 400, name: 'bottle' }).listUnit
  const piece = toListUnit({ value: 1, unit: '' }, null).listUnit
  const can = toListUnit({ value: 1, unit: 'can' }, null).listUnit
  it.each([
    [1.075, 0, 1],
    [1.099, 0, 1],
    [1.1, 0, 2],
    [0.05, 0, 1],
    [12.02, 0, 12],
    [0, 0, 0],
    [1.05, 1, 0],
    [0.55, 0.5, 1],
    [2.05, 1, 1],
    [2.05, 1.97, 0],
  ])('%d with %d there: %d', (exact, there, toBuy) => {
    expect(amountToBuy(exact, bottle, there)).toBe(toBuy)
    expect(amountToBuy(exact, can, there)).toBe(toBuy)
  })
  it('of pieces is one more', () => expect(amountToBuy(22.05, piece)).toBe(23))
})

const item = fc.constantFrom('onion', 'milk', 'flour', 'mustard', 'tomato', 'garlic', 'bread', 'tuna', 'whatever')
const listUnit = fc.oneof(
  fc.constantFrom('', 'g', 'mL', 'slice', 'clove', 'head', 'can', 'loaf').map((unit) => ({ unit, pack: null })),
  fc.record({
    unit: fc.constantFrom('g', 'mL', '', 'slice'),
    pack: fc.record({ size: fc.constantFrom(12, 18, 250, 398, 400, 796), name: fc.constantFrom('can', 'bag', 'loaf') }),
  }),
)
const exact = fc.oneof(fc.double({ min: 0.001, max: 40, noNaN: true }), fc.double({ min: 1, max: 1e5, noNaN: true }))
const anyForms = fc
  .uniqueArray(
    fc.record({ listUnit, exact }).map(({ listUnit: { unit, pack }, exact: value }): NeedForm => {
      return { listUnit: toListUnit({ value: 1, unit }, pack).listUnit, exact: value }
    }),
    { minLength: 1, maxLength: 5, selector: (form) => form.listUnit.key },
  )
  .map((forms) => forms.toSorted((one, other) => (one.listUnit.key < other.listUnit.key ? -1 : 1)))

describe('any needs', () => {
  it('have each form once, its whole amount, and are bought up to a tenth of a pack', () => {
    fc.assert(
      fc.property(item, anyForms, (name, forms) => {
        const needs = needsInShop(name, forms)
        const all = needs.flatMap((need): readonly NeedForm[] => need.forms ?? [need])
        expect(all.map((form) => form.listUnit.key).toSorted()).toEqual(forms.map((form) => form.listUnit.key))
        for (const { listUnit: own, exact: sum } of all)
          expect(sum).toBe(forms.find((form) => form.listUnit === own)?.exact)
        for (const need of needs) {
          const parts = (need.forms ?? [need]).map((form) => inNeed(need, { ...form, value: form.exact }) ?? Number.NaN)
          expect(need.exact).toBeCloseTo(parts.reduce((sum, part) => sum + part, 0))
          const remainder = isLoose(need.listUnit) || need.listUnit.key === '' ? 0 : 0.1
          expect(need.toBuy).toBeGreaterThanOrEqual(need.exact * (1 - 1e-8) - remainder - 1e-8)
          expect(need.toBuy).toBeGreaterThan(0)
        }
        expect(shown(needs)).toBe(shown(needsInShop(name, structuredClone(forms))))
      }),
    )
  })

  it('never show less for more', () => {
    fc.assert(
      fc.property(item, anyForms, fc.array(fc.double({ min: 1, max: 3, noNaN: true })), (name, forms, factors) => {
        const grown = forms.map((form, index) => ({ ...form, exact: form.exact * (factors[index] ?? 1) }))
        const more = needsInShop(name, grown)
        for (const need of needsInShop(name, forms)) {
          const after = more.find(({ listUnit: { key } }) => key === need.listUnit.key)
          expect(after?.toBuy ?? 0, need.listUnit.key).toBeGreaterThanOrEqual(need.toBuy)
        }
      }),
    )
  })

  it('are satisfied by what is shown, bought at once, in parts or in the forms that the meals name', () => {
    fc.assert(
      fc.property(item, anyForms, fc.nat(100), (name, forms, part) => {
        const of: ListItem = { key: `1:${name}`, name, needs: needsInShop(name, forms), demands: [] }
        const buy = (amounts: readonly { unit: string; value: number }[]): StoredPurchase[] =>
          amounts.map(({ unit, value }, index) => ({
            id: String(index),
            key: of.key,
            amount: value.toFixed(12),
            unit,
            person_id: '',
          }))
        const statusOf = (purchases: StoredPurchase[]) => withRecords([of], { purchases, states: [] }).items[0]
        const all = of.needs.map((need) => ({ unit: need.listUnit.key, value: need.toBuy }))
        const status = statusOf(buy(all))
        expect(status?.isDone).toBe(true)
        for (const { surplus } of status?.needs ?? []) expect(surplus).toBe(0)
        const some = buy(forms.map((form) => ({ unit: form.listUnit.key, value: (form.exact * part) / 100 })))
        const rest = (statusOf(some)?.needs ?? []).map(({ missing, listUnit: { key } }) => ({
          unit: key,
          value: missing,
        }))
        for (const { value } of rest) expect(value).toBeGreaterThanOrEqual(0)
        const done = statusOf([...some, ...buy(rest)])
        expect(done?.isDone).toBe(true)
        for (const { surplus, listUnit: own } of done?.needs ?? []) if (!isLoose(own)) expect(surplus).toBe(0)
      }),
    )
  })
})

it('what was bought in pieces counts once only a mass is needed', () => {
  const bought = [{ id: '1', key: '1:onion', amount: '4', unit: '', person_id: '' }]
  const [onions] = withRecords(listOf(['335 g onions']), { purchases: bought, states: [] }).items
  expect(onions?.isDone).toBe(true)
  const [papayas] = withRecords(listOf(['335 g papayas']), {
    purchases: [{ ...bought[0], key: '1:papaya' } as StoredPurchase],
    states: [],
  }).items
  expect(papayas?.isDone).toBe(false)
})
