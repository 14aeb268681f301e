import { describe, expect, it } from 'vitest'
import type { ChecklistGroup } from '../plan/checklist.ts'
import { mealTypes } from '../plan/day-parts.ts'
import type { Meals } from '../plan/meals.ts'
import { adaptSample, type Known } from './adapt.ts'
import { planTemplates } from './plan-templates.ts'
import { findSamples, type SampleName } from './sample.ts'

const nothingKnown: Known = { type: 'car_trip', people: 0, days: 0, isElsewhere: false }
const isSample = findSamples({ type: 'car_trip', template_revision: 3, adopted: [] })
const couple: Known = { type: 'car_trip', people: 2, days: 3, isElsewhere: true }

const adapt = <Name extends SampleName>(name: Name, known: Partial<Known>, part: string = name) =>
  adaptSample(name, planTemplates[name]('car_trip'), { known: { ...nothingKnown, ...known }, isSample, part })

const listNames = (groups: ChecklistGroup[]) => groups.flatMap(({ items }) => items.map(({ name }) => name))
const linesOf = (meals: Meals) =>
  Object.values(meals).flatMap(({ meals: ofDay, snacks }) => [
    ...mealTypes.flatMap((place) => ofDay[place].ingredients),
    ...snacks,
  ])

describe('a sample that people use', () => {
  it('stays as it is as long as nothing is known of the trip, or the trip is like it', () => {
    for (const name of ['notes', 'meals', 'itinerary', 'checklist'] as const) {
      expect(adapt(name, {})).toEqual(planTemplates[name]('car_trip'))
      expect(adapt(name, { people: 30, days: 4 })).toEqual(planTemplates[name]('car_trip'))
    }
  })

  it('names neither the number nor the place of the sample', () => {
    const texts = [
      ...adapt('notes', couple).map(({ text }) => text),
      ...listNames(adapt('checklist', couple)),
      ...linesOf(adapt('meals', couple)).map(({ text }) => text),
      ...Object.values(adapt('meals', couple)).flatMap((day) => mealTypes.map((place) => day.meals[place].description)),
    ]
    expect(texts.length).toBeGreaterThan(150)
    for (const text of texts) {
      expect(text).not.toMatch(/Algonquin|Whitefish|Highway 60|West Gate|Huntsville/)
      expect(text.replace(/SPF 30|30 (?:mL|g|minutes)\b/, '')).not.toMatch(/\b30\b|\b24 people|\b6 people|8 cars/)
    }
  })

  it('is for as many people, in whole numbers of what one brings', () => {
    const names = listNames(adapt('checklist', couple))
    for (const name of [
      '1 tent with fly, poles and pegs',
      'Propane for 3 days, and a spare',
      '4 kg of ice, in blocks and bags',
      'Cooler',
      'Socks and underwear for 4 days',
    ])
      expect(names).toContain(name)
    expect(listNames(adapt('checklist', { days: 1 }))).toEqual(
      expect.arrayContaining(['Propane for 1 day, and a spare', 'Socks and underwear for 2 days']),
    )
    expect(names).not.toContain('Car pool list with phone numbers')
    expect(listNames(adapt('checklist', { people: 7 }))).toEqual(
      expect.arrayContaining(['3 tents with flies, poles and pegs', '2 coolers, marked by day and by what is in them']),
    )
    expect(adapt('notes', { people: 12 }).some(({ text }) => text.startsWith('Headcount: we are 12.'))).toBe(true)
    expect(adapt('notes', couple).some(({ text }) => text.startsWith('Headcount'))).toBe(false)
  })

  it.each([1, 2, 5, 7, 12, 29, 45, 90])('has meals for %i people: nothing is less than its share', (people) => {
    const written = linesOf(planTemplates.meals('car_trip'))
    const adapted = new Map(linesOf(adapt('meals', { people })).map((line) => [line.id, line]))
    for (const line of written) {
      const now = adapted.get(line.id)
      // A few people have nobody who follows the diet.
      if (!now) expect([line.for_whom, people < 5], line.text).toEqual(['only:vegetarian', true])
      else if (line.for_whom !== 'everyone' && now.for_whom === line.for_whom && line.written_for > 0)
        expect(now.written_for).toBe(Math.round((line.written_for * people) / 30))
    }
    const bananas = [...adapted.values()].find(({ text }) => /bananas?$/.test(text))
    expect(Number.parseInt(bananas?.text ?? '', 10)).toBe(people)
    const [vegetarians = 0] = [...adapted.values()].flatMap((line) =>
      line.for_whom === 'only:vegetarian' ? [line.written_for] : [],
    )
    for (const line of adapted.values())
      if (line.for_whom === 'except:vegetarian') expect(line.written_for + vegetarians, line.text).toBe(people)
  })

  it('changes only the part that is used, and only days that are a sample go with the days after the return', () => {
    const meals = planTemplates.meals('car_trip')
    const one = adapt('meals', { people: 2, days: 2 }, 'meals/1/dinner')
    expect(Object.keys(one)).toEqual(['1', '2', '3', '4'])
    expect(one[1]?.meals.dinner.servings).toBe(2)
    expect({ ...one, 1: meals[1] }).toEqual({ ...meals, 1: meals[1] })
    expect(one[1]?.meals.lunch).toEqual(meals[1]?.meals.lunch)

    const day = meals[4]
    if (!day) throw new Error('The template has no fourth day')
    const lunch = { ...day.meals.lunch, name: 'Ours' }
    const edited = { ...meals, 4: { ...day, meals: { ...day.meals, lunch } } }
    const known = { ...nothingKnown, people: 2, days: 2 }
    const kept = adaptSample('meals', edited, { known, isSample, part: 'meals' })
    expect(Object.keys(kept)).toEqual(['1', '2', '4'])
    expect(kept[4]?.meals.lunch).toBe(lunch)
    expect(Object.keys(adapt('itinerary', { days: 3 }))).toEqual(['1', '2', '3'])
  })
})
