import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TripResponse } from '#domain/api/trips.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { unsavedSections } from '#domain/testing/unsaved-sections.ts'
import type { Trip } from '#domain/trip.ts'
import { DocumentStore } from '../documents/document-store.ts'
import { documentTransport } from '../documents/document-transport.ts'
import { httpTransport } from '../http/http-transport.ts'
import { FakeBrowser, failure, json } from '../testing/fake-browser.ts'
import type { Device } from './device.ts'
import type { DeviceLogs } from './device-logs.ts'
import type { FoundJournalEntry, LogStorage } from './log-storage.ts'
import type { PendingOperation } from './pending-operations.ts'
import { PlanClient } from './plan-client.ts'
import { dismissSetAside, listSetAside, setAsideClosedTrip } from './set-aside.ts'

const empty = details.empty
const planned = (changed: Partial<Details>): Details => ({ ...empty, ...changed })
const tripOf = (n: number): Trip => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  name: `Trip ${n}`,
  type: 'car_trip',
  owner_id: null,
  is_public: false,
  role: 'owner',
  members_edit: true,
  template_revision: 2 as const,
  taken: null,
  created_at: '2026-07-01T12:00:00.000Z',
  picture: null,
})
const [one, two] = [tripOf(1), tripOf(2)]
const open = ({ id }: Trip) => `GET /api/trips/${id}`
const save = ({ id }: Trip) => `POST /api/trips/${id}/operations`
/** The answer to an operation that the server has applied. */
const done = (version: number, changed: Partial<Details>) =>
  json({
    versions: { details: version },
    effects: Object.entries(changed).map(([name, is]) => ({ section: 'details', version, at: [name], is })),
    values: {},
    superseded: [],
    refused: [],
  })
/** All other sections are at version 0. */
const opened = (trip: Trip | null, section: object) =>
  json({ trip, sections: { ...unsavedSections('car_trip'), details: section }, documents: [] })

let browser: FakeBrowser
let plan: PlanClient

beforeEach(() => {
  vi.useFakeTimers()
  browser = new FakeBrowser()
  plan = new PlanClient({ transport: httpTransport })
  browser.answer(open(one), opened(one, { version: 3, value: planned({ destination_name: 'Pog' }) }))
  browser.answer(open(two), opened(two, { version: 0, value: empty }))
})

afterEach(() => {
  plan.forget()
  browser.close()
  vi.useRealTimers()
  expect(browser.takeLog(), 'unexpected log messages').toEqual([])
})

const find = (trip: Trip) => plan.find(trip.id, 'details')
const type = (trip: Trip, changed: Partial<Details>) => find(trip)?.edit((value) => ({ ...value, ...changed }))
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('opening a trip', () => {
  it('PROD-14, SAVE-1, CALL-DATA-45 loads the trip and all sections with one request', async () => {
    expect(find(one)).toBeUndefined()
    expect(await plan.open(one.id)).toEqual({ trip: one, failures: {} })
    expect(browser.requests).toHaveLength(1)
    expect(find(one)?.getSnapshot()).toEqual({ value: planned({ destination_name: 'Pog' }) })
  })

  it('SAVE-3 reports a section that could not be loaded, and a plan without its trip', async () => {
    browser.answer(open(one), opened(null, { error: { code: 'data_not_loaded', message: 'Failed to load data' } }))
    expect(await plan.open(one.id)).toEqual({ trip: null, failures: { details: 'Failed to load data' } })
    expect(find(one)).toBeUndefined()
  })

  it('fails with the server’s message', async () => {
    browser.answer(open(one), failure('trip_not_found', 404, 'Trip not found'))
    await expect(plan.open(one.id)).rejects.toMatchObject({ code: 'trip_not_found', message: 'Trip not found' })
  })

  it('again updates its sections and keeps pending operations', async () => {
    await plan.open(one.id)
    const store = find(one)
    type(one, { car_trip_entry_gate: 'West Gate' })
    browser.answer(open(one), opened(one, { version: 4, value: planned({ destination_name: 'Rock Lake' }) }))
    await plan.open(one.id)
    expect(find(one)).toBe(store)
    expect(store?.getSnapshot().value).toEqual(
      planned({ destination_name: 'Rock Lake', car_trip_entry_gate: 'West Gate' }),
    )
  })

  it('again keeps a section that cannot be loaded this time', async () => {
    await plan.open(one.id)
    browser.answer(open(one), opened(one, { error: { code: 'data_not_loaded', message: 'Failed to load data' } }))
    expect((await plan.open(one.id)).failures).toEqual({ details: 'Failed to load data' })
    expect(find(one)?.getSnapshot().value.destination_name).toBe('Pog')
  })
})

describe('the documents of a trip', () => {
  const document = {
    id: two.id,
    trip_id: one.id,
    file_name: 'pass.pdf',
    file_url: `/files/travel-documents/${one.id}/1.pdf`,
    file_type: 'pdf',
    description: 'Travel document: pass.pdf',
    uploaded_at: '2031-05-02T12:00:00.000Z',
    size: 3,
    sha256: 'ab12',
  }
  const withDocuments = (documents: unknown) => json({ trip: one, sections: unsavedSections('car_trip'), documents })
  const findDocuments = () =>
    plan.findDocuments(one.id, (tripId, list) => new DocumentStore(list, documentTransport(tripId)))
  const shown = () => findDocuments()?.getSnapshot().list

  it('SAVE-1, CALL-DATA-38 are loaded and updated with the trip', async () => {
    expect(shown()).toBeUndefined()
    browser.answer(open(one), withDocuments([document]))
    await plan.open(one.id)
    expect(shown()).toEqual([document])
    const store = findDocuments()
    browser.answer(open(one), withDocuments([]))
    await plan.open(one.id)
    expect(shown()).toEqual([])
    expect(findDocuments()).toBe(store)
    expect(plan.isSafe).toBe(true)
  })

  it('ERR-21 report why they could not be loaded, and known ones stay', async () => {
    const broken = { error: { code: 'documents_not_loaded', message: 'Failed to load travel documents' } }
    browser.answer(open(one), withDocuments(broken))
    expect((await plan.open(one.id)).failures).toEqual({ documents: 'Failed to load travel documents' })
    expect(shown()).toBeUndefined()
    browser.answer(open(one), withDocuments([document]))
    expect((await plan.open(one.id)).failures).toEqual({})
    browser.answer(open(one), withDocuments(broken))
    await plan.open(one.id)
    expect(shown()).toEqual([document])
  })

  it('CALL-DATA-44 are deleted by id, and stay deleted when a list requested earlier arrives', async () => {
    browser.answer(open(one), withDocuments([document]))
    await plan.open(one.id)
    browser.answer(`DELETE /api/trips/${one.id}/documents/${document.id}`, () => new Response(null, { status: 204 }))
    const opening = plan.open(one.id)
    await findDocuments()?.remove(document.id)
    await opening
    expect(browser.requests.at(-1)).toMatchObject({ method: 'DELETE', body: undefined })
    expect(shown()).toEqual([])
  })

  it('are discarded at a sign-out', async () => {
    await plan.open(one.id)
    plan.forget()
    expect(shown()).toBeUndefined()
  })
})

describe('a disk that does not answer', () => {
  const never = () => new Promise<never>(() => {})

  it('SAVE-14 does not delay showing a trip: what is on it follows later', async () => {
    let answer = (_: readonly PendingOperation[]) => {}
    const log = new Promise<readonly PendingOperation[]>((resolve) => {
      answer = resolve
    })
    const storage: LogStorage = {
      pageId: 'this one',
      update: never,
      read: () => log,
      hasOtherTabs: () => false,
      sendAlone: (send) => send(),
      addJournalEntry: () => {},
      addJournalEntryForLater: () => {},
      listJournalEntries: () => [],
    }
    const logs: Device['logs'] = {
      listTripIds: never,
      of: () => storage,
      onLogChange: () => {},
      onJournalAdopted: () => {},
    }
    const persisted = await persistedResponse()
    const trips = {
      persist: never,
      persistSection: never,
      findSection: never,
      dropPrivate: never,
      persistDocuments: never,
      find: async () => persisted,
    }
    plan = new PlanClient({ transport: httpTransport, device: { logs, trips, currentUserId: async () => 'robin' } })
    const opened = vi.fn()
    void plan.openPersisted(one.id).then(opened)
    await pass(2000)
    expect(opened).toHaveBeenCalledExactlyOnceWith({ trip: one, failures: {} })
    void plan.open(two.id).then(opened)
    await pass(2000)
    expect(opened).toHaveBeenLastCalledWith({ trip: two, failures: {} })
    const operation = {
      id: one.id,
      section: 'details',
      at: ['destination_name'],
      do: 'set',
      to: 'Rock Lake',
      was: 'Pog',
    } as const
    answer([{ operation, tab: 'another' }])
    await pass(0)
    expect(find(one)?.getSnapshot().value.destination_name).toBe('Rock Lake')
  })

  async function persistedResponse(): Promise<TripResponse> {
    const response = await fetch(`/api/trips/${one.id}`)
    return response.json()
  }
})

describe('a trip that the person is no longer in', () => {
  const gone = failure('trip_not_found', 404, 'Trip not found')
  const robin = {
    id: '00000000-0000-4000-8000-0000000000aa',
    username: 'robin',
    full_name: 'Robin',
    email: null,
    is_beta_user: false,
  }
  const whoIs = (id: string) => json({ user: { ...robin, id }, expires_in: 1800 })
  const operation = {
    id: two.id,
    section: 'details',
    at: ['destination_name'],
    do: 'set',
    to: 'Rock Lake',
    was: 'Pog',
  } as const
  const NOT_IN_TRIP = { code: 'trip_not_found', message: 'You’re no longer in this trip.' }
  let log: readonly PendingOperation[]
  let journals: FoundJournalEntry[]
  let logs: Pick<DeviceLogs, 'listTripIds' | 'of' | 'onLogChange' | 'onJournalAdopted'>
  const onOutOfSync = vi.fn(async () => {})

  beforeEach(() => {
    log = []
    journals = []
    const storage: LogStorage = {
      pageId: 'this one',
      update: async (change) => {
        log = change(log)
        return log
      },
      read: async () => log,
      hasOtherTabs: () => false,
      sendAlone: (send) => send(),
      addJournalEntry: () => {},
      addJournalEntryForLater: () => {},
      listJournalEntries: () => journals,
    }
    logs = { listTripIds: async () => [one.id], of: () => storage, onLogChange: () => {}, onJournalAdopted: () => {} }
    const nothing = async () => undefined
    const trips = {
      persist: nothing,
      persistSection: nothing,
      findSection: nothing,
      dropPrivate: nothing,
      persistDocuments: nothing,
      find: nothing,
    }
    plan = new PlanClient({
      transport: httpTransport,
      device: { logs, trips, currentUserId: async () => robin.id },
      queries: { refresh: onOutOfSync, whenIdle: async () => {}, onShared: () => {}, onNotices: () => {} },
    })
  })

  it('SAVE-14 has its pending operations set aside, and is fetched, as soon as a save says so', async () => {
    await plan.open(one.id)
    browser.answer(save(one), gone)
    browser.answer('GET /auth/v1/user', whoIs(robin.id))
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(onOutOfSync).toHaveBeenCalledExactlyOnceWith(one.id)
    expect(plan.hasPendingEdits()).toBe(false)
    expect(plan.findPlan(one.id)?.getState()).toMatchObject({ save: 'idle', refused: [{ refused: NOT_IN_TRIP }] })
    const sent = browser.requests.length
    await pass(60_000)
    expect(browser.requests).toHaveLength(sent)
    expect(await listSetAside(logs, robin.id)).toMatchObject([
      { tripId: one.id, entries: [{ operation: { to: 'West Gate' }, refused: NOT_IN_TRIP }] },
    ])
  })

  it('SAVE-14 keeps its operations pending if the answer was to somebody else, who has signed in since', async () => {
    await plan.open(one.id)
    browser.answer(save(one), gone)
    browser.answer('GET /auth/v1/user', whoIs(two.id))
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(plan.hasPendingEdits()).toBe(true)
    expect(await listSetAside(logs, robin.id)).toEqual([])
    browser.answer(open(one), gone)
    await expect(plan.open(one.id)).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(browser.takeLog()).toEqual([expect.stringContaining('will be sent again (not_signed_in')])
  })

  it('SAVE-14 is closed, and the operations of all its pages stay set aside until they are dismissed', async () => {
    await plan.open(one.id)
    type(one, { car_trip_entry_gate: 'West Gate' })
    journals = [{ key: 'left', entry: { waiting: [{ operation, tab: 'closed' }] }, remove: () => journals.pop() }]
    await plan.setAsideAndClose(one.id)
    await setAsideClosedTrip(logs, robin.id, one.id)
    await pass(0)
    expect([plan.isOpen(one.id), journals]).toEqual([false, []])
    expect(await plan.listTripsWithPending()).toEqual([])
    const aside = (await listSetAside(logs, robin.id)).flatMap(({ entries }) => entries)
    expect(aside.map((entry) => [(entry.operation as { to?: unknown }).to, entry.refused])).toEqual([
      ['West Gate', NOT_IN_TRIP],
      ['Rock Lake', NOT_IN_TRIP],
    ])
    await pass(60_000)
    expect(browser.requests).toHaveLength(1)
    expect(await dismissSetAside(logs, robin.id, one.id)).toBe(true)
    expect(await listSetAside(logs, robin.id)).toEqual([])
    expect(await dismissSetAside(logs, robin.id, one.id)).toBe(false)
  })

  it('SAVE-14 has its operations sent, except those refused before, when the user is in it again', async () => {
    const refused = { code: 'entry_gone', message: 'Somebody has removed it.' }
    const refusedId = operation.id.replace(/.$/, 'f')
    log = [
      { operation: { ...operation, id: refusedId }, tab: 'a', refused },
      { operation, tab: 'a', isSent: true },
    ]
    await setAsideClosedTrip(logs, robin.id, one.id, { name: 'Achray' })
    // Not found a second time, by a page that does not know its name.
    await setAsideClosedTrip(logs, robin.id, one.id)
    expect(await listSetAside(logs, robin.id)).toMatchObject([
      {
        tripId: one.id,
        name: 'Achray',
        entries: [{ operation: { id: refusedId }, refused: { before: refused } }, { operation }],
      },
    ])
    await plan.open(one.id)
    await pass(0)
    expect(await listSetAside(logs, robin.id)).toEqual([])
    expect(plan.findPlan(one.id)?.getState().refused).toEqual([{ operation: { ...operation, id: refusedId }, refused }])
    browser.answer(save(one), done(4, { destination_name: 'Rock Lake' }))
    await pass(1000)
    expect(browser.requests.at(-1)?.body).toMatchObject({ operations: [operation] })
  })

  it('is opened at the start only if operations are still pending', async () => {
    log = [{ operation, tab: 'a' }]
    expect(await plan.listTripsWithPending()).toEqual([one.id])
    log = [{ operation, tab: 'a', refused: NOT_IN_TRIP }]
    expect(await plan.listTripsWithPending()).toEqual([])
    journals = [{ key: 'left', entry: { waiting: [{ operation, tab: 'closed' }] }, remove: () => {} }]
    expect(await plan.listTripsWithPending()).toEqual([one.id])
  })
})

describe('saving', () => {
  it('SAVE-14 gives up a request without an answer after a minute, so that it is sent again', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    await plan.open(one.id)
    expect(timeout).not.toHaveBeenCalled()
    browser.answer(save(one), done(4, { car_trip_entry_gate: 'West Gate' }))
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000)
  })

  it('that succeeds after failures retries the saves of all other trips at once', async () => {
    await plan.open(one.id)
    await plan.open(two.id)
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(3000)
    type(two, { car_trip_entry_gate: 'East Gate' })
    await pass(6000)
    browser.answer(save(one), done(4, { car_trip_entry_gate: 'West Gate' }))
    browser.answer(save(two), done(1, { car_trip_entry_gate: 'East Gate' }))
    const waiting = () => [one, two].filter((trip) => plan.findPlan(trip.id)?.hasPendingEdits()).length
    while (waiting() === 2) await pass(100)
    await pass(100)
    expect(waiting()).toBe(0)
    for (const message of browser.takeLog()) expect(message).toMatch(/will be sent again \(unreachable/)
  })

  it('SAVE-8, SAVE-10 sends the operations and the version seen to their trip, and takes over the answer', async () => {
    await plan.open(one.id)
    await plan.open(two.id)
    browser.answer(save(one), done(4, { car_trip_entry_gate: 'West Gate', destination_name: 'Rock Lake' }))
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    const operation = { section: 'details', at: ['car_trip_entry_gate'], do: 'set', to: 'West Gate', was: '' }
    const body = {
      operations: [{ ...operation, id: expect.any(String), when: expect.any(Number) }],
      seen: { details: 3 },
      sent_at: expect.any(Number),
    }
    expect(browser.requests.slice(2)).toEqual([
      { method: 'POST', path: `/api/trips/${one.id}/operations`, body, keepalive: false },
    ])
    expect(find(one)?.getSnapshot().value).toEqual(
      planned({ destination_name: 'Rock Lake', car_trip_entry_gate: 'West Gate' }),
    )
    expect(plan.findPlan(one.id)?.getState().save).toBe('saved')
    expect(find(two)?.getSnapshot().value).toEqual(empty)
  })

  it('takes over whole sections if the server sends them', async () => {
    await plan.open(one.id)
    const value = planned({ destination_name: 'Restored', car_trip_entry_gate: 'West Gate' })
    browser.answer(
      save(one),
      json({ versions: { details: 9 }, effects: [], values: { details: value }, superseded: [], refused: [] }),
    )
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(find(one)?.getSnapshot().value).toEqual(value)
    expect(plan.versionOf(one.id, 'details')).toBe(9)
    expect(plan.hasPendingEdits()).toBe(false)
  })
})

describe('all open plans', () => {
  beforeEach(async () => {
    await plan.open(one.id)
    await plan.open(two.id)
  })

  it('report whether anything is pending, and send it at once on flush, outliving the page', async () => {
    expect(plan.hasPendingEdits()).toBe(false)
    browser.answer(save(one), done(4, { destination_name: 'One' }))
    browser.answer(save(two), done(1, { destination_name: 'Two' }))
    type(one, { destination_name: 'One' })
    type(two, { destination_name: 'Two' })
    expect(plan.hasPendingEdits()).toBe(true)
    await plan.flush({ keepalive: true })
    expect(browser.requests.slice(2)).toMatchObject([
      { path: `/api/trips/${one.id}/operations`, keepalive: true },
      { path: `/api/trips/${two.id}/operations`, keepalive: true },
    ])
    expect(plan.hasPendingEdits()).toBe(false)
  })

  it('are discarded at a sign-out, and send nothing more', async () => {
    type(one, { destination_name: 'One' })
    plan.forget()
    expect(find(one)).toBeUndefined()
    expect(plan.hasPendingEdits()).toBe(false)
    await plan.flush()
    await pass(60_000)
    expect(browser.requests).toHaveLength(2)
  })
})
