import { IDBFactory } from 'fake-indexeddb'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageEvents } from '../page-events.ts'
import { diskStore, withTimeout } from './on-disk.ts'

const page = new PageEvents()
const dispatch = (name: 'pagehide' | 'pageshow', persisted: boolean) => page.dispatch(name, { persisted })
const never = () => new Promise<never>(() => {})
const settle = async () => {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setTimeout(resolve))
}

/** Reads the value over another connection, as another page would. An open transaction of this page would block it. */
async function readElsewhere(): Promise<unknown> {
  const opening = indexedDB.open('disk')
  const database = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result)
  })
  const entries = database.transaction('entries', 'readwrite').objectStore('entries').get('key')
  return new Promise((resolve) => {
    entries.onsuccess = () => resolve(entries.result)
  })
}

describe('a store on the disk', () => {
  let store: ReturnType<typeof diskStore>

  beforeEach(async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    store = diskStore(page, 'disk', 'entries')
    await set('key', 'before', store)
  })

  afterEach(() => vi.unstubAllGlobals())

  it('SAVE-14 starts nothing in a cached page, and runs it when the page is restored', async () => {
    dispatch('pagehide', true)
    const done = vi.fn()
    void set('key', 'after', store).then(done)
    const read = get('key', store)
    await settle()
    expect(await readElsewhere()).toBe('before')
    expect(done).not.toHaveBeenCalled()
    dispatch('pageshow', true)
    await expect.poll(() => done).toHaveBeenCalled()
    expect([await read, await readElsewhere()]).toEqual(['after', 'after'])
  })

  it('SAVE-14 aborts open transactions when the page is cached, and repeats them when it is restored', async () => {
    // A transaction stays open as long as it gets new requests.
    let isHeld = true
    let attempts = 0
    const held = store('readwrite', (entries) => {
      attempts += 1
      entries.put('after', 'key')
      return new Promise<void>((resolve, reject) => {
        entries.transaction.oncomplete = () => resolve()
        entries.transaction.onabort = () => reject(entries.transaction.error)
        const hold = () => {
          if (isHeld) entries.get('key').onsuccess = hold
        }
        hold()
      })
    })
    await settle()
    dispatch('pagehide', true)
    expect(await readElsewhere()).toBe('before')
    isHeld = false
    dispatch('pageshow', true)
    await held
    expect([attempts, await readElsewhere()]).toEqual([2, 'after'])
  })

  it('aborts work whose database opens only after the page was cached', async () => {
    const late = diskStore(page, 'disk', 'entries')
    const done = set('key', 'after', late)
    dispatch('pagehide', true)
    await settle()
    expect(await readElsewhere()).toBe('before')
    dispatch('pageshow', true)
    await done
    expect(await readElsewhere()).toBe('after')
  })

  it('SAVE-14 aborts the creation of its database too', async () => {
    const open = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementationOnce((name) => {
      const creating = open(name)
      creating.addEventListener('upgradeneeded', () => queueMicrotask(() => dispatch('pagehide', true)))
      return creating
    })
    const fresh = diskStore(page, 'fresh', 'entries')
    const done = set('key', 'after', fresh)
    await settle()
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('fresh')
    dispatch('pageshow', true)
    await done
    expect(await get('key', fresh)).toBe('after')
  })

  it('continues in a page that is closed: open transactions may still complete', async () => {
    const done = set('key', 'after', store)
    dispatch('pagehide', false)
    await done
    expect(await readElsewhere()).toBe('after')
  })

  it('rejects with the error of its work', async () => {
    const fail = () => Promise.reject(new Error('no room'))
    await expect(store('readwrite', fail)).rejects.toThrow('no room')
  })
})

describe('withTimeout', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('passes on the value or the error', async () => {
    expect(await withTimeout(Promise.resolve('here'))).toBe('here')
    await expect(withTimeout(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('resolves with undefined after two seconds', async () => {
    const answered = vi.fn()
    void withTimeout(never()).then(answered)
    await vi.advanceTimersByTimeAsync(1999)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(answered).toHaveBeenCalledExactlyOnceWith(undefined)
  })

  it('starts the time limit again after the page slept', async () => {
    const answered = vi.fn()
    let answer = (_: string) => {}
    void withTimeout(
      new Promise<string>((resolve) => {
        answer = resolve
      }),
    ).then(answered)
    vi.setSystemTime(Date.now() + 60_000)
    await vi.advanceTimersByTimeAsync(2000)
    answer('here')
    await vi.advanceTimersByTimeAsync(2000)
    expect(answered).toHaveBeenCalledExactlyOnceWith('here')
  })
})
