import { IDBFactory } from 'fake-indexeddb'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { diskStore, withTimeout } from './on-disk.ts'

const page = new EventTarget()
const tell = (name: string, persisted: boolean) => page.dispatchEvent(Object.assign(new Event(name), { persisted }))
const never = () => new Promise<never>(() => {})
/** Lets everything happen that can. */
const settle = async () => {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setTimeout(resolve))
}

/** The database as another page finds it. Answers what is there, which no transaction of another page may keep from it. */
async function readElsewhere(): Promise<unknown> {
  const asked = indexedDB.open('disk')
  const database = await new Promise<IDBDatabase>((resolve) => {
    asked.onsuccess = () => resolve(asked.result)
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
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    store = diskStore('disk', 'entries')
    await set('key', 'before', store)
  })

  afterEach(() => vi.unstubAllGlobals())

  it('SAVE-14 begins nothing in a page that is kept aside, and does it when the page is back', async () => {
    tell('pagehide', true)
    const done = vi.fn()
    void set('key', 'after', store).then(done)
    const read = get('key', store)
    await settle()
    expect(await readElsewhere()).toBe('before')
    expect(done).not.toHaveBeenCalled()
    tell('pageshow', true)
    await vi.waitFor(() => expect(done).toHaveBeenCalled())
    expect([await read, await readElsewhere()]).toEqual(['after', 'after'])
  })

  it('SAVE-14 takes back what is under way when the page is kept aside, and does it when the page is back', async () => {
    // A transaction that stays open as long as it is asked for something.
    let isHeld = true
    let begun = 0
    const held = store('readwrite', (entries) => {
      begun += 1
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
    tell('pagehide', true)
    expect(await readElsewhere()).toBe('before')
    isHeld = false
    tell('pageshow', true)
    await held
    expect([begun, await readElsewhere()]).toEqual([2, 'after'])
  })

  it('takes back what opens its database only after the page was left', async () => {
    const late = diskStore('disk', 'entries')
    const done = set('key', 'after', late)
    tell('pagehide', true)
    await settle()
    expect(await readElsewhere()).toBe('before')
    tell('pageshow', true)
    await done
    expect(await readElsewhere()).toBe('after')
  })

  it('SAVE-14 takes back the making of its database too', async () => {
    const open = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementationOnce((name) => {
      const making = open(name)
      making.addEventListener('upgradeneeded', () => queueMicrotask(() => tell('pagehide', true)))
      return making
    })
    const fresh = diskStore('fresh', 'entries')
    const done = set('key', 'after', fresh)
    await settle()
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('fresh')
    tell('pageshow', true)
    await done
    expect(await get('key', fresh)).toBe('after')
  })

  it('goes on in a page that is left for good: what is under way may still arrive', async () => {
    const done = set('key', 'after', store)
    tell('pagehide', false)
    await done
    expect(await readElsewhere()).toBe('after')
  })

  it('fails as its work fails', async () => {
    const fail = () => Promise.reject(new Error('no room'))
    await expect(store('readwrite', fail)).rejects.toThrow('no room')
  })
})

describe('what is soon there', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is answered, and so is why it cannot be', async () => {
    expect(await withTimeout(Promise.resolve('here'))).toBe('here')
    await expect(withTimeout(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not waited for where it never comes', async () => {
    const answered = vi.fn()
    void withTimeout(never()).then(answered)
    await vi.advanceTimersByTimeAsync(1999)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(answered).toHaveBeenCalledExactlyOnceWith(undefined)
  })

  it('has its time anew where the page slept', async () => {
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
