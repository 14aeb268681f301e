import { expect, test } from 'vitest'
import { chooseDays } from './shown-days.ts'

const days = (count: number, today?: number) =>
  Array.from({ length: count }, (_, index) => ({ day: index + 1, isToday: index + 1 === today }))
const shown = (...args: Parameters<typeof chooseDays<{ day: number; isToday: boolean }>>) =>
  chooseDays(...args).map(({ day }) => day)

test('shows the first days before the trip, and those from today on while it is on', () => {
  expect(shown(days(10), 3)).toEqual([1, 2, 3])
  expect(shown(days(10, 1), 3)).toEqual([1, 2, 3])
  expect(shown(days(10, 5), 3)).toEqual([5, 6, 7])
})

test('at the end of the trip it shows the last days', () => {
  expect(shown(days(10, 9), 3)).toEqual([8, 9, 10])
  expect(shown(days(10, 10), 3)).toEqual([8, 9, 10])
})

test('does not fold a single day', () => {
  expect(shown(days(4, 4), 3)).toEqual([1, 2, 3, 4])
  expect(shown(days(5), 3)).toEqual([1, 2, 3])
})
