import { expect, test, vi } from 'vitest'
import { PageEvents } from '../page-events.ts'
import { costsDialogsKey, Drafts } from './drafts.ts'
import { tabStorage } from './web-storage.ts'

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
