import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { promisifyRequest } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageEvents } from '../page-events.ts'
import { diskStore } from '../storage/on-disk.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { DeviceLogs } from './device-logs.ts'
import type { PendingOperation } from './pending-operations.ts'

const logId = { person: 'robin', tripId: 'trip' }
const pending = (n: number, to: string): PendingOperation => ({
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
let page: PageEvents

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  browser = new FakeBrowser()
  page = new PageEvents()
  vi.stubGlobal('indexedDB', new IDBFactory())
})

afterEach(() => {
  browser.close()
  vi.useRealTimers()
  expect(browser.takeLog(), 'unexpected log messages').toEqual([])
})

/** Locks that somebody holds forever. Waiting for one can be aborted. */
const heldLocks = {
  request: (_name: string, { signal }: LockOptions) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
}

it('SAVE-14 all tabs of a person share the log of a trip, and nobody else sees it', async () => {
  const [one, two] = [new DeviceLogs(page).of(logId), new DeviceLogs(page).of(logId)]
  expect(await one.update((log) => [...log, pending(1, 'Pog')])).toEqual([pending(1, 'Pog')])
  expect(await two.update((log) => [...log, pending(2, 'Rock')])).toEqual([pending(1, 'Pog'), pending(2, 'Rock')])
  expect(await one.read()).toEqual([pending(1, 'Pog'), pending(2, 'Rock')])
  expect(await new DeviceLogs(page).of({ ...logId, person: 'ana' }).read()).toEqual([])
  expect(await new DeviceLogs(page).listTripIds('robin')).toEqual(['trip'])
  await one.update(() => [])
  expect(await new DeviceLogs(page).listTripIds('robin')).toEqual([])
})

it('a trip with journal entries is listed for its person, and for nobody else', async () => {
  new DeviceLogs(page).of(logId).addJournalEntry({ waiting: [pending(1, 'Pog')] })
  await new DeviceLogs(page).of({ person: 'robina', tripId: 'other' }).update(() => [pending(2, 'Rock')])
  expect(await new DeviceLogs(page).listTripIds('robin')).toEqual(['trip'])
  expect(await new DeviceLogs(page).listTripIds('ana')).toEqual([])
})

it('SAVE-14 a page is notified when another one writes to the unload journal', () => {
  const listener = vi.fn()
  new DeviceLogs(page).onLogChange(listener)
  new DeviceLogs(page).of(logId).addJournalEntry({ waiting: [pending(1, 'Pog')] })
  const key = localStorage.key(0)
  page.dispatch('storage', { key: key ?? null, newValue: key ? localStorage.getItem(key) : null })
  expect(listener).toHaveBeenCalledExactlyOnceWith(logId)
})

it('other tabs are notified of a changed log, and not of an unchanged one', async () => {
  const [one, two] = [new DeviceLogs(page), new DeviceLogs(page)]
  const listener = vi.fn()
  two.onLogChange(listener)
  await one.of(logId).update((log) => log)
  await one.of(logId).update((log) => [...log, pending(1, 'Pog')])
  await expect.poll(() => listener).toHaveBeenCalled()
  expect(listener.mock.calls).toEqual([[logId]])
  expect(one.of(logId).hasOtherTabs()).toBe(true)
})

it('the log stores which operations have been sent', async () => {
  const logs = new DeviceLogs(page).of(logId)
  await logs.update(() => [pending(1, 'Pog'), pending(2, 'Rock')])
  await logs.update((log) => log.map((entry, n) => (n === 0 ? { ...entry, isSent: true } : entry)))
  expect((await logs.read())?.map(({ isSent }) => isSent)).toEqual([true, undefined])
})

describe('detecting other tabs', () => {
  /** A tab with its own page events. */
  const openTab = () => {
    const page = new PageEvents()
    const storage = new DeviceLogs(page).of(logId)
    const dispatch = (name: 'pagehide' | 'pageshow') => page.dispatch(name, { persisted: true })
    return {
      hasOtherTabs: storage.hasOtherTabs,
      leave: () => dispatch('pagehide'),
      returnFromCache: () => dispatch('pageshow'),
    }
  }
  const haveOtherTabs = (...tabs: ReturnType<typeof openTab>[]) => tabs.map((tab) => tab.hasOtherTabs())
  /** Resolves when all messages sent so far have arrived. */
  const messagesArrived = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

  it('each tab knows of the other until that is left', async () => {
    const [one, two] = [openTab(), openTab()]
    await expect.poll(() => haveOtherTabs(one, two)).toEqual([true, true])
    one.leave()
    await expect.poll(() => two.hasOtherTabs()).toBe(false)
  })

  it('a page that was left does not count, not even for its successor in the same tab', async () => {
    const one = openTab()
    one.leave()
    const next = openTab()
    await messagesArrived()
    expect(next.hasOtherTabs()).toBe(false)
  })

  it('a page that comes back counts again, for existing tabs and for new ones', async () => {
    const [one, two] = [openTab(), openTab()]
    await expect.poll(() => haveOtherTabs(one, two)).toEqual([true, true])
    one.leave()
    await expect.poll(() => two.hasOtherTabs()).toBe(false)
    one.returnFromCache()
    await expect.poll(() => two.hasOtherTabs()).toBe(true)
    two.leave()
    const three = openTab()
    await expect.poll(() => three.hasOtherTabs()).toBe(true)
  })
})

it('an entry of another version of the app is moved aside, not deleted', async () => {
  const logs = new DeviceLogs(page).of(logId)
  const unknownEntry = { operation: { ...pending(1, 'Pog').operation, at: ['altitude'] }, tab: 'a' }
  await logs.update(() => [unknownEntry as PendingOperation, pending(2, 'Rock')])
  expect(await logs.read()).toEqual([pending(2, 'Rock')])
  expect(await logs.update((log) => [...log, pending(3, 'Lake')])).toEqual([pending(2, 'Rock'), pending(3, 'Lake')])
  expect(browser.takeLog()).toEqual([expect.stringMatching(/^A stored edit of another app version is quarantined/)])
  const findAll = (logs: globalThis.IDBObjectStore) => promisifyRequest<unknown[]>(logs.getAll())
  expect(await diskStore(page, 'wayfare-log', 'logs')('readonly', findAll)).toContainEqual([unknownEntry])
})

it('a disk that cannot be used is logged, and there is no log', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('no disk')
    },
  })
  const logs = new DeviceLogs(page).of(logId)
  expect(await logs.update((log) => [...log, pending(1, 'Pog')])).toBeUndefined()
  expect(await logs.read()).toBeUndefined()
  expect(browser.takeLog()).toEqual([
    expect.stringMatching(/^Edits could not be stored on this device/),
    expect.stringMatching(/^The stored edits could not be read/),
  ])
})

it('an aborted transaction changes nothing and notifies nobody', async () => {
  const [one, two] = [new DeviceLogs(page), new DeviceLogs(page)]
  const listener = vi.fn()
  two.onLogChange(listener)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    return undefined as never
  })
  expect(await one.of(logId).update((log) => [...log, pending(1, 'Pog')])).toBeUndefined()
  put.mockRestore()
  expect(browser.takeLog()).toEqual([expect.stringMatching(/^Edits could not be stored on this device/)])
  expect(await two.of(logId).read()).toEqual([])
  expect(listener).not.toHaveBeenCalled()
})

it('a browser without Web Locks still sends', async () => {
  const send = vi.fn(async () => {})
  await new DeviceLogs(page).of(logId).sendAlone(send)
  expect(send).toHaveBeenCalledOnce()
})

it('SAVE-14 a request waits only a few seconds for the lock, and is sent once', async () => {
  vi.stubGlobal('navigator', { locks: heldLocks })
  const send = vi.fn(async () => {})
  const sent = vi.fn()
  void new DeviceLogs(page).of(logId).sendAlone(send).then(sent)
  await vi.advanceTimersByTimeAsync(4999)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledOnce()
})

it('a request keeps the lock however long it takes', async () => {
  const request = (_name: string, _options: LockOptions, run: () => Promise<void>) => run()
  vi.stubGlobal('navigator', { locks: { request } })
  const send = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 20_000)))
  const sent = vi.fn()
  void new DeviceLogs(page).of(logId).sendAlone(send).then(sent)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(sent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect([send.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1])
})

it('each trip has its own lock, and a failed send is not repeated while the lock is held', async () => {
  const names: string[] = []
  const request = (name: string, _options: LockOptions, run: () => Promise<void>) => {
    names.push(name)
    return run()
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const send = vi.fn(() => Promise.reject(new Error('no')))
  const logs = new DeviceLogs(page)
  await expect(logs.of(logId).sendAlone(send)).rejects.toThrow('no')
  expect(send).toHaveBeenCalledOnce()
  await logs.of({ ...logId, tripId: 'another' }).sendAlone(async () => {})
  expect(new Set(names).size).toBe(2)
})

it('SAVE-10 the same page finds what was written to the journal at a sign-out', () => {
  const logs = new DeviceLogs(page).of(logId)
  logs.addJournalEntryForLater({ waiting: [pending(1, 'Pog')] })
  expect(logs.listJournalEntries().map(({ entry }) => entry.waiting)).toEqual([[pending(1, 'Pog')]])
})

it('SAVE-14 a page that comes back is notified if another page has adopted its journal', () => {
  const logs = new DeviceLogs(page)
  const listener = vi.fn()
  logs.onJournalAdopted(listener)
  const dispatch = (name: 'pagehide' | 'pageshow') => page.dispatch(name, { persisted: true })
  const leave = () => {
    dispatch('pagehide')
    logs.of(logId).addJournalEntry({ waiting: [pending(1, 'Pog')] })
  }
  leave()
  dispatch('pageshow')
  expect(listener).not.toHaveBeenCalled()
  leave()
  const next = new DeviceLogs(page).of(logId).listJournalEntries()
  expect(next).toHaveLength(1)
  next[0]?.remove()
  dispatch('pageshow')
  expect(listener).toHaveBeenCalledExactlyOnceWith(logId)
  dispatch('pagehide')
  dispatch('pageshow')
  expect(listener).toHaveBeenCalledOnce()
})

it('SAVE-14 a page that could not write its journal is not notified when it comes back', () => {
  const logs = new DeviceLogs(page)
  const listener = vi.fn()
  logs.onJournalAdopted(listener)
  localStorage.setItem = () => {
    throw new Error('full')
  }
  logs.of(logId).addJournalEntry({ waiting: [pending(1, 'Pog')] })
  page.dispatch('pageshow', { persisted: true })
  expect(listener).not.toHaveBeenCalled()
  expect(browser.takeLog()).toEqual([expect.stringMatching(/^The unload journal could not be written/)])
})
