import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultEating } from '../plan/details.ts'
import { diets, newSkip, type Person } from '../plan/people.ts'
import { foodAmounts } from './amounts.ts'
import { eatersOfLine, listGuests } from './eaters.ts'
import type { FoodLine, FoodTrip } from './food-plan.ts'
import { itemKey } from './item-key.ts'
import { scaleIn } from './meal-amounts.ts'
import { readLine } from './read-line.ts'
import { amountToBuy } from './round-up.ts'
import { basisOf, scaleOfLine, scaleParts } from './scale.ts'
import { listItems } from './shopping-list.ts'
import { allForWhom, buildDay, buildLine, buildMeal, buildParty, buildPerson, noDates } from './testing/build-food.ts'
import { listAmounts } from './testing/list-amounts.ts'
import { followingAll } from './testing/settings.ts'

/* What is at least one each stays at least one for everybody who eats (decision 64). */

const adults = (count: number) => Array.from({ length: count }, () => buildPerson())
const children = (count: number, age: string) =>
  Array.from({ length: count }, () => buildPerson({ kind: 'child', age }))
/** 46 people with 31 + 15 × 0.7 = 41.5 portions. */
const group = [...adults(31), ...children(15, '7')]

const trip = (line: FoodLine, people: Person[], meal: Parameters<typeof buildMeal>[1] = {}): FoodTrip => ({
  days: { 1: buildDay({ lunch: buildMeal([line], meal) }) },
  people: [buildParty(people)],
  dates: noDates,
  settings: followingAll,
})

/** What the shopping list says to buy for a lunch of one line: '46', or '21 can'. */
function toBuy(of: FoodTrip): string[] {
  const items = listItems({ ...of, read: readLine, keyOf: itemKey })
  return items.flatMap(({ needs }) => needs.map(({ toBuy: amount, listUnit }) => `${amount} ${listUnit.key}`.trim()))
}
const bought = (
  text: string,
  people = group,
  meal: Parameters<typeof buildMeal>[1] = {},
  more: Partial<FoodLine> = {},
) => toBuy(trip(buildLine({ text, ...more }), people, meal)).join(', ')

describe('of a meal for 30 to which 46 come, 15 of them children,', () => {
  it.each([
    ['30 juice boxes, 200 mL each', '46'],
    ['30 bananas (about 5.5 kg)', '46'],
    ['30 ears of corn', '46 ear'],
    ['1 juice box each', '46'],
    ['1 can of pop each', '46 can'],
    ['1 can (355 mL) of pop each', '46 355 mL can'],
    ['2.5 dozen eggs', '46'],
    ['30 buns (packs of 10)', '5 10 pack'],
    // Fewer than the servings, so for some of them: nobody has chosen whom.
    ['30 tortillas (for 6)', '46'],
    // One or more to spare must not make it fewer.
    ['31 fruit cups', '46'],
    ['33 fruit cups', '46'],
  ])('everybody gets one: %s', (text, amount) => expect(bought(text)).toBe(amount))

  it.each([
    // 36 × 41.5/30 = 49.8
    ['36 muffins', '50'],
    // 60 × 41.5/30
    ['60 eggs', '83'],
    ['2 eggs each', '83'],
    // Less than one each is shared: 15 × 41.5/30 = 20.75; 29 × 41.5/30 = 40.1
    ['15 tomatoes', '21'],
    ['29 apples', '41'],
    ['0.5 avocado each', '21'],
    // What is in containers, or weighed, is shared: 30 × 41.5/30
    ['30 cans tuna', '42 can'],
    ['30 cans tuna, 170 g each', '42 170 g can'],
    ['30 boxes juice', '42 box'],
    ['300 g salt', '415 g'],
    ['100 g pasta each', '4150 g'],
    ['1 L water each', '41500 mL'],
    // 30 × 41.5/60 = 20.75
    ['30 tortillas (for 60)', '21'],
  ])('portions are as before: %s', (text, amount) => expect(bought(text)).toBe(amount))

  it('each part of a line counts for itself', () =>
    expect(bought('500 g ground coffee and 30 tea bags')).toBe('695 g, 46'))

  it('fixed lines stay as written, and all lines of a meal that does not follow the headcount', () => {
    expect(bought('30 bananas', group, {}, { for_whom: 'fixed' })).toBe('30')
    expect(bought('30 bananas', group, { follows_headcount: false })).toBe('30')
    expect(bought('1 banana each', group, { follows_headcount: false })).toBe('30')
  })

  it('a line for some is for those of them who come', () => {
    const vegetarians = [...adults(2), ...children(3, '7')].map((person) => ({
      ...person,
      diets: { ...person.diets, vegetarian: true },
    }))
    const people = [...group, ...vegetarians]
    const forSix = { for_whom: 'only:vegetarian', written_for: 6 } as const
    expect(bought('6 veggie burgers', people, {}, forSix)).toBe('5')
    // Two each: 12 × (2 + 3 × 0.7)/6
    expect(bought('12 veggie burgers', people, {}, forSix)).toBe('9')
    expect(bought('6 veggie burgers', group, {}, forSix)).toBe('')
    expect(bought('1 sausage each', people, {}, { for_whom: 'except:vegetarian' })).toBe('46')
  })

  it('a given number of eaters is how many get one', () => {
    expect(bought('30 bananas', group, { eaters: 20 })).toBe('20')
    expect(bought('30 bananas', [], { eaters: 20 })).toBe('20')
    expect(bought('30 bananas', group, { eaters: 0 })).toBe('')
  })
})

describe('infants', () => {
  const people = [...adults(4), ...children(1, '8 months'), ...children(1, '3')]
  it('get one like everybody', () => expect(bought('30 bananas', people)).toBe('6'))
  it('get none if the portion of young children is set to 0', () => {
    const line = buildLine({ text: '30 bananas' })
    const settings = { ...followingAll, young_child_share: 0 }
    expect(toBuy({ ...trip(line, people), settings })).toEqual(['4'])
    expect(toBuy({ ...trip(line, people.slice(4)), settings })).toEqual([])
  })
})

describe('any line', () => {
  const anyPerson = fc
    .record({
      kind: fc.constantFrom('adult' as const, 'child' as const),
      age: fc.constantFrom('', '8 months', '3', '7', '11'),
      coming: fc.constantFrom('coming' as const, 'open' as const, 'not_coming' as const),
      diets: fc.subarray([...diets]),
      skips: fc.subarray(['1 lunch', '1 dinner']).map((times) => times.map(newSkip)),
    })
    .map(buildPerson)
  const anyPeople = fc.array(anyPerson, { maxLength: 12 })
  const anyNumber = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(10, 20, 30))
  const kinds = [
    { one: 'apple', many: 'apples', isPiece: true },
    { one: 'ear corn', many: 'ears corn', isPiece: true },
    { one: 'can beans', many: 'cans beans', isContainer: true },
    { one: 'small bag chips', many: 'small bags chips', isContainer: true },
    { one: 'g rice', many: 'g rice' },
  ]
  const anyWritten = fc.record({ number: anyNumber, kind: fc.constantFrom(...kinds), isEach: fc.boolean() })
  const anyLine = fc
    .record({ for_whom: fc.constantFrom(...allForWhom), written_for: fc.constantFrom(0, 1, 5, 10, 30) })
    .map(buildLine)
  const anyMeal = fc.record({ servings: fc.constantFrom(0, 10, 20, 30), follows_headcount: fc.boolean() })
  const anySettings = fc
    .record({
      young_child_share: fc.constantFrom(0, 0.4, 1),
      older_child_share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map((shares) => ({ ...defaultEating, counts: 'all' as const, ...shares }))
  const any = fc.record({ written: anyWritten, line: anyLine, meal: anyMeal, people: anyPeople, settings: anySettings })

  type Any = typeof any extends fc.Arbitrary<infer Value> ? Value : never
  const textOf = ({ number, kind, isEach }: Any['written']) =>
    `${number} ${number === 1 ? kind.one : kind.many}${isEach ? ' each' : ''}`
  const tripOf = ({ written, line, meal, people, settings }: Any): FoodTrip => ({
    ...trip({ ...line, text: textOf(written), people }, people, meal),
    settings,
  })
  const lunchOf = (of: FoodTrip) => {
    const day = of.days['1']
    const line = day?.meals.lunch.ingredients[0]
    if (!day || !line) throw new Error('There is no line')
    return { day, line, basis: basisOf(listGuests(of), 1, 'lunch', day) }
  }
  const amountOf = (of: FoodTrip) => {
    const { line, basis } = lunchOf(of)
    const reading = readLine(line.text)
    const [part] = scaleParts(reading, scaleOfLine(line, reading, basis))
    if (!part) throw new Error(`${line.text} was not read`)
    // Without a number of people, an amount per person is unknown.
    return part.amount?.value ?? 0
  }
  const writtenFor = ({ line, meal }: Any) => {
    if (line.for_whom === 'everyone' || line.for_whom === 'fixed') return meal.servings
    return line.written_for || (line.for_whom.startsWith('except:') ? meal.servings : 0)
  }

  it('with at least one piece each has enough for everybody, and every other line follows the portions', () => {
    fc.assert(
      fc.property(any, (one) => {
        const { written, line, meal } = one
        fc.pre(meal.follows_headcount && line.for_whom !== 'fixed' && one.people.length > 0)
        const { basis, line: stored } = lunchOf(tripOf(one))
        const those = eatersOfLine(stored, basis.eaters)
        const eating = those.guests.filter(({ share }) => share > 0).length
        const amount = amountOf(tripOf(one))
        const by = writtenFor(one)
        const portions = written.isEach
          ? written.number * those.portions
          : written.number * (by > 0 ? those.portions / by : eating > 0 ? 1 : 0)
        const isOneEach = written.isEach
          ? written.kind.isPiece || written.kind.isContainer
          : written.kind.isPiece && by > 0 && written.number >= by
        if (isOneEach) expect(amount).toBeGreaterThanOrEqual(eating)
        expect(amount).toBeCloseTo(isOneEach ? Math.max(eating, portions) : portions, 9)
      }),
    )
  })

  it('never has less with one more person, or with more written', () => {
    fc.assert(
      fc.property(any, anyPerson, fc.nat(10), (one, person, more) => {
        const before = amountOf(tripOf(one))
        const people = [...one.people, person]
        // Without people, amounts are as written.
        if (one.people.length > 0) {
          const after = amountOf(tripOf({ ...one, people }))
          expect(after).toBeGreaterThanOrEqual(before - 1e-9)
        }
        const larger = amountOf(tripOf({ ...one, written: { ...one.written, number: one.written.number + more } }))
        expect(larger).toBeGreaterThanOrEqual(before - 1e-9)
      }),
    )
  })

  it('has the same amount at the meal, for readers of a share link, and on the shopping list', () => {
    fc.assert(
      fc.property(any, (one) => {
        const of = tripOf(one)
        const { line } = lunchOf(of)
        const [item] = listItems({ ...of, read: readLine, keyOf: itemKey })
        const [need] = item?.needs ?? []
        const sent: unknown = JSON.parse(JSON.stringify(listAmounts(of, readLine) ?? null))
        fc.pre(sent !== null && line.for_whom !== 'not_counted')
        const lunch = foodAmounts.parse(sent)['1']?.lunch
        const [shown] = lunch ? scaleParts(readLine(line.text), scaleIn(lunch, line)) : []
        const rounded = shown?.amount
          ? amountToBuy(shown.amount.value, { unit: shown.amount.unit, pack: shown.part.pack })
          : 0
        expect(need?.toBuy ?? 0).toBe(rounded)
      }),
    )
  })
})
