import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { newCar } from '../plan/rides.ts'
import { findDeparture, findWayBack, hasLeft, isWayThere, readCarTime, readDeparture } from './car-departure.ts'

/** A Friday. */
const friday = '2026-06-12' as LocalDate
const read = (text: string) => {
  const found = readDeparture(text, friday)
  return found && `${found.date} ${found.minute / 60}`
}

describe('readDeparture', () => {
  it('finds the weekday next to the departure of the trip', () => {
    expect(['Friday at 15:30', 'Fri, 3:30 pm', 'friday 15:30', 'Fri 15:30.'].map(read)).toEqual(
      Array(4).fill('2026-06-12 15.5'),
    )
    expect(read('Thursday, 8 pm')).toBe('2026-06-11 20')
    expect(read('Sat 07:30')).toBe('2026-06-13 7.5')
    expect(read('Wednesday')).toBe('2026-06-17 24')
  })

  it('takes what has no weekday as the day of departure', () => {
    expect(['07:30', 'after lunch', ''].map(read)).toEqual(['2026-06-12 7.5', '2026-06-12 24', '2026-06-12 24'])
  })

  it('lets a car leave as late as its words allow', () => {
    expect(['Friday at 7:30', 'Friday afternoon', 'Friday 15:00 - 16:00', 'Fri or Sat'].map(read)).toEqual([
      '2026-06-12 24',
      '2026-06-12 24',
      '2026-06-12 16',
      '2026-06-13 24',
    ])
  })

  it('finds nothing without a date of the trip', () => {
    expect(readDeparture('Friday at 3', '')).toBeUndefined()
  })
})

describe('readCarTime', () => {
  const read = (
    leaves_at: string,
    chosen: Partial<ReturnType<typeof newCar>> = {},
    departure: LocalDate | '' = friday,
  ) => {
    const { day, start, end, isWhole } = readCarTime({ ...newCar('red', ''), leaves_at, ...chosen }, departure)
    return [day, start === undefined ? '' : start / 60, end === undefined ? '' : end / 60, isWhole]
  }

  it('is the day and hours that the words say for sure, and whether that is all of them', () => {
    expect(read('')).toEqual([1, '', '', true])
    expect(read('Friday')).toEqual([1, '', '', true])
    expect(read('Thursday, 8 pm')).toEqual([0, 20, '', true])
    expect(read('Fri. 5 p.m.')).toEqual([1, 17, '', true])
    expect(read('weds 15:00 - 16:00')).toEqual([6, 15, 16, true])
    expect(read('Friday after work')).toEqual([1, '', '', false])
    expect(read('Friday 5 pm, Saturday')).toEqual([2, 17, '', false])
  })

  it('is what was chosen, beside which the words say more', () => {
    expect(read('from the gym', { leaves_day: 3, leaves_time: '07:30' })).toEqual([3, 7.5, '', false])
    expect(read('Saturday', { leaves_time: '07:30' })).toEqual([2, 7.5, '', false])
    expect(read('', { leaves_day: 2 })).toEqual([2, '', '', true])
  })

  it('is on the first day of a trip without dates, unless the words name a weekday', () => {
    expect(read('10 am', {}, '')).toEqual([1, 10, '', true])
    expect(read('Friday 10 am', {}, '')).toEqual([undefined, 10, '', true])
  })
})

describe('findDeparture', () => {
  const find = (leaves_day: number, leaves_time: string, leaves_at = 'Sunday, 8 pm') => {
    const found = findDeparture({ ...newCar('red', ''), leaves_day, leaves_time, leaves_at }, friday)
    return found && `${found.date} ${found.minute / 60}`
  }

  it('is the chosen day and time, whatever else was typed', () => {
    expect(find(1, '07:30')).toBe('2026-06-12 7.5')
    expect(find(2, '')).toBe('2026-06-13 24')
    expect(find(0, '07:30', 'after lunch')).toBe('2026-06-12 7.5')
  })

  it('is on the day that was typed if only a time was chosen', () => {
    expect(find(0, '07:30')).toBe('2026-06-14 7.5')
  })

  it('is what was typed if nobody chose a day or a time', () => {
    expect(find(0, '')).toBe('2026-06-14 20')
    expect(find(0, '', '')).toBe('2026-06-12 24')
  })

  it('is not known without a date of the trip', () => {
    expect(findDeparture({ ...newCar('red', ''), leaves_day: 1, leaves_time: '07:30' }, '')).toBeUndefined()
  })
})

describe('hasLeft', () => {
  const departure = { date: friday, minute: 15 * 60 }

  it('is true from the minute after the departure', () => {
    expect(hasLeft(departure, { date: '2026-06-11' as LocalDate, minute: 16 * 60 })).toBe(false)
    expect(hasLeft(departure, { date: friday, minute: 15 * 60 })).toBe(false)
    expect(hasLeft(departure, { date: friday, minute: 15 * 60 + 1 })).toBe(true)
    expect(hasLeft(departure, { date: '2026-06-13' as LocalDate, minute: 0 })).toBe(true)
  })

  it('is false for a departure that is not known', () => {
    expect(hasLeft(undefined, { date: friday, minute: 0 })).toBe(false)
  })
})

describe('isWayThere', () => {
  const dates = { departure_date: friday, return_date: '2026-06-15' as LocalDate }
  const isAt = (date: string, hour: number, leaves_at?: string, leaves_day = 0) =>
    isWayThere(dates, leaves_at === undefined ? undefined : { ...newCar('red', ''), leaves_day, leaves_at }, {
      date: date as LocalDate,
      minute: hour * 60,
    })

  it('is until the end of the first day', () => {
    expect([isAt('2026-06-01', 12), isAt('2026-06-12', 23), isAt('2026-06-12', 23, 'after lunch')]).toEqual(
      Array(3).fill(true),
    )
    expect([isAt('2026-06-13', 0), isAt('2026-06-13', 0, 'after lunch')]).toEqual([false, false])
  })

  it('is until a car has left, before the trip too', () => {
    expect([isAt('2026-06-12', 14, 'Friday 14:00'), isAt('2026-06-12', 15, 'Friday 14:00')]).toEqual([true, false])
    expect([isAt('2026-06-11', 14, 'Thursday 15:00'), isAt('2026-06-11', 16, 'Thursday 15:00')]).toEqual([true, false])
  })

  it('is every day until a car has left on the day that somebody chose', () => {
    const days = ['2026-06-11', '2026-06-12', '2026-06-13', '2026-06-14']
    expect(days.map((day) => isAt(day, 9, '', 2))).toEqual([true, true, true, false])
  })

  it('is before the trip, and then only the typed day on which a car leaves', () => {
    const days = ['2026-06-11', '2026-06-12', '2026-06-13', '2026-06-14']
    expect(days.map((day) => isAt(day, 9, 'Saturday 14:00'))).toEqual([true, false, true, false])
    expect(days.map((day) => isAt(day, 9, 'Saturday at 3'))).toEqual([true, false, true, false])
  })
})

describe('findWayBack', () => {
  const back = (return_date: string, departure_date: LocalDate | '' = friday) =>
    findWayBack({ departure_date, return_date: return_date as LocalDate | '' })

  it('is from the evening before the last day', () => {
    expect(back('2026-06-15')).toEqual({ date: '2026-06-14', minute: 17 * 60 })
  })

  it('is only the last day of a trip of two days', () => {
    expect(back('2026-06-13')).toEqual({ date: '2026-06-13', minute: 0 })
  })

  it('is not known without a return on a later day', () => {
    expect([back('2026-06-12'), back(''), back('2026-06-15', '')]).toEqual([undefined, undefined, undefined])
  })
})
