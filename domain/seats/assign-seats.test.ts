import { describe, expect, it } from 'vitest'
import type { Stay } from '../stay.ts'
import { assignSeats } from './assign-seats.ts'

const late: Stay = { from: { day: 2, meal: 'lunch' }, until: undefined, skips: [], isOutside: false }
const rider = (id: string, party = id, stay?: Stay) => ({ id, party, stay })
const car = (id: string, free: number, stay?: Stay) => ({ id, free, stay, suits: () => true })
const seats = (...input: Parameters<typeof assignSeats>) => Object.fromEntries(assignSeats(...input))

describe('assignSeats', () => {
  it('takes a driver who comes later only if no other car has room', () => {
    const cars = [car('late', 2, late), car('red', 1)]
    expect(seats([rider('Ana')], cars)).toEqual({ Ana: 'red' })
    expect(seats([rider('Ana'), rider('Ben'), rider('Kim'), rider('Lou')], cars)).toEqual({
      Ana: 'red',
      Ben: 'late',
      Kim: 'late',
    })
    expect(seats([rider('Ana', 'a', late)], cars)).toEqual({ Ana: 'late' })
  })

  it('seats a party in one car that has room for all of them', () => {
    expect(seats([rider('Ana', 'a'), rider('Ben'), rider('Kim', 'a')], [car('red', 1), car('blue', 2)])).toEqual({
      Ana: 'blue',
      Kim: 'blue',
      Ben: 'red',
    })
  })
})
