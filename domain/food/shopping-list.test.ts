import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutUnstorable } from '../text.ts'
import { type Aisle, aisleOf } from './aisles.ts'
import { compareLists } from './compare-lists.ts'
import { listGuests } from './eaters.ts'
import type { FoodDay, FoodLine, FoodMeal, FoodTrip } from './food-plan.ts'
import { formatListAmount } from './format-amount.ts'
import { toListUnit } from './list-unit.ts'
import { memoByText } from './memo-by-text.ts'
import type { LinePart, LineReading } from './reading.ts'
import { basisOf, scaleOfLine, scaleParts } from './scale.ts'
import type { NeedForm } from './shop-needs.ts'
import { foodPlaces, linesAt, listItems } from './shopping-list.ts'
import { storableKey } from './storable-key.ts'
import {
  allForWhom,
  buildDay,
  buildLine,
  buildMeal,
  buildPart,
  buildParty,
  buildPerson,
  keyOf,
  noDates,
} from './testing/build-food.ts'
import { followingAll } from './testing/settings.ts'

/** A line whose text is its reading, as JSON. */
const written = (reading: LineReading, more: Partial<FoodLine> = {}) =>
  buildLine({ text: JSON.stringify(reading), ...more })
const read = memoByText(
  (text) => (text.startsWith('{') ? JSON.parse(text) : { parts: [], writtenFor: null }) as LineReading,
)
const trip = (days: FoodTrip['days'], persons = [buildPerson()]): FoodTrip => ({
  days,
  people: persons.length > 0 ? [buildParty(persons)] : [],
  dates: noDates,
  settings: followingAll,
})
const listOf = (of: FoodTrip) => listItems({ ...of, read, keyOf })
const lunchOf = (...lines: FoodLine[]) => ({ '1': buildDay({ lunch: buildMeal(lines, { servings: 1 }) }) })
const part = (item: string, value: number, unit: string, more: Partial<LinePart> = {}) =>
  written({ parts: [buildPart(item, { amount: { value, unit }, ...more })], writtenFor: null })
const amounts = (of: FoodTrip) =>
  Object.fromEntries(
    listOf(of).map(({ name, needs }) => [name, needs.map(({ toBuy, listUnit }) => formatListAmount(toBuy, listUnit))]),
  )

describe('the shopping list', () => {
  it('adds equal items, also in packs and not, but no pieces to mass', () => {
    const lines = [
      part('rice', 500, 'g'),
      part('Rice', 750, 'g'),
      part('rice', 2, ''),
      part('rice', 1000, 'g', { pack: { size: 500, name: 'bag' } }),
      part('rice', 500, 'g', { pack: { size: 500, name: 'bag' } }),
      part('rice', 500, 'g', { pack: { size: 250, name: 'bag' } }),
    ]
    expect(amounts(trip(lunchOf(...lines)))).toEqual({ rice: ['2', '2 bags of 250 g', '6 bags of 500 g'] })
  })

  it('rounds the sum, not each line', () =>
    expect(amounts(trip(lunchOf(part('eggs', 0.5, ''), part('eggs', 0.5, ''), part('eggs', 0.4, ''))))).toEqual({
      eggs: ['2'],
    }))

  it('has lines without an amount, and those that were not understood, as they were typed', () => {
    const salt = written({ parts: [buildPart('salt')], writtenFor: null })
    const unread = buildLine({ text: '  שלום 🧂  ' })
    expect(amounts(trip(lunchOf(salt, unread)))).toEqual({ salt: [], 'שלום 🧂': [] })
  })

  it('has keys that can be stored, different for different lines', () => {
    const texts = [`${'🥛'.repeat(250)} one`, `${'🥛'.repeat(250)} two`, `x${'🥛'.repeat(250)}`, 'two\nlines']
    const keys = listOf(trip(lunchOf(...texts.map((text) => buildLine({ text }))))).map(({ key }) => key)
    expect(new Set(keys).size).toBe(texts.length)
    for (const key of keys) {
      expect(key).toMatch(/^\d+:\S.{0,199}$/u)
      expect(withoutUnstorable(key)).toBe(key)
    }
  })

  it('is computed for 2,000 lines, and people who are there for 999 days', () => {
    const many = Array.from({ length: 2000 }, (_, index) => part(`item ${index % 300}`, index + 1, 'g'))
    const items = listOf(trip({ ...lunchOf(...many), '999': buildDay({ dinner: buildMeal(many) }) }))
    expect(items).toHaveLength(300)
    expect(items.reduce((sum, { demands }) => sum + demands.length, 0)).toBe(4000)
  })

  it('reads a correction in place of the text', () => {
    const corrected = buildLine({ text: 'a bit of rice', read_as: part('rice', 300, 'g').text })
    expect(amounts(trip(lunchOf(corrected)))).toEqual({ rice: ['300 g'] })
  })

  it('lacks what is not counted, empty lines, and what nobody eats', () => {
    const rice = part('rice', 300, 'g')
    const milk = part('soy milk', 300, 'mL')
    const lines = [
      { ...rice, for_whom: 'not_counted' as const },
      buildLine({ text: ' ' }),
      { ...milk, for_whom: 'only:vegan' as const },
    ]
    expect(listOf(trip(lunchOf(...lines)))).toEqual([])
    expect(
      listOf(
        trip({
          '1': buildDay({
            lunch: buildMeal([rice, written({ parts: [buildPart('salt')], writtenFor: null })], { eaters: 0 }),
          }),
        }),
      ),
    ).toEqual([])
  })

  it('is as written in a trip without people', () =>
    expect(amounts(trip({ '1': buildDay({ lunch: buildMeal([part('rice', 300, 'g')]) }) }, []))).toEqual({
      rice: ['300 g'],
    }))
})

const anyPart: fc.Arbitrary<LinePart> = fc.record({
  item: fc.constantFrom('milk', 'Milk', 'rice', 'eggs', '🥚', 'שלום', ' ', 'x'.repeat(1000)),
  amount: fc.option(
    fc.record({
      value: fc.oneof(
        fc.double({ min: 0.001, max: 1e4, noNaN: true }),
        fc.constantFrom(0, -3, 1e12, Number.NaN, 1e300),
      ),
      unit: fc.constantFrom('g', 'mL', '', 'slice', 'smidgen'),
    }),
  ),
  isEach: fc.boolean(),
  pack: fc.option(fc.record({ size: fc.constantFrom(18, 500, 0, -1), name: fc.constantFrom('can', 'loaf') })),
  remark: fc.constant(''),
})
const persons = [
  buildPerson(),
  buildPerson({ kind: 'child', age: '7' }),
  buildPerson({ diets: ['vegan'], from: '2 lunch' }),
  buildPerson({ coming: 'not_coming' }),
]
const anyLine = fc
  .record({
    parts: fc.array(anyPart, { maxLength: 3 }),
    for_whom: fc.constantFrom(...allForWhom),
    written_for: fc.nat(9),
    writtenFor: fc.option(fc.nat(9)),
  })
  .map(({ parts, writtenFor, ...more }) => written({ parts, writtenFor }, { ...more, people: persons.slice(0, 2) }))
const anyMeal = fc
  .record({
    servings: fc.nat(40),
    follows_headcount: fc.boolean(),
    eaters: fc.option(fc.nat(40), { nil: '' as const }),
    ingredients: fc.array(anyLine, { maxLength: 5 }),
  })
  .map(({ ingredients, ...more }) => buildMeal(ingredients, more))
const anyDay = fc
  .record({ breakfast: anyMeal, lunch: anyMeal, dinner: anyMeal, snacks: fc.array(anyLine, { maxLength: 4 }) })
  .map(({ snacks, ...meals }) => buildDay(meals, snacks))
const anyTrip = fc
  .record({ days: fc.dictionary(fc.constantFrom('1', '2', '10'), anyDay), people: fc.subarray(persons) })
  .map(({ days, people }) => trip(days, people))

/** The same lines in another order. */
function reversed(days: FoodTrip['days']): FoodTrip['days'] {
  const meal = (of: FoodMeal) => ({ ...of, ingredients: of.ingredients.toReversed() })
  const day = ({ meals: { breakfast, lunch, dinner }, snacks }: FoodDay): FoodDay => ({
    meals: { breakfast: meal(breakfast), lunch: meal(lunch), dinner: meal(dinner) },
    snacks: snacks.toReversed(),
  })
  return Object.fromEntries(
    Object.entries(days)
      .toReversed()
      .map(([number, of]) => [number, day(of)]),
  )
}

describe('any shopping list', () => {
  it('is the sum of its lines, each scaled for itself', () => {
    fc.assert(
      fc.property(anyTrip, (of) => {
        const sums = new Map<string, number>()
        for (const [number, day] of Object.entries(of.days))
          for (const place of foodPlaces)
            for (const line of linesAt(day, place).filter(({ for_whom }) => for_whom !== 'not_counted')) {
              const scale = scaleOfLine(line, read(line.text), basisOf(listGuests(of), Number(number), place, day))
              for (const { part: one, amount } of scaleParts(read(line.text), scale)) {
                if (!amount) continue
                const { listUnit, value } = toListUnit(amount, one.pack)
                const at = `${storableKey(keyOf(one.item))} ${listUnit.key}`
                sums.set(at, (sums.get(at) ?? 0) + value)
              }
            }
        const needs = listOf(of).flatMap(({ key, needs: some }) =>
          some
            .flatMap((need): readonly NeedForm[] => need.forms ?? [need])
            .map(({ listUnit, exact }) => [`${key} ${listUnit.key}`, exact] as const),
        )
        expect(new Set(needs.map(([at]) => at))).toEqual(
          new Set([...sums].filter(([, sum]) => sum > 0).map(([at]) => at)),
        )
        for (const [at, exact] of needs) expect(Math.abs(exact - (sums.get(at) ?? 0))).toBeLessThanOrEqual(1e-9 * exact)
      }),
    )
  })

  it('does not depend on the order of lines and days', () => {
    fc.assert(
      fc.property(anyTrip, (of) => {
        const other = { ...of, days: reversed(of.days) }
        expect(compareLists(listOf(of), listOf(other))).toEqual([])
        expect(listOf(other).map(({ key, name }) => [key, name])).toEqual(
          listOf(of).map(({ key, name }) => [key, name]),
        )
      }),
    )
  })

  it('has amounts that are enough, finite, and can be shown', () => {
    fc.assert(
      fc.property(anyTrip, (of) => {
        for (const { key, needs, demands, name } of listOf(of)) {
          expect(key).toMatch(/^\d+:\S.{0,199}$/u)
          expect(demands.length).toBeGreaterThan(0)
          expect(aisleOf(name) satisfies Aisle).toBeDefined()
          for (const { exact, toBuy, listUnit } of needs) {
            expect(exact).toBeGreaterThan(0)
            // A tenth of a pack is no further pack.
            const remainder = listUnit.pack === null ? 0 : 0.1
            expect(toBuy).toBeGreaterThanOrEqual(exact * (1 - 1e-8) - 1e-8 - remainder)
            expect(formatListAmount(toBuy, listUnit)).not.toMatch(/NaN|∞|-/)
          }
        }
      }),
    )
  })

  it('differs from itself in nothing, and from another as that does from it', () => {
    const opposite = { added: 'removed', removed: 'added', up: 'down', down: 'up' } as const
    fc.assert(
      fc.property(anyTrip, anyTrip, (one, other) => {
        const [first, second] = [listOf(one), listOf(other)]
        expect(compareLists(first, first)).toEqual([])
        const there = compareLists(first, second).map(({ key, listUnit, what, before, after }) =>
          [key, listUnit?.key, what, before, after].join(),
        )
        const back = compareLists(second, first).map(({ key, listUnit, what, before, after }) =>
          [key, listUnit?.key, opposite[what], after, before].join(),
        )
        expect(back.toSorted()).toEqual(there.toSorted())
      }),
    )
  })
})
