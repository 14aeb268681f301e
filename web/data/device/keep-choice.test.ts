import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { chooseToKeep, forgetKeepChoices, isKeepChosen } from './keep-choice.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

it('is of a person and a trip, until it is taken back', () => {
  expect(isKeepChosen('robin', 'lisbon')).toBe(false)
  chooseToKeep('robin', 'lisbon', true)
  chooseToKeep('robin', 'oslo', true)
  chooseToKeep('robin', 'oslo', true)
  expect(isKeepChosen('robin', 'lisbon')).toBe(true)
  expect(isKeepChosen('kim', 'lisbon')).toBe(false)
  expect(isKeepChosen(undefined, 'lisbon')).toBe(false)
  chooseToKeep('robin', 'oslo', false)
  expect([isKeepChosen('robin', 'lisbon'), isKeepChosen('robin', 'oslo')]).toEqual([true, false])
  forgetKeepChoices()
  expect(isKeepChosen('robin', 'lisbon')).toBe(false)
})
