import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { promisifyRequest } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { diskStore } from '../device/on-disk.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { DeviceLogs } from './device-logs.ts'
import type { PendingOperation } from './pending-operations.ts'

const place = { person: 'robin', tripId: 'trip' }
const typed = (n: number, to: string): PendingOperation => ({
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

it('a trip of which something was left is one of those of which something waits, for its person and nobody else', async () => {
  new DeviceLogs().of(place).writeJournal({ waiting: [typed(1, 'Pog')] })
  await new DeviceLogs().of({ person: 'robina', tripId: 'other' }).update(() => [typed(2, 'Rock')])
  expect(await new DeviceLogs().findTrips('robin')).toEqual(['trip'])
  expect(await new DeviceLogs().findTrips('ana')).toEqual([])
})

it('SAVE-14 a page hears when another one has left something', () => {
  const heard = vi.fn()
  new DeviceLogs().onNews(heard)
  new DeviceLogs().of(place).writeJournal({ waiting: [typed(1, 'Pog')] })
  const key = localStorage.key(0)
  page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: key && localStorage.getItem(key) }))
  expect(heard).toHaveBeenCalledExactlyOnceWith(place)
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

it('that an operation has been sent is there too', async () => {
  const logs = new DeviceLogs().of(place)
  await logs.update(() => [typed(1, 'Pog'), typed(2, 'Rock')])
  await logs.update((log) => log.map((entry, n) => (n === 0 ? { ...entry, isSent: true } : entry)))
  expect((await logs.read())?.map(({ isSent }) => isSent)).toEqual([true, undefined])
})

describe('which tabs are open beside one', () => {
  /** A tab with events of its own. */
  const openTab = () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    const storage = new DeviceLogs().of(place)
    const tell = (name: string) => page.dispatchEvent(Object.assign(new Event(name), { persisted: true }))
    return { isShared: storage.isShared, leave: () => tell('pagehide'), comeBack: () => tell('pageshow') }
  }
  const see = (...tabs: ReturnType<typeof openTab>[]) => tabs.map((tab) => tab.isShared())
  /** Until what was told by then has been heard. */
  const told = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

  it('each of them knows, until the other is left', async () => {
    const [one, two] = [openTab(), openTab()]
    await vi.waitFor(() => expect(see(one, two)).toEqual([true, true]))
    one.leave()
    await vi.waitFor(() => expect(two.isShared()).toBe(false))
  })

  it('one that is left is none, also for the page that comes in its place', async () => {
    const one = openTab()
    one.leave()
    const next = openTab()
    await told()
    expect(next.isShared()).toBe(false)
  })

  it('one that comes back is one again, for those that were there and for those that come', async () => {
    const [one, two] = [openTab(), openTab()]
    await vi.waitFor(() => expect(see(one, two)).toEqual([true, true]))
    one.leave()
    await vi.waitFor(() => expect(two.isShared()).toBe(false))
    one.comeBack()
    await vi.waitFor(() => expect(two.isShared()).toBe(true))
    two.leave()
    const three = openTab()
    await vi.waitFor(() => expect(three.isShared()).toBe(true))
  })
})

it('what another version of the app has put there is set aside, and not away', async () => {
  const logs = new DeviceLogs().of(place)
  const strange = { operation: { ...typed(1, 'Pog').operation, at: ['altitude'] }, tab: 'a' }
  await logs.update(() => [strange as PendingOperation, typed(2, 'Rock')])
  expect(await logs.read()).toEqual([typed(2, 'Rock')])
  expect(await logs.update((log) => [...log, typed(3, 'Lake')])).toEqual([typed(2, 'Rock'), typed(3, 'Lake')])
  expect(browser.takeLog()).toEqual([
    expect.stringMatching(/^An edit that was kept on this device has the form of another version/),
  ])
  const findAll = (logs: globalThis.IDBObjectStore) => promisifyRequest<unknown[]>(logs.getAll())
  expect(await diskStore('wayfare-log', 'logs')('readonly', findAll)).toContainEqual([strange])
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

it('what could not be completed on the disk is not there, and nobody is told that it is', async () => {
  const [one, two] = [new DeviceLogs(), new DeviceLogs()]
  const heard = vi.fn()
  two.onNews(heard)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    return undefined as never
  })
  expect(await one.of(place).update((log) => [...log, typed(1, 'Pog')])).toBeUndefined()
  put.mockRestore()
  expect(browser.takeLog()).toEqual([expect.stringMatching(/^Edits could not be kept on this device/)])
  expect(await two.of(place).read()).toEqual([])
  expect(heard).not.toHaveBeenCalled()
})

it('a browser without locks sends all the same', async () => {
  const send = vi.fn(async () => {})
  await new DeviceLogs().of(place).sendAlone(send)
  expect(send).toHaveBeenCalledOnce()
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

it('a save of one trip waits for none of another, and one that fails is not sent again under the same turn', async () => {
  const names: string[] = []
  const request = (name: string, _options: LockOptions, run: () => Promise<void>) => {
    names.push(name)
    return run()
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const send = vi.fn(() => Promise.reject(new Error('no')))
  const logs = new DeviceLogs()
  await expect(logs.of(place).sendAlone(send)).rejects.toThrow('no')
  expect(send).toHaveBeenCalledOnce()
  await logs.of({ ...place, tripId: 'another' }).sendAlone(async () => {})
  expect(new Set(names).size).toBe(2)
})

it('SAVE-10 what is left at a sign-out is found by the same page, when the person is there again', () => {
  const logs = new DeviceLogs().of(place)
  logs.writeJournalForLater({ waiting: [typed(1, 'Pog')] })
  expect(logs.findJournals().map(({ journal }) => journal.waiting)).toEqual([[typed(1, 'Pog')]])
})

it('SAVE-14 a page that comes back is told which of its edits another page has taken over meanwhile', () => {
  const logs = new DeviceLogs()
  const handedOver = vi.fn()
  logs.onHandedOver(handedOver)
  const tell = (name: string) => page.dispatchEvent(Object.assign(new Event(name), { persisted: true }))
  const leave = () => {
    tell('pagehide')
    logs.of(place).writeJournal({ waiting: [typed(1, 'Pog')] })
  }
  leave()
  tell('pageshow')
  expect(handedOver).not.toHaveBeenCalled()
  leave()
  const next = new DeviceLogs().of(place).findJournals()
  expect(next).toHaveLength(1)
  next[0]?.remove()
  tell('pageshow')
  expect(handedOver).toHaveBeenCalledExactlyOnceWith(place)
  tell('pagehide')
  tell('pageshow')
  expect(handedOver).toHaveBeenCalledOnce()
})

it('SAVE-14 a page that had no room for what it would have left keeps it when it comes back: nobody else has it', () => {
  const logs = new DeviceLogs()
  const handedOver = vi.fn()
  logs.onHandedOver(handedOver)
  localStorage.setItem = () => {
    throw new Error('full')
  }
  logs.of(place).writeJournal({ waiting: [typed(1, 'Pog')] })
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(handedOver).not.toHaveBeenCalled()
  expect(browser.takeLog()).toEqual([
    expect.stringMatching(/^The last edit of a page could not be kept on this device/),
  ])
})
