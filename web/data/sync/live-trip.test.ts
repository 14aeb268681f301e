import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { httpTransport } from '../http/http-transport.ts'
import { PageEvents } from '../page-events.ts'
import { FakeSource } from '../testing/fake-source.ts'
import { type LivePlans, LiveTrip, UPDATED_BY_SHOWN_MS } from './live-trip.ts'

const ana = { id: '00000000-0000-4000-8000-00000000000a', name: 'ana' }
const me = { id: '00000000-0000-4000-8000-00000000000b', name: 'me' }
const none = { details: 0, notes: 0, meals: 0, itinerary: 0, checklist: 0, tickets: 0, documents: 0 }

let visibility: 'visible' | 'hidden'
let page: PageEvents
let known: Record<string, number>
let server: Record<string, number>
let deps: LivePlans & { refresh: ReturnType<typeof vi.fn<() => Promise<void>>> }
let live: LiveTrip
let stop: () => void

const source = () => FakeSource.opened.at(-1) as FakeSource
const open = () => FakeSource.opened.filter(({ readyState }) => readyState === 1).length
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const change = (part: string, version: number | null, by = ana) => {
  if (version !== null) server[part] = version
  source().emit('change', { part, version, by })
}
/** Lets time pass until this many streams have been opened, at most two minutes. Returns how long it took. */
async function untilOpened(count: number): Promise<number> {
  const started = Date.now()
  while (FakeSource.opened.length < count && Date.now() - started < 120_000) await pass(100)
  expect(FakeSource.opened).toHaveLength(count)
  return Date.now() - started
}
const setVisibility = (state: typeof visibility) => {
  visibility = state
  page.dispatch('visibilitychange', new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.opened = []
  visibility = 'visible'
  page = new PageEvents()
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibility
    },
  })
  known = { ...none }
  server = { ...none }
  deps = {
    isOwn: (id) => id === me.id,
    versionOf: (_tripId, part) => known[part],
    isKnown: (_tripId, { is_public }) => !is_public,
    whenAnswered: vi.fn(async () => {}),
    refresh: vi.fn(async () => void Object.assign(known, server)),
    receiveVersions: vi.fn(),
    onReached: vi.fn(),
    receiveChange: vi.fn(() => false),
    onShared: vi.fn(),
    onNotices: vi.fn(),
  }
  live = new LiveTrip('trip', { plans: deps, transport: httpTransport, page })
  stop = live.start()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the changes of an open trip', () => {
  it('are not fetched if the event carries its effects', async () => {
    deps.receiveChange = (_tripId, { part, version }) => {
      known[part] = version ?? 0
      return true
    }
    change('notes', 1)
    await pass(1000)
    expect(deps.refresh).not.toHaveBeenCalled()
    expect(live.getState().updatedBy).toEqual(ana)
  })

  it('are fetched only if the server has a newer version', async () => {
    source().emit('versions', { versions: none, is_public: false, role: 'owner', members_edit: true, taken: null })
    await pass(1000)
    expect(deps.refresh).not.toHaveBeenCalled()
    change('notes', 1)
    await pass(1000)
    expect(deps.refresh).toHaveBeenCalledTimes(1)
    change('notes', 1)
    source().emit('versions', {
      versions: { ...none, notes: 1 },
      is_public: false,
      role: 'owner',
      members_edit: true,
      taken: null,
    })
    await pass(1000)
    expect(deps.refresh).toHaveBeenCalledTimes(1)
    source().emit('versions', {
      versions: { ...none, notes: 1, meals: 4 },
      is_public: false,
      role: 'owner',
      members_edit: true,
      taken: null,
    })
    server['meals'] = 4
    await pass(1000)
    expect(deps.refresh).toHaveBeenCalledTimes(2)
  })

  it('are live once the stream has reported the versions and newer ones are fetched, until it ends', async () => {
    const versions = {
      versions: { ...none, notes: 1 },
      is_public: false,
      role: 'owner',
      members_edit: true,
      taken: null,
    }
    server['notes'] = 1
    change('notes', 1)
    await pass(1000)
    expect(live.getState().isLive).toBe(false)
    source().emit('versions', versions)
    await pass(1000)
    expect(live.getState().isLive).toBe(true)
    setVisibility('hidden')
    await pass(10_000)
    expect(live.getState().isLive).toBe(false)
    server['notes'] = 2
    deps.refresh.mockRejectedValueOnce(new AppError('unreachable'))
    setVisibility('visible')
    source().emit('versions', { ...versions, versions: { ...none, notes: 2 } })
    await pass(500)
    expect(live.getState().isLive).toBe(false)
    await pass(5000)
    source().emit('versions', { ...versions, versions: { ...none, notes: 2 } })
    await pass(500)
    expect(live.getState().isLive).toBe(true)
  })

  it('that arrive in a burst are fetched together', async () => {
    for (let version = 1; version <= 20; version++) {
      change('notes', version)
      await pass(20)
    }
    await pass(1000)
    expect(known['notes']).toBe(20)
    expect(deps.refresh.mock.calls.length).toBeLessThanOrEqual(3)
  })

  it('that arrive during a fetch are fetched after it', async () => {
    let answer = () => {}
    deps.refresh.mockImplementationOnce(() => {
      const then = { ...server }
      return new Promise<void>((resolve) => {
        answer = () => resolve(void Object.assign(known, then))
      })
    })
    change('notes', 1)
    await pass(300)
    change('meals', 1)
    await pass(1000)
    expect(deps.refresh).toHaveBeenCalledTimes(1)
    answer()
    await pass(1000)
    expect(known).toMatchObject({ notes: 1, meals: 1 })
    expect(deps.refresh).toHaveBeenCalledTimes(2)
  })

  it('of this page’s own save wait for its answer, and are then not fetched', async () => {
    let answer = () => {}
    deps.whenAnswered = () => new Promise((resolve) => (answer = resolve))
    change('details', 1, me)
    await pass(1000)
    known['details'] = 1
    answer()
    await pass(1000)
    expect(deps.refresh).not.toHaveBeenCalled()
    expect(live.getState().updatedBy).toBeUndefined()
  })

  it('come with who else made them, for a while once they are on screen', async () => {
    change('notes', 1)
    expect(live.getState().updatedBy).toBeUndefined()
    await pass(300)
    expect(live.getState().updatedBy).toEqual(ana)
    await pass(UPDATED_BY_SHOWN_MS)
    expect(live.getState().updatedBy).toBeUndefined()
    change('notes', 2, me)
    await pass(300)
    expect(known['notes']).toBe(2)
    expect(live.getState().updatedBy).toBeUndefined()
  })

  it('of how the trip is shared are fetched, whether their event arrived or was missed', async () => {
    change('trip', null)
    await pass(300)
    expect(deps.refresh).toHaveBeenCalledTimes(1)
    expect(deps.onShared).toHaveBeenCalledTimes(1)
    source().emit('versions', { versions: none, is_public: true, role: 'owner', members_edit: true, taken: null })
    await pass(300)
    expect(deps.refresh).toHaveBeenCalledTimes(2)
  })

  it('come with who else is there, and with nobody once the stream is gone for more than a moment', async () => {
    source().emit('people', { people: [ana] })
    expect(live.getState().others).toEqual([ana])
    source().break(0)
    expect(live.getState().others).toEqual([ana])
    await pass(1000)
    source().break(0)
    expect(live.getState().others).toEqual([])
  })
})

describe('the stream', () => {
  it('reports with its first event that the server can be reached, also after it broke', async () => {
    expect(deps.onReached).not.toHaveBeenCalled()
    source().emit('versions', { versions: none, is_public: false, role: 'owner', members_edit: true, taken: null })
    source().break(0)
    await untilOpened(2)
    expect(deps.onReached).toHaveBeenCalledTimes(1)
    source().emit('versions', { versions: none, is_public: false, role: 'owner', members_edit: true, taken: null })
    expect(deps.onReached).toHaveBeenCalledTimes(2)
  })

  it('is reopened with growing pauses when it breaks, and at once when the network returns', async () => {
    const pauses: number[] = []
    for (let i = 0; i < 10; i++) {
      source().break(0)
      pauses.push(await untilOpened(i + 2))
    }
    expect(pauses[0]).toBeLessThanOrEqual(1100)
    for (const ms of pauses.slice(6)) expect(ms).toBeGreaterThanOrEqual(15_000)
    source().break(0)
    await pass(10_000)
    expect(open()).toBe(0)
    page.dispatch('online', new Event('online'))
    expect(open()).toBe(1)
    expect(deps.refresh).not.toHaveBeenCalled()
  })

  it('is reopened when it falls silent', async () => {
    await pass(20_000)
    expect(FakeSource.opened).toHaveLength(2)
    for (let i = 0; i < 10; i++) {
      source().emit('beat', {})
      await pass(25_000)
    }
    expect(FakeSource.opened).toHaveLength(2)
    await pass(17_000)
    expect([FakeSource.opened.length, open()]).toEqual([3, 1])
    expect(deps.refresh).not.toHaveBeenCalled()
  })

  it('that is refused is reopened only if the trip can still be fetched', async () => {
    source().break(2)
    await pass(1000)
    expect(deps.refresh).toHaveBeenCalledTimes(1)
    expect(open()).toBe(1)

    source().emit('people', { people: [ana] })
    deps.refresh.mockRejectedValue(new AppError('trip_not_found'))
    source().break(2)
    await pass(120_000)
    expect(open()).toBe(0)
    expect(deps.refresh).toHaveBeenCalledTimes(2)
    expect(live.getState().others).toEqual([])
  })

  it('that starts again is not ended by what was said of the trip before', async () => {
    let answer = (_: AppError): void => {}
    deps.refresh.mockReturnValueOnce(new Promise((_, reject) => (answer = reject)))
    source().break(2)
    await pass(1000)
    stop()
    stop = live.start()
    expect(open()).toBe(1)
    answer(new AppError('trip_not_found'))
    await pass(2000)
    expect(deps.refresh).toHaveBeenCalledTimes(1)
    expect([open(), FakeSource.opened.length]).toEqual([1, 2])
  })

  it('is retried if something on the way to the server refuses it', async () => {
    deps.refresh.mockRejectedValueOnce(new AppError('unreachable'))
    source().break(2)
    await untilOpened(2)
    expect(deps.refresh).toHaveBeenCalledTimes(2)
    expect(open()).toBe(1)
  })

  it('is reopened after a failed fetch, so that the versions are reported again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    deps.refresh.mockRejectedValueOnce(new AppError('internal_error'))
    change('notes', 1)
    await pass(2000)
    expect(log).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^The newest changes could not be fetched \(internal_error/),
    )
    expect(FakeSource.opened).toHaveLength(2)
    expect(open()).toBe(1)
    source().emit('versions', {
      versions: { ...none, notes: 1 },
      is_public: false,
      role: 'owner',
      members_edit: true,
      taken: null,
    })
    await pass(300)
    expect(known['notes']).toBe(1)
  })

  it('is closed a moment after the page is hidden, and opened when it is visible again', async () => {
    setVisibility('hidden')
    await pass(1000)
    setVisibility('visible')
    await pass(10_000)
    expect(FakeSource.opened).toHaveLength(1)
    setVisibility('hidden')
    await pass(10_000)
    expect(open()).toBe(0)
    page.dispatch('online', new Event('online'))
    expect(open()).toBe(0)
    setVisibility('visible')
    expect(open()).toBe(1)
  })

  it('that the server has ended is reopened only when the page becomes visible again', async () => {
    source().emit('ended', {})
    source().break(0)
    await pass(120_000)
    expect(open()).toBe(0)
    setVisibility('visible')
    expect(open()).toBe(1)
  })

  it('is closed when the live events are stopped', async () => {
    change('notes', 1)
    stop()
    await pass(120_000)
    expect([open(), deps.refresh.mock.calls.length]).toEqual([0, 0])
    setVisibility('visible')
    expect(open()).toBe(0)
  })
})
