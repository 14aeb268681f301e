import { describe, expect, it } from 'vitest'
import { listDays } from '../plan/day-number.ts'
import { levels } from '../plan/day-parts.ts'
import { planTemplates } from '../templates/plan-templates.ts'
import { tripTypes } from '../trip.ts'
import { lacksHalfDay, readActivityTime } from './activity-time.ts'

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
    ['10:00', '9999999999 hours', at(10), undefined],
    ['10:00', '336 hours', at(10), at(10) + 14 * 24 * 60],
    ['9:30', '1 hour', at(9, 30), at(10, 30)],
    ['0:15', '', at(0, 15), undefined],
    ['2:30pm', '', at(14, 30), undefined],
    ['2.30 p.m.', '', at(14, 30), undefined],
    ['2:30 p', '', at(14, 30), undefined],
    ['17 h 30', '', at(17, 30), undefined],
    ['9 h 05', '', at(9, 5), undefined],
    ['08h05', '', at(8, 5), undefined],
    ['930', '', at(9, 30), undefined],
    ['12:30', '', at(12, 30), undefined],
    ['17 h', '', at(17), undefined],
    ['1430', '', at(14, 30), undefined],
    ['0730h', '', at(7, 30), undefined],
    ['730 am', '', at(7, 30), undefined],
    ['14.30', '', at(14, 30), undefined],
    ['midday', '', at(12), undefined],
    ['12:00 noon', '', at(12), undefined],
    ['@ 3 PM sharp', '', at(15), undefined],
    ['10:05 am local time', '', at(10, 5), undefined],
    ['2-4pm', '', at(14), at(16)],
    ['11-1pm', '', at(11), at(13)],
    ['11:30 - 1 pm', '', at(11, 30), at(13)],
    ['9:30-11 pm', '', at(21, 30), at(23)],
    ['10-2 am', '', at(22), at(26)],
    ['14:00 to 4 pm', '', at(14), at(16)],
    ['8 pm - midnight', '', at(20), at(24)],
    ['17h30 - 19h', '', at(17, 30), at(19)],
    ['7 pm - 9:30', '', at(19), at(21, 30)],
    ['8 pm - 10:30', '', at(20), at(22, 30)],
    ['2:30 pm to 9:45', '', at(14, 30), at(21, 45)],
    ['noon - 11:30', '', at(12), at(23, 30)],
    ['noon - 1', '', at(12), at(13)],
    ['2 pm - 12:00', '', at(14), at(24)],
    ['10 am - 7:30', '', at(10), at(19, 30)],
    ['11:00 - 9:00', '', at(11), at(21)],
    ['9:30-1:30', '', at(9, 30), at(13, 30)],
    ['9:30 - 11', '', at(9, 30), at(11)],
    ['8:30 - 14:00', '', at(8, 30), at(14)],
    ['08:00 - 9:30', '', at(8), at(9, 30)],
    ['8:30-10 am', '', at(8, 30), at(10)],
    ['9 - 5 pm', '', at(9), at(17)],
    ['8-8pm', '', at(8), at(20)],
    ['23:00-01:00', '', at(23), at(25)],
    ['22:00 - 06:00', '', at(22), at(30)],
    ['08:00 - 22:00', '', at(8), at(22)],
  ])('reads %s (%s)', (time, duration, start, end) => {
    expect(read(time, duration)).toEqual({ start, end })
  })

  it.each([
    ...['', 'after lunch', '2:30', '7:30', '8.15', '730', '5', '9', '7-9', '2 h', '9 h', '45 h 10'],
    ...['Saturday', '10 or 11 AM', '25:00', '24:30', '9:75', '10:30 AM or later', '8 AM - late', 'midnight'],
    ...['13 pm', '10:30 AM EST', '2 - 3 - 4 pm', 'p', 'at', '14:30pm', '8h05', '1h30', '2h30-4h30', '17', '9:'],
    ...[
      '7:30 - 9:45',
      '10 - 12',
      '11:00 - 09:00',
      '10:00 - 10:00',
      '8pm-8pm',
      '2:30 - 16:00',
      '12.06 - 14.06',
      '11.06',
    ],
    ...['14:00 - 13:00', 'TBD 3pm?', '3pm or 4pm', '1-2', '7pm-', 'until 5 pm', '5 pm latest', '2026-06-11'],
  ])('does not guess %s', (time) => {
    expect(read(time, '1 hour')).toBeUndefined()
  })

  it('asks for the half of the day of what is a time without one', () => {
    const asked = ['8:15', '7:00', '7:00 - 9:00', '1:30', '3', '2h30', '10-11', '7 to 9']
    expect(asked.filter((time) => !lacksHalfDay(time))).toEqual([])
    const others = ['', 'after lunch', '9:30', '14:00', '8:15 am', '7 pm - 9:30', 'midnight', '11.06', '2026-06-11']
    expect(others.filter(lacksHalfDay)).toEqual([])
  })

  it('reads all times of the starting plans', () => {
    for (const type of tripTypes) {
      const itinerary = planTemplates.itinerary(type)
      const activities = listDays(itinerary).flatMap((day) => levels.flatMap((level) => itinerary[day]?.[level] ?? []))
      expect(activities.length).toBeGreaterThan(5)
      expect(activities.filter((one) => readActivityTime(one)?.end === undefined)).toEqual([])
    }
  })
})
