import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import { findSeenList, forgetSeenLists, persistSeenList } from './seen-lists.ts'

let browser: FakeBrowser
beforeEach(() => {
  vi.useFakeTimers()
  browser = new FakeBrowser()
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
})

const isText = (stored: unknown): stored is string => typeof stored === 'string'

it('belong to a user and a trip', () => {
  persistSeenList('ana', 'lake', 'milk')
  expect(findSeenList('ana', 'lake', isText)).toBe('milk')
  expect(findSeenList('ben', 'lake', isText)).toBeUndefined()
  expect(findSeenList('ana', 'hills', isText)).toBeUndefined()
})

it('are ignored if another version of the app wrote them', () => {
  persistSeenList('ana', 'lake', { milk: 2 })
  expect(findSeenList('ana', 'lake', isText)).toBeUndefined()
  localStorage.setItem('wayfare.seen-list ana lake', 'not JSON')
  expect(findSeenList('ana', 'lake', isText)).toBeUndefined()
})

it('are stored for the five trips that were seen last', () => {
  for (const trip of ['1', '2', '3', '4', '5', '1', '6']) {
    vi.advanceTimersByTime(1000)
    persistSeenList('ana', trip, trip)
  }
  expect(['1', '2', '3', '4', '5', '6'].filter((trip) => findSeenList('ana', trip, isText))).toEqual([
    '1',
    '3',
    '4',
    '5',
    '6',
  ])
})

it('go with a sign-out and with the user', () => {
  persistSeenList('ana', 'lake', 'milk')
  persistSeenList('ben', 'lake', 'milk')
  forgetPersonHere('ana')
  expect(findSeenList('ana', 'lake', isText)).toBeUndefined()
  expect(findSeenList('ben', 'lake', isText)).toBe('milk')
  forgetSeenLists()
  expect(findSeenList('ben', 'lake', isText)).toBeUndefined()
})
