import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Diet, diets } from '../plan/people.ts'
import { listGuests } from './eaters.ts'
import type { FoodLine, FoodTrip } from './food-plan.ts'
import { itemKey } from './item-key.ts'
import { questionOf } from './line-question.ts'
import { readLine } from './read-line.ts'
import { basisOf, scaleOfLine, scaleParts } from './scale.ts'
import { listItems } from './shopping-list.ts'
import { allForWhom, buildDay, buildLine, buildMeal, buildParty, buildPerson, noDates } from './testing/build-food.ts'
import { followingAll } from './testing/settings.ts'
import { wordsFor, writtenForOf } from './written-for.ts'

const only = { for_whom: 'only:vegetarian' } as const
const except = { for_whom: 'except:vegetarian' } as const

/** For how many a line in a meal for 30 was written. */
const writtenFor = (text: string, more: Partial<FoodLine> = {}, servings = 30) =>
  writtenForOf(buildLine({ text, ...more }), readLine(text), servings)

describe('a line was written for', () => {
  it('the number that somebody stored, whatever else is said', () => {
    expect(writtenFor('60 sausages (2 each)', { ...only, written_for: 5 })).toBe(5)
    expect(writtenFor('12 patties (for 6)', { ...only, written_for: 5 })).toBe(5)
    expect(writtenFor('3 kg bacon', { ...except, written_for: 24 })).toBe(24)
  })
  it('the servings if it is for everyone, whatever was stored while it was for some', () =>
    expect(writtenFor('3 kg bacon', { written_for: 5 })).toBe(30))

  it.each([
    ['12 veggie patties (for 6)', 6],
    ['18 veggie breakfast sausages (3 each for 6 people)', 6],
    ['10 sausages (2 each)', 5],
  ])('fewer than the servings if its words say it, but not for everyone: %s', (text, number) => {
    for (const whom of [only, except]) expect(writtenFor(text, whom)).toBe(number)
    expect(writtenFor(text)).toBe(30)
  })

  it.each([
    ['12 patties (for 36)', 36],
    ['64 tortillas (8 per car, 2 each)', 32],
    ['60 veggie sausages (2 each)', 30],
    ['60 veggie sausages (2 per person)', 30],
    ['60 veggie sausages (2 pp, frozen)', 30],
    // As many as the meal is for, so it is not what a piece weighs.
    ['2.7 kg rice (90 g each)', 30],
    ['90 L water (3 L each)', 30],
  ])('the number that its words say: %s', (text, number) => {
    for (const for_whom of ['everyone', only.for_whom, except.for_whom] as const)
      expect(writtenFor(text, { for_whom })).toBe(number)
  })

  it.each([
    '3 kg bacon',
    '48 pitas (1 or 2 each)',
    '60 sausages (about 2 each)',
    '61 sausages (2 each)',
    '2 kg chicken (200 g each)',
    '12 L milk (2 L each)',
    '36 patties (113 g each)',
    '16 packs buns (8 each)',
    '4 bunches radishes (4 each)',
    '6 rolls buns (6 each)',
    '8 platters sushi (4 each)',
    '8 pizzas (8 slices each)',
    '12 cans beans, 540 mL each',
    '12 veggie patties (for the vegetarians)',
  ])('the servings, if its words are not sure, or not known if it is for some only: %s', (text) => {
    expect(writtenFor(text)).toBe(30)
    expect(writtenFor(text, except)).toBe(30)
    expect(writtenFor(text, only)).toBe(0)
    expect(writtenFor(text, { for_whom: 'people' })).toBe(0)
  })
})

/*
 * A meal for 30 that 20 people eat, 5 of them vegetarian. Calculated by hand.
 */
const twenty = [
  ...Array.from({ length: 15 }, () => buildPerson()),
  ...Array.from({ length: 5 }, () => buildPerson({ diets: ['vegetarian'] })),
]
const tripOf = (lines: FoodLine[], people = twenty, meal = {}): FoodTrip => ({
  days: { 1: buildDay({ breakfast: buildMeal(lines, meal) }) },
  people: [buildParty(people)],
  dates: noDates,
  settings: followingAll,
})

describe('of a meal for 30 that 20 people eat, 5 of them vegetarian,', () => {
  const bought = (text: string, more: Partial<FoodLine>) => {
    const items = listItems({ ...tripOf([buildLine({ text, ...more })]), read: readLine, keyOf: itemKey })
    return items.map(({ needs, demands }) => [needs[0]?.exact, demands[0]?.asWritten])
  }

  it.each<[string, Partial<FoodLine>, number, string]>([
    // 3 kg × 15/30
    ['3 kg bacon', except, 1500, ''],
    // 60 × 5/30
    ['60 sausages (2 each)', only, 10, ''],
    // 60 × 15/30
    ['60 sausages (2 each)', except, 30, ''],
    // 60 × 20/30
    ['60 sausages (2 each)', {}, 40, ''],
    // Nobody says for how many they are.
    ['12 veggie patties (for the vegetarians)', only, 12, 'unclear'],
    // 12 × 5/6
    ['12 veggie patties (for 6 vegetarians)', only, 10, ''],
    // 12 × 5/8
    ['12 veggie patties (for the vegetarians)', { ...only, written_for: 8 }, 7.5, ''],
    // 2 × 5
    ['2 veggie patties each', only, 10, ''],
    ['500 g coffee', { for_whom: 'fixed' }, 500, 'chosen'],
  ])('%s is as calculated', (text, more, exact, asWritten) => expect(bought(text, more)).toEqual([[exact, asWritten]]))

  it('the list says what is as written, but not in a trip in which all is', () => {
    const lines = [buildLine({ text: '1e9 kg rice' }), buildLine({ text: 'salt' }), buildLine({ text: '2 kg rice' })]
    const said = (of: FoodTrip) =>
      listItems({ ...of, read: readLine, keyOf: itemKey }).map(({ name, demands }) => [name, demands[0]?.asWritten])
    expect(said(tripOf(lines))).toEqual([
      ['1e9 kg rice', 'unclear'],
      ['rice', ''],
      ['salt', ''],
    ])
    expect(said(tripOf(lines, twenty, { follows_headcount: false }))).toContainEqual(['rice', 'chosen'])
    expect(said({ ...tripOf(lines), people: [] })).toContainEqual(['rice', ''])
  })
})

describe('a line asks', () => {
  const asks = (text: string, more: Partial<FoodLine> = {}) =>
    questionOf(buildLine({ text, ...more }), readLine(text), 30)

  it('whether it is only for those whose diet its words name', () => {
    expect(asks('12 veggie patties (for the vegetarians)')).toEqual({ ask: 'diet', diets: ['vegetarian'] })
    expect(asks('vegan option')).toEqual({ ask: 'diet', diets: ['vegan'] })
    expect(asks('12 veggie patties (for the vegetarians)', { for_whom: 'fixed' })).toBeUndefined()
    expect(asks('6 vegan burgers, 12 buns')).toBeUndefined()
  })
  it('for how many its amount is, if it is for some only and nobody said it', () => {
    expect(asks('12 veggie patties (for the vegetarians)', only)).toEqual({ ask: 'number' })
    expect(asks('12 veggie patties', { for_whom: 'people' })).toEqual({ ask: 'number' })
    for (const text of ['60 sausages (2 each)', '12 patties (for 6)', '2 patties each', 'tofu', ' '])
      expect(asks(text, only)).toBeUndefined()
    expect(asks('12 patties', { ...only, written_for: 6 })).toBeUndefined()
    expect(asks('3 kg bacon', except)).toBeUndefined()
  })
  it('which number is right, if its words say another than somebody stored', () => {
    expect(asks('60 sausages (2 each)', { ...only, written_for: 5 })).toEqual({
      ask: 'other_number',
      words: 30,
      stored: 5,
    })
    expect(asks('12 patties (for 6)', { ...only, written_for: 5 })).toMatchObject({ words: 6, stored: 5 })
    expect(asks('12 patties (for 6)', { ...only, written_for: 6 })).toBeUndefined()
    expect(asks('12 patties', { ...only, written_for: 6 })).toBeUndefined()
  })
})

describe('any line', () => {
  const anyPerson = fc
    .record({
      kind: fc.constantFrom('adult' as const, 'child' as const),
      age: fc.constantFrom('', '3', '7', '12'),
      diets: fc.subarray([...diets]),
    })
    .map(buildPerson)
  const anyPeople = fc.array(anyPerson, { maxLength: 12 })
  const anyText = fc
    .record({
      number: fc.integer({ min: 1, max: 300 }),
      item: fc.constantFrom('kg bacon', 'sausages', 'cans beans', 'L milk'),
      note: fc.constantFrom(
        '',
        ' (for 6)',
        ' (2 each)',
        ' (3 each)',
        ' each',
        ' (100 g each)',
        ' (for the vegetarians)',
      ),
    })
    .map(({ number, item, note }) => `${number} ${item}${note}`)
  const anyMeal = fc.record({ servings: fc.constantFrom(0, 6, 30), follows_headcount: fc.boolean() })
  const anyStored = fc.constantFrom(0, 0, 0, 5, 30)
  const scaleOf = (line: FoodLine, of: FoodTrip) => {
    const day = of.days['1'] as ReturnType<typeof buildDay>
    return scaleOfLine(line, readLine(line.text), basisOf(listGuests(of), 1, 'breakfast', day))
  }

  it('was written for as many, whoever eats today', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...allForWhom),
        anyStored,
        anyMeal,
        anyPeople,
        anyPeople,
        (text, for_whom, written_for, meal, people, others) => {
          const line = buildLine({ text, for_whom, written_for })
          const [one, other] = [people, others].map((some) => scaleOf(line, tripOf([line], some, meal)).written_for)
          expect(one).toBe(other)
        },
      ),
    )
  })

  it('for a diet, and for everyone but that diet, together has the amount of that for everyone', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom<Diet>(...diets),
        anyStored,
        fc.constantFrom(6, 30),
        fc.array(anyPerson, { minLength: 1, maxLength: 12 }),
        (text, diet, written_for, servings, people) => {
          const amountOf = (for_whom: FoodLine['for_whom']) => {
            const line = buildLine({ text, for_whom, written_for })
            const scale = scaleOf(line, tripOf([line], people, { servings }))
            const [part] = scaleParts(readLine(text), scale)
            return { value: part?.amount?.value ?? 0, by: part?.part.isEach ? 'each' : scale.written_for, part }
          }
          const [some, others, all] = (['only', 'except'] as const)
            .map((kind) => amountOf(`${kind}:${diet}`))
            .concat(amountOf('everyone'))
          // Until somebody says for how many it is, an amount for some only stays as written.
          fc.pre(some?.by !== 0)
          expect(others?.by).toBe(some?.by)
          const words = wordsFor(readLine(text), servings)
          // For everyone, neither a stored number counts nor words that say fewer than the servings.
          if ((written_for || words || servings) !== Math.max(servings, words)) return
          expect(all?.by).toBe(some?.by)
          const sum = (some?.value ?? 0) + (others?.value ?? 0)
          const whole = all?.value ?? 0
          // Of one each, both groups get at least one for each of them.
          if (all?.part?.part.amount?.unit === '') expect(sum).toBeGreaterThanOrEqual(whole - 1e-9 * whole)
          else expect(sum).toBeCloseTo(whole, 6)
        },
      ),
    )
  })
})
