import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import type { UnloadJournal } from './log-storage.ts'
import {
  findJournals,
  hasJournal,
  journalPlaceOf,
  listJournalPlaces,
  removeJournal,
  writeJournal,
} from './unload-journal.ts'

const PLACE = 'person trip'
const ID = '00000000-0000-4000-8000-000000000001'
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => {
  browser.close()
  expect(browser.takeLog(), 'logged, and not expected').toEqual([])
})

const left = (to: string): UnloadJournal => ({
  waiting: [{ operation: { id: ID, section: 'details', at: ['destination_name'], do: 'set', to, was: '' }, tab: 'a' }],
})
const leave = (page: string, text: string, place = PLACE) => writeJournal(place, page, left(text))
const found = (page: string, place = PLACE) => findJournals(place, page)

it('SAVE-10 what a page has left is found by the others, as it was, until it is forgotten', () => {
  leave('a', 'Pog Lake')
  leave('b', 'Rock Lake')
  leave('c', 'Elsewhere', 'person other-trip')
  leave('d', 'Whose?', 'somebody trip')
  expect(found('c').map((entry) => entry.journal)).toEqual([left('Pog Lake'), left('Rock Lake')])
  found('c')[0]?.remove()
  expect(found('c').map((entry) => entry.journal)).toEqual([left('Rock Lake')])
})

it('SAVE-10 what a page leaves twice is found as it was left, whatever order the storage has', () => {
  const { key } = localStorage
  localStorage.key = (n) => key(localStorage.length - 1 - n)
  leave('a', 'Pog')
  leave('a', 'Pog Lake')
  expect(found('b').map((entry) => entry.journal)).toEqual([left('Pog'), left('Pog Lake')])
})

it('SAVE-10 a page that is there again forgets nothing of another one, and knows its own from that', () => {
  leave('a', 'Pog Lake')
  leave('b', 'Rock Lake')
  leave('b', 'Elsewhere', 'person other-trip')
  removeJournal('a')
  expect([hasJournal(PLACE, 'a'), hasJournal(PLACE, 'b'), hasJournal('person other-trip', 'b')]).toEqual([
    false,
    true,
    true,
  ])
  expect(found('c').map((entry) => entry.journal)).toEqual([left('Rock Lake')])
  found('c')[0]?.remove()
  expect(hasJournal(PLACE, 'b')).toBe(false)
})

it('all places are listed at which something was left', () => {
  localStorage.setItem('wayfare.keep-whole', '[]')
  leave('a', 'Pog Lake')
  leave('b', 'Elsewhere', 'person other-trip')
  expect(listJournalPlaces()).toEqual([PLACE, 'person other-trip'])
})

it('a page leaves nothing for itself, and forgets what it has left when it is there again', () => {
  leave('a', 'Pog Lake')
  expect(found('a')).toEqual([])
  removeJournal('a')
  expect(found('b')).toEqual([])
})

it('the storage tells the other pages where something was left', () => {
  leave('a', 'Pog Lake')
  const key = found('b')[0]?.key ?? null
  expect(journalPlaceOf({ key, newValue: '{}' } as StorageEvent)).toBe(PLACE)
  expect(journalPlaceOf({ key, newValue: null } as StorageEvent)).toBeUndefined()
  expect(journalPlaceOf({ key: 'wayfare.keep-whole', newValue: '[]' } as StorageEvent)).toBeUndefined()
  expect(journalPlaceOf({ key: null, newValue: null } as StorageEvent)).toBeUndefined()
})

it('what another version of the app has left is put aside, and not away', () => {
  const strange = JSON.stringify(left('Pog')).replace('destination_name', 'altitude')
  const [entry] = left('Pog').waiting
  const partlyStrange = JSON.stringify({ waiting: [entry, ...JSON.parse(strange).waiting] })
  for (const text of ['no JSON', 'null', strange, partlyStrange]) {
    localStorage.setItem(`wayfare.left ${PLACE} a`, text)
    expect(found('b')).toEqual([])
    expect(browser.takeLog()).toEqual([
      expect.stringMatching(/^An edit that a page has left has the form of another version/),
    ])
    expect(found('b')).toEqual([])
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '')
    expect(keys.filter((key) => key.startsWith('wayfare.aside ')).map((key) => localStorage.getItem(key))).toContain(
      text,
    )
  }
})

it('that it could not be left is logged, and ends nothing', () => {
  localStorage.setItem = () => {
    throw new Error('full')
  }
  leave('a', 'Pog Lake')
  expect(browser.takeLog()).toEqual([
    expect.stringMatching(/^The last edit of a page could not be kept on this device/),
  ])
})
