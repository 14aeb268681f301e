import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notice } from '#domain/notices/notice.ts'
import { newId } from '../new-id.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import {
  findPersistedNotices,
  forgetNotices,
  forgetNoticesOf,
  listTripsWithNotices,
  persistAllNotices,
  persistNotices,
} from './persisted-notices.ts'
import { deviceStorage } from './web-storage.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  browser.close()
})

const [LAKE, SEA] = [newId(), newId()]

const build = (trip_id: string, more: Partial<Notice> = {}): Notice => ({
  id: newId(),
  trip_id,
  trip_name: 'Lake',
  kind: 'promise',
  about: { what: 'seat_lost', name: 'Ben' },
  created_at: '2027-06-12T22:30:00.000Z',
  is_read: false,
  ...more,
})

it('belongs to a user and a trip, until they leave it or sign out', () => {
  const news = { notices: [build(LAKE)], unread: 1 }
  persistNotices('ana', LAKE, news)
  persistNotices('ana', SEA, { notices: [], unread: 0 })
  persistNotices('ben', LAKE, { notices: [], unread: 3 })
  expect(findPersistedNotices('ana', LAKE)).toEqual(news)
  expect(findPersistedNotices('ben', SEA)).toBeUndefined()
  expect(listTripsWithNotices('ana').toSorted()).toEqual([LAKE, SEA].toSorted())
  expect(listTripsWithNotices('ben')).toEqual([LAKE])
  forgetNoticesOf('ana', LAKE)
  expect(findPersistedNotices('ana', LAKE)).toBeUndefined()
  expect(findPersistedNotices('ana', SEA)).toEqual({ notices: [], unread: 0 })
  forgetPersonHere('ana')
  expect(findPersistedNotices('ana', SEA)).toBeUndefined()
  expect(findPersistedNotices('ben', LAKE)).toEqual({ notices: [], unread: 3 })
  forgetNotices()
  expect(localStorage.length).toBe(0)
})

it('is ignored as far as it cannot be read', () => {
  const key = `wayfare.notices ana ${LAKE}`
  for (const text of ['not JSON', '{}', 'null', '[]', '{"at":1,"notices":[],"unread":-1}', '{"at":1,"unread":1}']) {
    localStorage.setItem(key, text)
    expect(findPersistedNotices('ana', LAKE)).toBeUndefined()
  }
  const [known, later] = [build(LAKE), { ...build(LAKE), kind: 'of a later version' }]
  const notices = [later, known, build(SEA), 'text', null]
  localStorage.setItem(key, JSON.stringify({ at: 1, notices, unread: 2, more: true }))
  expect(findPersistedNotices('ana', LAKE)).toEqual({ notices: [known], unread: 2 })
})

it('has no links of invitations, and the thirty newest notices', () => {
  const invited = build(LAKE, { kind: 'invited', about: { what: 'trip', name: 'Ben' }, join_path: '/join/secret' })
  const older = Array.from({ length: 40 }, () => build(LAKE))
  persistNotices('ana', LAKE, { notices: [invited, ...older], unread: 41 })
  const found = findPersistedNotices('ana', LAKE)
  expect(found?.notices.map(({ id }) => id)).toEqual([invited, ...older.slice(0, 29)].map(({ id }) => id))
  expect(found?.unread).toBe(41)
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret')
})

it('is stored for the twenty trips whose news changed last', () => {
  vi.useFakeTimers()
  const trips = Array.from({ length: 25 }, () => newId())
  const persistAt = (time: number, trip: string, unread: number) => {
    vi.setSystemTime(time)
    persistNotices('ana', trip, { notices: [], unread })
  }
  trips.slice(0, 20).forEach((trip, at) => {
    persistAt(1000 + at, trip, 0)
  })
  // What is the same is not newer, what has changed is.
  persistAt(2000, trips[0] as string, 0)
  persistAt(2000, trips[1] as string, 1)
  trips.slice(20).forEach((trip, at) => {
    persistAt(3000 + at, trip, 0)
  })
  const remaining = [trips[1] as string, ...trips.slice(6)]
  expect(listTripsWithNotices('ana').toSorted()).toEqual(remaining.toSorted())
})

it('has, of the news of all trips, that of the twenty with the newest, and writes what has changed', () => {
  const trips = Array.from({ length: 50 }, (_, at) => {
    const notice = build(newId(), { created_at: `2027-06-12T22:${String(59 - at).padStart(2, '0')}:30.000Z` })
    return { tripId: notice.trip_id, notices: [notice], unread: 1 }
  })
  const none = { tripId: newId(), notices: [], unread: 0 }
  // Of an earlier answer: one has nothing now, one is no longer told.
  persistNotices('ana', none.tripId, { notices: [build(none.tripId)], unread: 1 })
  persistNotices('ana', LAKE, { notices: [build(LAKE)], unread: 1 })
  const idsOf = (some: readonly { tripId: string }[]) => some.map(({ tripId }) => tripId).toSorted()
  persistAllNotices('ana', [none, ...trips])
  expect(listTripsWithNotices('ana').toSorted()).toEqual(idsOf(trips.slice(0, 20)))
  expect(findPersistedNotices('ana', trips[19]?.tripId ?? '')).toEqual({ notices: trips[19]?.notices, unread: 1 })

  const write = vi.spyOn(deviceStorage, 'setItem')
  const remove = vi.spyOn(deviceStorage, 'removeItem')
  persistAllNotices('ana', [none, ...trips])
  expect([write.mock.calls, remove.mock.calls]).toEqual([[], []])

  // One is read, and one that had older news has newer.
  const renewed = { tripId: trips[40]?.tripId ?? '', notices: [build(trips[40]?.tripId ?? '')], unread: 1 }
  renewed.notices[0] = { ...(renewed.notices[0] as Notice), created_at: '2027-06-13T10:00:00.000Z' }
  persistAllNotices(
    'ana',
    trips.map((trip, at) => (at === 40 ? renewed : { ...trip, unread: at === 3 ? 0 : 1 })),
  )
  expect(write.mock.calls.map(([key]) => key.split(' ').at(-1)).toSorted()).toEqual(
    idsOf([trips[3], renewed].filter((trip) => trip !== undefined)),
  )
  expect(listTripsWithNotices('ana').toSorted()).toEqual(idsOf([renewed, ...trips.slice(0, 19)]))
  vi.restoreAllMocks()
})
