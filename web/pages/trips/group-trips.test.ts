import { describe, expect, it } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import { groupTrips } from './group-trips.ts'

const today = '2026-07-04' as LocalDate
const trip = (id: string, departure = '', back = '', more: { is_archived?: boolean; deleted_at?: string } = {}) => ({
  id,
  departure_date: departure as LocalDate,
  return_date: back as LocalDate,
  is_archived: false,
  deleted_at: null,
  ...more,
})

describe('the trip list', () => {
  const grouped = (trips: ReturnType<typeof trip>[], day = today) =>
    Object.fromEntries(
      Object.entries<typeof trips>({ ...groupTrips(trips, day) }).map(([part, found]) => [
        part,
        found.map(({ id }) => id),
      ]),
    )

  it('separates upcoming, past, archived and deleted trips', () => {
    const trips = [
      trip('no dates'),
      trip('under way', '2026-07-01', '2026-07-04'),
      trip('over since yesterday', '2026-07-01', '2026-07-03'),
      trip('over, without a return', '2026-07-01'),
      trip('without a return', '2026-07-04'),
      trip('archived', '2027-07-01', '', { is_archived: true }),
      trip('deleted', '', '', { is_archived: true, deleted_at: '2026-07-01T10:00:00.000Z' }),
    ]
    expect(grouped(trips)).toEqual({
      upcoming: ['under way', 'without a return', 'no dates'],
      past: ['over since yesterday', 'over, without a return'],
      archived: ['archived'],
      deleted: ['deleted'],
    })
  })

  it('DASH-22, CALL-DATA-5 shows trips under way, undated ones newest first, the others by start, then the latest past', () => {
    const trips = [
      trip('newest without dates'),
      trip('next year', '2027-01-02', '2027-01-09'),
      trip('over long since', '2024-05-01', '2024-05-03'),
      trip('in a week', '2026-07-11', '2026-07-12'),
      trip('oldest without dates'),
      trip('under way, started last', '2026-07-03', '2026-07-20'),
      trip('over last week', '2026-06-01', '2026-06-28'),
      trip('only a return date', '', '2026-07-09'),
      trip('under way, started first', '2026-06-20', '2026-07-05'),
      trip('over last month', '2026-06-02'),
    ]
    const { upcoming, past } = grouped(trips)
    expect(upcoming).toEqual([
      'under way, started first',
      'under way, started last',
      'newest without dates',
      'oldest without dates',
      'only a return date',
      'in a week',
      'next year',
    ])
    expect(past).toEqual(['over last week', 'over last month', 'over long since'])
  })

  it('keeps the given order among trips on the same dates', () => {
    const trips = [
      trip('a', '2026-08-01'),
      trip('b', '2026-08-01'),
      trip('c', '2026-05-01'),
      trip('d', '2026-05-01'),
      trip('e', '2026-08-01'),
    ]
    expect(grouped(trips)).toMatchObject({ upcoming: ['a', 'b', 'e'], past: ['c', 'd'] })
  })

  it('treats a trip that returns today as upcoming until midnight and as past from then on', () => {
    const trips = [trip('returns today', '2026-07-01', '2026-07-04'), trip('starts tomorrow', '2026-07-05')]
    expect(grouped(trips)).toMatchObject({ upcoming: ['returns today', 'starts tomorrow'], past: [] })
    expect(grouped(trips, '2026-07-05' as LocalDate)).toMatchObject({
      upcoming: ['starts tomorrow'],
      past: ['returns today'],
    })
  })
})
