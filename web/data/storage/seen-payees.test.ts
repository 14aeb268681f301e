import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import { findSeenPayee, rememberPayee } from './seen-payees.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

it('remembers the details of each person, for one user and trip', () => {
  rememberPayee('ana', 'lake', 'robin', 'one')
  rememberPayee('ana', 'lake', 'ben', 'two')
  rememberPayee('ana', 'lake', 'robin', 'three')
  const seen = [
    findSeenPayee('ana', 'lake', 'robin'),
    findSeenPayee('ana', 'lake', 'ben'),
    findSeenPayee('ana', 'sea', 'robin'),
    findSeenPayee('cleo', 'lake', 'robin'),
  ]
  expect(seen).toEqual(['three', 'two', undefined, undefined])
  forgetPersonHere('ana')
  expect(findSeenPayee('ana', 'lake', 'robin')).toBeUndefined()
})
