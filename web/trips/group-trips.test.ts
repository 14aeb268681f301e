import { describe, expect, it } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import { groupTrips } from './group-trips.ts'

const today = '2026-07-04' as LocalDate
const trip = (name: string, departure = '', back = '', more: { is_archived?: boolean; deleted_at?: string } = {}) => ({
  name,
  departure_date: departure as LocalDate,
  return_date: back as LocalDate,
  is_archived: false,
  deleted_at: null,
  ...more,
})

describe('the trip list', () => {
  it('tells apart what is to come, what is over, what is put away, and what is deleted', () => {
    const trips = [
      trip('no dates'),
      trip('under way', '2026-07-01', '2026-07-04'),
      trip('over since yesterday', '2026-07-01', '2026-07-03'),
      trip('over, without a return', '2026-07-01'),
      trip('without a return', '2026-07-04'),
      trip('put away', '2027-07-01', '', { is_archived: true }),
      trip('deleted', '', '', { is_archived: true, deleted_at: '2026-07-01T10:00:00.000Z' }),
    ]
    const groups = groupTrips(trips, today)
    const names = Object.fromEntries(Object.entries(groups).map(([part, found]) => [part, found.map(({ name }) => name)]))
    expect(names).toEqual({
      upcoming: ['no dates', 'under way', 'without a return'],
      past: ['over since yesterday', 'over, without a return'],
      archived: ['put away'],
      deleted: ['deleted'],
    })
  })
})
