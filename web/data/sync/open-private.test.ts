import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SectionResponse, TripResponse } from '#domain/api/trips.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { newRecord, type PrivateParty } from '#domain/plan/private.ts'
import { unsavedSections } from '#domain/testing/unsaved-sections.ts'
import type { Trip } from '#domain/trip.ts'
import { httpTransport } from '../http/http-transport.ts'
import { FakeBrowser, json } from '../testing/fake-browser.ts'
import type { Device } from './device.ts'
import type { LogStorage } from './log-storage.ts'
import type { PendingOperation } from './pending-operations.ts'
import { PlanClient } from './plan-client.ts'

const id = '00000000-0000-4000-8000-000000000001'
const me = '00000000-0000-4000-8000-0000000000aa'
const trip: Trip = {
  id,
  name: 'Pog Lake',
  type: 'car_trip',
  owner_id: me,
  is_public: false,
  role: 'owner',
  members_edit: true,
  template_revision: 2 as const,
  taken: null,
  created_at: '2026-07-01T12:00:00.000Z',
  picture: null,
}
const part = (version: number, phone: string): SectionResponse<'private'> => ({
  version,
  value: [{ id: me, persons: [{ ...newRecord(me), phone }] }],
})
const answerWith = (changed: Partial<Details> = {}): TripResponse => ({
  trip,
  sections: { ...unsavedSections('car_trip'), details: { version: 1, value: { ...details.empty, ...changed } } },
  documents: [],
})

describe('the private section of an open trip', () => {
  let browser: FakeBrowser
  let plan: PlanClient
  /** What the disk has. */
  let persisted: SectionResponse<'private'> | undefined
  let log: readonly PendingOperation[]
  let persistedTrip: TripResponse | undefined
  let disk: () => Promise<void>

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2027-01-15T12:00:00Z') })
    browser = new FakeBrowser()
    ;[persisted, log, persistedTrip] = [undefined, [], undefined]
    disk = async () => {}
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
      listJournalEntries: () => [],
    }
    const trips = {
      persist: async () => {},
      persistSection: async (_person: string, _trip: string, name: string, current: object) => {
        await disk()
        if (name === 'private') persisted = current as SectionResponse<'private'>
      },
      findSection: async (_person: string, _trip: string, name: string) => {
        await disk()
        return name === 'private' ? persisted : undefined
      },
      dropPrivate: async () => {
        persisted = undefined
      },
      persistDocuments: async () => {},
      find: async () => persistedTrip,
    } as unknown as Device['trips']
    const logs: Device['logs'] = {
      listTripIds: async () => [id],
      of: () => storage,
      onLogChange: () => {},
      onJournalAdopted: () => {},
    }
    plan = new PlanClient({ transport: httpTransport, device: { logs, trips, currentUserId: async () => me } })
    browser.answer(`GET /api/trips/${id}`, json(answerWith()))
  })
  afterEach(() => {
    plan.forget()
    browser.close()
    vi.useRealTimers()
    expect(browser.takeLog(), 'unexpected log messages').toEqual([])
  })

  const shown = (): PrivateParty[] | undefined => plan.find(id, 'private')?.getSnapshot().value
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('is loaded from disk, whether the trip comes from disk or from the server', async () => {
    persisted = part(3, '0171 3')
    persistedTrip = answerWith()
    await plan.openPersisted(id)
    await pass(0)
    expect(shown()).toEqual(persisted.value)
    plan.forget()
    await plan.open(id)
    await pass(0)
    expect(shown()).toEqual(persisted.value)
  })

  it('is deleted from disk, and not shown, 30 days after the return', async () => {
    persisted = part(3, '0171 3')
    persistedTrip = answerWith({ departure_date: '2026-12-01', return_date: '2026-12-15' } as Partial<Details>)
    await plan.openPersisted(id)
    await pass(0)
    expect(shown()).toBeUndefined()
    expect(persisted).toBeUndefined()
  })

  it('is shown and persisted as the server answers it to an edit sent before it was fetched', async () => {
    persisted = part(3, 'old')
    disk = () => new Promise(() => {})
    const at = [me, 'persons', me, 'phone']
    log = [{ operation: { id, section: 'private', do: 'set', at, was: 'old', to: 'new' }, tab: 'gone' }]
    const answer = {
      versions: { private: 4 },
      effects: [],
      values: { private: part(4, 'new').value },
      superseded: [],
      refused: [],
    }
    browser.answer(`POST /api/trips/${id}/operations`, json(answer))
    await plan.open(id)
    disk = async () => {}
    await pass(5000)
    expect(log).toEqual([])
    expect(shown()).toEqual(part(4, 'new').value)
    expect(persisted).toEqual(part(4, 'new'))
  })

  it('is fetched, shown and persisted, and does not wait for the disk', async () => {
    browser.answer(`GET /api/trips/${id}/private`, json(part(5, '0171 5')))
    await plan.open(id)
    disk = () => new Promise(() => {})
    await plan.private.fetch(id)
    expect(shown()).toEqual(part(5, '0171 5').value)
    disk = async () => {}
    await plan.private.fetch(id)
    await pass(0)
    expect(persisted).toEqual(part(5, '0171 5'))
  })

  it('is neither shown nor persisted after a sign-out, or for a trip that is closed', async () => {
    let answer = (_: Response) => {}
    browser.answer(
      `GET /api/trips/${id}/private`,
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    await plan.open(id)
    const fetching = plan.private.fetch(id).catch((failure) => failure.code)
    await pass(0)
    plan.forget()
    answer(await json(part(5, '0171 5'))())
    expect(await fetching).toBe('not_signed_in')
    plan.private.receiveAndPersist(id, part(6, '0171 6'))
    await pass(0)
    expect(persisted).toBeUndefined()
  })
})
