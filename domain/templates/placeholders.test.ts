import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newChecklistItem } from '../plan/checklist.ts'
import { plan, sectionNames } from '../plan/index.ts'
import { type Activity, newActivity, newItineraryDay } from '../plan/itinerary.ts'
import { linesAt, type Meal, mealPlaceholders, newMealDay } from '../plan/meals.ts'
import { newTicket } from '../plan/tickets.ts'
import { anyValueOf } from '../testing/arbitraries.ts'
import { tripTypes } from '../trip.ts'
import {
  arePlanned,
  dishOf,
  isPlaceholder,
  mealWithoutPlaceholders,
  sectionWithoutPlaceholders,
} from './placeholders.ts'

const ID = '00000000-0000-4000-8000-000000000001'

describe('the placeholders that new entries start with', () => {
  it.each(tripTypes)('TMPL-1, TMPL-4, TMPL-10, TMPL-11 a new day plans no meal: %s', (type) => {
    const day = newMealDay(type, 5)
    const { servings } = day.meals.dinner
    const planned = sectionWithoutPlaceholders('meals', { 5: day })
    for (const meal of Object.values(planned[5]?.meals ?? {}))
      expect(meal).toMatchObject({ name: '', description: '', prep: '', servings, ingredients: [] })
    expect(planned[5]?.snacks).toEqual([])
  })

  it('TMPL-17, TMPL-18 a new activity keeps its time, and has no name and description', () => {
    const day = { ...newItineraryDay('car_trip', 5), hard: [newActivity(ID)] }
    const { title, hard } = sectionWithoutPlaceholders('itinerary', { 5: day })[5] ?? {}
    expect(title).toBe('')
    expect(hard).toMatchObject([{ time: '12:00 PM', activity: '', description: '', duration: '1 hour' }])
  })

  it('DATA-49, DATA-50, TMPL-21 a new ticket has no title and details, and a new item no name', () => {
    expect(sectionWithoutPlaceholders('tickets', [newTicket(ID)])).toMatchObject([
      { type: 'flight', title: '', details: '' },
    ])
    const group = { id: ID, category: 'New item', items: [newChecklistItem(ID)] }
    expect(sectionWithoutPlaceholders('checklist', [group])).toMatchObject([
      { category: 'New item', items: [{ name: '' }] },
    ])
  })

  it('are only what nobody has overwritten: spaces around them do not count', () => {
    expect(isPlaceholder('line', ' Add snacks ')).toBe(true)
    expect(isPlaceholder('meal', 'New Dinner')).toBe(true)
    expect(isPlaceholder('meal', 'New Dinner with Ana')).toBe(false)
    // Somebody may well write it elsewhere.
    expect(isPlaceholder('activity', 'Add details')).toBe(false)
    expect(isPlaceholder('day_title', 'Day 12: New Travel Day')).toBe(true)
    expect(isPlaceholder('day_title', 'Day 12: New Travel Day in Porto')).toBe(false)
    expect(dishOf('New Lunch')).toBe('')
    expect(dishOf(' Chili ')).toBe('Chili')
  })

  it('leaves what somebody typed beside them', () => {
    const { dinner } = newMealDay('car_trip', 1).meals
    const named = { ...dinner, name: 'Chili' }
    expect(mealWithoutPlaceholders(named)).toEqual({ ...named, description: '', ingredients: [] })
    expect(mealWithoutPlaceholders({ ...dinner, prep: 'overnight' }).prep).toBe('overnight')
    const ingredients = linesAt(1, 'dinner', ['beans', mealPlaceholders.ingredient, 'corn'])
    const { ingredients: left } = mealWithoutPlaceholders({ ...dinner, ingredients })
    expect(left).toEqual([ingredients[0], ingredients[2]])
  })

  it('plan no day: neither a meal, whose servings and usual preparation say nothing, nor an activity', () => {
    const meals = (change: Partial<Meal>) => {
      const day = newMealDay('car_trip', 1)
      const dinner = { ...day.meals.dinner, ...change }
      return arePlanned.meals(sectionWithoutPlaceholders('meals', { 1: { ...day, meals: { ...day.meals, dinner } } }))
    }
    expect(meals({})).toBe(false)
    expect(meals({ servings: 2 })).toBe(false)
    for (const planned of [{ name: 'Chili' }, { served_at: '18:00' }, { link: 'x' }, { prep: 'overnight' }])
      expect(meals(planned), JSON.stringify(planned)).toBe(true)
    expect(mealWithoutPlaceholders({ ...newMealDay('car_trip', 1).meals.dinner, served_at: '18:00' }).prep).toBe(
      '1 hour',
    )

    const itinerary = (...hard: Activity[]) =>
      arePlanned.itinerary(
        sectionWithoutPlaceholders('itinerary', { 1: { ...newItineraryDay('car_trip', 1), light: [], hard } }),
      )
    expect(itinerary()).toBe(false)
    expect(itinerary(newActivity(ID))).toBe(false)
    expect(itinerary({ ...newActivity(ID), activity: 'Swim' })).toBe(true)
  })

  it.each(sectionNames)(
    'returns the same object for a section without any, and else each time the same: %s',
    (name) => {
      fc.assert(
        fc.property(anyValueOf[name], (value) => {
          const planned = sectionWithoutPlaceholders(name, value as never)
          expect(sectionWithoutPlaceholders(name, value as never)).toBe(planned)
          expect(sectionWithoutPlaceholders(name, planned as never)).toBe(planned)
          expect(plan[name].schema.safeParse(planned).success).toBe(true)
        }),
      )
    },
  )
})
