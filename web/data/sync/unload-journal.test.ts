import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import type { JournalEntry } from './log-storage.ts'
import {
  addJournalEntry,
  hasJournalEntries,
  listJournalEntries,
  listJournaledLogKeys,
  logKeyOfEvent,
  removeJournalEntries,
} from './unload-journal.ts'

const LOG_KEY = 'person trip'
const ID = '00000000-0000-4000-8000-000000000001'
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => {
  browser.close()
  expect(browser.takeLog(), 'unexpected log messages').toEqual([])
})

const entryOf = (to: string): JournalEntry => ({
  waiting: [{ operation: { id: ID, section: 'details', at: ['destination_name'], do: 'set', to, was: '' }, tab: 'a' }],
})
const write = (pageId: string, text: string, logKey = LOG_KEY) => addJournalEntry(logKey, pageId, entryOf(text))
const find = (pageId: string, logKey = LOG_KEY) => listJournalEntries(logKey, pageId)

it('SAVE-10 other pages find the entries of a page until they are removed', () => {
  write('a', 'Pog Lake')
  write('b', 'Rock Lake')
  write('c', 'Elsewhere', 'person other-trip')
  write('d', 'Whose?', 'somebody trip')
  expect(find('c').map(({ entry }) => entry)).toEqual([entryOf('Pog Lake'), entryOf('Rock Lake')])
  find('c')[0]?.remove()
  expect(find('c').map(({ entry }) => entry)).toEqual([entryOf('Rock Lake')])
})

it('SAVE-10 the entries of a page are found in the order of writing, whatever order the storage has', () => {
  const { key } = localStorage
  localStorage.key = (n) => key(localStorage.length - 1 - n)
  write('a', 'Pog')
  write('a', 'Pog Lake')
  expect(find('b').map(({ entry }) => entry)).toEqual([entryOf('Pog'), entryOf('Pog Lake')])
})

it('SAVE-10 a page that comes back removes only its own entries', () => {
  write('a', 'Pog Lake')
  write('b', 'Rock Lake')
  write('b', 'Elsewhere', 'person other-trip')
  removeJournalEntries('a')
  expect([
    hasJournalEntries(LOG_KEY, 'a'),
    hasJournalEntries(LOG_KEY, 'b'),
    hasJournalEntries('person other-trip', 'b'),
  ]).toEqual([false, true, true])
  expect(find('c').map(({ entry }) => entry)).toEqual([entryOf('Rock Lake')])
  find('c')[0]?.remove()
  expect(hasJournalEntries(LOG_KEY, 'b')).toBe(false)
})

it('the logs that have entries are listed', () => {
  localStorage.setItem('wayfare.keep-whole', '[]')
  write('a', 'Pog Lake')
  write('b', 'Elsewhere', 'person other-trip')
  expect(listJournaledLogKeys()).toEqual([LOG_KEY, 'person other-trip'])
})

it('a page does not find its own entries, and removes them when it comes back', () => {
  write('a', 'Pog Lake')
  expect(find('a')).toEqual([])
  removeJournalEntries('a')
  expect(find('b')).toEqual([])
})

it('a storage event tells the other pages which log has a new entry', () => {
  write('a', 'Pog Lake')
  const key = find('b')[0]?.key ?? null
  expect(logKeyOfEvent({ key, newValue: '{}' } as StorageEvent)).toBe(LOG_KEY)
  expect(logKeyOfEvent({ key, newValue: null } as StorageEvent)).toBeUndefined()
  expect(logKeyOfEvent({ key: 'wayfare.keep-whole', newValue: '[]' } as StorageEvent)).toBeUndefined()
  expect(logKeyOfEvent({ key: null, newValue: null } as StorageEvent)).toBeUndefined()
})

it('an entry of another version of the app is moved aside, not deleted', () => {
  const unknownEntry = JSON.stringify(entryOf('Pog')).replace('destination_name', 'altitude')
  const [entry] = entryOf('Pog').waiting
  const partlyUnknown = JSON.stringify({ waiting: [entry, ...JSON.parse(unknownEntry).waiting] })
  for (const text of ['no JSON', 'null', unknownEntry, partlyUnknown]) {
    localStorage.setItem(`wayfare.left ${LOG_KEY} a`, text)
    expect(find('b')).toEqual([])
    expect(browser.takeLog()).toEqual([expect.stringMatching(/^A journal entry of another app version is quarantined/)])
    expect(find('b')).toEqual([])
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '')
    expect(keys.filter((key) => key.startsWith('wayfare.aside ')).map((key) => localStorage.getItem(key))).toContain(
      text,
    )
  }
})

it('a failed write is logged and does not throw', () => {
  localStorage.setItem = () => {
    throw new Error('full')
  }
  write('a', 'Pog Lake')
  expect(browser.takeLog()).toEqual([expect.stringMatching(/^The unload journal could not be written/)])
})
