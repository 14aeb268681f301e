import { expect, test } from 'vitest'
import type { PlanSheet, SheetEntry } from '#domain/day/plan-sheet.ts'
import { countLines, fitOverview } from './overview-fit.ts'

const box = { width: 273, height: 170 }
const some = {} as SheetEntry

const sheetOf = (sometime: number, minutes: number): PlanSheet => ({
  rows: [{ from: 540, to: 600, isFolded: false, top: 0, height: 1 }],
  columns: [
    {
      day: { number: 1, date: undefined, isBeside: false, title: '', entries: [] },
      sometime: Array.from({ length: sometime }, () => some),
      blocks:
        minutes === 0
          ? []
          : [{ entries: [some], from: 540, to: 540 + minutes, isOpen: false, lane: 0, lanes: 1, span: 1 }],
    },
  ],
})

const words = (title: string) => () => [{ time: '', title, facts: '' }]

test('lines are counted by words, and words that are too long are broken', () => {
  expect(countLines('one two three', 7)).toBe(2)
  expect(countLines('abcdefghij', 4)).toBe(3)
  expect(countLines('ab abcdefghij k', 4)).toBe(4)
  expect(countLines('', 4)).toBe(1)
  // Each letter is as wide as two.
  expect(countLines('漢字漢字', 4)).toBe(2)
})

test('text is as large as it can be', () => {
  expect(fitOverview(sheetOf(1, 60), box, words('Swim')).fontSize).toBe(9)
  // 201 letters fit in a line of 7 points, and four lines into 13 mm; of 7.5 points only three.
  expect(fitOverview(sheetOf(0, 5), box, words('word '.repeat(150))).fontSize).toBe(7)
})

test('what is sometime takes half of the page at most, and the rest is counted', () => {
  const fitted = fitOverview(sheetOf(60, 60), box, words('Swim'))
  expect(fitted.band + fitted.rows).toBeCloseTo(160)
  expect(fitted.band).toBeCloseTo(88)
  const [column] = fitted.columns
  expect((column?.sometime.length ?? 0) + (column?.more ?? 0)).toBe(60)
  expect(column?.more).toBeGreaterThan(0)
})
