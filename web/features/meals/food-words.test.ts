import { describe, expect, it } from 'vitest'
import { readLine } from '#domain/food/read-line.ts'
import type { Reason, Warning } from '#domain/food/warnings.ts'
import { newLine, newMark } from '#domain/plan/meals.ts'
import { newPerson } from '#domain/plan/people.ts'
import {
  contentNames,
  forWhomLabel,
  forWhomWords,
  headcountWords,
  readingWords,
  startText,
  warningText,
  writtenWords,
} from './food-words.ts'

const id = '00000000-0000-4000-8000-000000000001'

describe('the words for amounts', () => {
  const everyone = { factor: 1, each: null, written_for: 30, eating: 27 }
  const amounts = { servings: 30, count: 27, portions: 24.5, children: 5, follows: true, everyone, lines: {} }

  it('say for how many the amounts of a meal are', () => {
    expect(headcountWords(amounts)).toBe('For 27 people, 5 of them children')
    expect(headcountWords({ ...amounts, children: 1 })).toBe('For 27 people, 1 of them a child')
    expect(headcountWords({ ...amounts, children: 0 })).toBe('For 27 people, smaller portions for children')
    expect(headcountWords({ ...amounts, portions: 27 })).toBe('For 27 people')
    expect(headcountWords({ ...amounts, count: 1, portions: 1, servings: 1 })).toBe('For 1 person')
    expect(headcountWords({ ...amounts, follows: false })).toBe('27 people eat. Amounts are as written.')
  })

  it('say how amounts come from the recipe', () => {
    expect(writtenWords(amounts)).toBe(
      'The recipe is for 30. 27 people eat as much as 24.5 adults. Things like bananas are counted per person.',
    )
    expect(writtenWords({ ...amounts, portions: 27 })).toBe('The recipe is for 30.')
    expect(writtenWords({ ...amounts, portions: 27, servings: 0 })).toBe('Amounts are as in the recipe.')
  })

  it('say for whom a line is, also if somebody has left', () => {
    const parties = [{ id, name: '', persons: [newPerson(id, 'Ana')] }]
    const line = newLine(id, 'Milk')
    expect(forWhomWords(line, parties)).toBe('Everyone')
    expect(forWhomWords({ ...line, for_whom: 'except:no_pork' }, parties)).toBe('not for people who avoid pork')
    expect(forWhomWords({ ...line, for_whom: 'only:vegetarian' }, parties)).toBe('only for vegetarians')
    const people = [{ id }, { id: '00000000-0000-4000-8000-000000000002' }]
    expect(forWhomWords({ ...line, for_whom: 'people', people }, parties)).toBe('Ana, Former member')
    expect(forWhomWords({ ...line, for_whom: 'people' }, parties)).toBe('Certain people')
  })

  it.each([
    ['vegetarian', 'vegetarians'],
    ['vegan', 'vegans'],
    ['halal', 'people who eat halal'],
    ['kosher', 'people who eat kosher'],
    ['gluten_free', 'people who eat gluten-free'],
    ['lactose_free', 'people who eat lactose-free'],
    ['no_pork', 'people who avoid pork'],
    ['no_alcohol', 'people who avoid alcohol'],
  ] as const)('name those of each diet: %s', (diet, people) => {
    expect(forWhomLabel(`only:${diet}`)).toBe(`Only for ${people}`)
    expect(forWhomLabel(`except:${diet}`)).toBe(`Not for ${people}`)
  })

  it.each([
    ['2.4 kg potatoes', '2.4 kg potatoes'],
    ['10 tomatoes, 6 onions and 2 heads of lettuce', '10 tomatoes, 6 onions, 2 heads lettuce'],
    ['Salt and pepper', 'Salt and pepper'],
    ['🏕️', ''],
    ['-3 kg rice', ''],
    ['1e9 kg rice', ''],
    [`${'very '.repeat(300)}long`, ''],
  ])('say how a line was read: %s', (text, words) => {
    expect(readingWords(readLine(text))).toBe(words)
  })

  const lineOf = (text: string) => newLine(id, text)
  const warningOf = (reasons: Reason[]): Warning => ({
    day: 1,
    place: 'lunch',
    line: id,
    person: { id, name: 'Ana' },
    reasons,
  })

  it.each([
    ['200 g walnuts', ['walnuts'], 'walnuts'],
    ['2 granola bars', ['granola bars'], 'granola bars'],
    ['1 kg trail mix with walnuts', ['trail mix', 'walnuts'], 'trail mix with walnuts'],
    ['2 kg pasta, 200 g walnuts', ['walnuts'], 'walnuts'],
    ['2 kg pasta, 200 g walnut pesto', ['walnut'], 'walnut pesto'],
    ['2 kg pasta, 200 g pesto (with walnuts)', ['walnuts'], 'pasta, pesto (walnuts)'],
    ['1 kg Müsli, with tree nuts', ['tree nuts'], 'Müsli (tree nuts)'],
    ['Grandma’s pot', [], 'Grandma’s pot (marked)'],
    [' 🥜 ', [], '🥜 (marked)'],
  ])('say what in %s warns, and by which word if its item does not say it', (line, words, text) =>
    expect(warningText(warningOf([{ allergen: 'nuts', words }]), lineOf(line))).toBe(
      `Ana, allergic to tree nuts: ${text}`,
    ),
  )

  it.each<[string, Reason[], string]>([
    [
      '1 L coconut milk, 1 kg potatoes (mashed with milk)',
      [{ allergen: 'milk', words: ['milk'] }],
      'milk: coconut milk, potatoes (milk)',
    ],
    [
      '1 jar peanut butter, 500 g rice (with butter)',
      [{ allergen: 'milk', words: ['butter'] }],
      'milk: peanut butter, rice (butter)',
    ],
    ['1 jar peanut butter, 500 g butter', [{ allergen: 'milk', words: ['butter'] }], 'milk: butter'],
    ['2 eggplants, 1 kg pasta (with egg)', [{ allergen: 'eggs', words: ['egg'] }], 'eggs: eggplants, pasta (egg)'],
    [
      '200 g walnuts, 1 kg pasta (contains eggs)',
      [
        { allergen: 'eggs', words: ['eggs'] },
        { allergen: 'nuts', words: ['walnuts'] },
      ],
      'eggs and tree nuts: walnuts, pasta (eggs)',
    ],
  ])('never name only the wrong items of %s', (line, reasons, text) =>
    expect(warningText(warningOf(reasons), lineOf(line))).toBe(`Ana, allergic to ${text}`),
  )

  it('name all items if somebody marked that the line contains more', () => {
    const line = { ...lineOf('200 g walnuts, 8 muffins'), marks: [{ ...newMark('nuts'), says: 'yes' as const }] }
    expect(warningText(warningOf([{ allergen: 'nuts', words: ['walnuts'] }]), line)).toBe(
      'Ana, allergic to tree nuts: walnuts, muffins',
    )
  })

  it('say why somebody cannot eat a line: allergies first, and no diet that one of them means', () => {
    const reasons: Reason[] = [
      { allergen: 'eggs', words: ['egg wash'] },
      { allergen: 'gluten', words: ['buns'] },
      { diet: 'vegan', words: ['egg wash'] },
      { diet: 'gluten_free', words: ['buns'] },
    ]
    expect(warningText(warningOf(reasons), lineOf('8 buns (egg wash)'))).toBe(
      'Ana, allergic to eggs and gluten, vegan: buns (egg wash)',
    )
    const halal = { ...warningOf([{ diet: 'halal', words: ['bacon'] }]), person: { id, name: ' ' } }
    expect(warningText(halal, lineOf('bacon'))).toBe('No name, halal: bacon')
  })

  it('name what a line contains', () =>
    expect(contentNames(['nuts', 'meat', 'not_halal'])).toBe('tree nuts, meat, not halal'))

  it('say when to start, and nothing if that is not known', () => {
    expect(startText({ prep: '40 min', served_at: '18:00' })).toBe('Start at 5:20 PM')
    expect(startText({ prep: '12 h', served_at: '07:00' })).toBe('Start at 7:00 PM the day before')
    expect(startText({ prep: 'overnight', served_at: '18:00' })).toBe('')
  })
})
