import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { isNoteAway, putNoteAway } from './note-away.ts'
import { deviceStorage } from './web-storage.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

it('dismisses the note for one person on one trip', () => {
  putNoteAway('ana', 'lake')
  putNoteAway('ana', 'sea')
  const dismissed = [
    isNoteAway('ana', 'lake'),
    isNoteAway('ana', 'sea'),
    isNoteAway('ana', 'hills'),
    isNoteAway('ben', 'lake'),
  ]
  expect(dismissed).toEqual([true, true, false, false])
})

it('ignores and removes what older versions dismissed on every trip', () => {
  deviceStorage.setItem('wayfare.note-away', ' ana ben')
  expect(isNoteAway('ana', 'lake')).toBe(false)
  expect(deviceStorage.keys()).toEqual([])
})
