import { afterEach, expect, test, vi } from 'vitest'
import { PageEvents } from '../page-events.ts'
import { costsDialogsKey, Drafts } from './drafts.ts'
import { tabStorage } from './web-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('a draft in another format is moved, once, and the next draft leaves it', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const drafts = new Drafts(new PageEvents())
  const key = costsDialogsKey('ana', 'trip')
  drafts.write(key, { version: 1 })
  drafts.quarantine(key, 'a draft')
  drafts.quarantine(key, 'a draft')
  expect(drafts.read(key)).toBeUndefined()
  drafts.write(key, { version: 2 })
  expect(drafts.read(key)).toEqual({ version: 2 })
  const aside = tabStorage.keys().filter((each) => each.startsWith('wayfare.aside '))
  expect(aside.map((each) => tabStorage.getItem(each))).toEqual(['{"version":1}'])
})

test.each([
  ['moved to another user', (drafts: Drafts) => drafts.move('ana', 'ben')],
  ['quarantined', (drafts: Drafts, key: string) => drafts.quarantine(key, 'a draft')],
])('a draft that the storage refuses when it is %s would be lost by a reload', (_, move) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const stored = new Map<string, string>()
  let isFull = false
  vi.stubGlobal('sessionStorage', {
    get length() {
      return stored.size
    },
    key: (n: number) => [...stored.keys()][n] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException('No.', 'QuotaExceededError')
      stored.set(key, text)
    },
    removeItem: (key: string) => void stored.delete(key),
  })
  const drafts = new Drafts(new PageEvents())
  const key = costsDialogsKey('ana', 'full')
  drafts.write(key, { version: 1 })
  drafts.read(key)
  expect(drafts.hasUnpersisted).toBe(false)
  isFull = true
  move(drafts, key)
  expect(drafts.hasUnpersisted).toBe(true)
})
