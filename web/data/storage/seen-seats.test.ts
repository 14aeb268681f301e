import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import { listSeenSeats, persistSeenSeats } from './seen-seats.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

it('belong to a user, a trip and a kind', () => {
  expect(listSeenSeats('ana', 'lake', 'rides')).toEqual([])
  persistSeenSeats('ana', 'lake', { kind: 'rides', seats: ['red/ana', 'red/kim'] })
  expect(listSeenSeats('ana', 'lake', 'rides')).toEqual(['red/ana', 'red/kim'])
  expect(listSeenSeats('ana', 'lake', 'beds')).toEqual([])
  expect(listSeenSeats('ana', 'hills', 'rides')).toEqual([])
  expect(listSeenSeats('ben', 'lake', 'rides')).toEqual([])
})

it('take no space once there are none, and go with the user', () => {
  persistSeenSeats('ana', 'lake', { kind: 'rides', seats: ['red/ana'] })
  persistSeenSeats('ana', 'lake', { kind: 'rides', seats: [] })
  expect(localStorage.length).toBe(0)
  persistSeenSeats('ana', 'lake', { kind: 'duties', seats: ['cook/ana'] })
  forgetPersonHere('ana')
  expect(localStorage.length).toBe(0)
})
