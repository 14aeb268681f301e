import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findAt } from '#domain/operations/json.ts'
import { sectionNames } from '#domain/plan/index.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openTestAppOn, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { placeUpgradeDatabase, readExpected, readUpgradeFile, upgradeStates } from '#server/testing/upgrades.ts'
import { type StoredDevice, StoringBrowser } from '../testing/stored-device.ts'
import type { PendingOperation } from './pending-operations.ts'

/*
 * What an earlier version stored on a device, opened by this one: see server/testing/upgrades/README.md.
 * Job: prove that each edit of the device's log and unload journal ends up in the plan or is set aside with its text,
 *   with the app's own code and the real server, on the database of the same day.
 */

/** In each section of the day: set, insert, remove, restore and move. Nobody moves the claims of gear, a queue. */
const kindsOfEdits: Record<string, number> = { '2026-11-24': 8 * 5, '2026-11-26': 14 * 5 - 1 }

/** All that the device stores is Ben's. The words that he typed begin with his name, and are unlike each other. */
const WORDS = /\bBen[A-Z]\w+/g
const wordsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(WORDS) ?? []

describe.each(upgradeStates)('the device of %s', (state) => {
  const expected = readExpected(state)
  const stored = JSON.parse(readUpgradeFile(state, 'device').toString()) as StoredDevice
  const userId = expected.users['ben']?.id ?? ''
  const { road, air, cottage } = expected.trips as Record<'road' | 'air' | 'cottage', string>
  const entries = entriesOf(stored)
  let browser: StoringBrowser
  let log: string[]
  let server: { app: TestApp; client: TestClient; remove: () => Promise<void> }

  beforeEach(async () => {
    vi.resetModules()
    // Copies on a device expire.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expected.at) })
    log = []
    vi.spyOn(console, 'error').mockImplementation((message) => void log.push(String(message)))
    browser = new StoringBrowser(stored)
    await browser.restoreRecords(stored)
    server = await openServer(state, userId)
  })
  afterEach(async () => {
    await server.remove()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  async function openApp() {
    const { PlanClient } = await import('./plan-client.ts')
    const { DeviceLogs } = await import('./device-logs.ts')
    const { httpTransport } = await import('../http/http-transport.ts')
    const { PageEvents } = await import('../page-events.ts')
    const { PersistedTrips } = await import('../storage/persisted-trips.ts')
    const page = new PageEvents()
    const [logs, trips] = [new DeviceLogs(page), new PersistedTrips(page)]
    const device = { logs, trips, currentUserId: async () => userId }
    return { logs, trips, plan: new PlanClient({ transport: httpTransport, device }) }
  }
  const goOnline = () => {
    browser.network = (path, { method = 'GET', headers, body } = {}) =>
      server.client.request(method, path, { headers: headers as Record<string, string>, ...(body && { raw: body }) })
  }

  it('has pending edits of every kind in every section', () => {
    const kinds = new Set(entries.map(({ operation }) => `${operation.section} ${operation.do}`))
    expect(kinds.size).toBe(kindsOfEdits[state])
    expect(entries.filter(({ refused }) => refused)).toHaveLength(1)
    expect(Object.keys(stored.localStorage).filter((key) => key.startsWith('wayfare.left '))).toHaveLength(2)
  })

  it('opens its trips without a network, with all edits', async () => {
    const { plan, logs, trips } = await openApp()
    expect((await trips.findList(userId))?.map(({ id }) => id)).toEqual(expect.arrayContaining([road, air, cottage]))
    expect((await logs.listTripIds(userId)).toSorted()).toEqual([road, air, cottage].toSorted())
    const shown: string[] = []
    for (const tripId of [road, air, cottage]) {
      expect(await plan.openPersisted(tripId)).toMatchObject({ trip: { id: tripId }, failures: {} })
      // The private section follows.
      await expect.poll(() => plan.find(tripId, 'private')).toBeDefined()
      shown.push(...sectionNames.flatMap((name) => wordsIn(plan.find(tripId, name)?.getSnapshot().value)))
    }
    expect(new Set(shown)).toEqual(new Set(wordsIn(entries)))
    expect(plan.findPlan(road)?.getState().refused).toHaveLength(1)
    plan.forget()
    expect(log.filter((line) => line.includes('another version'))).toEqual([])
  })

  it('SAVE-10 sends its edits: each is in the plan, or set aside with its text', async () => {
    goOnline()
    const { plan, logs } = await openApp()
    for (const tripId of [road, air]) {
      await plan.open(tripId)
      await plan.private.fetch(tripId)
      for (let tries = 0; plan.findPlan(tripId)?.hasPendingEdits() && tries < 50; tries++) {
        await plan.flush()
        await pause(100)
      }
      expect(plan.findPlan(tripId)?.hasPendingEdits()).toBe(false)
      const setAside = JSON.stringify([
        plan.findPlan(tripId)?.getState(),
        await logs.of({ person: userId, tripId }).read(),
      ])
      const sections = await loadSections(server.client, tripId)
      const operations = entries.flatMap((entry) => (entry.tripId === tripId ? [entry.operation] : []))
      const placesOf = (kind: string) => operations.filter((each) => each.do === kind).map(({ at }) => at.join('/'))
      const restored = placesOf('restore')
      const placed = [...restored, ...placesOf('insert'), ...placesOf('move')]
      for (const operation of operations) {
        const what = `${operation.section} ${operation.do} ${operation.at.join('/')}`
        const texts = operation.do === 'set' ? wordsIn(operation.to) : wordsIn(operation)
        if (setAside.includes(operation.id)) {
          for (const text of texts) expect(setAside, what).toContain(text)
          continue
        }
        const section = JSON.stringify(sections[operation.section])
        for (const text of texts) expect(section.split(new RegExp(`\\b${text}\\b`)), what).toHaveLength(2)
        if (operation.do === 'remove' && restored.includes(operation.at.join('/'))) continue
        expectDone(operation, sections[operation.section], placed, what)
      }
    }
    plan.forget()
  })

  it('sets aside the edits of a trip that its user is no longer in', async () => {
    goOnline()
    const { plan, logs } = await openApp()
    await expect(plan.open(cottage)).rejects.toMatchObject({ code: 'trip_not_found' })
    const { listSetAside, setAsideClosedTrip } = await import('./set-aside.ts')
    await setAsideClosedTrip(logs, userId, cottage)
    expect(wordsIn(await listSetAside(logs, userId))).toContain('BenCottage')
  })

  it('finds drafts, and what its user chose and has seen', async () => {
    const { PageEvents } = await import('../page-events.ts')
    const { Drafts, draftKey } = await import('../storage/drafts.ts')
    const drafts = new Drafts(new PageEvents())
    for (const [tripId, name] of [
      [road, 'meals'],
      [road, 'checklist'],
      [air, 'tickets'],
    ] as const) {
      const draft = drafts.find(draftKey(userId, tripId, name), name)
      expect(wordsIn(draft?.value), name).toContain('BenDraft')
      expect(wordsIn(draft?.from), name).not.toContain('BenDraft')
    }
    const { findSeen } = await import('../storage/persisted-seen.ts')
    const { isNoteDismissed } = await import('../storage/dismissed-notes.ts')
    const { isOwnDevice } = await import('../storage/offline-choices.ts')
    expect(findSeen(userId, road)).toMatchObject({ notes: { version: 3 } })
    expect(isNoteDismissed(userId, road)).toBe(true)
    expect(isOwnDevice(userId)).toBe(true)
  })
})

/** All entries of the log and the unload journal, read by the names that they were stored under. */
function entriesOf({ indexedDB, localStorage }: StoredDevice): (PendingOperation & { tripId: string })[] {
  const logs = Object.entries(indexedDB['wayfare-log']?.['logs'] ?? {}) as [string, PendingOperation[]][]
  const journal = Object.entries(localStorage)
    .filter(([key]) => key.startsWith('wayfare.left '))
    .map(([key, text]) => [key.slice('wayfare.left '.length), JSON.parse(text).waiting as PendingOperation[]] as const)
  return [...logs, ...journal].flatMap(([key, entries]) =>
    entries.map((entry) => ({ ...entry, tripId: key.split(' ')[1] ?? '' })),
  )
}

async function openServer(state: string, userId: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wayfare-upgrade-'))
  await placeUpgradeDatabase('sqlite', state, { dataDir })
  const database = await openDatabase({ dataDir })
  await migrate(database)
  await database.close()
  const app = await openTestAppOn({ dataDir })
  const remove = async () => {
    await app.remove()
    await rm(dataDir, { recursive: true })
  }
  return { app, client: await app.openSession({ id: userId }), remove }
}

async function loadSections(client: TestClient, tripId: string): Promise<Record<string, unknown>> {
  const { body } = await client.get(`/api/trips/${tripId}`)
  const { sections } = body as { sections: Record<string, { value: unknown }> }
  const { value } = (await client.get(`/api/trips/${tripId}/private`)).body as { value: unknown }
  const common = Object.entries(sections).map(([name, section]) => [name, section.value])
  return { ...Object.fromEntries(common), private: value }
}

/**
 * Checks what an operation did that was not set aside. An entry whose text somebody has changed is not removed.
 * @param placed the paths of all entries that were moved, inserted or restored
 */
function expectDone(
  operation: PendingOperation['operation'],
  section: unknown,
  placed: readonly string[],
  what: string,
): void {
  const found = findAt(section, operation.at)
  if (operation.do === 'remove') {
    if (found !== undefined) expect(JSON.stringify(found), what).toMatch(/\bAnna[A-Z]|\bBen[A-Z]/)
  } else if (operation.do !== 'set') expect(found, what).toBeDefined()
  if (operation.do !== 'move' || operation.after !== null) return
  // It was moved to the front of its list: before all that stayed where they were.
  const path = operation.at.slice(0, -1)
  const ids = (findAt(section, path) as { id: string }[]).map(({ id }) => id)
  const before = ids.slice(0, ids.indexOf(operation.at.at(-1) ?? ''))
  expect(
    before.filter((id) => !placed.includes([...path, id].join('/'))),
    what,
  ).toEqual([])
}
