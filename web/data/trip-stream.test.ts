import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSource } from './testing/fake-source.ts'
import { openTripStream, type TripStream } from './trip-stream.ts'

/** The channels of all tabs: each hears what the others say. */
class FakeChannel {
  static readonly open = new Set<FakeChannel>()
  onmessage: ((event: { data: unknown }) => void) | undefined

  constructor(readonly name: string) {
    FakeChannel.open.add(this)
  }

  postMessage(data: unknown): void {
    const others = [...FakeChannel.open].filter((other) => other !== this && other.name === this.name)
    for (const other of others) queueMicrotask(() => FakeChannel.open.has(other) && other.onmessage?.({ data }))
  }

  close(): void {
    FakeChannel.open.delete(this)
  }
}

const NAMES = ['versions', 'change', 'people', 'beat']
const settle = () => new Promise((resolve) => setTimeout(resolve))
const source = () => FakeSource.opened.at(-1) as FakeSource

interface TestTab {
  stream: TripStream
  heard: [name: string, data: unknown][]
}

/** A tab that opens the trip. Resolves when the others have heard of it. */
async function openTab(): Promise<TestTab> {
  const stream = openTripStream('/events', NAMES, true)
  const heard: TestTab['heard'] = []
  for (const name of NAMES) stream.addEventListener(name, ({ data }) => heard.push([name, JSON.parse(data)]))
  await settle()
  return { stream, heard }
}

beforeEach(() => {
  FakeSource.opened = []
  FakeChannel.open.clear()
  let last = Promise.resolve()
  const request = (_name: string, { signal }: LockOptions, hold: () => Promise<void> | undefined) => {
    const turn = last.then(() => (signal?.aborted ? undefined : hold()))
    last = turn.then(() => {})
    return turn
  }
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
})

afterEach(() => vi.unstubAllGlobals())

describe('the stream of a trip that several tabs show', () => {
  it('is opened by one of them, and the others hear all that it hears', async () => {
    const [one, two] = [await openTab(), await openTab()]
    expect(FakeSource.opened).toHaveLength(1)
    source().tell('versions', { versions: { notes: 1 } })
    source().tell('change', { part: 'notes', version: 2 })
    await settle()
    expect(one.heard).toEqual([
      ['versions', { versions: { notes: 1 } }],
      ['change', { part: 'notes', version: 2 }],
    ])
    expect(two.heard).toEqual(one.heard)
  })

  it('tells a tab that joins later the versions as they are by now, and the people', async () => {
    await openTab()
    source().tell('versions', { versions: { notes: 1, meals: 1 }, is_public: false })
    source().tell('people', { people: [] })
    source().tell('change', { part: 'notes', version: 2, by: null })
    source().tell('change', { part: 'trip', version: null, by: null })
    source().tell('change', { part: 'notes', version: 3, by: null })
    const byNow = (notes: number) => [
      ['versions', { versions: { notes, meals: 1 }, is_public: false }],
      ['people', { people: [] }],
    ]
    expect((await openTab()).heard).toEqual(byNow(3))
    // Versions that were read before a change, and came after it.
    source().tell('versions', { versions: { notes: 2, meals: 1 }, is_public: false })
    expect((await openTab()).heard).toEqual(byNow(3))
    source().tell('versions', { versions: { notes: 4, meals: 1 }, is_public: false })
    expect((await openTab()).heard).toEqual(byNow(4))
  })

  it('goes on in the next tab when the one that has it closes it', async () => {
    const [one, two] = [await openTab(), await openTab()]
    one.stream.close()
    await settle()
    expect(FakeSource.opened.map(({ readyState }) => readyState)).toEqual([2, 1])
    source().tell('change', { part: 'notes', version: 2 })
    expect(two.heard).toEqual([['change', { part: 'notes', version: 2 }]])
  })
  it.each([
    ['has no channels', undefined],
    ['refuses channels', () => Promise.reject(new Error('refused'))],
  ])('is opened by each of them where the browser %s', async (_, channel) => {
    // An arrow function cannot be constructed.
    vi.stubGlobal('BroadcastChannel', channel)
    await openTab()
    await openTab()
    expect(FakeSource.opened).toHaveLength(2)
  })
})
