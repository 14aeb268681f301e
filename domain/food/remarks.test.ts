import { describe, expect, it } from 'vitest'
import { listGuests } from './eaters.ts'
import type { FoodLine } from './food-plan.ts'
import { readLine } from './read-line.ts'
import { isLessForChildren, remarkOf } from './remarks.ts'
import { basisOf, scaleOfLine, scaleParts } from './scale.ts'
import { buildDay, buildLine, buildMeal, buildParty, buildPerson, noDates } from './testing/build-food.ts'
import { followingAll } from './testing/settings.ts'

const adults = [buildPerson(), buildPerson()]
/** Two adults, and two children who eat 0.7 of a portion each. */
const family = [...adults, buildPerson({ kind: 'child', age: '7' }), buildPerson({ kind: 'child', age: '8' })]

/** The first part of a line in a lunch for 30, for those who come. */
function scaled(text: string, people = family, more: Partial<FoodLine> = {}) {
  const line = buildLine({ text, ...more })
  const day = buildDay({ lunch: buildMeal([line]) })
  const guests = listGuests({ people: [buildParty(people)], dates: noDates, settings: followingAll })
  const reading = readLine(text)
  const scale = scaleOfLine(line, reading, basisOf(guests, 1, 'lunch', day))
  const [part] = scaleParts(reading, scale)
  if (!part) throw new Error(`${text} was not read`)
  return { part, scale }
}
const remark = (...of: Parameters<typeof scaled>) => remarkOf(scaled(...of).part, scaled(...of).scale)
const isLess = (...of: Parameters<typeof scaled>) => isLessForChildren(scaled(...of).part, scaled(...of).scale)

describe('a remark', () => {
  it('leaves out what is about the amount that was written', () => {
    expect(remark('30 potatoes (about 5.5 kg)')).toBe('')
    expect(remark('30 patties (113 g each, about 4 kg)')).toBe('113 g each')
    expect(remark('30 eggs (boiled and chilled)')).toBe('boiled and chilled')
    expect(remark('5 L water (about 5 kg)', [...adults], { for_whom: 'fixed' })).toBe('about 5 kg')
  })

  it.each([
    ['90 L drinking water (3 L each)', '3 L each, less for children'],
    ['2.7 kg rice (90 g each)', '90 g each, less for children'],
    // 60 × 3.4/30 = 6.8 are 7
    ['60 sausages (2 each, frozen)', '2 each, frozen, less for children'],
  ])('says that children count less where the amount is not that for each of them: %s', (text, words) => {
    expect(remark(text)).toBe(words)
    expect(remark(text, adults)).toBe(words.replace(', less for children', ''))
  })

  it('says it for those whom a line is for', () => {
    const text = '2.4 kg ham (100 g each for 24 people)'
    const [first, second, ...children] = family
    const vegetarian = buildPerson({ diets: ['vegetarian'] })
    const forOthers = { for_whom: 'except:vegetarian' } as const
    expect(remark(text, [...family, vegetarian], forOthers)).toBe('100 g each, less for children')
    const withoutMeat = children.map((child) => ({ ...child, diets: vegetarian.diets }))
    expect(remark(text, [first, second, ...withoutMeat] as typeof family, forOthers)).toBe('100 g each')
  })

  it.each([
    // Everybody gets one.
    '30 juice boxes (1 each)',
    // What one piece weighs, and what does not come to the amount.
    '36 patties (100 g each)',
    '2 watermelons (about 7 kg each)',
    '50 tortillas (1 or 2 each)',
    '3 kg pancake mix (4 each)',
    '2 kg chicken (200 g each)',
  ])('is as it was where each is nothing that a child gets less of: %s', (text) =>
    expect(remark(text)).toBe(/\((.*)\)/.exec(text)?.[1]),
  )
})

it.each([
  ['3 L water each', true],
  ['2 sausages each', true],
  ['2 cans (355 mL) of pop each', true],
  ['1 banana each', false],
  ['1 can (355 mL) of pop each', false],
  ['90 L water', false],
])('what is written for each is less for children only if they get less than that: %s', (text, less) => {
  expect(isLess(text)).toBe(less)
  expect(isLess(text, adults)).toBe(false)
  expect(isLess(text, family, { for_whom: 'fixed' })).toBe(false)
})
