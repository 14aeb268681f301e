import { beforeEach, describe, expect, it, vi } from 'vitest'
import { details } from '#domain/plan/details.ts'
import { commonNames } from '#domain/plan/index.ts'
import { unsavedSections } from '#domain/testing/unsaved-sections.ts'
import { PersistedTrips } from './persisted-trips.ts'

/** The disk, in memory. */
const disk = vi.hoisted(() => new Map<string, unknown>())
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  set: async (key: string, value: unknown) => void disk.set(key, value),
  setMany: async (entries: [string, unknown][]) => {
    for (const [key, value] of entries) disk.set(key, value)
  },
  getMany: async (keys: string[]) => keys.map((key) => disk.get(key)),
  get: async (key: string) => disk.get(key),
  del: async (key: string) => void disk.delete(key),
  keys: async () => [...disk.keys()],
  delMany: async (keys: string[]) => {
    for (const key of keys) disk.delete(key)
  },
}))

const id = '00000000-0000-4000-8000-000000000001'
const trip = {
  id,
  name: 'To the lake',
  type: 'car_trip' as const,
  owner_id: null,
  is_public: false,
  role: 'owner' as const,
  members_edit: true,
  taken: null,
  created_at: '2026-07-01T12:00:00.000Z',
}
const answer = { trip, sections: unsavedSections('car_trip'), documents: [] }
const kept = new PersistedTrips()

beforeEach(async () => {
  disk.clear()
  await kept.persist('robin', answer, commonNames)
})

describe('a trip that is kept on the device', () => {
  it('is found as it was kept, by its person alone', async () => {
    expect(await kept.find('robin', id)).toEqual(answer)
    expect(await kept.find('kim', id)).toBeUndefined()
  })

  it('opens without the section that another version of the app has kept in another form', async () => {
    const { destination_name: _gone, ...shorter } = details.empty
    disk.set(`robin ${id} details`, { version: 7, value: shorter })
    const error = { code: 'data_not_loaded', message: 'Failed to load data' }
    expect(await kept.find('robin', id)).toEqual({ ...answer, sections: { ...answer.sections, details: { error } } })
  })

  it('stands in a list that an older app has kept', async () => {
    const card = { ...trip, destination_name: '', departure_date: '', return_date: '' }
    disk.set('robin list', [card])
    expect(await kept.findList('robin')).toEqual([{ ...card, is_archived: false, deleted_at: null }])
    disk.set('robin list', 'no list')
    expect(await kept.findList('robin')).toBeUndefined()
  })

  it('is not found where the trip itself has another form', async () => {
    disk.set(`robin ${id}`, { ...trip, type: 'train_ride' })
    expect(await kept.find('robin', id)).toBeUndefined()
  })

  it('leaves the device 60 days after the server has last confirmed it', async () => {
    vi.useFakeTimers()
    const day = 24 * 60 * 60_000
    vi.setSystemTime(Date.now() + 40 * day)
    await kept.persist('robin', answer, commonNames)
    await kept.persist('kim', answer, commonNames)
    vi.setSystemTime(Date.now() + 59 * day)
    await kept.dropOld('robin')
    expect(await kept.find('robin', id)).toEqual(answer)
    vi.setSystemTime(Date.now() + 2 * day)
    await kept.dropOld('robin')
    expect([...disk.keys()].filter((key) => String(key).startsWith(`robin ${id}`))).toEqual([])
    expect(disk.has(`kim ${id}`)).toBe(true)
    // Also where it is opened by its address, without the trip list.
    expect(await kept.find('kim', id)).toBeUndefined()
    expect(disk.has(`kim ${id}`)).toBe(false)
    vi.useRealTimers()
  })

  it('keeps nothing private of a trip for which that may not be kept any more', async () => {
    disk.set(`robin ${id} private`, { version: 1, value: [] })
    disk.set(`kim ${id} private`, { version: 1, value: [] })
    await kept.dropPrivateUnless('robin', (tripId) => tripId === id)
    expect(disk.has(`robin ${id} private`)).toBe(true)
    await kept.dropPrivateUnless('robin', () => false)
    expect(disk.has(`robin ${id} private`)).toBe(false)
    expect(disk.has(`kim ${id} private`)).toBe(true)
    expect(await kept.find('robin', id)).toEqual(answer)
  })
})
