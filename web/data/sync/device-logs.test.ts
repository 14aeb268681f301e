import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { DeviceLogs } from './device-logs.ts'
import type { Waiting } from './waiting.ts'

const place = { person: 'robin', tripId: 'trip' }
const typed = (n: number, to: string): Waiting => ({
  operation: {
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    section: 'details',
    at: ['destination_name'],
    do: 'set',
    to,
    was: '',
  },
  tab: 'a',
})

let browser: FakeBrowser
/** What of this device's page is told. */
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
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

it('SAVE-14 what is put there is there for every tab of its person and trip, and for nobody else', async () => {
  const [one, two] = [new DeviceLogs().of(place), new DeviceLogs().of(place)]
  expect(await one.update((log) => [...log, typed(1, 'Pog')])).toEqual([typed(1, 'Pog')])
  expect(await two.update((log) => [...log, typed(2, 'Rock')])).toEqual([typed(1, 'Pog'), typed(2, 'Rock')])
  expect(await one.read()).toEqual([typed(1, 'Pog'), typed(2, 'Rock')])
  expect(await new DeviceLogs().of({ ...place, person: 'ana' }).read()).toEqual([])
  expect(await new DeviceLogs().findTrips('robin')).toEqual(['trip'])
  await one.update(() => [])
  expect(await new DeviceLogs().findTrips('robin')).toEqual([])
})

it('the other tabs hear of what was changed, and not of what stayed as it was', async () => {
  const [one, two] = [new DeviceLogs(), new DeviceLogs()]
  const heard = vi.fn()
  two.onNews(heard)
  await one.of(place).update((log) => log)
  await one.of(place).update((log) => [...log, typed(1, 'Pog')])
  await vi.waitFor(() => expect(heard).toHaveBeenCalled())
  expect(heard.mock.calls).toEqual([[place]])
  expect(one.of(place).isShared()).toBe(true)
})

it('what another version of the app has put there is set aside, and not away', async () => {
  const logs = new DeviceLogs().of(place)
  const strange = { operation: { ...typed(1, 'Pog').operation, at: ['altitude'] }, tab: 'a' }
  await logs.update(() => [strange as Waiting, typed(2, 'Rock')])
  expect(await logs.read()).toEqual([typed(2, 'Rock')])
  expect(await logs.update((log) => [...log, typed(3, 'Lake')])).toEqual([typed(2, 'Rock'), typed(3, 'Lake')])
  expect(browser.takeLog()).toEqual([
    expect.stringMatching(/^An edit that was kept on this device has the form of another version/),
  ])
})

it('a disk that cannot be used is logged, and is nothing', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('no disk')
    },
  })
  const logs = new DeviceLogs().of(place)
  expect(await logs.update((log) => [...log, typed(1, 'Pog')])).toBeUndefined()
  expect(await logs.read()).toBeUndefined()
  expect(browser.takeLog()).toEqual([
    expect.stringMatching(/^Edits could not be kept on this device/),
    expect.stringMatching(/^The edits kept on this device could not be read/),
  ])
})

it('SAVE-14 a request waits a few seconds for its turn, not for ever, and goes out once', async () => {
  vi.stubGlobal('navigator', { locks: heldLocks })
  const send = vi.fn(async () => {})
  const sent = vi.fn()
  void new DeviceLogs().of(place).sendAlone(send).then(sent)
  await vi.advanceTimersByTimeAsync(4999)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledOnce()
})

it('who has the turn keeps it however long the request takes', async () => {
  const request = (_name: string, _options: LockOptions, run: () => Promise<void>) => run()
  vi.stubGlobal('navigator', { locks: { request } })
  const send = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 20_000)))
  const sent = vi.fn()
  void new DeviceLogs().of(place).sendAlone(send).then(sent)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(sent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect([send.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1])
})

it('SAVE-14 a page that comes back is told which of its edits another page has taken over meanwhile', () => {
  const logs = new DeviceLogs()
  const handedOver = vi.fn()
  logs.onHandedOver(handedOver)
  const tell = (name: string) => page.dispatchEvent(Object.assign(new Event(name), { persisted: true }))
  const leave = () => {
    tell('pagehide')
    logs.of(place).leave({ waiting: [typed(1, 'Pog')] })
  }
  leave()
  tell('pageshow')
  expect(handedOver).not.toHaveBeenCalled()
  leave()
  const next = new DeviceLogs().of(place).findLeft()
  expect(next).toHaveLength(1)
  next[0]?.forget()
  tell('pageshow')
  expect(handedOver).toHaveBeenCalledExactlyOnceWith(place)
  tell('pagehide')
  tell('pageshow')
  expect(handedOver).toHaveBeenCalledOnce()
})
