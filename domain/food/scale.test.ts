import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Eaters } from './eaters.ts'
import { listGuests } from './eaters.ts'
import type { FoodLine } from './food-plan.ts'
import type { LinePart, LineReading } from './reading.ts'
import { basisOf, type MealBasis, scaleOfLine, scaleParts } from './scale.ts'
import {
  allForWhom,
  buildDay,
  buildLine,
  buildMeal,
  buildPart,
  buildParty,
  buildPerson,
  noDates,
} from './testing/build-food.ts'
import { followingAll } from './testing/settings.ts'

const eaters = (portions: number): Eaters => ({
  guests: [],
  areKnown: true,
  count: portions,
  portions,
  eating: portions,
})
const basis = (servings: number, portions: number, follows = true): MealBasis => ({
  servings,
  eaters: eaters(portions),
  follows,
})
const scaleLine = (line: FoodLine, reading: LineReading, of: MealBasis) =>
  scaleParts(reading, scaleOfLine(line, reading, of))
const amountOf = (part: Partial<LinePart>, line: Partial<FoodLine>, of: MealBasis, writtenFor: number | null = null) =>
  scaleLine(buildLine(line), { parts: [buildPart('milk', part)], writtenFor }, of)[0]?.amount
const grams = (value: number) => ({ amount: { value, unit: 'g' } })

describe('an amount', () => {
  it('follows the portions', () => expect(amountOf(grams(300), {}, basis(30, 24.5))).toEqual({ value: 245, unit: 'g' }))
  it('stays as written if it is fixed, if the meal does not follow, and if it was written for nobody', () => {
    expect(amountOf(grams(300), { for_whom: 'fixed' }, basis(30, 10))?.value).toBe(300)
    expect(amountOf(grams(300), {}, basis(30, 10, false))?.value).toBe(300)
    expect(amountOf(grams(300), {}, basis(0, 10))?.value).toBe(300)
  })
  it('is 0 if nobody eats', () => {
    expect(amountOf(grams(300), {}, basis(30, 0))?.value).toBe(0)
    expect(amountOf(grams(300), {}, basis(0, 0))?.value).toBe(0)
  })
  it('of each is for those who eat, or for whom it was written', () => {
    const each = { ...grams(100), isEach: true }
    expect(amountOf(each, {}, basis(30, 24.5))?.value).toBe(2450)
    expect(amountOf(each, {}, basis(30, 24.5, false))?.value).toBe(3000)
    expect(amountOf(each, { for_whom: 'fixed' }, basis(30, 24.5))?.value).toBe(3000)
    expect(amountOf(each, {}, basis(0, 0, false))).toBeNull()
  })

  const day = (line: FoodLine, more: Parameters<typeof buildMeal>[1] = {}) =>
    buildDay({ lunch: buildMeal([line], more) })
  const scaled = (persons: ReturnType<typeof buildPerson>[], line: FoodLine, writtenFor: number | null, more = {}) => {
    const guests = listGuests({
      people: persons.length > 0 ? [buildParty(persons)] : [],
      dates: noDates,
      settings: followingAll,
    })
    const reading = { parts: [buildPart('hummus', grams(600))], writtenFor }
    return scaleLine(line, reading, basisOf(guests, 1, 'lunch', day(line, more)))[0]?.amount?.value
  }
  const three = [
    buildPerson({ diets: ['vegetarian'] }),
    buildPerson({ diets: ['vegetarian'], kind: 'child' }),
    buildPerson(),
  ]

  it('for some was written for the number beside it, else in the text, else as it is', () => {
    const only = { for_whom: 'only:vegetarian' } as const
    expect(scaled(three, buildLine({ ...only, written_for: 3 }), 6)).toBe(300)
    expect(scaled(three, buildLine(only), 6)).toBe(150)
    expect(scaled(three, buildLine(only), null)).toBe(600)
    expect(scaled([buildPerson()], buildLine(only), null)).toBe(0)
  })
  it('for everyone was written for the servings, or for more that its words say', () => {
    expect(scaled(three, buildLine(), null, { servings: 5 })).toBe(300)
    expect(scaled(three, buildLine(), 24, { servings: 5 })).toBe(62.5)
    expect(scaled(three, buildLine(), 3, { servings: 5 })).toBe(300)
    expect(scaled(three, buildLine({ written_for: 24 }), null, { servings: 5 })).toBe(300)
    expect(scaled(three, buildLine({ for_whom: 'except:vegan' }), null, { servings: 5 })).toBe(300)
  })

  it('stays as written in a trip without people, unless somebody gives the number', () => {
    expect(scaled([], buildLine(), null)).toBe(600)
    expect(scaled([], buildLine(), null, { eaters: 15 })).toBe(300)
    expect(scaled([], buildLine({ for_whom: 'only:vegan' }), null, { eaters: 15 })).toBe(600)
  })
})

describe('any amount', () => {
  it('is as before once it was scaled up and back', () => {
    const positive = fc.double({ min: 0.01, max: 1e5, noNaN: true })
    fc.assert(
      fc.property(positive, positive, positive, (value, servings, portions) => {
        const there = amountOf(grams(value), {}, basis(servings, portions))?.value ?? Number.NaN
        const back = amountOf(grams(there), {}, basis(portions, servings))?.value ?? Number.NaN
        expect(Math.abs(back - value) / value).toBeLessThan(1e-9)
      }),
    )
  })

  it('is finite and not negative, or is not counted, whatever is stored', () => {
    const any = fc.oneof(fc.double(), fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 1e9))
    fc.assert(
      fc.property(
        any,
        any,
        any,
        any,
        any,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(...allForWhom),
        (value, servings, portions, written_for, writtenFor, isEach, follows, for_whom) => {
          const result = amountOf(
            { ...grams(value), isEach },
            { for_whom, written_for },
            basis(servings, portions, follows),
            writtenFor,
          )
          expect(result === null || (result !== undefined && result.value >= 0 && Number.isFinite(result.value))).toBe(
            true,
          )
        },
      ),
    )
  })
})
