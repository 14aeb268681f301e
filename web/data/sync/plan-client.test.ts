import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TripAnswer } from '#domain/api/trips.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { unsavedSections } from '#domain/testing/unsaved-sections.ts'
import type { Trip } from '#domain/trip.ts'
import { DocumentStore } from '../documents/document-store.ts'
import { documentTransport } from '../documents/document-transport.ts'
import { FakeBrowser, failure, json } from '../testing/fake-browser.ts'
import type { DeviceLogs } from './device-logs.ts'
import type { FoundJournal, LogStorage } from './log-storage.ts'
import type { PendingOperation } from './pending-operations.ts'
import { PlanClient } from './plan-client.ts'
import { dismissSetAside, findSetAside, setAside } from './set-aside.ts'

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
  taken: null,
  created_at: '2026-07-01T12:00:00.000Z',
})
const [one, two] = [tripOf(1), tripOf(2)]
const open = ({ id }: Trip) => `GET /api/trips/${id}`
const save = ({ id }: Trip) => `POST /api/trips/${id}/operations`
/** What the server answers that has done what was sent last. */
const done = (version: number, changed: Partial<Details>) =>
  json({
    versions: { details: version },
    effects: Object.entries(changed).map(([name, is]) => ({ section: 'details', version, at: [name], is })),
    values: {},
    superseded: [],
    refused: [],
  })
/** The other sections are as nobody saved them yet. */
const opened = (trip: Trip | null, section: object) =>
  json({ trip, sections: { ...unsavedSections('car_trip'), details: section }, documents: [] })

let browser: FakeBrowser
let plan: PlanClient

beforeEach(() => {
  vi.useFakeTimers()
  browser = new FakeBrowser()
  plan = new PlanClient()
  browser.answer(open(one), opened(one, { version: 3, value: planned({ destination_name: 'Pog' }) }))
  browser.answer(open(two), opened(two, { version: 0, value: empty }))
})

afterEach(() => {
  plan.forget()
  browser.close()
  vi.useRealTimers()
  expect(browser.takeLog(), 'logged, and not expected').toEqual([])
})

const find = (trip: Trip) => plan.find(trip.id, 'details')
const type = (trip: Trip, changed: Partial<Details>) => find(trip)?.edit((value) => ({ ...value, ...changed }))
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('opening a trip', () => {
  it('PROD-14, SAVE-1, CALL-DATA-45 takes one request, which brings the trip and all sections', async () => {
    expect(find(one)).toBeUndefined()
    expect(await plan.open(one.id)).toEqual({ trip: one, failures: {} })
    expect(browser.requests).toHaveLength(1)
    expect(find(one)?.getSnapshot()).toEqual({ value: planned({ destination_name: 'Pog' }) })
  })

  it('SAVE-3 tells of a section that could not be loaded, and of a plan without its trip', async () => {
    browser.answer(open(one), opened(null, { error: { code: 'data_not_loaded', message: 'Failed to load data' } }))
    expect(await plan.open(one.id)).toEqual({ trip: null, failures: { details: 'Failed to load data' } })
    expect(find(one)).toBeUndefined()
  })

  it('fails with the server’s words', async () => {
    browser.answer(open(one), failure('trip_not_found', 404, 'Trip not found'))
    await expect(plan.open(one.id)).rejects.toMatchObject({ code: 'trip_not_found', message: 'Trip not found' })
  })

  it('again brings its sections up to date, and what is being edited stays', async () => {
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

  it('again keeps a section that could not be loaded this time as it was', async () => {
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

  it('SAVE-1, CALL-DATA-38 come with the trip, and are brought up to date with it', async () => {
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

  it('ERR-21 say why they could not be loaded; those that are known stay', async () => {
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

  it('CALL-DATA-44 are deleted by their id, and stay so when a list arrives that was asked for before', async () => {
    browser.answer(open(one), withDocuments([document]))
    await plan.open(one.id)
    browser.answer(`DELETE /api/trips/${one.id}/documents/${document.id}`, () => new Response(null, { status: 204 }))
    const opening = plan.open(one.id)
    await findDocuments()?.remove(document.id)
    await opening
    expect(browser.requests.at(-1)).toMatchObject({ method: 'DELETE', body: undefined })
    expect(shown()).toEqual([])
  })

  it('are forgotten with the person', async () => {
    await plan.open(one.id)
    plan.forget()
    expect(shown()).toBeUndefined()
  })
})

describe('a disk that does not answer', () => {
  const never = () => new Promise<never>(() => {})

  it('SAVE-14 keeps no trip from being shown: what is on it follows', async () => {
    let answer = (_: readonly PendingOperation[]) => {}
    const log = new Promise<readonly PendingOperation[]>((resolve) => {
      answer = resolve
    })
    const storage: LogStorage = {
      tab: 'this one',
      update: never,
      read: () => log,
      isShared: () => false,
      sendAlone: (send) => send(),
      writeJournal: () => {},
      writeJournalForLater: () => {},
      findJournals: () => [],
    }
    const logs = { findTrips: never, of: () => storage, onNews: () => {}, onHandedOver: () => {} }
    const kept = await keptAnswer()
    const trips = {
      persist: never,
      persistSection: never,
      findSection: never,
      dropPrivate: never,
      persistDocuments: never,
      find: async () => kept,
    }
    plan = new PlanClient({ logs, trips, currentPerson: async () => 'robin' })
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

  async function keptAnswer(): Promise<TripAnswer> {
    const asked = await fetch(`/api/trips/${one.id}`)
    return asked.json()
  }
})

describe('a trip that the person is not in any more', () => {
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
  let left: FoundJournal[]
  let logs: Pick<DeviceLogs, 'findTrips' | 'of' | 'onNews' | 'onHandedOver'>

  beforeEach(() => {
    log = []
    left = []
    const storage: LogStorage = {
      tab: 'this one',
      update: async (change) => {
        log = change(log)
        return log
      },
      read: async () => log,
      isShared: () => false,
      sendAlone: (send) => send(),
      writeJournal: () => {},
      writeJournalForLater: () => {},
      findJournals: () => left,
    }
    logs = { findTrips: async () => [one.id], of: () => storage, onNews: () => {}, onHandedOver: () => {} }
    const nothing = async () => undefined
    const trips = {
      persist: nothing,
      persistSection: nothing,
      findSection: nothing,
      dropPrivate: nothing,
      persistDocuments: nothing,
      find: nothing,
    }
    plan = new PlanClient({ logs, trips, currentPerson: async () => robin.id })
  })

  it('SAVE-14 sets aside what waits as soon as a save says so, sends nothing more, and has the trip asked for', async () => {
    const asked = vi.fn()
    plan.onDiffers(asked)
    await plan.open(one.id)
    browser.answer(save(one), gone)
    browser.answer('GET /auth/v1/user', whoIs(robin.id))
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(asked).toHaveBeenCalledExactlyOnceWith(one.id)
    expect(plan.hasPendingEdits()).toBe(false)
    expect(plan.findPlan(one.id)?.getState()).toMatchObject({ save: 'idle', refused: [{ refused: NOT_IN_TRIP }] })
    const sent = browser.requests.length
    await pass(60_000)
    expect(browser.requests).toHaveLength(sent)
    expect(await findSetAside(logs, robin.id)).toMatchObject([{ operation: { to: 'West Gate' }, refused: NOT_IN_TRIP }])
  })

  it('SAVE-14 sets nothing aside where somebody else has signed in meanwhile, in another tab: it was said to them', async () => {
    await plan.open(one.id)
    browser.answer(save(one), gone)
    browser.answer('GET /auth/v1/user', whoIs(two.id))
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(plan.hasPendingEdits()).toBe(true)
    expect(await findSetAside(logs, robin.id)).toEqual([])
    browser.answer(open(one), gone)
    await expect(plan.open(one.id)).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(browser.takeLog()).toEqual([expect.stringContaining('will be sent again (not_signed_in')])
  })

  it('SAVE-14 is forgotten here; what was done in it, in any page, can still be had until it is dismissed', async () => {
    await plan.open(one.id)
    type(one, { car_trip_entry_gate: 'West Gate' })
    left = [{ key: 'left', journal: { waiting: [{ operation, tab: 'closed' }] }, remove: () => left.pop() }]
    await plan.drop(one.id)
    await setAside(logs, robin.id, one.id)
    await pass(0)
    expect([plan.isOpen(one.id), left]).toEqual([false, []])
    expect(await plan.findWaitingTrips()).toEqual([])
    const aside = await findSetAside(logs, robin.id)
    expect(aside.map((entry) => [(entry.operation as { to?: unknown }).to, entry.refused])).toEqual([
      ['West Gate', NOT_IN_TRIP],
      ['Rock Lake', NOT_IN_TRIP],
    ])
    await pass(60_000)
    expect(browser.requests).toHaveLength(1)
    await dismissSetAside(logs, robin.id, [operation.id])
    expect((await findSetAside(logs, robin.id)).map((entry) => (entry.operation as { to?: unknown }).to)).toEqual([
      'West Gate',
    ])
  })

  it('is where what was refused before for another reason is shown too: the trip can be opened no more', async () => {
    log = [{ operation, tab: 'a', refused: { code: 'entry_gone', message: 'Somebody has removed it.' } }]
    await setAside(logs, robin.id, one.id)
    expect(await findSetAside(logs, robin.id)).toEqual([{ operation, refused: NOT_IN_TRIP }])
  })

  it('is opened at the start only where something still waits', async () => {
    log = [{ operation, tab: 'a' }]
    expect(await plan.findWaitingTrips()).toEqual([one.id])
    log = [{ operation, tab: 'a', refused: NOT_IN_TRIP }]
    expect(await plan.findWaitingTrips()).toEqual([])
    left = [{ key: 'left', journal: { waiting: [{ operation, tab: 'closed' }] }, remove: () => {} }]
    expect(await plan.findWaitingTrips()).toEqual([one.id])
  })
})

describe('saving', () => {
  it('SAVE-14 gives a save that has no answer up after a minute, so that it is sent again', async () => {
    const within = vi.spyOn(AbortSignal, 'timeout')
    await plan.open(one.id)
    expect(within).not.toHaveBeenCalled()
    browser.answer(save(one), done(4, { car_trip_entry_gate: 'West Gate' }))
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(within).toHaveBeenCalledExactlyOnceWith(60_000)
  })

  it('that gets through again has all others tried at once that wait for their next try', async () => {
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

  it('SAVE-8, SAVE-10 sends what was done, and which version was seen, to its trip, and takes over the answer', async () => {
    await plan.open(one.id)
    await plan.open(two.id)
    browser.answer(save(one), done(4, { car_trip_entry_gate: 'West Gate', destination_name: 'Rock Lake' }))
    type(one, { car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    const operation = { section: 'details', at: ['car_trip_entry_gate'], do: 'set', to: 'West Gate', was: '' }
    const body = {
      operations: [{ ...operation, id: expect.any(String), when: expect.any(Number) }],
      seen: { details: 3 },
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

  it('takes over whole sections where the server answers them', async () => {
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

  it('say whether anything is pending, and send it at once on flush, so that it outlives the page', async () => {
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

  it('are forgotten with the person, and send nothing any more', async () => {
    type(one, { destination_name: 'One' })
    plan.forget()
    expect(find(one)).toBeUndefined()
    expect(plan.hasPendingEdits()).toBe(false)
    await plan.flush()
    await pass(60_000)
    expect(browser.requests).toHaveLength(2)
  })
})
