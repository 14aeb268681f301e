import { describe, expect, it } from 'vitest'
import { listDays } from '../plan/day-number.ts'
import { levels } from '../plan/day-parts.ts'
import { planTemplates } from '../templates/plan-templates.ts'
import { tripTypes } from '../trip.ts'
import { readActivityTime } from './activity-time.ts'

const read = (time: string, duration = '') => readActivityTime({ time, duration })
const at = (hour: number, minute = 0) => hour * 60 + minute

describe('readActivityTime', () => {
  it.each<[string, string, number, number | undefined]>([
    ['10:30 AM', '30 minutes', at(10, 30), at(11)],
    ['2:00 PM', '2 hours 30 minutes', at(14), at(16, 30)],
    ['14:00', '', at(14), undefined],
    ['about 2 pm', 'all afternoon', at(14), undefined],
    ['at 9 a.m.', '1 h', at(9), at(10)],
    ['noon', '45 min', at(12), at(12, 45)],
    ['09:00 - 11:30', '', at(9), at(11, 30)],
    ['1 pm – 2:15 pm', '5 hours', at(13), at(14, 15)],
    ['from 10 PM to 1 AM', '', at(22), at(25)],
    ['11:30 PM', '1 hour', at(23, 30), at(24, 30)],
  ])('reads %s (%s)', (time, duration, start, end) => {
    expect(read(time, duration)).toEqual({ start, end })
  })

  it.each(['', 'after lunch', '9:30', '5', 'Saturday', '10 or 11 AM', '25:00', '10:30 AM or later', '8 AM - late'])(
    'does not guess %s',
    (time) => {
      expect(read(time, '1 hour')).toBeUndefined()
    },
  )

  it('reads all times of the starting plans', () => {
    for (const type of tripTypes) {
      const itinerary = planTemplates.itinerary(type)
      const activities = listDays(itinerary).flatMap((day) => levels.flatMap((level) => itinerary[day]?.[level] ?? []))
      expect(activities.length).toBeGreaterThan(5)
      expect(activities.filter((one) => readActivityTime(one)?.end === undefined)).toEqual([])
    }
  })
})
