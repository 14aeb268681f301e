import { expect, it } from 'vitest'
import { type Duty, newDuty } from '../plan/duties.ts'
import { newMealDay } from '../plan/meals.ts'
import { dutyOverAt } from './duty-over.ts'

const at = (hour: number, minute = 0) => hour * 60 + minute
const over = (change: Partial<Duty>, served_at = '') => {
  const day = newMealDay('car_trip', 1)
  const meals = { 1: { ...day, meals: { ...day.meals, dinner: { ...day.meals.dinner, served_at } } } }
  return dutyOverAt({ ...newDuty('a', 'cook'), day: 1, ...change }, meals)
}

it('is over with its meal, and washing up some time later', () => {
  expect(over({ meal: 'breakfast' })).toBe(at(10))
  expect(over({ meal: 'breakfast', kind: 'wash_up' })).toBe(at(11))
  expect(over({ meal: 'dinner' }, '18:00')).toBe(at(19))
  expect(over({ meal: 'dinner', kind: 'wash_up' }, '18:00')).toBe(at(20))
})

it('may be at any time of its day, or of any day, without a meal', () => {
  expect(over({ meal: '' })).toBeUndefined()
  expect(over({ day: 0, meal: 'dinner' })).toBeUndefined()
  // Nobody has planned a meal of that day.
  expect(over({ day: 7, meal: 'lunch' })).toBe(at(14, 30))
})
