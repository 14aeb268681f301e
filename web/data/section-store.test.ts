import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { MOST_SAVES_BEFORE } from '#domain/api/plan.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { AUTOSAVE_PAUSE_MS, SAVED_SHOWN_MS, SectionStore } from './section-store.ts'
import { type Fate, SimulatedServer } from './testing/simulated-server.ts'

const empty = details.empty
const rowId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const row = (n: number, place = '', distance = '') => ({ id: rowId(n), place, distance })

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let server: SimulatedServer
let store: SectionStore<'details'>
/** What is written into the browser's log. */
let log: Mock<typeof console.error>

const type = (changed: Partial<Details>) => store.edit((value) => ({ ...value, ...changed }))
const shown = () => store.getSnapshot().value
const state = () => store.getSnapshot().saveState

beforeEach(() => {
  vi.useFakeTimers()
  log = vi.spyOn(console, 'error').mockReturnValue()
  server = new SimulatedServer()
  store = new SectionStore(server.current, server)
})

afterEach(() => {
  store.close()
  vi.useRealTimers()
  expect(log, 'each failure is logged, and nothing else').toHaveBeenCalledTimes(server.failures)
})

describe('an edit', () => {
  it('SAVE-10, CONST-5 is sent once, 1000 ms after the last key', async () => {
    expect(AUTOSAVE_PAUSE_MS).toBe(1000)
    for (const destination_name of ['P', 'Po', 'Pog']) {
      type({ destination_name })
      await pass(700)
    }
    await pass(299)
    expect(server.received).toEqual([])
    await pass(1)
    expect(server.received).toEqual([{ id: expect.any(String), base: 0, value: { ...empty, destination_name: 'Pog' } }])
    await pass(60_000)
    expect(server.received).toHaveLength(1)
  })

  it('SAVE-9 is shown at once, before anything is sent', () => {
    const heard = vi.fn()
    store.subscribe(heard)
    type({ destination_name: 'Pog Lake' })
    expect(shown().destination_name).toBe('Pog Lake')
    expect(heard).toHaveBeenCalledOnce()
    expect(server.received).toEqual([])
    expect(store.hasPendingEdit()).toBe(true)
  })

  it('is sent without the pause where it is a deed', async () => {
    store.edit((value) => ({ ...value, car_trip_distances: [row(1)] }), 'at-once')
    await pass(0)
    expect(server.current.value.car_trip_distances).toEqual([row(1)])
  })

  it('is not sent when it was taken back within the pause', async () => {
    type({ destination_name: 'Pog' })
    type({ destination_name: '' })
    await pass(60_000)
    expect(server.received).toEqual([])
    expect(state()).toBe('idle')
  })

  it('loses the characters that no engine stores, wherever they stand', async () => {
    type({ destination_name: 'P\0og', car_trip_distances: [row(1, '\ud83dToronto', '3\udfd5 h 🏕️')] })
    expect(shown().destination_name).toBe('Pog')
    expect(shown().car_trip_distances).toEqual([row(1, 'Toronto', '3 h 🏕️')])
    await pass(1000)
    expect(details.schema.parse(server.received[0]?.value)).toEqual(shown())
  })

  it('no longer reaches a listener that has ended its subscription', () => {
    const heard = vi.fn()
    store.subscribe(heard)()
    type({ destination_name: 'Pog' })
    expect(heard).not.toHaveBeenCalled()
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
    expect(store.hasPendingEdit()).toBe(false)
    await pass(1999)
    expect(state()).toBe('saved')
    await pass(1)
    expect(state()).toBe('idle')
  })

  it('SAVE-13 is no longer saved when something new is to be saved', async () => {
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

  it('does not stay saving when what was to follow a save is taken back, whether or not it is asked to hurry', async () => {
    for (const hurry of [false, true]) {
      server.travelMs = 100
      type({ destination_name: `Pog ${hurry}` })
      await pass(1100)
      type({ car_trip_entry_gate: 'West Gate' })
      await pass(100)
      expect(state()).toBe('saving')
      type({ car_trip_entry_gate: '' })
      if (hurry) await store.flush()
      await pass(1000)
      expect(state()).toBe('idle')
    }
    expect(server.received).toHaveLength(2)
  })

  it('does not stay saving when a refused edit is taken back', async () => {
    server.fates = ['invalid_request']
    type({ destination_name: 'Pog' })
    await pass(1000)
    type({ destination_name: '' })
    await pass(60_000)
    expect(server.received).toHaveLength(1)
    expect(state()).toBe('idle')
  })
})

describe('while a save is under way', () => {
  beforeEach(async () => {
    server.travelMs = 2000
    type({ destination_name: 'Pog' })
    await pass(1000)
  })

  it('no second one is sent, and what is typed meanwhile follows 1000 ms after the answer', async () => {
    type({ car_trip_entry_gate: 'West Gate' })
    store.edit((value) => ({ ...value, car_trip_distances: [row(1)] }), 'at-once')
    await pass(4000)
    expect(server.received).toHaveLength(1)
    expect(state()).toBe('saving')
    await pass(1000)
    expect(server.received[1]).toMatchObject({ base: 1, value: shown() })
    await pass(4000)
    expect(server.mostUnderWay).toBe(1)
    expect(server.current).toEqual({ version: 2, value: shown() })
    expect(shown()).toMatchObject({ destination_name: 'Pog', car_trip_entry_gate: 'West Gate', car_trip_distances: [row(1)] })
  })

  it('what is typed is merged onto an answer that holds a colleague’s edits too', async () => {
    server.change((value) => ({ ...value, departure_airport_code: 'YYZ', map_embed_url: 'https://maps.example.org' }))
    type({ map_embed_url: 'https://other.example.org' })
    await pass(4000)
    const merged = { destination_name: 'Pog', departure_airport_code: 'YYZ', map_embed_url: 'https://other.example.org' }
    expect(shown()).toMatchObject(merged)
    await pass(5000)
    expect(server.received[1]).toMatchObject({ base: 2, value: merged })
    expect(server.current.value).toMatchObject(merged)
  })

  it('a version that the server tells of waits for the answer, which is newer', async () => {
    server.change((value) => ({ ...value, departure_airport_code: 'YYZ' }))
    store.receive(server.current)
    expect(shown()).toEqual({ ...empty, destination_name: 'Pog' })
    await pass(4000)
    expect(shown()).toEqual({ ...empty, destination_name: 'Pog', departure_airport_code: 'YYZ' })
  })
})

describe('a version from the server', () => {
  it('is shown when nothing is pending, and changes nothing when it is not newer', () => {
    server.change((value) => ({ ...value, destination_name: 'Rock Lake' }))
    const newer = server.current
    store.receive(newer)
    expect(shown().destination_name).toBe('Rock Lake')
    const before = store.getSnapshot()
    store.receive({ version: 1, value: empty })
    store.receive({ version: 0, value: empty })
    expect(store.getSnapshot()).toBe(before)
    expect(store.hasPendingEdit()).toBe(false)
  })

  it('is merged under a pending edit, which is then sent from it', async () => {
    type({ destination_name: 'Pog' })
    server.change((value) => ({ ...value, destination_name: 'Rock Lake', car_trip_entry_gate: 'East Gate' }))
    store.receive(server.current)
    expect(shown()).toEqual({ ...empty, destination_name: 'Pog', car_trip_entry_gate: 'East Gate' })
    await pass(1000)
    expect(server.received[0]).toMatchObject({ base: 1, value: shown() })
    expect(server.current.value).toEqual(shown())
  })
})

describe('an edit of an entry that somebody removed', () => {
  const rows = (...car_trip_distances: Details['car_trip_distances']) => ({ car_trip_distances })

  it('keeps the rest of the entry as others have it, should it come back meanwhile', async () => {
    server.change((value) => ({ ...value, ...rows(row(1, 'Toronto', '300 km')) }))
    store.receive(server.current)
    server.travelMs = 500
    type({ destination_name: 'Pog' })
    await pass(1000)
    // While that save is under way: this person edits the row, a third one removes it.
    server.change((value) => ({ ...value, ...rows() }))
    type(rows(row(1, 'Ottawa', '300 km')))
    await pass(1000)
    expect(shown().car_trip_distances).toEqual([row(1, 'Ottawa', '300 km')])
    // A fourth one, who had not heard of it, brings it back.
    server.change((value) => ({ ...value, ...rows(row(1, 'Toronto', '280 km')) }))
    await pass(5000)
    expect(server.received[1]).toMatchObject({ from: rows(row(1, 'Toronto', '300 km')) })
    expect(shown().car_trip_distances).toEqual([row(1, 'Ottawa', '280 km')])
    expect(server.current.value).toEqual(shown())
  })

  it('leaves with the entry when it is taken back', async () => {
    server.change((value) => ({ ...value, ...rows(row(1, 'Toronto')) }))
    store.receive(server.current)
    type(rows(row(1, 'Ottawa')))
    server.change((value) => ({ ...value, ...rows() }))
    store.receive(server.current)
    expect(shown().car_trip_distances).toEqual([row(1, 'Ottawa')])
    type(rows(row(1, 'Toronto')))
    expect(shown().car_trip_distances).toEqual([])
    expect(store.hasPendingEdit()).toBe(false)
  })

  it('made in a copy keeps the rest of the entry too', async () => {
    server.change((value) => ({ ...value, ...rows(row(1, 'Toronto', '300 km')) }))
    store.receive(server.current)
    const copied = shown()
    server.change((value) => ({ ...value, ...rows() }))
    store.receive(server.current)
    store.editCopy(copied, { ...copied, ...rows(row(1, 'Ottawa', '300 km')) })
    server.change((value) => ({ ...value, ...rows(row(1, 'Toronto', '280 km')) }))
    await pass(500)
    expect(shown().car_trip_distances).toEqual([row(1, 'Ottawa', '280 km')])
  })
})

describe('a failure', () => {
  it('SAVE-14 is logged and not shown, and the save is tried again with growing pauses until the server has it', async () => {
    server.fates = Array(8).fill('lost')
    const times: number[] = []
    const { save } = server
    server.save = (...args) => {
      times.push(Date.now())
      return save(...args)
    }
    store = new SectionStore(server.current, server)
    type({ destination_name: 'Pog' })
    await pass(1000)
    expect(state()).toBe('saving')
    await pass(20_000)
    type({ car_trip_entry_gate: 'West Gate' })
    await pass(180_000)
    const tries = times.slice(0, 9)
    const pauses = tries.slice(1).map((time, i) => time - (tries[i] as number))
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    expect(new Set(server.received.slice(0, 9).map(({ id }) => id)).size).toBe(1)
    expect(log).toHaveBeenCalledWith(
      expect.stringMatching(
        /^Failed to save trip details\. A save did not reach the server and will be sent again \(unreachable: /,
      ),
    )
    expect(server.current).toEqual({ version: 2, value: { ...empty, destination_name: 'Pog', car_trip_entry_gate: 'West Gate' } })
    expect(store.hasPendingEdit()).toBe(false)
  })

  it('SAVE-11 keeps saving shown between the tries', async () => {
    server.fates = ['internal_error', 'unreachable']
    const states = new Set<string>()
    type({ destination_name: 'Pog' })
    await pass(1000)
    store.subscribe(() => states.add(state()))
    await pass(2999)
    expect(state()).toBe('saving')
    expect([...states]).toEqual(['saving'])
    await pass(1)
    expect(state()).toBe('saved')
  })

  it('to reach the server, time and again, counts what waits for the network until it is there', async () => {
    const waiting = () => store.getSnapshot().waiting
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

  it('to hear the answer sends the same save again, without what was typed since and without doing anything twice', async () => {
    server.fates = ['answer lost']
    type({ car_trip_distances: [row(1)] })
    await pass(1000)
    server.change((value) => ({ ...value, car_trip_distances: [] }))
    type({ car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(server.received[1]).toEqual(server.received[0])
    // The colleague's later deletion stands.
    expect(shown()).toEqual({ ...empty, car_trip_entry_gate: 'West Gate' })
    await pass(1000)
    expect(server.current.value).toEqual(shown())
  })

  it.each(['too_many_requests', 'not_signed_in'] as const)(
    'to hear the answer is not forgotten when the next try meets %s, which says nothing about the save',
    async (code) => {
      server.fates = ['answer lost', code]
      type({ destination_name: 'Pog' })
      await pass(1000)
      server.change((value) => ({ ...value, destination_name: 'Rock Lake' }))
      await pass(3000)
      expect(server.received.map(({ id }) => id)).toEqual(Array(3).fill(server.received[0]?.id))
      expect(server.current.value.destination_name).toBe('Rock Lake')
      expect(shown().destination_name).toBe('Rock Lake')
    },
  )

  it('that is the save’s own fault makes it anew from what is shown by then', async () => {
    server.fates = ['body_too_large']
    type({ destination_name: 'Pog'.repeat(100) })
    await pass(1000)
    type({ destination_name: 'Pog' })
    await pass(1000)
    expect(server.received[1]).toEqual({ id: expect.any(String), base: 0, value: { ...empty, destination_name: 'Pog' } })
    expect(server.received[1]?.id).not.toBe(server.received[0]?.id)
    expect(state()).toBe('saved')
  })

  it('base_unknown has the next try bring along what the edit started from', async () => {
    server.change((value) => ({ ...value, destination_name: 'Rock Lake', car_trip_entry_gate: 'East Gate' }))
    store.receive(server.current)
    const started = server.current.value
    // The server was set back to a copy of earlier, and somebody else has saved since.
    server.versions.splice(1)
    server.change((value) => ({ ...value, return_date: '2026-07-05' as Details['return_date'] }))
    server.fates = ['base_unknown']
    type({ destination_name: 'Pog' })
    await pass(2000)
    expect(server.received[1]).toMatchObject({ from: started, value: { destination_name: 'Pog' } })
    expect(server.received[1]?.id).not.toBe(server.received[0]?.id)
    expect(shown()).toMatchObject({ destination_name: 'Pog', return_date: '2026-07-05', car_trip_entry_gate: '' })
    expect(server.current.value).toEqual(shown())
  })

  it('of a save that would be too large with what it started from sends it without', async () => {
    server.fates = ['base_unknown', 'body_too_large']
    type({ destination_name: 'Pog' })
    await pass(4000)
    expect(server.received.map(({ from }) => from)).toEqual([undefined, empty, undefined])
    expect(state()).toBe('saved')
  })
})

describe('flush', () => {
  it('sends what is pending without the pause, and resolves when the server has answered', async () => {
    type({ destination_name: 'Pog' })
    server.travelMs = 100
    const flushed = vi.fn()
    void store.flush({ keepalive: true }).then(flushed)
    await pass(199)
    expect(flushed).not.toHaveBeenCalled()
    await pass(1)
    expect(flushed).toHaveBeenCalledOnce()
    expect(server.keepalives).toEqual([true])
    expect(server.current.value.destination_name).toBe('Pog')
    await pass(60_000)
    expect(server.received).toHaveLength(1)
  })

  it('SAVE-10 of a page that goes away sends a save that had no answer along with what was typed since, in one request', async () => {
    server.fates = ['lost']
    type({ destination_name: 'Pog' })
    await pass(1000)
    type({ destination_name: 'Pog Lake' })
    void store.flush({ keepalive: true })
    expect(server.received.slice(1)).toMatchObject([
      { value: { destination_name: 'Pog Lake' }, after: [{ id: server.received[0]?.id, value: { destination_name: 'Pog' } }] },
    ])
    expect(server.keepalives).toEqual([false, true])
    await pass(0)
    expect(server.versions.map(({ destination_name }) => destination_name)).toEqual(['', 'Pog', 'Pog Lake'])
    await pass(60_000)
    expect(server.versions).toHaveLength(3)
    expect(store.hasPendingEdit()).toBe(false)
  })

  it('SAVE-10 of a page that goes away repeats the save that is under way, which may go with the page', async () => {
    server.travelMs = 500
    type({ destination_name: 'Pog' })
    await pass(1100)
    void store.flush({ keepalive: true })
    expect(server.received.map(({ id }) => id)).toEqual([server.received[0]?.id, server.received[0]?.id])
    expect(server.keepalives).toEqual([false, true])
    await pass(60_000)
    expect(server.versions).toHaveLength(2)
  })

  it('of a page that is left time and again without a network brings along no more than the server takes', async () => {
    server.fates = Array(40).fill('lost')
    for (let n = 0; n < 15; n++) {
      type({ destination_name: `Lake ${n}` })
      void store.flush({ keepalive: true })
      await pass(10)
    }
    expect(Math.max(...server.received.map(({ after = [] }) => after.length))).toBe(MOST_SAVES_BEFORE)
    server.fates = []
    await pass(60_000)
    expect(server.current.value.destination_name).toBe('Lake 14')
    expect(store.hasPendingEdit()).toBe(false)
  })

  it('waits for a save that is under way, and sends what was typed since', async () => {
    server.travelMs = 500
    type({ destination_name: 'Pog' })
    await pass(1000)
    type({ destination_name: 'Pog Lake' })
    const flushed = store.flush()
    await pass(2000)
    await flushed
    expect(server.received).toHaveLength(2)
    expect(server.current.value.destination_name).toBe('Pog Lake')
  })

  it('tries at once what waits for its next try', async () => {
    server.fates = Array(5).fill('lost')
    type({ destination_name: 'Pog' })
    await pass(1000 + 1000 + 2000 + 4000 + 8000)
    expect(server.received).toHaveLength(5)
    await store.flush()
    expect(server.received).toHaveLength(6)
    expect(store.hasPendingEdit()).toBe(false)
  })

  it('tries at once when the server is said to be reached again, where a try had failed, and no sooner otherwise', async () => {
    store.retry()
    type({ destination_name: 'Pog' })
    store.retry()
    await pass(999)
    expect(server.received).toEqual([])
    server.fates = Array(4).fill('lost')
    await pass(1 + 1000 + 2000 + 4000)
    expect(server.received).toHaveLength(4)
    store.retry()
    await pass(0)
    expect(store.hasPendingEdit()).toBe(false)
    await pass(60_000)
    expect(server.received).toHaveLength(5)
  })

  it('resolves also when the server cannot be reached, and sends nothing where nothing is pending', async () => {
    await store.flush()
    expect(server.received).toEqual([])
    server.fates = ['lost']
    type({ destination_name: 'Pog' })
    await store.flush()
    expect(store.hasPendingEdit()).toBe(true)
  })
})

describe('what went beside a save when the page was left', () => {
  it('is not said a second time over what somebody else has written there since', async () => {
    server.travelMs = 500
    type({ destination_name: 'Pog' })
    await pass(1200)
    type({ destination_name: 'Pog Lake' })
    void store.flush({ keepalive: true })
    await pass(700)
    expect(server.current.value.destination_name).toBe('Pog Lake')
    server.change((value) => ({ ...value, destination_name: 'Rock Lake' }))
    await pass(60_000)
    expect(server.current.value.destination_name).toBe('Rock Lake')
  })

  it('does not say once more what the save has said that it goes beside', async () => {
    server.fates = ['answer lost']
    type({ destination_name: 'Pog' })
    await pass(1000)
    server.change((value) => ({ ...value, destination_name: 'Rock Lake' }))
    type({ car_trip_entry_gate: 'West Gate' })
    void store.flush({ keepalive: true })
    await pass(60_000)
    expect(server.current.value).toMatchObject({ destination_name: 'Rock Lake', car_trip_entry_gate: 'West Gate' })
  })

  it('is taken back with what is taken back afterwards', async () => {
    server.travelMs = 500
    type({ destination_name: 'Pog' })
    await pass(1200)
    store.edit((value) => ({ ...value, car_trip_distances: [row(1, 'Gate')] }))
    void store.flush({ keepalive: true })
    await pass(100)
    store.edit((value) => ({ ...value, car_trip_distances: [] }))
    await pass(60_000)
    expect(server.current.value).toMatchObject({ destination_name: 'Pog', car_trip_distances: [] })
  })
})

it('SAVE-14 an edit screen’s edit of an entry that was removed here meanwhile brings it back with what others have made of it', async () => {
  server.change((value) => ({ ...value, car_trip_distances: [row(1, 'Gate', '1 km')] }))
  store.receive(server.current)
  const from = shown()
  server.change((value) => ({ ...value, car_trip_distances: [row(1, 'Gate', '9 km')] }))
  store.receive(server.current)
  type({ car_trip_distances: [] })
  store.editCopy(from, { ...from, car_trip_distances: [row(1, 'West Gate', '1 km')] })
  await pass(5000)
  expect(server.current.value.car_trip_distances).toEqual([row(1, 'West Gate', '9 km')])
  expect(shown()).toEqual(server.current.value)
})

describe('an entry whose removal is under way when its person brings it back', () => {
  const stored = () => server.current.value.car_trip_distances
  const edited = [row(1, 'West Gate', '1 km')]

  /** Has the page show what somebody has made of the row. Answers all that it shows then. */
  function show(changed: Details['car_trip_distances'][number]): Details {
    server.change((value) => ({ ...value, car_trip_distances: [changed] }))
    store.receive(server.current)
    return shown()
  }

  /** Removes the row, and lets somebody else edit it before the server has heard of that. Answers what the screen had before. */
  async function remove(): Promise<Details> {
    const before = show(row(1, 'Gate', '1 km'))
    server.travelMs = 500
    store.edit((value) => ({ ...value, car_trip_distances: [] }), 'at-once')
    await pass(100)
    server.change((value) => ({ ...value, car_trip_distances: [row(1, 'Gate', '9 km')] }))
    return before
  }

  it('SAVE-14 with an edit has the rest of it as others have made it since', async () => {
    const before = await remove()
    store.editCopy(before, { ...before, car_trip_distances: edited })
    await pass(5000)
    expect(stored()).toEqual([row(1, 'West Gate', '9 km')])
    expect(shown()).toEqual(server.current.value)
  })

  it('SAVE-14 with an edit that goes beside it when the page is left has the rest too', async () => {
    const before = await remove()
    store.editCopy(before, { ...before, car_trip_distances: edited })
    void store.flush({ keepalive: true })
    await pass(5000)
    expect(stored()).toEqual([row(1, 'West Gate', '9 km')])
    expect(shown()).toEqual(server.current.value)
  })

  it('SAVE-14 as it was has all of it as others have made it since', async () => {
    const before = await remove()
    type({ car_trip_distances: before.car_trip_distances })
    await pass(5000)
    expect(stored()).toEqual([row(1, 'Gate', '9 km')])
    expect(shown()).toEqual(server.current.value)
  })

  it('SAVE-14 from a copy has what was typed before that was taken, sent or not', async () => {
    show(row(1, 'Gate', '1 km'))
    type({ car_trip_distances: [row(1, 'Gate', '2 km')] })
    const copied = shown()
    type({ car_trip_distances: [] })
    store.editCopy(copied, { ...copied, car_trip_distances: [row(1, 'West Gate', '2 km')] })
    await pass(5000)
    expect(stored()).toEqual([row(1, 'West Gate', '2 km')])
    expect(shown()).toEqual(server.current.value)
  })

  it('SAVE-14 from a copy has what others have written over that since it was saved, and what the copy itself took back', async () => {
    for (const [copy, others, expected] of [
      [row(1, 'West Gate', '2 km'), row(1, 'Gate', '3 km'), row(1, 'West Gate', '3 km')],
      [row(1, 'West Gate', '1 km'), row(1, 'Gate', '2 km'), row(1, 'West Gate', '1 km')],
    ] as const) {
      show(row(1, 'Gate', '1 km'))
      type({ car_trip_distances: [row(1, 'Gate', '2 km')] })
      const copied = shown()
      type({ destination_name: `Pog Lake ${copy.distance}` })
      await pass(5000)
      show(others)
      type({ car_trip_distances: [] })
      store.editCopy(copied, { ...copied, car_trip_distances: [copy] })
      await pass(5000)
      expect(stored()).toEqual([expected])
      expect(shown()).toEqual(server.current.value)
    }
  })

  it('SAVE-14 from a copy has what is under way of it since', async () => {
    const copied = show(row(1, 'Gate', '1 km'))
    server.travelMs = 500
    store.edit((value) => ({ ...value, car_trip_distances: [row(1, 'West Gate', '1 km')] }), 'at-once')
    await pass(100)
    type({ car_trip_distances: [] })
    store.editCopy(copied, { ...copied, car_trip_distances: [row(1, 'Gate', '5 km')] })
    await pass(5000)
    expect(stored()).toEqual([row(1, 'West Gate', '5 km')])
    expect(shown()).toEqual(server.current.value)
  })

  it('SAVE-14 as it was is there again where nobody else has touched it', async () => {
    const before = show(row(1, 'Gate', '1 km'))
    server.travelMs = 500
    store.edit((value) => ({ ...value, car_trip_distances: [] }), 'at-once')
    await pass(100)
    type({ car_trip_distances: before.car_trip_distances })
    await pass(5000)
    expect(stored()).toEqual([row(1, 'Gate', '1 km')])
    expect(shown()).toEqual(server.current.value)
  })
})

describe('close', () => {
  it('stops what waits for its pause', async () => {
    type({ destination_name: 'Pog' })
    store.close()
    await store.flush()
    await pass(60_000)
    expect(server.received).toEqual([])
  })

  it('stops the next try, and the save that would follow one under way', async () => {
    server.travelMs = 100
    server.fates = ['lost']
    type({ destination_name: 'Pog' })
    await pass(1000)
    store.close()
    type({ destination_name: 'Pog Lake' })
    await pass(60_000)
    expect(server.received).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

/*
 * One person edits, others save, and the network does what it likes. Every text that somebody types is a new one.
 */
type TextField = 'destination_name' | 'car_trip_entry_gate' | 'map_embed_url'
const textFields: readonly TextField[] = ['destination_name', 'car_trip_entry_gate', 'map_embed_url']
const deeds = ['type', 'add', 'edit row', 'remove', 'move'] as const
const fates: Fate[] = [
  'answered',
  'answered',
  'answer lost',
  'lost',
  'internal_error',
  'too_many_requests',
  'invalid_request',
  'base_unknown',
]

const step = fc.record({
  do: fc.constantFrom(...deeds, ...deeds, 'wait', 'wait', 'news', 'flush'),
  who: fc.constantFrom('me', 'other'),
  at: fc.nat(20),
  ms: fc.constantFrom(0, 10, 400, 999, 1000, 1700, 5000),
})
const script = fc.record({
  steps: fc.array(step, { maxLength: 40, size: 'max' }),
  fates: fc.array(fc.constantFrom(...fates), { maxLength: 12 }),
  travelMs: fc.constantFrom(0, 30, 700),
})

describe('any edits, any versions from the server, any failures', () => {
  it('SAVE-14 end with store and server equal, one save under way at a time, and no edit lost that nobody else touched', async () => {
    await fc.assert(
      fc.asyncProperty(script, async ({ steps, fates, travelMs }) => {
        log.mockClear()
        server = new SimulatedServer()
        server.fates = [...fates]
        server.travelMs = travelMs
        store = new SectionStore(server.current, server)
        /** The person's last text per place, and the places that others touched; a row stands for all of its fields. */
        const typed = new Map<string, string>()
        const touched = new Set<string>()
        let texts = 0

        for (const { do: what, who, at, ms } of steps) {
          if (what === 'wait') await pass(ms)
          else if (what === 'flush') void store.flush()
          else if (what === 'news') {
            const version = at % server.versions.length
            store.receive({ version, value: server.versions[version] as Details })
          } else if (who === 'other') server.change(act)
          else store.edit(act, ms < 400 ? 'at-once' : 'after-pause')

          function act(value: Details): Details {
            const rows = value.car_trip_distances
            const index = rows.length > 0 ? at % rows.length : -1
            const chosen = rows[index]
            const text = `text ${++texts}`
            const note = (place: string) => (who === 'me' ? typed.set(place, text) : touched.add(place))
            if (what === 'type') {
              const field = textFields[at % textFields.length] as TextField
              note(field)
              return { ...value, [field]: text }
            }
            if (what === 'add') {
              const added = row(texts, text)
              note(added.id)
              return { ...value, car_trip_distances: rows.toSpliced(at % (rows.length + 1), 0, added) }
            }
            if (!chosen) return value
            if (what === 'edit row') {
              note(chosen.id)
              return { ...value, car_trip_distances: rows.with(index, { ...chosen, place: text }) }
            }
            const rest = rows.toSpliced(index, 1)
            if (what === 'move') return { ...value, car_trip_distances: rest.toSpliced(at % rows.length, 0, chosen) }
            if (who === 'me') typed.set(chosen.id, 'removed')
            else touched.add(chosen.id)
            return { ...value, car_trip_distances: rest }
          }
        }

        for (let i = 0; i < 20 && store.hasPendingEdit(); i++) await pass(30_000)
        await pass(5000)
        store.receive(server.current)
        expect(store.hasPendingEdit()).toBe(false)
        expect(shown()).toEqual(server.current.value)
        expect(details.schema.safeParse(shown()).success).toBe(true)
        expect(state()).toBe('idle')
        expect(server.mostUnderWay).toBeLessThanOrEqual(1)
        expect(log).toHaveBeenCalledTimes(server.failures)

        const { car_trip_distances, ...fields } = server.current.value
        const stored = new Map<string, unknown>([
          ...Object.entries(fields),
          ...car_trip_distances.map(({ id, place }) => [id, place] as const),
        ])
        for (const [place, text] of typed) {
          if (!touched.has(place)) expect(stored.get(place), place).toBe(text === 'removed' ? undefined : text)
        }
      }),
      { numRuns: Number(process.env['MERGE_RUNS'] ?? 200) },
    )
  })
})
