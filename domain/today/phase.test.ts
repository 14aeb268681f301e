import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '../local-date.ts'
import { describePhase, phaseOf } from './phase.ts'

const trip = (departure_date: string, return_date = '') => ({
  departure_date: departure_date as LocalDate,
  return_date: return_date as LocalDate,
})
const on = (date: string) => date as LocalDate
const fourDays = trip('2026-06-11', '2026-06-14')

describe('phaseOf', () => {
  it('counts the days to go, the days of the trip, and the days since', () => {
    expect(phaseOf(fourDays, on('2026-05-30'))).toEqual({ is: 'before', days: 12 })
    expect(phaseOf(fourDays, on('2026-06-10'))).toEqual({ is: 'before', days: 1 })
    expect(phaseOf(fourDays, on('2026-06-11'))).toEqual({ is: 'during', day: 1, of: 4 })
    expect(phaseOf(fourDays, on('2026-06-14'))).toEqual({ is: 'during', day: 4, of: 4 })
    expect(phaseOf(fourDays, on('2026-06-15'))).toEqual({ is: 'after', days: 1, of: 4 })
  })

  it('has one day of a day trip', () => {
    const day = trip('2026-06-11', '2026-06-11')
    expect(phaseOf(day, on('2026-06-11'))).toEqual({ is: 'during', day: 1, of: 1 })
    expect(phaseOf(day, on('2026-06-12'))).toEqual({ is: 'after', days: 1, of: 1 })
  })

  it.each([
    ['without a return', trip('2026-06-11')],
    ['with a return before the departure', trip('2026-06-11', '2026-06-01')],
  ])('guesses no end %s', (_, dates) => {
    expect(phaseOf(dates, on('2026-06-10'))).toEqual({ is: 'before', days: 1 })
    expect(phaseOf(dates, on('2026-06-11'))).toEqual({ is: 'during', day: 1, of: undefined })
    expect(phaseOf(dates, on('2026-06-12'))).toEqual({ is: 'undated' })
  })

  it('is undated without a departure', () => {
    expect(phaseOf(trip(''), on('2026-06-11'))).toEqual({ is: 'undated' })
    expect(phaseOf(trip('', '2026-06-14'), on('2026-06-20'))).toEqual({ is: 'undated' })
  })

  // Dates without a time zone: weeks in which clocks change have days like all others.
  it('goes on by one day each day, for trips of up to 60 days', () => {
    const [starts, lengths, offsets] = [
      fc.nat(3000),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: -90, max: 90 }),
    ]
    const goesOn = fc.property(starts, lengths, offsets, (start, length, offset) => {
      const departure = addDays(on('2024-01-01'), start)
      const dates = trip(departure, addDays(departure, length - 1))
      const phase = phaseOf(dates, addDays(departure, offset))
      if (offset < 0) expect(phase).toEqual({ is: 'before', days: -offset })
      else if (offset < length) expect(phase).toEqual({ is: 'during', day: offset + 1, of: length })
      else expect(phase).toEqual({ is: 'after', days: offset - length + 1, of: length })
    })
    fc.assert(goesOn)
  })
})

it.each([
  ['2026-06-10', 'Tomorrow'],
  ['2026-05-19', 'In 23 days'],
  // The countdown is exact for two months, on every screen.
  ['2026-04-24', 'In 48 days'],
  ['2026-04-12', 'In 60 days'],
  ['2026-04-11', 'In 2 months'],
  ['2025-11-11', 'In 7 months'],
  ['2024-07-11', 'In 23 months'],
  ['2024-06-11', 'In 2 years'],
  ['2026-06-12', 'Today: day 2 of 4'],
  ['2026-06-15', 'Ended yesterday'],
  ['2026-06-16', 'Ended 2 days ago'],
  ['2026-08-13', 'Ended 60 days ago'],
  ['2026-08-14', 'Ended 2 months ago'],
  ['2029-06-14', 'Ended 3 years ago'],
])('says in words where the trip is on %s', (date, words) => {
  expect(describePhase(phaseOf(fourDays, on(date)))).toBe(words)
})

it('says nothing about a trip without dates', () => {
  expect(describePhase(phaseOf(trip(''), on('2026-06-10')))).toBeUndefined()
})
