import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SectionAnswer, TripAnswer } from '#domain/api/trips.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { newRecord, type PrivateParty } from '#domain/plan/private.ts'
import { unsavedSections } from '#domain/testing/unsaved-sections.ts'
import type { Trip } from '#domain/trip.ts'
import { FakeBrowser, json } from '../testing/fake-browser.ts'
import type { LogStorage } from './log-storage.ts'
import type { PendingOperation } from './pending-operations.ts'
import { type Device, PlanClient } from './plan-client.ts'

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
  taken: null,
  created_at: '2026-07-01T12:00:00.000Z',
}
const part = (version: number, phone: string): SectionAnswer<'private'> => ({
  version,
  value: [{ id: me, persons: [{ ...newRecord(me), phone }] }],
})
const answerWith = (changed: Partial<Details> = {}): TripAnswer => ({
  trip,
  sections: { ...unsavedSections('car_trip'), details: { version: 1, value: { ...details.empty, ...changed } } },
  documents: [],
})

describe('what is private in an open trip', () => {
  let browser: FakeBrowser
  let plan: PlanClient
  /** What the disk has. */
  let kept: SectionAnswer<'private'> | undefined
  let log: readonly PendingOperation[]
  let keptTrip: TripAnswer | undefined
  let disk: () => Promise<void>

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2027-01-15T12:00:00Z') })
    browser = new FakeBrowser()
    ;[kept, log, keptTrip] = [undefined, [], undefined]
    disk = async () => {}
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
      findJournals: () => [],
    }
    const trips = {
      persist: async () => {},
      persistSection: async (_person: string, _trip: string, name: string, current: object) => {
        await disk()
        if (name === 'private') kept = current as SectionAnswer<'private'>
      },
      findSection: async (_person: string, _trip: string, name: string) => {
        await disk()
        return name === 'private' ? kept : undefined
      },
      dropPrivate: async () => {
        kept = undefined
      },
      persistDocuments: async () => {},
      find: async () => keptTrip,
    } as unknown as Device['trips']
    const logs = { findTrips: async () => [id], of: () => storage, onNews: () => {}, onHandedOver: () => {} }
    plan = new PlanClient({ logs, trips, currentPerson: async () => me })
    browser.answer(`GET /api/trips/${id}`, json(answerWith()))
  })
  afterEach(() => {
    plan.forget()
    browser.close()
    vi.useRealTimers()
    expect(browser.takeLog(), 'logged, and not expected').toEqual([])
  })

  const shown = (): PrivateParty[] | undefined => plan.find(id, 'private')?.getSnapshot().value
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('comes from the disk with the trip, whether that was opened from there or from the server', async () => {
    kept = part(3, '0171 3')
    keptTrip = answerWith()
    await plan.openPersisted(id)
    await pass(0)
    expect(shown()).toEqual(kept.value)
    plan.forget()
    await plan.open(id)
    await pass(0)
    expect(shown()).toEqual(kept.value)
  })

  it('is not shown from the disk 30 days after the return, and leaves it', async () => {
    kept = part(3, '0171 3')
    keptTrip = answerWith({ departure_date: '2026-12-01', return_date: '2026-12-15' } as Partial<Details>)
    await plan.openPersisted(id)
    await pass(0)
    expect(shown()).toBeUndefined()
    expect(kept).toBeUndefined()
  })

  it('that was sent before it was fetched stands as the server answered it, here and on the disk', async () => {
    kept = part(3, 'old')
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
    expect(kept).toEqual(part(4, 'new'))
  })

  it('is fetched, shown and kept, and nobody waits for the disk', async () => {
    browser.answer(`GET /api/trips/${id}/private`, json(part(5, '0171 5')))
    await plan.open(id)
    disk = () => new Promise(() => {})
    await plan.private.fetch(id)
    expect(shown()).toEqual(part(5, '0171 5').value)
    disk = async () => {}
    await plan.private.fetch(id)
    await pass(0)
    expect(kept).toEqual(part(5, '0171 5'))
  })

  it('is neither shown nor kept for somebody who signed in meanwhile, or in a trip that is gone', async () => {
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
    plan.private.take(id, part(6, '0171 6'))
    await pass(0)
    expect(kept).toBeUndefined()
  })
})
