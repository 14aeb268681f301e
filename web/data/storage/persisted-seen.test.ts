import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { findSeen, moveSeen, persistSeen } from './persisted-seen.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

const seen = (version: number, at = 1000) => ({ version, at })

describe('the seen versions of a trip', () => {
  it('belong to a person and a trip', () => {
    persistSeen('ana', 'lisbon', { notes: seen(3) })
    expect(findSeen('ana', 'lisbon')).toEqual({ notes: seen(3) })
    expect(findSeen('ana', 'oslo')).toBeUndefined()
    expect(findSeen('anabel', 'lisbon')).toBeUndefined()
  })

  it('are stored for the 50 most recently viewed trips', () => {
    for (let n = 0; n < 51; n++) persistSeen('ana', `trip ${n}`, { notes: seen(n) })
    expect(findSeen('ana', 'trip 0')).toBeUndefined()
    expect(findSeen('ana', 'trip 1')).toEqual({ notes: seen(1) })
  })

  it('move from one person to another, without those of anybody else', () => {
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
    ['the account', ['ana', 'guest']],
  ])(
    'keep the newer version of each section when both people were on the trip, %s first',
    (_, [first = '', second = '']) => {
      persistSeen(first, 'lisbon', { notes: seen(3), meals: seen(9), details: seen(1) })
      persistSeen(second, 'lisbon', { notes: seen(7, 2000), meals: seen(2, 2000), tickets: seen(1, 2000) })
      moveSeen('guest', 'ana')
      expect(findSeen('ana', 'lisbon')).toEqual({
        notes: seen(7, 2000),
        meals: seen(9),
        details: seen(1),
        tickets: seen(1, 2000),
      })
    },
  )
})
