import { beforeEach, describe, expect, it, vi } from 'vitest'
import { details } from '#domain/plan/details.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { unsavedSections } from '#domain/testing/unsaved-sections.ts'
import { PageEvents } from '../page-events.ts'
import { PersistedTrips } from './persisted-trips.ts'

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
  template_revision: 2 as const,
  taken: null,
  created_at: '2026-07-01T12:00:00.000Z',
  picture: null,
}
const answer = { trip, sections: unsavedSections('car_trip'), documents: [] }
const persisted = new PersistedTrips(new PageEvents())

beforeEach(async () => {
  disk.clear()
  await persisted.persist('robin', answer, commonSectionNames)
})

describe('a persisted trip', () => {
  it('is found unchanged, and only by its person', async () => {
    expect(await persisted.find('robin', id)).toEqual(answer)
    expect(await persisted.find('kim', id)).toBeUndefined()
  })

  it('opens without a section that another app version stored in another format', async () => {
    const { destination_name: _gone, ...shorter } = details.empty
    disk.set(`robin ${id} details`, { version: 7, value: shorter })
    const error = { code: 'data_not_loaded', message: 'Failed to load data' }
    expect(await persisted.find('robin', id)).toEqual({
      ...answer,
      sections: { ...answer.sections, details: { error } },
    })
  })

  it('appears in a list that an older app version stored', async () => {
    const card = { ...trip, destination_name: '', departure_date: '', return_date: '' }
    disk.set('robin list', [card])
    expect(await persisted.findList('robin')).toEqual([{ ...card, is_archived: false, deleted_at: null }])
    disk.set('robin list', 'no list')
    expect(await persisted.findList('robin')).toBeUndefined()
  })

  it('is not found if the trip itself has another format', async () => {
    disk.set(`robin ${id}`, { ...trip, type: 'train_ride' })
    expect(await persisted.find('robin', id)).toBeUndefined()
  })

  it('is removed 60 days after the server last confirmed it', async () => {
    vi.useFakeTimers()
    const day = 24 * 60 * 60_000
    vi.setSystemTime(Date.now() + 40 * day)
    await persisted.persist('robin', answer, commonSectionNames)
    await persisted.persist('kim', answer, commonSectionNames)
    vi.setSystemTime(Date.now() + 59 * day)
    await persisted.dropOld('robin')
    expect(await persisted.find('robin', id)).toEqual(answer)
    vi.setSystemTime(Date.now() + 2 * day)
    await persisted.dropOld('robin')
    expect([...disk.keys()].filter((key) => String(key).startsWith(`robin ${id}`))).toEqual([])
    expect(disk.has(`kim ${id}`)).toBe(true)
    // Opening it by its URL, without the trip list, removes it too.
    expect(await persisted.find('kim', id)).toBeUndefined()
    expect(disk.has(`kim ${id}`)).toBe(false)
    vi.useRealTimers()
  })

  it('loses its private records when they may no longer be stored', async () => {
    disk.set(`robin ${id} private`, { version: 1, value: [] })
    disk.set(`kim ${id} private`, { version: 1, value: [] })
    await persisted.dropPrivateUnless('robin', (tripId) => tripId === id)
    expect(disk.has(`robin ${id} private`)).toBe(true)
    await persisted.dropPrivateUnless('robin', () => false)
    expect(disk.has(`robin ${id} private`)).toBe(false)
    expect(disk.has(`kim ${id} private`)).toBe(true)
    expect(await persisted.find('robin', id)).toEqual(answer)
  })
})
