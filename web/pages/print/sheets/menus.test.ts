import { expect, test } from 'vitest'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { allergensOf, buildComing, buildParty, dietsOf } from '#domain/testing/people.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import { menuCards } from './menus.ts'

const empty = newMealDay('car_trip', 1)
const nothing = { ...empty.meals.dinner, name: '', description: '', prep: '', ingredients: [] }
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const chili = {
  ...nothing,
  name: 'Chili',
  servings: 4,
  served_at: '18:00',
  prep: '1 hour',
  ingredients: [
    newLine(id(1), '2 kg beans'),
    { ...newLine(id(2), '1 kg beef'), for_whom: 'except:vegetarian' as const },
    newLine(id(3), 'Salt'),
  ],
}
const people = [
  buildParty(buildComing('Ana'), buildComing('Ben', { diets: dietsOf('vegetarian') })),
  ...Array.from({ length: 6 }, (_, n) =>
    buildParty(buildComing(`Kim ${n}`, n === 0 ? { allergens: allergensOf('nuts') } : {})),
  ),
]
const details = buildDetails()

const viewOf = (counts: 'coming' | 'nobody', lunch = nothing) =>
  ({
    trip: { type: 'car_trip', role: 'owner' },
    user: undefined,
    planners: undefined,
    values: {
      people,
      details: { ...details, eating: { ...details.eating, counts } },
      meals: { 1: { meals: { breakfast: nothing, lunch, dinner: chili }, snacks: [] } },
    },
  }) as unknown as PlanView

const cardsOf = (view: PlanView) => menuCards(view, () => '')

test('a menu says for how many it is, with their amounts, diets and allergies', () => {
  const [dinner, ...others] = cardsOf(viewOf('coming'))
  expect(others).toEqual([])
  expect(dinner).toMatchObject({ over: 'Day 1', title: 'Dinner: Chili', aside: '8 people' })
  expect(dinner?.facts).toEqual([
    'Served at 6:00 PM · Start at 5:00 PM · 1 hour',
    'Diets: 1 vegetarian',
    'Allergies: tree nuts (Kim 0)',
  ])
  expect(dinner?.rows.map(({ text, notes }) => [text, ...notes])).toEqual([
    ['4 kg beans'],
    ['1.75 kg beef', 'not for vegetarians'],
    ['Salt'],
  ])
})

test('as long as nobody counts, amounts are as written', () => {
  const [dinner] = cardsOf(viewOf('nobody'))
  expect(dinner?.aside).toBe('Written for 4 people')
  expect(dinner?.rows.map(({ text }) => text)).toEqual(['2 kg beans', '1 kg beef', 'Salt'])
})

test('the needs of the same people are there once a day', () => {
  const [lunch, dinner] = cardsOf(viewOf('coming', { ...nothing, name: 'Soup' }))
  expect(lunch?.facts).toContain('Allergies: tree nuts (Kim 0)')
  expect(dinner?.facts).toContain('Same diets and allergies as the previous meal')
})
