import { describe, expect, it } from 'vitest'
import { derivedId } from '../derived-id.ts'
import { checklist } from '../plan/checklist.ts'
import { activityIcons, levels, mealTypes } from '../plan/day-parts.ts'
import { itinerary, newItineraryDay } from '../plan/itinerary.ts'
import { meals, newLine, newMealDay } from '../plan/meals.ts'
import { notes } from '../plan/notes.ts'
import { type TripType, tripTypes } from '../trip.ts'
import { templates } from './index.ts'
import { newDays } from './new-day.ts'
import { planTemplates } from './plan-templates.ts'
import type { TipsPanel } from './template.ts'
import { tips } from './tips.ts'
import { travelReminders } from './travel-reminders.ts'

const car = templates.car_trip
const air = templates.air_travel

const mealsOf = (type: TripType) => templates[type].meals.flatMap((day) => mealTypes.map((mealType) => day[mealType]))
const activitiesOf = (type: TripType) =>
  templates[type].itinerary.flatMap((day) => levels.flatMap((level) => day[level]))
const itemsOf = (type: TripType) => templates[type].checklist.flatMap(({ items }) => items)
const categoriesOf = (type: TripType) => templates[type].checklist.map(({ category }) => category)
const sampleText = (type: TripType) =>
  templates[type].itinerary
    .slice(0, 3)
    .flatMap((day) =>
      levels.flatMap((level) => day[level].map(({ activity, description }) => `${activity}. ${description}`)),
    )
    .join('\n')
const listTitles = (panel: TipsPanel) => panel.lists.map(({ title }) => title)

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

const idsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, entry]) => (key === 'id' ? [entry as string] : idsIn(entry)))
    : []

/** Minutes after midnight. */
const minutesOf = (time: string) => {
  const [, hour, minute, half] = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(time) ?? []
  return ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 60 + Number(minute)
}

/** The minutes of '1 hour 30 minutes'. */
const lengthOf = (duration: string) => {
  const [, hours = 0, minutes = 0] = /^(?:(\d+) hours?)? ?(?:(\d+) minutes)?$/.exec(duration) ?? [null, Number.NaN]
  return Number(hours) * 60 + Number(minutes)
}

describe.each(tripTypes)('the starting plan of %s', (type) => {
  const sections = { notes, meals, itinerary, checklist }
  const names = Object.keys(sections) as (keyof typeof sections)[]

  it.each(names)('TMPL-23 has valid %s', (name) => {
    const value = planTemplates[name](type)
    expect(textsIn(value).length).toBeGreaterThan(0)
    expect(sections[name].schema.parse(value)).toEqual(value)
  })

  it('gives each item its own id, which is always the same', () => {
    const ids = names.flatMap((name) => idsIn(planTemplates[name](type)))
    expect(new Set(ids).size).toBe(ids.length)
    expect(names.flatMap((name) => idsIn(planTemplates[name](type)))).toEqual(ids)
  })

  it('is a new value each time, so that an edit does not affect the next trip', () => {
    const edited = planTemplates.meals(type)
    edited['1']?.snacks.push(newLine(derivedId('edited'), 'Edited'))
    edited['1']?.meals.lunch.ingredients.push(newLine(derivedId('edited'), 'Edited'))
    expect(textsIn(planTemplates.meals(type))).not.toContain('Edited')
  })

  it('is plain text: no blanks at the ends, no curly quotes, no emoji', () => {
    for (const text of textsIn(templates[type])) {
      expect(text).toBe(text.trim())
      expect(text).not.toBe('')
      expect(text).not.toMatch(/[‘’“”–—]|\p{Extended_Pictographic}/u)
    }
  })

  it('has no duplicate checklist items, categories or notes', () => {
    for (const list of [itemsOf(type), categoriesOf(type), templates[type].notes])
      expect(new Set(list).size).toBe(list.length)
  })

  it('has activities in the order of their times, each with one of the six icons', () => {
    for (const day of templates[type].itinerary) {
      for (const level of levels) {
        let free = 0
        for (const { time, duration, icon } of day[level]) {
          expect(minutesOf(time), `${day.title}: ${time}`).toBeGreaterThanOrEqual(free)
          expect(lengthOf(duration), duration).toBeGreaterThan(0)
          free = minutesOf(time) + lengthOf(duration)
          expect(activityIcons).toContain(icon)
        }
      }
    }
  })

  it('CONST-17 has the levels light and hard on each day of its itinerary, and no other', () => {
    for (const { title, ...byLevel } of Object.values(planTemplates.itinerary(type))) {
      expect(title).not.toBe('')
      expect(Object.keys(byLevel)).toEqual(['light', 'hard'])
    }
  })

  it('TMPL-24 TMPL-31 has the same two activities per level on day 4 as on new days', () => {
    const day = templates[type].itinerary[3]
    for (const level of levels) {
      expect(day?.[level]).toEqual(newDays[type].activities[level])
      expect(day?.[level]).toHaveLength(2)
    }
  })

  it('TMPL-48 gives a day 5 two activities per level, with the same ids for everybody who adds it', () => {
    const day = newItineraryDay(type, 5)
    expect([day.light.length, day.hard.length]).toEqual([2, 2])
    expect(newItineraryDay(type, 5)).toEqual(day)
    const plan = { ...planTemplates.itinerary(type), '5': day }
    expect(itinerary.schema.parse(plan)).toEqual(plan)
    const ids = idsIn(plan)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has four to six tips in each list of every panel', () => {
    for (const { lists } of Object.values(tips[type])) {
      expect(lists).toHaveLength(2)
      for (const { items } of lists) expect([4, 5, 6]).toContain(items.length)
    }
  })
})

describe('the starting plan of a car trip', () => {
  it('TMPL-24 CONST-18 has 4 days of meals and of itinerary', () => {
    expect(Object.keys(planTemplates.meals('car_trip'))).toEqual(['1', '2', '3', '4'])
    expect(Object.keys(planTemplates.itinerary('car_trip'))).toEqual(['1', '2', '3', '4'])
  })

  it('TMPL-25 has a title for each day', () => {
    for (const [index, { title }] of car.itinerary.entries())
      expect(title).toMatch(new RegExp(`^Day ${index + 1}: \\S`))
    expect(new Set(car.itinerary.map(({ title }) => title)).size).toBe(4)
  })

  it('TMPL-26 CONST-15 has 30 servings of each meal, of a new one too', () => {
    expect(mealsOf('car_trip')).toHaveLength(12)
    for (const meal of [...mealsOf('car_trip'), ...Object.values(newMealDay('car_trip', 5).meals)])
      expect(meal.servings).toBe(30)
  })

  it('TMPL-27 has snacks and beverages on each day', () => {
    for (const { snacks } of car.meals) expect(snacks.length).toBeGreaterThan(2)
  })

  it('TMPL-28 TMPL-29 TMPL-30 packs for the tent, for cooking, and clothing', () => {
    expect(categoriesOf('car_trip')).toEqual(
      expect.arrayContaining(['Tent & Sleeping', 'Cooking & Dining', 'Clothing']),
    )
    for (const { items } of car.checklist) expect(items.length).toBeGreaterThanOrEqual(8)
  })

  it('TMPL-31 TMPL-32 has light and hard activities on days 1 to 3', () => {
    for (const day of car.itinerary.slice(0, 3))
      for (const level of levels) expect(day[level].length).toBeGreaterThanOrEqual(3)
  })

  it.each([
    ['TMPL-33', 'park trails', /Trail\b/],
    ['TMPL-34', 'canoeing', /Canoeing/],
    ['TMPL-35', 'wildlife viewing', /Wildlife viewing/],
  ])('%s includes %s on days 1 to 3', (_id, _what, word) => {
    expect(sampleText('car_trip')).toMatch(word)
  })

  it('TMPL-49 has notes', () => {
    const texts = car.notes.map((note) => (typeof note === 'string' ? note : note.text))
    expect(planTemplates.notes('car_trip').map(({ text }) => text)).toEqual(texts)
    expect(car.notes.length).toBeGreaterThanOrEqual(6)
  })

  it('MEAL-16 MEAL-19 MEAL-20 has Camping Cooking Tips', () => {
    expect(tips.car_trip.meals.title).toBe('Camping Cooking Tips')
    expect(listTitles(tips.car_trip.meals)).toEqual(['Before You Go', 'At the Campsite'])
  })

  it('CHECK-19 CHECK-20 CHECK-21 has Packing Tips for Group Camping', () => {
    expect(tips.car_trip.checklist.title).toBe('Packing Tips for Group Camping')
    expect(listTitles(tips.car_trip.checklist)).toEqual(['Before You Pack', 'Group Coordination'])
  })
})

describe('the starting plan of an air trip', () => {
  it('TMPL-36 is shorter than that of a car trip in each section', () => {
    expect(air.notes.length).toBeLessThan(car.notes.length)
    expect(mealsOf('air_travel').length).toBeLessThan(mealsOf('car_trip').length)
    expect(activitiesOf('air_travel').length).toBeLessThan(activitiesOf('car_trip').length)
    expect(itemsOf('air_travel').length).toBeLessThan(itemsOf('car_trip').length)
  })

  it('TMPL-37 TMPL-38 TMPL-39 packs documents, carry-on and clothing', () => {
    expect(categoriesOf('air_travel')).toEqual(['Documents', 'Carry-On', 'Clothing'])
  })

  it('TMPL-40 has activities on day 1', () => {
    for (const level of levels) expect(air.itinerary[0]?.[level].length).toBeGreaterThan(0)
  })

  it('TMPL-41 has one airport breakfast, on day 1, its only day of meals', () => {
    const plan = planTemplates.meals('air_travel')
    expect(Object.keys(plan)).toEqual(['1'])
    expect(plan['1']?.meals.breakfast.name).toBe('Airport Breakfast')
    expect(mealsOf('air_travel').filter(({ name, description }) => /airport/i.test(name + description))).toHaveLength(1)
  })

  it('CONST-16 has 2 servings of each meal, of a new one too', () => {
    for (const meal of [...mealsOf('air_travel'), ...Object.values(newMealDay('air_travel', 2).meals)])
      expect(meal.servings).toBe(2)
  })

  it('TMPL-42 CONST-19 has 4 days of itinerary, each with its title', () => {
    expect(Object.keys(planTemplates.itinerary('air_travel'))).toEqual(['1', '2', '3', '4'])
    for (const [index, { title }] of air.itinerary.entries())
      expect(title).toMatch(new RegExp(`^Day ${index + 1}: \\S`))
    expect(new Set(air.itinerary.map(({ title }) => title)).size).toBe(4)
  })

  it('TMPL-43 has activities of both levels on days 1 to 3', () => {
    for (const day of air.itinerary.slice(0, 3))
      for (const level of levels) expect(day[level].length).toBeGreaterThan(0)
  })

  it.each([
    ['TMPL-44', 'Airport Arrival'],
    ['TMPL-45', 'Museum'],
    ['TMPL-46', 'Market'],
    ['TMPL-47', 'Day Trip'],
  ])('%s includes %s in both levels on days 1 to 3', (_id, name) => {
    for (const level of levels) {
      const activities = air.itinerary.slice(0, 3).flatMap((day) => day[level].map(({ activity }) => activity))
      expect(activities.filter((activity) => activity.includes(name))).toHaveLength(1)
    }
  })

  it('TMPL-50 has notes', () => {
    expect(planTemplates.notes('air_travel').map(({ text }) => text)).toEqual(air.notes)
    expect(air.notes.length).toBeGreaterThan(0)
  })

  it('TMPL-51 states in its documents that a passport is valid for 6+ months', () => {
    const group = planTemplates.checklist('air_travel').find(({ category }) => category === 'Documents')
    expect(group?.items.filter(({ name }) => /passport.*valid.*6\+ months/i.test(name))).toHaveLength(1)
  })

  it('MEAL-17 MEAL-19 MEAL-21 has Travel Food Tips', () => {
    expect(tips.air_travel.meals.title).toBe('Travel Food Tips')
    expect(listTitles(tips.air_travel.meals)).toEqual(['Before You Go', 'While Traveling'])
  })

  it('CHECK-22 CHECK-23 CHECK-24 has Travel Packing Tips', () => {
    expect(tips.air_travel.checklist.title).toBe('Travel Packing Tips')
    expect(listTitles(tips.air_travel.checklist)).toEqual(['Before You Pack', 'Travel Smart'])
  })
})

describe('the travel reminders', () => {
  it('TICK-5, TICK-9..20 are two lists with the items of the specification', () => {
    expect(travelReminders.title).toBe('Travel Reminders')
    expect(listTitles(travelReminders)).toEqual(['Before You Travel', 'At the Airport'])
    const named = [
      [
        /passport.*valid.*6\+ months/i,
        /visa.*check/i,
        /print boarding passes/i,
        /baggage restrictions/i,
        /2-3 hours early.*international flights/i,
      ],
      [/documents accessible/i, /liquids.*3-1-1 rule/i, /removable shoes/i, /medications.*carry-on/i, /airline app/i],
    ]
    for (const [index, { items }] of travelReminders.lists.entries()) {
      expect(items).toHaveLength(5)
      for (const [place, pattern] of (named[index] ?? []).entries()) expect(items[place]).toMatch(pattern)
    }
  })
})

describe("the itinerary's notes", () => {
  it('ITIN-13 ITIN-15 ITIN-16 are Important Notes on what to bring and on safety, for both types', () => {
    for (const type of tripTypes) {
      expect(tips[type].itinerary.title).toBe('Important Notes')
      expect(listTitles(tips[type].itinerary)).toEqual(['What to Bring', 'Safety Reminders'])
    }
  })

  it('ITIN-17 differ for car and air, without any tip in common', () => {
    const tipsOf = (type: TripType) => tips[type].itinerary.lists.flatMap(({ items }) => items)
    expect(tipsOf('car_trip').filter((tip) => tipsOf('air_travel').includes(tip))).toEqual([])
  })
})
