import { afterEach, beforeEach, expect, it } from 'vitest'
import { details } from '#domain/plan/details.ts'
import { findLeftEdits, forgetLeftEdits, leaveEdit, leftPlaceOf, listLeftPlaces } from './left-edits.ts'
import type { LeftEdit } from './pending-edit.ts'
import { FakeBrowser } from './testing/fake-browser.ts'

const PLACE = 'person trip details'
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => {
  browser.close()
  expect(browser.takeLog(), 'logged, and not expected').toEqual([])
})

const left = (destination_name: string): LeftEdit<'details'> => {
  const mine = { ...details.empty, destination_name }
  const pending = { base: { version: 3, value: details.empty }, id: '00000000-0000-4000-8000-000000000001', mine }
  return {
    known: [{ revision: undefined, value: details.empty }],
    edit: { pending, sent: undefined, sentValue: undefined, beside: [] },
    unkept: 0,
    mine,
  }
}
const leave = (page: string, text: string, place = PLACE) => leaveEdit(place, page, left(text) as never)
const found = (page: string, place = PLACE) => findLeftEdits(place, 'details', page)

it('SAVE-10 what a page has left is found by the others, as it was, until it is forgotten', () => {
  leave('a', 'Pog Lake')
  leave('b', 'Rock Lake')
  leave('c', 'Elsewhere', 'person trip notes')
  leave('d', 'Whose?', 'somebody trip details')
  expect(found('c').map((entry) => entry.left)).toEqual([left('Pog Lake'), left('Rock Lake')])
  found('c')[0]?.forget()
  expect(found('c').map((entry) => entry.left.mine)).toEqual([left('Rock Lake').mine])
})

it('all places are listed at which something was left', () => {
  localStorage.setItem('wayfare.keep-whole', '[]')
  leave('a', 'Pog Lake')
  leave('b', 'Elsewhere', 'person other-trip notes')
  expect(listLeftPlaces()).toEqual([PLACE, 'person other-trip notes'])
})

it('a page leaves nothing for itself, and forgets what it has left when it is there again', () => {
  leave('a', 'Pog Lake')
  expect(found('a')).toEqual([])
  forgetLeftEdits('a')
  expect(found('b')).toEqual([])
})

it('the storage tells the other pages where something was left', () => {
  leave('a', 'Pog Lake')
  const key = found('b')[0]?.key ?? null
  expect(leftPlaceOf({ key, newValue: '{}' } as StorageEvent)).toBe(PLACE)
  expect(leftPlaceOf({ key, newValue: null } as StorageEvent)).toBeUndefined()
  expect(leftPlaceOf({ key: 'wayfare.keep-whole', newValue: '[]' } as StorageEvent)).toBeUndefined()
  expect(leftPlaceOf({ key: null, newValue: null } as StorageEvent)).toBeUndefined()
})

it('what another version of the app has left is put aside, and not away', () => {
  const { destination_name: _gone, ...shorter } = details.empty
  for (const text of ['no JSON', 'null', JSON.stringify({ ...left(''), mine: shorter })]) {
    localStorage.setItem(`wayfare.left ${PLACE} a`, text)
    expect(found('b')).toEqual([])
    expect(browser.takeLog()).toEqual([expect.stringMatching(/^An edit that a page has left has the form of another version/)])
    expect(found('b')).toEqual([])
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '')
    expect(keys.filter((key) => key.startsWith('wayfare.aside ')).map((key) => localStorage.getItem(key))).toContain(text)
  }
})

it('that it could not be left is logged, and ends nothing', () => {
  localStorage.setItem = () => {
    throw new Error('full')
  }
  leave('a', 'Pog Lake')
  expect(browser.takeLog()).toEqual([expect.stringMatching(/^The last edit of a page could not be kept on this device/)])
})
