import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { findSeen, moveSeen, persistSeen } from './persisted-seen.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

const seen = (version: number, at = 1000) => ({ version, at })

describe('what somebody has seen of a trip', () => {
  it('is of a person and a trip', () => {
    persistSeen('ana', 'lisbon', { notes: seen(3) })
    expect(findSeen('ana', 'lisbon')).toEqual({ notes: seen(3) })
    expect(findSeen('ana', 'oslo')).toBeUndefined()
    expect(findSeen('anabel', 'lisbon')).toBeUndefined()
  })

  it('is kept of the 50 trips that were looked at last', () => {
    for (let n = 0; n < 51; n++) persistSeen('ana', `trip ${n}`, { notes: seen(n) })
    expect(findSeen('ana', 'trip 0')).toBeUndefined()
    expect(findSeen('ana', 'trip 1')).toEqual({ notes: seen(1) })
  })

  it('moves from one person to another, and nobody else’s does', () => {
    persistSeen('guest', 'lisbon', { notes: seen(3) })
    persistSeen('guest', 'oslo', { notes: seen(4) })
    persistSeen('guesthouse', 'lisbon', { notes: seen(5) })
    moveSeen('guest', 'ana')
    expect(findSeen('guest', 'lisbon')).toBeUndefined()
    expect(findSeen('ana', 'lisbon')).toEqual({ notes: seen(3) })
    expect(findSeen('ana', 'oslo')).toEqual({ notes: seen(4) })
    expect(findSeen('guesthouse', 'lisbon')).toEqual({ notes: seen(5) })
  })

  it.each([
    ['the guest', ['guest', 'ana']],
    ['the other', ['ana', 'guest']],
  ])('is of each section what is newer where both were in the trip, %s first', (_, [first = '', second = '']) => {
    persistSeen(first, 'lisbon', { notes: seen(3), meals: seen(9), details: seen(1) })
    persistSeen(second, 'lisbon', { notes: seen(7, 2000), meals: seen(2, 2000), tickets: seen(1, 2000) })
    moveSeen('guest', 'ana')
    expect(findSeen('ana', 'lisbon')).toEqual({
      notes: seen(7, 2000),
      meals: seen(9),
      details: seen(1),
      tickets: seen(1, 2000),
    })
  })
})
