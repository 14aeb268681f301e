import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TravelDocument } from '#domain/documents.ts'
import type { FileMissingReason } from '../storage/persisted-files.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { OfflineCopy, type OfflineDevice, type PlanMissingReason } from './offline-copy.ts'

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

/** A device where the file at /n.pdf has n kilobytes. */
class Device implements OfflineDevice {
  plan: number | PlanMissingReason = 10
  canKeep = true
  readonly files = new Set<string>()
  readonly fetched: string[] = []
  readonly failures = new Map<string, FileMissingReason>()
  /** Every download waits for this. */
  delay: Promise<void> = Promise.resolve()
  persistPlan = async () => this.plan
  canPersistFiles = async () => this.canKeep
  findFileSize = async (url: string) => (this.files.has(url) ? Number(url[1]) * 1000 : undefined)
  persistFile = async (url: string, signal: AbortSignal) => {
    this.fetched.push(url)
    await this.delay
    const why = this.failures.get(url)
    if (why || signal.aborted) return why ?? 'unanswered'
    this.files.add(url)
    return Number(url[1]) * 1000
  }
  dropOtherFiles = async (urls: readonly string[]) => {
    for (const url of this.files) if (!urls.includes(url)) this.files.delete(url)
  }
}

let browser: FakeBrowser
let device: Device
let copy: OfflineCopy
const state = () => copy.getState()
const settled = () => expect.poll(() => state().stage).toBe('settled')

beforeEach(() => {
  browser = new FakeBrowser()
  device = new Device()
  copy = new OfflineCopy(device, browser.page)
})
afterEach(() => {
  vi.useRealTimers()
  browser.close()
})

it('fetches missing files one at a time and reports progress', async () => {
  device.files.add('/2.pdf')
  const reported: [string, number][] = []
  copy.subscribe(() => reported.push([state().stage, state().fileCount]))
  copy.start()
  copy.receive([documentOf(3), documentOf(2), documentOf(1)], true)
  await settled()
  expect(device.fetched).toEqual(['/3.pdf', '/1.pdf'])
  expect(reported).toContainEqual(['fetching', 1])
  expect(reported).toContainEqual(['fetching', 2])
  expect(state()).toEqual({
    stage: 'settled',
    plan: 10,
    documentCount: 3,
    fileCount: 3,
    share: 1,
    bytes: 6000,
    canPersistFiles: true,
    missing: [],
  })
})

it('fetches the lines of tracks, which are no documents', async () => {
  device.files.add('/1.pdf')
  copy.start()
  copy.receive([documentOf(1), { ...documentOf(2), isOfPlan: true }], true)
  await settled()
  expect(device.fetched).toEqual(['/2.pdf'])
  expect(state()).toMatchObject({ documentCount: 1, fileCount: 1, share: 1, bytes: 3000, missing: [] })
})

it('keeps looking until it has the document list', async () => {
  copy.start()
  await expect.poll(() => state().plan).toBe(10)
  expect(state()).toMatchObject({ stage: 'looking', documentCount: undefined })
  copy.receive([], true)
  await settled()
  expect(state()).toMatchObject({ documentCount: 0, fileCount: 0, bytes: 0 })
})

it('fetches files added during a run and skips files deleted during it', async () => {
  let release = () => {}
  device.delay = new Promise((resolve) => {
    release = resolve
  })
  copy.start()
  copy.receive([documentOf(1), documentOf(2)], true)
  await expect.poll(() => device.fetched).toEqual(['/1.pdf'])
  copy.receive([documentOf(3), documentOf(1)], true)
  release()
  await settled()
  expect(device.fetched).toEqual(['/1.pdf', '/3.pdf'])
  expect(state()).toMatchObject({ documentCount: 2, fileCount: 2, bytes: 4000 })
})

it('removes files of deleted documents only for a list from the server, not for a persisted one', async () => {
  device.files.add('/1.pdf').add('/2.pdf')
  copy.start()
  copy.receive([documentOf(1)], false)
  await settled()
  expect([...device.files]).toEqual(['/1.pdf', '/2.pdf'])
  copy.receive([documentOf(1)], true)
  await expect.poll(() => [...device.files]).toEqual(['/1.pdf'])
  // Another tab has a newer list and fetched this file.
  device.files.add('/3.pdf')
  browser.goOnline()
  await settled()
  expect([...device.files]).toEqual(['/1.pdf', '/3.pdf'])
})

it('reports failed files with their reasons, fetches the others, and retries on request and when online', async () => {
  device.failures.set('/1.pdf', 'no_room').set('/2.pdf', 'not_given')
  copy.start()
  copy.receive([documentOf(1), documentOf(2), documentOf(3)], true)
  await settled()
  expect(state()).toMatchObject({ documentCount: 3, fileCount: 1, bytes: 3000 })
  expect(state().missing).toEqual([
    { fileName: 'pass-1.pdf', why: 'no_room' },
    { fileName: 'pass-2.pdf', why: 'not_given' },
  ])
  device.failures.delete('/1.pdf')
  copy.check()
  await expect.poll(() => state().missing).toEqual([{ fileName: 'pass-2.pdf', why: 'not_given' }])
  device.failures.clear()
  browser.goOnline()
  await expect.poll(() => state()).toMatchObject({ fileCount: 3, missing: [] })
})

it('retries by itself after no answer, but not when the disk is full', async () => {
  vi.useFakeTimers()
  device.failures.set('/1.pdf', 'unanswered')
  copy.start()
  copy.receive([documentOf(1)], true)
  await vi.advanceTimersByTimeAsync(1)
  expect(state()).toMatchObject({ stage: 'settled', missing: [{ why: 'unanswered' }] })
  device.failures.set('/1.pdf', 'no_room')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state()).toMatchObject({ missing: [{ why: 'no_room' }] })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(device.fetched).toHaveLength(2)
})

it('persists the plan where files cannot be persisted, and reports that', async () => {
  device.canKeep = false
  copy.start()
  copy.receive([documentOf(1)], true)
  await settled()
  expect(device.fetched).toEqual([])
  expect(state()).toMatchObject({ plan: 10, documentCount: 1, fileCount: 0, canPersistFiles: false, missing: [] })
})

it('stops when the trip is closed and resumes when it is opened again', async () => {
  let release = () => {}
  device.delay = new Promise((resolve) => {
    release = resolve
  })
  const stop = copy.start()
  copy.receive([documentOf(1), documentOf(2)], true)
  await expect.poll(() => device.fetched).toEqual(['/1.pdf'])
  stop()
  release()
  await device.delay
  await Promise.resolve()
  expect(device.files.size).toBe(0)
  copy.start()
  await settled()
  expect([...device.files]).toEqual(['/1.pdf', '/2.pdf'])
})

it('logs a failed run and tries again', async () => {
  const persistPlan = device.persistPlan
  device.persistPlan = async () => {
    throw new Error('The disk is gone')
  }
  copy.start()
  await expect.poll(() => browser.takeLog()).toEqual([expect.stringContaining('The disk is gone')])
  device.persistPlan = persistPlan
  copy.receive([], true)
  await settled()
})
