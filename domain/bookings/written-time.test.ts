import { expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { readWrittenTime } from './written-time.ts'

const read = (text: string, near = '2026-06-01') => readWrittenTime(text, near as LocalDate)

it.each([
  ['10:30', '', '10:30'],
  ['1030', '', '10:30'],
  ['9.05', '', '09:05'],
  ['9h05', '', '09:05'],
  ['10:30 Uhr', '', '10:30'],
  ['12:15 AM', '', '00:15'],
  ['12:15 p.m.', '', '12:15'],
  ['7pm', '', '19:00'],
  ['2026-06-28', '2026-06-28', ''],
  ['2026-06-28T10:30+02:00', '2026-06-28', '10:30'],
  ['28JUN', '2026-06-28', ''],
  ['28JUN26', '2026-06-28', ''],
  ['Sun, 28 June 2026', '2026-06-28', ''],
  ['June 28, 2026', '2026-06-28', ''],
  ['Sunday, Jun 28', '2026-06-28', ''],
  ['28.06.2026', '2026-06-28', ''],
  ['1.7.26', '2026-07-01', ''],
  ['28 Jun 2026, 10:30', '2026-06-28', '10:30'],
  ['28 Jun 2026 at 10:30 PM', '2026-06-28', '22:30'],
])('reads %s', (text, date, time) => expect(read(text)).toEqual({ date, time, zone: '' }))

it.each([
  '',
  'B22',
  '22',
  '2460',
  '25:00',
  '10:60',
  '13:00 pm',
  '06/07/2026',
  '31JUN',
  '30 Feb 2026',
  '28 Foo 2026',
  'Toronto',
  'YYZ',
  'AC 848',
  'ABC123',
  `28 Jun 2026${' '.repeat(60)}x`,
])('does not guess %j', (text) => expect(read(text)).toBeUndefined())

it('takes the year that is nearest', () => {
  expect(read('31 Dec', '2027-01-02')?.date).toBe('2026-12-31')
  expect(read('1 Jan', '2026-12-30')?.date).toBe('2027-01-01')
  expect(read('29 Feb', '2025-01-01')?.date).toBe('2024-02-29')
})
