import { describe, expect, it } from 'vitest'
import { newMark } from '../plan/meals.ts'
import { mealTimeOf, type Person } from '../plan/people.ts'
import type { FoodLine, FoodSettings } from './food-plan.ts'
import { buildDay, buildLine, buildMeal, buildParty, buildPerson, noDates } from './testing/build-food.ts'
import { followingAll } from './testing/settings.ts'
import { listWarnings } from './warnings.ts'

const ana = buildPerson({ name: 'Ana', allergens: ['nuts'] })
const ben = buildPerson({ name: 'Ben', diets: ['vegetarian'] })
const warningsOf = (lines: FoodLine[], persons: Person[] = [ana, ben], settings: Partial<FoodSettings> = {}) =>
  listWarnings({
    days: { '1': buildDay({ lunch: buildMeal(lines) }) },
    people: [buildParty(persons)],
    dates: noDates,
    settings: { ...followingAll, ...settings },
  })
const namesOf = (...of: Parameters<typeof warningsOf>) => warningsOf(...of).map(({ person }) => person.name)
const trailMix = buildLine({ text: '1 kg trail mix with walnuts' })
const bacon = buildLine({ text: '2 kg bacon' })

describe('a warning', () => {
  it('says who cannot eat which line, and why', () =>
    expect(warningsOf([trailMix, bacon, buildLine({ text: '2 kg carrots' })])).toEqual([
      {
        day: 1,
        place: 'lunch',
        line: trailMix.id,
        person: { id: ana.id, name: 'Ana' },
        reasons: [{ allergen: 'nuts', words: ['trail mix', 'walnuts'] }],
      },
      {
        day: 1,
        place: 'lunch',
        line: bacon.id,
        person: { id: ben.id, name: 'Ben' },
        reasons: [{ diet: 'vegetarian', words: ['bacon'] }],
      },
    ]))

  it('is not for somebody whom the line is not for', () => {
    expect(namesOf([{ ...bacon, for_whom: 'except:vegetarian' }])).toEqual([])
    expect(namesOf([{ ...bacon, for_whom: 'only:vegetarian' }])).toEqual(['Ben'])
    expect(namesOf([{ ...bacon, for_whom: 'people', people: [{ id: ana.id }] }])).toEqual([])
    expect(
      namesOf([
        { ...bacon, for_whom: 'fixed' },
        { ...bacon, for_whom: 'not_counted' },
      ]),
    ).toEqual(['Ben', 'Ben'])
  })

  it('is for people who are there, also if amounts do not count them yet', () => {
    const late = { ...ana, from: mealTimeOf(1, 'dinner', '') }
    expect(namesOf([trailMix], [late])).toEqual([])
    expect(namesOf([trailMix], [{ ...ana, coming: 'not_coming' }])).toEqual([])
    for (const coming of ['open', 'unsure', 'coming'] as const)
      expect(namesOf([trailMix], [{ ...ana, coming }], { counts: 'coming' })).toEqual(['Ana'])
  })

  it('is also about a text that was corrected', () => {
    const corrected = { ...trailMix, read_as: '1 kg trail mix, nut-free' }
    expect(namesOf([corrected])).toEqual(['Ana'])
  })

  it('is also about what people marked, without words', () => {
    const pot = buildLine({ text: 'Grandma’s pot', marks: [{ ...newMark('nuts'), says: 'yes' }] })
    expect(warningsOf([pot]).map(({ reasons }) => reasons)).toEqual([[{ allergen: 'nuts', words: [] }]])
    const nuts = { ...trailMix, marks: pot.marks }
    expect(warningsOf([nuts])[0]?.reasons).toEqual([{ allergen: 'nuts', words: ['trail mix', 'walnuts'] }])
  })

  it('is not about what people marked not to be in it, until other words say so', () => {
    const marked = { ...trailMix, marks: [{ ...newMark('nuts'), says: 'no' as const, words: 'trail mix,walnuts' }] }
    expect(namesOf([marked])).toEqual([])
    expect(namesOf([{ ...marked, text: '1 kg trail mix with pecans' }])).toEqual(['Ana'])
  })

  it('is not about what the line says not to be in it, or lines that say nothing', () =>
    expect(
      namesOf([buildLine({ text: 'nut-free trail mix' }), buildLine({ text: 'vegan bacon' }), buildLine({ text: '' })]),
    ).toEqual([]))

  it.each([
    ['vegan', 'honey', true],
    ['vegan', 'butter', true],
    ['vegetarian', 'butter', false],
    ['vegetarian', 'marshmallows', true],
    ['vegetarian', 'tuna', true],
    ['halal', 'beef burgers', true],
    ['halal', 'halal beef burgers', false],
    ['halal', 'halal beef burgers, bacon', true],
    ['halal', 'red wine', true],
    ['kosher', 'shrimp', true],
    ['kosher', 'kosher hot dogs', true],
    ['kosher', 'kosher beef', false],
    ['gluten_free', 'spaghetti', true],
    ['gluten_free', 'gluten-free spaghetti', false],
    ['lactose_free', 'lactose-free milk', false],
    ['lactose_free', 'cheddar', true],
    ['no_pork', 'turkey bacon', false],
    ['no_pork', 'ham', true],
    ['no_alcohol', 'beer', true],
    ['no_alcohol', 'root beer', false],
  ] as const)('for a %s diet: %s %s', (diet, text, warns) =>
    expect(warningsOf([buildLine({ text })], [buildPerson({ diets: [diet] })])).toHaveLength(warns ? 1 : 0),
  )
})
