import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newActivity } from '../plan/itinerary.ts'
import { sortActivities } from './sort-activities.ts'

const at = (...times: string[]) =>
  times.map((time, index) => ({ ...newActivity(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`), time }))
const sorted = (...times: string[]) => sortActivities(at(...times)).map(({ time }) => time)

describe('sorting activities by time', () => {
  it('puts them in the order of their starts, in any form that can be read', () => {
    expect(sorted('2:30 PM', '8:00 AM', '12:00 - 13:00', 'about 9 am')).toEqual([
      '8:00 AM',
      'about 9 am',
      '12:00 - 13:00',
      '2:30 PM',
    ])
  })

  it('leaves those without a readable time where they are', () => {
    expect(sorted('2:30 PM', 'after lunch', '8:00 AM', '')).toEqual(['8:00 AM', 'after lunch', '2:30 PM', ''])
  })

  it('keeps the order of equal times, and the list itself if nothing moves', () => {
    const list = at('8:00 AM', '8:00 AM', 'later', '9:00 AM')
    expect(sortActivities(list)).toBe(list)
  })

  it('keeps all of them, and is done after one time', () => {
    const anyTime = fc.constantFrom('8:00 AM', '13:30', 'noon', 'later', '', '2 pm - 3 pm', '23:00')
    fc.assert(
      fc.property(fc.array(anyTime), (times) => {
        const list = at(...times)
        const result = sortActivities(list)
        expect(new Set(result)).toEqual(new Set(list))
        expect(result).toHaveLength(list.length)
        expect(sortActivities(result)).toBe(result)
      }),
    )
  })
})
