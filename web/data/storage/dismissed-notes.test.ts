import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { dismissNote, isNoteDismissed } from './dismissed-notes.ts'
import { deviceStorage } from './web-storage.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

it('dismisses the note for one person on one trip', () => {
  dismissNote('ana', 'lake')
  dismissNote('ana', 'sea')
  const dismissed = [
    isNoteDismissed('ana', 'lake'),
    isNoteDismissed('ana', 'sea'),
    isNoteDismissed('ana', 'hills'),
    isNoteDismissed('ben', 'lake'),
  ]
  expect(dismissed).toEqual([true, true, false, false])
})

it('ignores and removes what older versions dismissed on every trip', () => {
  deviceStorage.setItem('wayfare.note-away', ' ana ben')
  expect(isNoteDismissed('ana', 'lake')).toBe(false)
  expect(deviceStorage.keys()).toEqual([])
})
