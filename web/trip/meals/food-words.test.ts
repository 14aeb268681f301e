import { describe, expect, it } from 'vitest'
import { readLine } from '#domain/food/read-line.ts'
import { withoutAmounts } from '#domain/food/remarks.ts'
import { newLine } from '#domain/plan/meals.ts'
import { newPerson } from '#domain/plan/people.ts'
import { contentNames, forWhomWords, headcountWords, readingWords, reasonText, startText } from './food-words.ts'

const id = '00000000-0000-4000-8000-000000000001'
const scale = { everyone: { factor: 1, each: null }, lines: {} }

describe('the words for amounts', () => {
  it('say for how many the amounts of a meal are', () => {
    const amounts = { servings: 30, count: 27, portions: 24.5, follows: true, ...scale }
    expect(headcountWords(amounts)).toBe('Amounts for 27 people, with smaller portions for children')
    expect(headcountWords({ ...amounts, portions: 27 })).toBe('Amounts for 27 people')
    expect(headcountWords({ ...amounts, count: 1, portions: 1, servings: 1 })).toBe('Amounts for 1 person')
    expect(headcountWords({ ...amounts, follows: false })).toBe('27 people eat. Amounts are as written.')
  })

  it('say for whom a line is, also if somebody has left', () => {
    const parties = [{ id, name: '', persons: [newPerson(id, 'Ana')] }]
    const line = newLine(id, 'Milk')
    expect(forWhomWords(line, parties)).toBe('Everyone')
    expect(forWhomWords({ ...line, for_whom: 'except:no_pork' }, parties)).toBe('Everyone except: no pork')
    const people = [{ id }, { id: '00000000-0000-4000-8000-000000000002' }]
    expect(forWhomWords({ ...line, for_whom: 'people', people }, parties)).toBe('Ana, Former member')
    expect(forWhomWords({ ...line, for_whom: 'people' }, parties)).toBe('Certain people')
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

  it.each([
    ['200 g walnuts', ['walnuts'], 'tree nuts'],
    ['2 granola bars', ['granola bars'], 'tree nuts'],
    ['Walnut', ['walnuts'], 'tree nuts'],
    ['1 kg trail mix', ['trail mix', 'walnuts'], 'tree nuts, walnuts'],
    ['2 kg pasta, 200 g walnuts', ['walnuts'], 'tree nuts, walnuts'],
    ['Grandma’s pot', [], 'tree nuts (marked)'],
  ])('say why somebody cannot eat %s, without repeating it', (line, words, text) =>
    expect(reasonText({ allergen: 'nuts', words }, line)).toBe(text),
  )

  it('name what a line contains', () =>
    expect(contentNames(['nuts', 'meat', 'not_halal'])).toBe('tree nuts, meat, not halal'))

  it('say when to start, and nothing if that is not known', () => {
    expect(startText({ prep: '40 min', served_at: '18:00' })).toBe('Start at 5:20 PM')
    expect(startText({ prep: '12 h', served_at: '07:00' })).toBe('Start at 7:00 PM the day before')
    expect(startText({ prep: 'overnight', served_at: '18:00' })).toBe('')
  })

  it('leave out of a remark what is about the amount that was written', () => {
    expect(withoutAmounts('about 5.5 kg')).toBe('')
    expect(withoutAmounts('113 g each, about 4 kg')).toBe('113 g each')
    expect(withoutAmounts('boiled and chilled')).toBe('boiled and chilled')
  })
})
