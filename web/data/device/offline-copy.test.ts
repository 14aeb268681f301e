import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TravelDocument } from '#domain/documents.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { OfflineCopy, type OfflineDevice, type WhyNoPlan } from './offline-copy.ts'
import type { WhyMissing } from './persisted-files.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const documentOf = (n: number): TravelDocument => ({
  id: id(n),
  trip_id: id(9),
  file_name: `pass-${n}.pdf`,
  file_url: `/${n}.pdf`,
  file_type: 'pdf',
  description: '',
  uploaded_at: '2031-05-01T12:00:00.000Z',
  size: 3,
  sha256: 'ab12',
})

/** A device on which a file of n kilobytes has the address /n.pdf. */
class Device implements OfflineDevice {
  plan: number | WhyNoPlan = 10
  canKeep = true
  readonly files = new Set<string>()
  readonly fetched: string[] = []
  readonly failures = new Map<string, WhyMissing>()
  /** What a file waits for before it comes. */
  waiting: Promise<void> = Promise.resolve()
  persistPlan = async () => this.plan
  canPersistFiles = async () => this.canKeep
  findFileSize = async (url: string) => (this.files.has(url) ? Number(url[1]) * 1000 : undefined)
  persistFile = async (url: string, signal: AbortSignal) => {
    this.fetched.push(url)
    await this.waiting
    const why = this.failures.get(url)
    if (why || signal.aborted) return why ?? 'unanswered'
    this.files.add(url)
    return Number(url[1]) * 1000
  }
  dropOthers = async (urls: readonly string[]) => {
    for (const url of this.files) if (!urls.includes(url)) this.files.delete(url)
  }
}

let browser: FakeBrowser
let device: Device
let whole: OfflineCopy
const state = () => whole.getKeeping()
const settled = () => vi.waitFor(() => expect(state().stage).toBe('settled'))

beforeEach(() => {
  browser = new FakeBrowser()
  vi.stubGlobal('removeEventListener', () => {})
  device = new Device()
  whole = new OfflineCopy(device)
})
afterEach(() => {
  vi.useRealTimers()
  browser.close()
})

it('fetches what is not here, one after the other, and tells how far it is', async () => {
  device.files.add('/2.pdf')
  const told: [string, number][] = []
  whole.subscribe(() => told.push([state().stage, state().here]))
  whole.start()
  whole.receive([documentOf(3), documentOf(2), documentOf(1)], true)
  await settled()
  expect(device.fetched).toEqual(['/3.pdf', '/1.pdf'])
  expect(told).toContainEqual(['fetching', 1])
  expect(told).toContainEqual(['fetching', 2])
  expect(state()).toEqual({
    stage: 'settled',
    plan: 10,
    count: 3,
    here: 3,
    bytes: 6000,
    canPersistFiles: true,
    missing: [],
  })
})

it('looks until it knows the documents', async () => {
  whole.start()
  await vi.waitFor(() => expect(state().plan).toBe(10))
  expect(state()).toMatchObject({ stage: 'looking', count: undefined })
  whole.receive([], true)
  await settled()
  expect(state()).toMatchObject({ count: 0, here: 0, bytes: 0 })
})

it('fetches what is added meanwhile, and leaves out what is deleted meanwhile', async () => {
  let release = () => {}
  device.waiting = new Promise((resolve) => {
    release = resolve
  })
  whole.start()
  whole.receive([documentOf(1), documentOf(2)], true)
  await vi.waitFor(() => expect(device.fetched).toEqual(['/1.pdf']))
  whole.receive([documentOf(3), documentOf(1)], true)
  release()
  await settled()
  expect(device.fetched).toEqual(['/1.pdf', '/3.pdf'])
  expect(state()).toMatchObject({ count: 2, here: 2, bytes: 4000 })
})

it('removes the files of deleted documents by a list of the server, never by a copy', async () => {
  device.files.add('/1.pdf').add('/2.pdf')
  whole.start()
  whole.receive([documentOf(1)], false)
  await settled()
  expect([...device.files]).toEqual(['/1.pdf', '/2.pdf'])
  whole.receive([documentOf(1)], true)
  await vi.waitFor(() => expect([...device.files]).toEqual(['/1.pdf']))
  // Of another tab, which has heard of more.
  device.files.add('/3.pdf')
  browser.goOnline()
  await settled()
  expect([...device.files]).toEqual(['/1.pdf', '/3.pdf'])
})

it('names what failed and why, goes on with the others, and tries again when it is asked to or the network returns', async () => {
  device.failures.set('/1.pdf', 'no_room').set('/2.pdf', 'not_given')
  whole.start()
  whole.receive([documentOf(1), documentOf(2), documentOf(3)], true)
  await settled()
  expect(state()).toMatchObject({ count: 3, here: 1, bytes: 3000 })
  expect(state().missing).toEqual([
    { fileName: 'pass-1.pdf', why: 'no_room' },
    { fileName: 'pass-2.pdf', why: 'not_given' },
  ])
  device.failures.delete('/1.pdf')
  whole.look()
  await vi.waitFor(() => expect(state().missing).toEqual([{ fileName: 'pass-2.pdf', why: 'not_given' }]))
  device.failures.clear()
  browser.goOnline()
  await vi.waitFor(() => expect(state()).toMatchObject({ here: 3, missing: [] }))
})

it('asks a server that did not answer again by itself, and does not waste a full disk on more', async () => {
  vi.useFakeTimers()
  device.failures.set('/1.pdf', 'unanswered')
  whole.start()
  whole.receive([documentOf(1)], true)
  await vi.advanceTimersByTimeAsync(1)
  expect(state()).toMatchObject({ stage: 'settled', missing: [{ why: 'unanswered' }] })
  device.failures.set('/1.pdf', 'no_room')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state()).toMatchObject({ missing: [{ why: 'no_room' }] })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(device.fetched).toHaveLength(2)
})

it('keeps the plan where no files can be kept, and says so', async () => {
  device.canKeep = false
  whole.start()
  whole.receive([documentOf(1)], true)
  await settled()
  expect(device.fetched).toEqual([])
  expect(state()).toMatchObject({ plan: 10, count: 1, here: 0, canPersistFiles: false, missing: [] })
})

it('stops when the trip is left, and goes on when it is opened again', async () => {
  let release = () => {}
  device.waiting = new Promise((resolve) => {
    release = resolve
  })
  const stop = whole.start()
  whole.receive([documentOf(1), documentOf(2)], true)
  await vi.waitFor(() => expect(device.fetched).toEqual(['/1.pdf']))
  stop()
  release()
  await device.waiting
  await Promise.resolve()
  expect(device.files.size).toBe(0)
  whole.start()
  await settled()
  expect([...device.files]).toEqual(['/1.pdf', '/2.pdf'])
})

it('logs what it cannot look at, and looks again', async () => {
  const persistPlan = device.persistPlan
  device.persistPlan = async () => {
    throw new Error('The disk is gone')
  }
  whole.start()
  await vi.waitFor(() => expect(browser.takeLog()).toEqual([expect.stringContaining('The disk is gone')]))
  device.persistPlan = persistPlan
  whole.receive([], true)
  await settled()
})
