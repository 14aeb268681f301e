import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { details } from '#domain/plan/details.ts'
import { Outbox } from './outbox.ts'
import type { LeftEdit } from './pending-edit.ts'
import { FakeBrowser } from './testing/fake-browser.ts'

const place = { person: 'robin', tripId: 'trip', section: 'details' as const }
let browser: FakeBrowser
/** What of this device's page is told. */
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  browser = new FakeBrowser()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('indexedDB', new IDBFactory())
})

afterEach(() => {
  browser.close()
  vi.useRealTimers()
  expect(browser.takeLog(), 'logged, and not expected').toEqual([])
})

/** Locks that somebody holds for ever, and that may be given up waiting for. */
const heldLocks = {
  request: (_name: string, { signal }: LockOptions) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
}

it('SAVE-14 a save waits a few seconds for its turn, not for ever, and goes out once', async () => {
  vi.stubGlobal('navigator', { locks: heldLocks })
  const send = vi.fn(async () => {})
  const sent = vi.fn()
  void new Outbox().of(place).sendAlone(send).then(sent)
  await vi.advanceTimersByTimeAsync(4999)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledOnce()
})

it('who has the turn keeps it however long the save takes', async () => {
  const request = (_name: string, _options: LockOptions, run: () => Promise<void>) => run()
  vi.stubGlobal('navigator', { locks: { request } })
  const send = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 20_000)))
  const sent = vi.fn()
  void new Outbox().of(place).sendAlone(send).then(sent)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(sent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect([send.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1])
})

it('SAVE-14 a page that comes back is told which of its edits another page has taken over meanwhile', () => {
  const outbox = new Outbox()
  const handedOver = vi.fn()
  outbox.onHandedOver(handedOver)
  const left: LeftEdit<'details'> = {
    known: [{ revision: undefined, value: details.empty }],
    edit: { pending: undefined, sent: undefined, sentValue: undefined, beside: [] },
    unkept: 0,
    mine: details.empty,
  }
  const tell = (name: string) => page.dispatchEvent(Object.assign(new Event(name), { persisted: true }))
  const leave = () => {
    tell('pagehide')
    outbox.of(place).leave(left as never)
  }
  leave()
  tell('pageshow')
  expect(handedOver).not.toHaveBeenCalled()
  leave()
  const next = new Outbox().of(place).findLeft()
  expect(next).toHaveLength(1)
  next[0]?.forget()
  tell('pageshow')
  expect(handedOver).toHaveBeenCalledExactlyOnceWith(place)
  tell('pagehide')
  tell('pageshow')
  expect(handedOver).toHaveBeenCalledOnce()
})
