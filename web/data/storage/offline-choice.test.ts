import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { chooseOffline, forgetOfflineChoices, isOfflineChosen } from './offline-choice.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

it('stores a choice per person and trip until it is withdrawn', () => {
  expect(isOfflineChosen('robin', 'lisbon')).toBe(false)
  chooseOffline('robin', 'lisbon', true)
  chooseOffline('robin', 'oslo', true)
  chooseOffline('robin', 'oslo', true)
  expect(isOfflineChosen('robin', 'lisbon')).toBe(true)
  expect(isOfflineChosen('kim', 'lisbon')).toBe(false)
  expect(isOfflineChosen(undefined, 'lisbon')).toBe(false)
  chooseOffline('robin', 'oslo', false)
  expect([isOfflineChosen('robin', 'lisbon'), isOfflineChosen('robin', 'oslo')]).toEqual([true, false])
  forgetOfflineChoices()
  expect(isOfflineChosen('robin', 'lisbon')).toBe(false)
})
