import { expect, it } from 'vitest'
import type { LocalDate, OptionalLocalDate } from '../local-date.ts'
import { checkDates, findRepeated, offerLast } from './check-options.ts'

const dates = (first: string, last: string) => ({ first: first as OptionalLocalDate, last: last as OptionalLocalDate })

it('says what is wrong with proposed dates', () => {
  const rows = [
    dates('2026-08-07', '2026-08-09'),
    dates('', ''),
    dates('', '2026-08-09'),
    dates('2026-08-07', ''),
    dates('2026-08-09', '2026-08-07'),
    dates('2026-08-07', '2026-08-09'),
    dates('2026-08-07', '2026-08-07'),
    // 999 days, and one more.
    dates('2026-01-01', '2028-09-25'),
    dates('2026-01-01', '2028-09-26'),
  ]
  expect(checkDates(rows)).toEqual([
    undefined,
    undefined,
    'no_first',
    'no_last',
    'reversed',
    'twice',
    undefined,
    undefined,
    'too_long',
  ])
})

it('finds options that are there twice, however they are written', () => {
  expect(findRepeated(['Pizza', ' ', 'Soup', 'pizza ', '', '🍕', '🍕'])).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    true,
  ])
})

it('offers a last day as long after the first as in the dates before', () => {
  const day = '2026-08-07' as LocalDate
  expect(offerLast(day, undefined)).toBe(day)
  expect(offerLast(day, dates('2026-07-03', '2026-07-05'))).toBe('2026-08-09')
  expect(offerLast(day, dates('2026-07-05', '2026-07-03'))).toBe(day)
  expect(offerLast(day, dates('2026-07-03', ''))).toBe(day)
})
