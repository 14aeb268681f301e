import { expect, it } from 'vitest'
import { asksWhoComes } from './asks-who-comes.ts'

const asked = (type: 'air_travel' | 'car_trip', isAlone: boolean, adults = 0, children = 0) =>
  asksWhoComes({ type }, { isAlone, expected: { adults, children } })

it('people are asked whether they are coming, but not somebody who flies alone', () => {
  expect(asked('air_travel', true)).toBe(false)
  expect(asked('air_travel', true, 1)).toBe(false)
  expect(asksWhoComes({ type: 'air_travel' }, { isAlone: true, expected: undefined })).toBe(false)
  expect(asked('air_travel', false)).toBe(true)
  expect(asked('car_trip', true)).toBe(true)
})

it('planning for others is not flying alone, even before anyone has joined', () => {
  expect(asked('air_travel', true, 2)).toBe(true)
  expect(asked('air_travel', true, 1, 1)).toBe(true)
})
