import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { MAX_OPERATIONS } from '#domain/api/operations.ts'
import type { ChecklistGroup } from '#domain/plan/checklist.ts'
import type { Details } from '#domain/plan/details.ts'
import { details } from '#domain/plan/details.ts'
import type { Note } from '#domain/plan/notes.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { newId } from '../new-id.ts'
import { POISON, SimulatedServer } from '../testing/simulated-server.ts'
import { OpenPlan } from './open-plan.ts'
import { AUTOSAVE_PAUSE_MS, SAVED_SHOWN_MS } from './sender.ts'
import { isUnderstood } from './understood.ts'

const row = (n: number, place = '', distance = '') => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  place,
  distance,
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let server: SimulatedServer
let plan: OpenPlan
let onOutOfSync: Mock<() => void>
let log: Mock<typeof console.error>

const find = () => plan.find('details')
const type = (changed: Partial<Details>) => find()?.edit((value) => ({ ...value, ...changed }))
const atOnce = (changed: Partial<Details>) => find()?.edit((value) => ({ ...value, ...changed }), 'at-once')
const editAsOther = (changed: Partial<Details>) => server.editAsOther('details', (value) => ({ ...value, ...changed }))
const shown = () => find()?.getSnapshot().value as Details
const stored = () => server.sections.details.value as Details
const state = () => plan.getState().save
const addNote = (text: string) => plan.find('notes')?.edit((notes) => [...notes, { id: newId(), text }], 'at-once')

function open(): OpenPlan {
  const opened = new OpenPlan(
    { id: 'trip', type: 'car_trip' },
    { transport: server, storage: undefined, host: { onReached: () => {}, onOutOfSync } },
  )
  opened.receive(server.open())
  opened.resume([])
  return opened
}

beforeEach(() => {
  vi.useFakeTimers()
  log = vi.spyOn(console, 'error').mockReturnValue()
  onOutOfSync = vi.fn()
  server = new SimulatedServer()
  editAsOther(details.empty)
  plan = open()
})

afterEach(() => {
  plan.close()
  vi.useRealTimers()
  expect(log, 'each failure is logged, and nothing else').toHaveBeenCalledTimes(server.failures)
})

describe('an edit', () => {
  it('SAVE-10, CONST-5 is sent once, as one operation, 1000 ms after the last key', async () => {
    expect(AUTOSAVE_PAUSE_MS).toBe(1000)
    for (const destination_name of ['P', 'Po', 'Pog']) {
      type({ destination_name })
      await pass(700)
    }
    await pass(299)
    expect(server.received).toEqual([])
    await pass(1)
    const operation = { do: 'set', section: 'details', at: ['destination_name'], to: 'Pog', was: '' }
    expect(server.received).toEqual([[{ ...operation, id: expect.any(String), when: expect.any(Number) }]])
    await pass(60_000)
    expect(server.received).toHaveLength(1)
    expect(stored().destination_name).toBe('Pog')
  })

  it('SAVE-9 is shown at once, before anything is sent', () => {
    const listener = vi.fn()
    find()?.subscribe(listener)
    type({ destination_name: 'Pog Lake' })
    expect(shown().destination_name).toBe('Pog Lake')
    expect(listener).toHaveBeenCalledOnce()
    expect(server.received).toEqual([])
    expect(plan.hasPendingEdits()).toBe(true)
  })

  it('made at once is sent without the pause, after older operations of other sections', async () => {
    type({ destination_name: 'Pog' })
    addNote('Bring wood')
    await pass(0)
    expect(server.received.map((sent) => sent.map(({ section }) => section))).toEqual([['details', 'notes']])
  })

  it('is not sent if its field is changed back within the pause', async () => {
    type({ destination_name: 'Pog' })
    type({ destination_name: '' })
    await pass(60_000)
    expect(server.received).toEqual([])
    expect(state()).toBe('idle')
  })

  it('loses the characters that the databases cannot store', async () => {
    type({ destination_name: 'P\0og', car_trip_distances: [row(1, '\ud83dToronto', '3\udfd5 h 🏕️')] })
    expect(shown().destination_name).toBe('Pog')
    expect(shown().car_trip_distances).toEqual([row(1, 'Toronto', '3 h 🏕️')])
    await pass(1000)
    expect(stored()).toEqual(shown())
  })

  it('does not notify a listener that has unsubscribed', () => {
    const listener = vi.fn()
    find()?.subscribe(listener)()
    type({ destination_name: 'Pog' })
    expect(listener).not.toHaveBeenCalled()
  })

  it('can be undone: a removed entry comes back with the edits of others', async () => {
    atOnce({ car_trip_distances: [row(1, 'Toronto'), row(2, 'Ottawa')] })
    await pass(500)
    editAsOther({ car_trip_distances: [row(1, 'Toronto', '300 km'), row(2, 'Ottawa')] })
    plan.receive(server.open())
    const undo = atOnce({ car_trip_distances: [row(2, 'Ottawa')] })
    await pass(500)
    expect(stored().car_trip_distances).toEqual([row(2, 'Ottawa')])
    undo?.()
    expect(shown().car_trip_distances).toEqual([row(1, 'Toronto', '300 km'), row(2, 'Ottawa')])
    await pass(500)
    expect(server.received.at(-1)).toMatchObject([{ do: 'restore' }])
    expect(stored()).toEqual(shown())
  })

  it('that is undone leaves alone what somebody has set to something else since', async () => {
    const [camp, lodge] = [newId(), newId()]
    const undo = atOnce({ place_id: camp, destination_name: 'Pog Lake' })
    await pass(500)
    editAsOther({ place_id: lodge })
    plan.receive(server.open())
    undo?.()
    await pass(500)
    expect(stored()).toMatchObject({ place_id: lodge, destination_name: '' })
    expect(stored()).toEqual(shown())
  })

  it.each(['the page that cleared it', 'a page that was opened later'])(
    'restores a cleared checklist with its ticks and in its order, on %s',
    async (page) => {
      const sample = planTemplates.checklist('car_trip')
      const checklist = () => plan.find('checklist')
      const tick = (groups: ChecklistGroup[], at: number) =>
        groups.map((group, index) =>
          index === at ? { ...group, items: group.items.map((item) => ({ ...item, checked: true })) } : group,
        )
      checklist()?.edit((groups) => tick(groups, 1), 'at-once')
      server.editAsOther('checklist', (groups) => tick(groups, 2))
      plan.receive(server.open())
      checklist()?.edit(() => [], 'at-once')
      await pass(500)
      expect(server.sections.checklist.value).toEqual([])
      if (page !== 'the page that cleared it') {
        plan.close()
        plan = open()
      }
      checklist()?.restore(sample)
      expect(
        checklist()
          ?.getSnapshot()
          .value.map(({ id }) => id),
      ).toEqual(sample.map(({ id }) => id))
      await pass(500)
      expect(server.sections.checklist.value).toEqual(tick(tick(sample, 1), 2))
      expect(checklist()?.getSnapshot().value).toEqual(server.sections.checklist.value)
    },
  )

  it('restores entries without a tombstone as they are given', async () => {
    const sample = planTemplates.checklist('car_trip')
    server = new SimulatedServer()
    server.sections.checklist.value = []
    plan.close()
    plan = open()
    plan.find('checklist')?.restore(sample)
    await pass(500)
    expect(server.sections.checklist.value).toEqual(sample)
  })

  it('of a draft changes only what differs in it, and keeps later edits by others', async () => {
    const from = shown()
    editAsOther({ destination_name: 'Rock Lake', return_date: '2026-07-04' as Details['return_date'] })
    plan.receive(server.open())
    find()?.applyDraft(from, { ...from, destination_name: 'Pog' })
    await pass(0)
    expect(stored()).toMatchObject({ destination_name: 'Pog', return_date: '2026-07-04' })
    expect(shown()).toEqual(stored())
  })
})

describe('the save state', () => {
  it('SAVE-11..13, CONST-6 is saving until the answer, then saved for 2000 ms', async () => {
    expect(SAVED_SHOWN_MS).toBe(2000)
    server.travelMs = 300
    type({ destination_name: 'Pog' })
    await pass(999)
    expect(state()).toBe('idle')
    await pass(1)
    expect(state()).toBe('saving')
    await pass(599)
    expect(state()).toBe('saving')
    await pass(1)
    expect(state()).toBe('saved')
    expect(plan.hasPendingEdits()).toBe(false)
    await pass(1999)
    expect(state()).toBe('saved')
    await pass(1)
    expect(state()).toBe('idle')
  })

  it('SAVE-13 is no longer saved after a new edit', async () => {
    type({ destination_name: 'Pog' })
    await pass(1000)
    expect(state()).toBe('saved')
    type({ destination_name: 'Pog Lake' })
    expect(state()).toBe('idle')
  })

  it('SAVE-13 counts the 2 seconds from the last save', async () => {
    type({ destination_name: 'Pog' })
    await pass(1000)
    type({ car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(server.received).toHaveLength(2)
    await pass(1999)
    expect(state()).toBe('saved')
    await pass(1)
    expect(state()).toBe('idle')
  })

  it('does not stay saving when an edit made during a save is changed back', async () => {
    for (const isFlushed of [false, true]) {
      server.travelMs = 100
      type({ destination_name: `Pog ${isFlushed}` })
      await pass(1100)
      type({ car_trip_entry_gate: 'West Gate' })
      await pass(100)
      expect(state()).toBe('saving')
      type({ car_trip_entry_gate: '' })
      if (isFlushed) await plan.flush()
      await pass(3000)
      expect(state()).toBe('idle')
    }
    expect(server.received).toHaveLength(2)
  })
})

describe('while a request is under way', () => {
  beforeEach(async () => {
    server.travelMs = 2000
    type({ destination_name: 'Pog' })
    await pass(1000)
  })

  it('no second one is sent: edits made meanwhile follow after the answer', async () => {
    type({ car_trip_entry_gate: 'West Gate' })
    await pass(3999)
    expect(server.received).toHaveLength(1)
    expect(state()).toBe('saving')
    await pass(1001)
    expect(server.received[1]).toMatchObject([{ at: ['car_trip_entry_gate'], to: 'West Gate' }])
    await pass(4000)
    expect(stored()).toEqual(shown())
  })

  it('typing on in the same field makes a new operation, based on the sent one', async () => {
    type({ destination_name: 'Pog L' })
    type({ destination_name: 'Pog Lake' })
    await pass(10_000)
    expect(server.received[1]).toMatchObject([{ at: ['destination_name'], was: 'Pog', to: 'Pog Lake' }])
    expect(stored().destination_name).toBe('Pog Lake')
  })

  it('edits by others arrive in the answer, and pending operations are replayed over them', async () => {
    editAsOther({ departure_airport_code: 'YYZ', map_embed_url: 'https://maps.example.org' })
    type({ map_embed_url: 'https://other.example.org' })
    await pass(4000)
    const both = { destination_name: 'Pog', departure_airport_code: 'YYZ', map_embed_url: 'https://other.example.org' }
    expect(shown()).toMatchObject(both)
    await pass(6000)
    expect(stored()).toMatchObject(both)
  })
})

describe('a value from the server', () => {
  it('is shown if nothing is pending, and ignored if it is not newer', () => {
    const old = server.open()
    editAsOther({ destination_name: 'Rock Lake' })
    plan.receive(server.open())
    expect(shown().destination_name).toBe('Rock Lake')
    const before = find()?.getSnapshot()
    plan.receive(old)
    expect(find()?.getSnapshot()).toBe(before)
  })

  it('in a live event is applied without a request if it follows the known version', () => {
    const changes: Parameters<OpenPlan['receiveChange']>[] = []
    server.onChange(({ version, ...change }) => changes.push(['details', version ?? 0, change]))
    editAsOther({ destination_name: 'Rock Lake' })
    editAsOther({ car_trip_distances: [row(1, 'Toronto')] })
    const [first, second] = changes as [Parameters<OpenPlan['receiveChange']>, Parameters<OpenPlan['receiveChange']>]
    expect(plan.receiveChange(...second), 'the version before is not known').toBe(false)
    expect(plan.receiveChange(...first)).toBe(true)
    expect(plan.receiveChange(...first), 'received twice').toBe(true)
    expect(plan.receiveChange(...second)).toBe(true)
    expect(shown()).toEqual(stored())
    expect(find()?.version).toBe(server.sections.details.version)
  })

  it('with a different checksum makes the client fetch the section', async () => {
    const version = server.sections.details.version + 1
    const effects = [{ at: ['destination_name'], is: 'Rock Lake' }]
    expect(plan.receiveChange('details', version, { effects, check: 1 })).toBe(true)
    await expect.poll(() => onOutOfSync).toHaveBeenCalledOnce()
    expect(find()?.version).toBeUndefined()
    plan.receive(server.open())
    expect(find()?.version).toBe(version - 1)
    expect(shown()).toEqual(stored())
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^A section differs from the server/))
    log.mockClear()
  })

  it('in an answer that does not fit makes the client fetch the trip', async () => {
    const { send } = server
    server.send = async (...sent) => {
      const answer = await send(...sent)
      return { ...answer, effects: [{ ...answer.effects[0], at: ['car_trip_distances', newId(), 'place'] } as never] }
    }
    plan.close()
    plan = open()
    type({ destination_name: 'Pog' })
    await pass(1000)
    expect(onOutOfSync).toHaveBeenCalledOnce()
  })
})

describe('a failure', () => {
  it('SAVE-14 is logged and not shown, and the request is retried with growing pauses', async () => {
    server.fates = Array(8).fill('lost')
    const times: number[] = []
    const { send } = server
    server.send = (...sent) => {
      times.push(Date.now())
      return send(...sent)
    }
    plan.close()
    plan = open()
    type({ destination_name: 'Pog' })
    await pass(1000)
    expect(state()).toBe('saving')
    await pass(20_000)
    type({ car_trip_entry_gate: 'West Gate' })
    await pass(180_000)
    const tries = times.slice(0, 9)
    const pauses = tries.slice(1).map((time, i) => time - (tries[i] as number))
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    expect(new Set(server.received.map(([first]) => first?.id)).size).toBe(1)
    expect(log).toHaveBeenCalledWith(
      expect.stringMatching(
        /^Failed to save trip details\. A save did not reach the server and will be sent again \(unreachable: /,
      ),
    )
    expect(stored()).toMatchObject({ destination_name: 'Pog', car_trip_entry_gate: 'West Gate' })
    expect(plan.hasPendingEdits()).toBe(false)
  })

  it.each(['database_full', 'database_not_writable', 'database_busy', 'database_unreachable'] as const)(
    'with the code %s is no refusal: the edit is sent again until it is stored',
    async (code) => {
      server.fates = Array(5).fill(code)
      type({ destination_name: 'Pog' })
      await pass(1000 + 1000 + 2000 + 4000)
      expect(stored()).toMatchObject({ destination_name: '' })
      expect(plan.hasPendingEdits()).toBe(true)
      expect(state()).toBe('saving')
      await pass(60_000)
      expect(stored()).toMatchObject({ destination_name: 'Pog' })
      expect(plan.hasPendingEdits()).toBe(false)
      expect(new Set(server.received.map(([first]) => first?.id)).size).toBe(1)
      expect(log).toHaveBeenCalledTimes(5)
    },
  )

  it('SAVE-11 leaves the state at saving between the tries', async () => {
    server.fates = ['internal_error', 'unreachable']
    const states = new Set<string>()
    type({ destination_name: 'Pog' })
    await pass(1000)
    plan.subscribe(() => states.add(state()))
    await pass(2999)
    expect(state()).toBe('saving')
    expect([...states].filter((each) => each !== 'saving')).toEqual([])
    await pass(1)
    expect(state()).toBe('saved')
  })

  it('to reach the server several times in a row shows how many operations wait for the network', async () => {
    const waiting = () => plan.getState().offlineCount
    server.fates = Array(4).fill('lost')
    type({ destination_name: 'Pog', car_trip_distances: [row(1)] })
    await pass(1000 + 1000)
    expect(waiting()).toBe(0)
    await pass(2000)
    expect(waiting()).toBe(2)
    type({ car_trip_entry_gate: 'West Gate' })
    expect(waiting()).toBe(3)
    await pass(60_000)
    expect(waiting()).toBe(0)
    server.fates = Array(4).fill('internal_error')
    type({ destination_name: 'Rock Lake' })
    await pass(1000 + 1000 + 2000 + 4000)
    expect(waiting()).toBe(0)
    await pass(60_000)
  })

  it('to receive the answer does not apply an operation twice', async () => {
    plan
      .find('notes')
      ?.edit((notes) => notes.map((note, n) => (n > 0 ? note : { ...note, text: `${note.text} and wood` })))
    server.fates = ['answer lost']
    await pass(10_000)
    expect(server.received).toHaveLength(2)
    expect(server.sections.notes.version).toBe(1)
    expect((server.sections.notes.value as Note[])[0]?.text.match(/and wood/g)).toHaveLength(1)
  })

  it('caused by one operation sets that one aside, and applies all others', async () => {
    type({ destination_name: 'Pog' })
    type({ car_trip_entry_gate: POISON })
    addNote('Bring wood')
    type({ map_embed_url: 'https://maps.example.org' })
    await pass(10_000)
    expect(stored()).toMatchObject({
      destination_name: 'Pog',
      car_trip_entry_gate: '',
      map_embed_url: 'https://maps.example.org',
    })
    expect((server.sections.notes.value as Note[]).at(-1)?.text).toBe('Bring wood')
    expect(plan.getState().refused).toMatchObject([{ operation: { to: POISON }, refused: { code: 'invalid_request' } }])
    expect(shown().car_trip_entry_gate).toBe('')
    expect(state()).toBe('idle')
    plan.dismiss(plan.getState().refused.map(({ operation }) => operation.id))
    expect(plan.getState().refused).toEqual([])
  })
})

describe('a text that gave way to newer typing', () => {
  const row = { id: newId(), place: 'Toronto', distance: '' }
  const placeOfRow = () => shown().car_trip_distances[0]?.place
  const isUnderstoodHere = () => plan.listPending('details').every((operation) => isUnderstood({ operation, tab: '' }))

  it('is set aside, and can be set again, also if its entry has been removed since', async () => {
    editAsOther({ car_trip_distances: [row] })
    plan.receive(server.open())
    type({ car_trip_distances: [{ ...row, place: 'Ottawa' }] })
    const [operation] = plan.listPending('details')
    if (operation?.do !== 'set') throw new Error('Nothing is pending')
    // Typed later by somebody else, but sent before.
    const newer = { ...operation, id: newId(), to: 'Kingston', when: (operation.when ?? 0) + 1 }
    await pass(10)
    server.operate({ operations: [newer], seen: {} })
    await plan.flush()
    expect(placeOfRow()).toBe('Kingston')
    expect(plan.getState().refused).toMatchObject([
      { operation: { id: operation.id }, refused: { code: 'superseded', is: 'Kingston' } },
    ])
    server.editAsOther('details', (value) => ({ ...value, car_trip_distances: [] }))
    plan.receive(server.open())
    find()?.setAgain(operation)
    expect(isUnderstoodHere()).toBe(true)
    await plan.flush()
    expect(stored().car_trip_distances).toMatchObject([{ place: 'Ottawa' }])
  })
})

describe('flush', () => {
  it('sends pending operations without the pause, and resolves when the server has answered', async () => {
    server.travelMs = 500
    type({ destination_name: 'Pog' })
    const done = vi.fn()
    void plan.flush().then(done)
    await pass(999)
    expect(done).not.toHaveBeenCalled()
    await pass(1)
    expect(done).toHaveBeenCalledOnce()
    expect(stored().destination_name).toBe('Pog')
  })

  it('SAVE-10 of a closing page sends all pending operations, also those under way, in one request', async () => {
    server.travelMs = 300
    server.fates = ['lost']
    type({ destination_name: 'Pog' })
    await pass(1000)
    type({ car_trip_entry_gate: 'West Gate' })
    void plan.flush({ keepalive: true })
    await pass(0)
    expect(server.keepalives).toEqual([false, true])
    expect(server.received[1]).toMatchObject([{ at: ['destination_name'] }, { at: ['car_trip_entry_gate'] }])
    await pass(10_000)
    expect(stored()).toMatchObject({ destination_name: 'Pog', car_trip_entry_gate: 'West Gate' })
    expect(server.sections.details.version).toBe(1)
    expect(plan.hasPendingEdits()).toBe(false)
  })

  it('of a closing page sends normal requests if the operations are too many for one', async () => {
    const notes = Array.from({ length: MAX_OPERATIONS + 50 }, (_, n) => ({ id: newId(), text: `Note ${n}` }))
    plan.find('notes')?.edit((before) => [...before, ...notes])
    await plan.flush({ keepalive: true })
    expect(server.keepalives).toEqual([false, false])
    expect(server.received.map((sent) => sent.length)).toEqual([MAX_OPERATIONS, 50])
    expect(server.sections.notes.value).toEqual(plan.find('notes')?.getSnapshot().value)
  })

  it('differs from retry, which only cuts short the wait after a failed request', async () => {
    server.fates = Array(4).fill('lost')
    type({ destination_name: 'Pog' })
    plan.retry()
    await pass(999)
    expect(server.received).toHaveLength(0)
    await pass(1 + 1000 + 2000 + 4000)
    expect(server.received).toHaveLength(4)
    plan.retry()
    await pass(0)
    expect(server.received).toHaveLength(5)
    expect(plan.hasPendingEdits()).toBe(false)
  })

  it('sends nothing if nothing is pending, and resolves even if the server cannot be reached', async () => {
    await plan.flush()
    expect(server.received).toEqual([])
    server.fates = ['lost']
    type({ destination_name: 'Pog' })
    await plan.flush()
    expect(plan.hasPendingEdits()).toBe(true)
    await pass(60_000)
  })
})

describe('close', () => {
  it('cancels a request that waits for its pause or its next try', async () => {
    type({ destination_name: 'Pog' })
    plan.close()
    await pass(60_000)
    expect(server.received).toEqual([])
    plan = open()
    server.fates = ['lost']
    type({ destination_name: 'Pog' })
    await pass(1000)
    plan.close()
    await pass(60_000)
    expect(server.received).toHaveLength(1)
  })
})
