import { describe, expect, it } from 'vitest'
import { newDuty } from '../plan/duties.ts'
import { newActivity } from '../plan/itinerary.ts'
import { newCar } from '../plan/rides.ts'
import { buildDayPlan } from '../testing/day-plan.ts'
import { buildSegment, buildTicket } from '../testing/tickets.ts'
import type { DayEntry, DayThing, TripDay } from './day-entry.ts'
import { listEntries } from './list-days.ts'
import { type PlanSheet, placeOfMinute, planSheets } from './plan-sheet.ts'

const at = (hour: number, minute = 0) => hour * 60 + minute

function entry(name: string, start?: number, end?: number, thing?: DayThing): DayEntry {
  const activity = { ...newActivity('00000000-0000-4000-8000-000000000001'), activity: name }
  return {
    id: name,
    thing: thing ?? { of: 'itinerary', activity, level: undefined },
    day: 1,
    date: undefined,
    start,
    end,
    typedTime: '',
    zone: '',
    people: undefined,
    placeId: '',
  }
}

const day = (...entries: DayEntry[]): TripDay => ({ number: 1, date: undefined, isBeside: false, title: '', entries })
const days = (count: number) => Array.from({ length: count }, () => day())

/** '9:00-10:00 Swim, lane 1 of 2'. */
function blocksOf(sheet: PlanSheet | undefined, column = 0): string[] {
  const time = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return (sheet?.columns[column]?.blocks ?? []).map(({ entries, from, to, isOpen, lane, lanes, span }) => {
    const names = entries.map((one) => one.entry.id).join(' + ')
    const place = span > 1 ? `lanes ${lane + 1}-${lane + span} of ${lanes}` : `lane ${lane + 1} of ${lanes}`
    return `${time(from)}-${isOpen ? '' : time(to)} ${names}, ${place}`
  })
}

describe('the sheet of a whole trip', () => {
  it('has rows from the first to the last used hour of all days, and folds what nobody uses', () => {
    const [sheet] = planSheets([
      day(entry('Flight', at(4, 30), at(5, 30)), entry('Swim', at(9, 15), at(10))),
      day(entry('Fire', at(10, 30), at(12))),
    ])
    // 4, 5, a fold for 6 to 9, then 9, 10 and 11: 5.6 hours high.
    expect(sheet?.rows.map(({ from, to, isFolded }) => [from / 60, to / 60, isFolded])).toEqual([
      [4, 5, false],
      [5, 6, false],
      [6, 9, true],
      [9, 10, false],
      [10, 11, false],
      [11, 12, false],
    ])
    const rows = sheet?.rows ?? []
    expect(rows.map(({ height }) => Number((height * 5.6).toFixed(6)))).toEqual([1, 1, 0.6, 1, 1, 1])
    expect(placeOfMinute(rows, at(4))).toBe(0)
    expect(placeOfMinute(rows, at(4, 30)) * 5.6).toBeCloseTo(0.5)
    expect(placeOfMinute(rows, at(9, 15)) * 5.6).toBeCloseTo(2.85)
    expect(placeOfMinute(rows, at(12))).toBe(1)
  })

  it('has no rows if nothing has a time', () => {
    const [sheet] = planSheets([day(entry('Swim'))])
    expect(sheet?.rows).toEqual([])
    expect(sheet?.columns[0]?.sometime.map((one) => one.entry.id)).toEqual(['Swim'])
    expect(planSheets([])).toEqual([])
  })

  it('has a flight that lands before it leaves at the hours of both, beside what is there', () => {
    const ticket = buildTicket('', { segments: [buildSegment('AKL', '2031-05-02T22:30', 'HNL', '2031-05-02T06:20')] })
    const [departs, lands] = listEntries(buildDayPlan({ tickets: [ticket] })).map((one, index) => ({
      ...one,
      id: ['Departs', 'Lands'][index] ?? '',
    })) as [DayEntry, DayEntry]
    const [sheet] = planSheets([day(departs, lands, entry('Breakfast', at(6), at(7)))])
    expect(blocksOf(sheet)).toEqual([
      '6:00-7:00 Breakfast, lane 1 of 2',
      '6:20- Lands, lane 2 of 2',
      '22:30- Departs, lane 1 of 1',
    ])
  })

  it('puts what overlaps side by side, and lets it take the room that is free', () => {
    const [sheet] = planSheets([
      day(
        entry('Hike', at(9), at(15)),
        entry('Swim', at(10), at(11)),
        entry('Canoe', at(10, 30), at(12)),
        entry('Nap', at(13), at(14)),
        entry('Dinner', at(18)),
      ),
    ])
    expect(blocksOf(sheet)).toEqual([
      '9:00-15:00 Hike, lane 1 of 3',
      '10:00-11:00 Swim, lane 2 of 3',
      '13:00-14:00 Nap, lanes 2-3 of 3',
      '10:30-12:00 Canoe, lane 3 of 3',
      '18:00- Dinner, lane 1 of 1',
    ])
  })

  it('draws what is short as half an hour, and what has no end until the next begins', () => {
    const [sheet] = planSheets([
      day(entry('Call', at(8), at(8, 5)), entry('Bus', at(9)), entry('Boat', at(9, 40)), entry('Tea', at(16))),
    ])
    const ends = sheet?.columns[0]?.blocks.map(({ from, to }) => to - from)
    expect(ends).toEqual([30, 40, 60, 60])
  })

  it('cuts at midnight what goes on', () => {
    const [sheet] = planSheets([day(entry('Stars', at(23), at(25)))])
    expect(blocksOf(sheet)).toEqual(['23:00-24:00 Stars, lane 1 of 1'])
    expect(sheet?.rows).toHaveLength(1)
  })

  it('shows more than four things at once in four lanes, the last for all that are left', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    const [sheet] = planSheets([day(...names.map((name) => entry(name, at(10), at(11))))])
    expect(blocksOf(sheet)).toEqual([
      '10:00-11:00 A, lane 1 of 4',
      '10:00-11:00 B, lane 2 of 4',
      '10:00-11:00 C, lane 3 of 4',
      '10:00-11:00 D + E + F, lane 4 of 4',
    ])
  })

  it('has fewer things side by side the more days it has', () => {
    const three = day(...['A', 'B', 'C', 'D'].map((name) => entry(name, at(10), at(11))))
    const texts = (count: number) => blocksOf(planSheets([three, ...days(count - 1)])[0]).map((text) => text.slice(12))
    expect(texts(5)).toEqual(['A, lane 1 of 3', 'B, lane 2 of 3', 'C + D, lane 3 of 3'])
    expect(texts(8)).toEqual(['A, lane 1 of 2', 'B + C + D, lane 2 of 2'])
  })

  it('shows cars that leave at the same time as one', () => {
    const car = (name: string, start: number) =>
      entry(name, start, undefined, {
        of: 'rides',
        car: newCar('00000000-0000-4000-8000-000000000003', ''),
        riders: [],
        isOff: false,
      })
    const [sheet] = planSheets([day(car('A', at(8)), car('B', at(8)), entry('Tea', at(8)), car('C', at(9)))])
    expect(blocksOf(sheet)).toEqual(['8:00- A + B, lane 1 of 2', '8:00- Tea, lane 2 of 2', '9:00- C, lane 1 of 1'])
  })

  it('shows a meal with its duties, and meals after what else is sometime', () => {
    const meal = entry('Chili', undefined, undefined, {
      of: 'meals',
      meal: 'dinner',
      dish: 'Chili',
      cooking: undefined,
    })
    const duty = (name: string, of: Partial<ReturnType<typeof newDuty>>) =>
      entry(name, undefined, undefined, {
        of: 'duties',
        duty: { ...newDuty('00000000-0000-4000-8000-000000000002', 'cook'), day: 1, ...of },
        on: [],
      })
    const [sheet] = planSheets([
      day(
        meal,
        duty('cook', { meal: 'dinner' }),
        duty('breakfast', { meal: 'breakfast' }),
        duty('water', { meal: '' }),
      ),
    ])
    const texts = sheet?.columns[0]?.sometime.map((one) => [one.entry.id, ...one.duties.map(({ id }) => id)])
    expect(texts).toEqual([['breakfast'], ['water'], ['Chili', 'cook']])
  })

  it('has up to eight days on a page, and about as many on each', () => {
    const sizes = (count: number) => planSheets(days(count)).map(({ columns }) => columns.length)
    expect(sizes(1)).toEqual([1])
    expect(sizes(8)).toEqual([8])
    expect(sizes(9)).toEqual([5, 4])
    expect(sizes(10)).toEqual([5, 5])
    expect(sizes(17)).toEqual([6, 6, 5])
    expect(sizes(60)).toEqual([8, 8, 8, 8, 7, 7, 7, 7])
  })
})
