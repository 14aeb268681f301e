import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import { listSeenPlaces, persistSeenPlaces } from './seen-places.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

it('belong to a user, a trip and a kind', () => {
  expect(listSeenPlaces('ana', 'lake', 'rides')).toEqual([])
  persistSeenPlaces('ana', 'lake', { kind: 'rides', places: ['red/ana', 'red/kim'] })
  expect(listSeenPlaces('ana', 'lake', 'rides')).toEqual(['red/ana', 'red/kim'])
  expect(listSeenPlaces('ana', 'lake', 'beds')).toEqual([])
  expect(listSeenPlaces('ana', 'hills', 'rides')).toEqual([])
  expect(listSeenPlaces('ben', 'lake', 'rides')).toEqual([])
})

it('take no space once there are none, and go with the user', () => {
  persistSeenPlaces('ana', 'lake', { kind: 'rides', places: ['red/ana'] })
  persistSeenPlaces('ana', 'lake', { kind: 'rides', places: [] })
  expect(localStorage.length).toBe(0)
  persistSeenPlaces('ana', 'lake', { kind: 'duties', places: ['cook/ana'] })
  forgetPersonHere('ana')
  expect(localStorage.length).toBe(0)
})
