import { describe, expect, it } from 'vitest'
import { mealTimeOf, newSkip, type Person } from '../plan/people.ts'
import { compareLists } from './compare-lists.ts'
import { formatListAmount } from './format-amount.ts'
import type { LinePart } from './reading.ts'
import { listItems } from './shopping-list.ts'
import {
  buildDay,
  buildMeal,
  buildPart,
  buildParty,
  buildPerson,
  keyOf,
  noDates,
  TestLines,
} from './testing/build-food.ts'
import { followingAll } from './testing/settings.ts'

/*
 * A trip of 30 people over four days. Every amount is calculated by hand, in the comments.
 *
 * 30 people: 24 adults, of whom 6 eat vegetarian (one of them vegan), and 6 children: a baby of 8 months (0.4), two of
 * 3 years (0.4 each), one of 7 (0.7), one of 10 (0.7), one of 12 (1).
 * Portions of all:        24 + 0.4 + 0.4 + 0.4 + 0.7 + 0.7 + 1 = 27.6
 * Portions of vegetarians: 6. Of all others: 21.6
 */

const lines = new TestLines()
const { line, read } = { line: lines.line.bind(lines), read: lines.read }
const grams = (item: string, value: number, more: Partial<LinePart> = {}) =>
  buildPart(item, { amount: { value, unit: 'g' }, ...more })
const millilitres = (item: string, value: number, more: Partial<LinePart> = {}) =>
  buildPart(item, { amount: { value, unit: 'mL' }, ...more })
const counted = (item: string, value: number, unit = '', more: Partial<LinePart> = {}) =>
  buildPart(item, { amount: { value, unit }, ...more })
const each = { isEach: true }

const adult = (name: string, more: Parameters<typeof buildPerson>[0] = {}) => buildPerson({ name, ...more })
const child = (name: string, age: string) => buildPerson({ name, age, kind: 'child' })
const thirty: Person[] = [
  ...Array.from({ length: 18 }, (_, index) => adult(`Adult ${index + 1}`)),
  ...Array.from({ length: 5 }, (_, index) => adult(`Vegetarian ${index + 1}`, { diets: ['vegetarian'] })),
  adult('Vegan', { diets: ['vegan'] }),
  child('Baby', '8 months'),
  child('Three', '3'),
  child('Also three', '3 years'),
  child('Seven', '7'),
  child('Ten', '10'),
  child('Twelve', '12'),
]
const named = (name: string) => thirty.find((person) => person.name === name) as Person

const salt = line([buildPart('salt')])
const unread = line([], { text: '🧂 one wee pinch or so' })
const days = {
  '1': buildDay(
    {
      breakfast: buildMeal([
        line([counted('bread', 6, 'slice', { ...each, pack: { size: 18, name: 'loaf' } })]),
        line([millilitres('milk', 450, each)]),
        line([counted('eggs', 30)]),
      ]),
      lunch: buildMeal([
        line([grams('hummus', 600)], { for_whom: 'only:vegetarian', written_for: 6 }),
        line([grams('ham', 2400)], { for_whom: 'except:vegetarian', writtenFor: 24 }),
        salt,
      ]),
      dinner: buildMeal([
        line([grams('pasta', 100, each)]),
        line([millilitres('crushed tomatoes', 8 * 796, { pack: { size: 796, name: 'can' } })]),
        line([millilitres('cooking oil', 250)], { for_whom: 'fixed' }),
      ]),
    },
    [line([millilitres('drinking water', 3000, each)]), line([grams('ground coffee', 500)], { for_whom: 'fixed' })],
  ),
  '2': buildDay({
    breakfast: buildMeal([line([grams('oats', 1800), millilitres('milk', 3000)]), unread]),
    lunch: buildMeal([line([counted('apples', 30)])], { servings: 30 }),
    dinner: buildMeal([
      line([grams('pasta', 500, { pack: { size: 500, name: 'pack' } })]),
      line([grams('cheddar', 900)]),
      line([counted('lettuce', 3, 'head')]),
    ]),
  }),
  '3': buildDay({
    breakfast: buildMeal([line([counted('eggs', 72)])], { servings: 36 }),
    lunch: buildMeal([line([counted('bread', 90, 'slice')]), salt], { eaters: 15 }),
    dinner: buildMeal([line([grams('oats', 100)])], { follows_headcount: false, servings: 4 }),
  }),
  '4': buildDay({
    breakfast: buildMeal([
      line([counted('gluten-free rolls', 2)], {
        for_whom: 'people',
        people: [{ id: named('Seven').id }, { id: named('Adult 1').id }],
        written_for: 2,
      }),
      line([grams('what is left', 5000)], { for_whom: 'not_counted' }),
    ]),
    lunch: buildMeal([line([millilitres('cooking oil', 15)])], { servings: 0 }),
    dinner: buildMeal([line([buildPart('cheddar', { amount: { value: 0.1 + 0.2, unit: 'g' } })])]),
  }),
}

const listOf = (persons: Person[], from: typeof days = days) =>
  listItems({
    days: from,
    people: [buildParty(persons)],
    dates: noDates,
    settings: followingAll,
    read,
    keyOf,
  })
const amountsOf = (items: ReturnType<typeof listItems>) =>
  Object.fromEntries(
    items.map(({ name, needs }) => [
      name,
      needs.map(({ exact, toBuy, listUnit }) => `${Number(exact.toFixed(6))}: ${formatListAmount(toBuy, listUnit)}`),
    ]),
  )

describe('a trip of 30 people over four days', () => {
  it('has every amount as calculated by hand', () =>
    expect(amountsOf(listOf(thirty))).toEqual({
      // Day 2 lunch: one each
      apples: ['30: 30'],
      bread: [
        // Day 1 breakfast: 6 slices × 27.6 = 165.6 slices; / 18 = 9.2 loaves
        // Day 3 lunch, for 15 people of 30 whose portions are as those of all: 15 × 27.6/30 = 13.8. 90 × 13.8/30 = 41.4
        // slices; / 18 = 2.3 loaves
        '11.5: 12 loaves of 18 slices',
      ],
      // Day 2 dinner: 900 × 27.6/30 = 828. Day 4 dinner: 0.3 × 27.6/30 = 0.276. Together 828.276
      cheddar: ['828.276: 830 g'],
      // Day 1 dinner, fixed: 250. Day 4 lunch, written for 0: as written, 15
      'cooking oil': ['265: 265 mL'],
      // Day 1 dinner: 8 cans × 27.6/30 = 7.36
      'crushed tomatoes': ['7.36: 8 cans of 796 mL'],
      // Day 1 snacks: 3 L × 27.6 = 82.8 L
      'drinking water': ['82800: 82.8 L'],
      // Day 1 breakfast: one each, 30. Day 3 breakfast, two each: 72 × 27.6/36 = 55.2. Together 85.2
      eggs: ['85.2: 86'],
      // Day 4 breakfast: one each
      'gluten-free rolls': ['2: 2'],
      'ground coffee': ['500: 500 g'],
      // Day 1 lunch: 2400 × 21.6/24 = 2160
      ham: ['2160: 2.2 kg'],
      // Day 1 lunch: 600 × 6/6
      hummus: ['600: 600 g'],
      // Day 2 dinner: 3 × 27.6/30 = 2.76
      lettuce: ['2.76: 3 heads'],
      // Day 1 breakfast: 450 × 27.6 = 12,420. Day 2 breakfast: 3000 × 27.6/30 = 2760. Together 15,180
      milk: ['15180: 15.2 L'],
      // Day 2 breakfast: 1800 × 27.6/30 = 1656. Day 3 dinner, as written: 100
      oats: ['1756: 1.8 kg'],
      pasta: [
        // Day 2 dinner: 1 pack × 27.6/30 = 0.92. Day 1 dinner: 100 × 27.6 = 2760; / 500 = 5.52 packs
        '6.44: 7 packs of 500 g',
      ],
      salt: [],
      '🧂 one wee pinch or so': [],
    }))

  it('meets published quantities for 30 adults', () => {
    const adults = Array.from({ length: 30 }, (_, index) => adult(`Adult ${index + 1}`))
    const firstDay = amountsOf(listOf(adults, { ...days, '2': buildDay(), '3': buildDay(), '4': buildDay() }))
    // 6 slices × 30 = 180 slices = 10 loaves of 18
    expect(firstDay['bread']).toEqual(['10: 10 loaves of 18 slices'])
    // 100 g × 30
    expect(firstDay['pasta']).toEqual(['3000: 3 kg'])
    // 450 mL × 30
    expect(firstDay['milk']).toEqual(['13500: 13.5 L'])
  })

  /*
   * Five changes:
   * 1. Adult 1 is not coming.
   * 2. Adult 2 arrives for dinner on day 1.
   * 3. The vegan leaves after lunch on day 3.
   * 4. Adult 3 skips breakfast on day 3.
   * 5. Ten is unsure, which still counts, and Twelve is 3 years old after all: 0.4 in place of 1.
   */
  const changed = thirty.map((person): Person => {
    if (person.name === 'Adult 1') return { ...person, coming: 'not_coming' }
    if (person.name === 'Adult 2') return { ...person, from: mealTimeOf(1, 'dinner', '') }
    if (person.name === 'Vegan') return { ...person, until: mealTimeOf(3, 'lunch', '') }
    if (person.name === 'Adult 3') return { ...person, skips: [newSkip(mealTimeOf(3, 'breakfast', ''))] }
    if (person.name === 'Ten') return { ...person, coming: 'unsure' }
    return person.name === 'Twelve' ? { ...person, age: '3' } : person
  })

  /*
   * Portions of all, without Adult 1 and with Twelve at 0.4: 27.6 - 1 - 0.6 = 26 (29 people)
   *   day 1 breakfast and lunch: 26 - 1 (Adult 2) = 25; dinner, and snacks, since Adult 2 is there for dinner: 26
   *   day 2: 26
   *   day 3 breakfast: 26 - 1 (Adult 3) = 25; lunch: 26; dinner: 26 - 1 (Vegan) = 25
   *   day 4: 25
   */
  it('has every amount as calculated by hand after five changes of attendance', () =>
    expect(amountsOf(listOf(changed))).toEqual({
      // One each
      apples: ['29: 29'],
      // 6 × 25 = 150 slices / 18 = 8.333333. Day 3 lunch, for 15 of 29 people: 15 × 26/29 = 13.448276; 90 × that / 30
      // = 40.344828 slices / 18 = 2.241379
      bread: ['10.574713: 11 loaves of 18 slices'],
      // 900 × 26/30 = 780, and 0.3 × 25/30 = 0.25
      cheddar: ['780.25: 785 g'],
      'cooking oil': ['265: 265 mL'],
      // 8 × 26/30
      'crushed tomatoes': ['6.933333: 7 cans of 796 mL'],
      // 3 L × 26
      'drinking water': ['78000: 78 L'],
      // One each without Adult 1 and Adult 2: 28, and 72 × 25/36 = 50
      eggs: ['78: 78'],
      // Only Seven
      'gluten-free roll': ['1: 1'],
      'ground coffee': ['500: 500 g'],
      // Without the vegetarians: 25 - 6 = 19; 2400 × 19/24
      ham: ['1900: 1.9 kg'],
      hummus: ['600: 600 g'],
      // 3 × 26/30
      lettuce: ['2.6: 3 heads'],
      // 450 × 25 = 11,250, and 3000 × 26/30 = 2600
      milk: ['13850: 13.9 L'],
      // 1800 × 26/30 = 1560, and 100
      oats: ['1660: 1.7 kg'],
      // 1 × 26/30, and 100 × 26 / 500 = 5.2. What is beyond 6 packs is under a tenth of one
      pasta: ['6.066667: 6 packs of 500 g'],
      salt: [],
      '🧂 one wee pinch or so': [],
    }))

  it('says what the changes change', () => {
    const changes = compareLists(listOf(thirty), listOf(changed))
    const sentence = ({ name, what, before, after }: (typeof changes)[number]) => `${name} ${what} ${before} ${after}`
    expect(changes.map(sentence)).toEqual([
      'apples down 30 29',
      'bread down 12 11',
      'cheddar down 830 785',
      'crushed tomatoes down 8 7',
      'drinking water down 82800 78000',
      'eggs down 86 78',
      'gluten-free roll down 2 1',
      'ham down 2200 1900',
      'milk down 15200 13900',
      'oats down 1800 1700',
      'pasta down 7 6',
    ])
  })

  it('names the demands of an item', () => {
    const milk = listOf(thirty).find(({ key }) => key === '1:milk')
    expect(milk?.demands).toMatchObject([
      { day: 1, place: 'breakfast', amount: { listUnit: { unit: 'mL' } } },
      { day: 2, place: 'breakfast', amount: { listUnit: { unit: 'mL' } } },
    ])
    expect(milk?.demands.map(({ amount }) => Math.round(amount?.value ?? 0))).toEqual([12_420, 2760])
    const ofSalt = listOf(thirty).find(({ key }) => key === '1:salt')?.demands
    expect(ofSalt?.map(({ day, place, line: id }) => [day, place, id])).toEqual([
      [1, 'lunch', salt.id],
      [3, 'lunch', salt.id],
    ])
  })
})
