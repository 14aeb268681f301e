import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import {
  compareSeenAnnouncements,
  listUnsentSeen,
  moveSeenAnnouncements,
  parseSeenAnnouncements,
  persistSeenAnnouncements,
  seenAnnouncementsText,
} from './seen-announcements.ts'
import { deviceStorage } from './web-storage.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

const see = (userId: string, ids: string[], isSent = false, tripId = 'lake') =>
  persistSeenAnnouncements({ userId, tripId }, ids, { isSent })
const seen = (userId: string, tripId = 'lake') => parseSeenAnnouncements(seenAnnouncementsText(userId, tripId))

it('remembers what each user has seen of each trip, and what the server does not know', () => {
  see('ana', ['one', 'two'])
  see('ana', ['three'], true)
  expect(seen('ana')).toEqual(['one', 'two', 'three'])
  expect([seen('ben'), seen('ana', 'sea')]).toEqual([[], []])
  expect(listUnsentSeen('ana', 'lake')).toEqual(['one', 'two'])
  see('ana', ['one'], true)
  expect(listUnsentSeen('ana', 'lake')).toEqual(['two'])
  // The server knows it already.
  see('ana', ['one', 'three'])
  expect(listUnsentSeen('ana', 'lake')).toEqual(['two'])
  expect(seen('ana')).toEqual(['one', 'two', 'three'])
})

it('moves to the account of a guest, with what is still to be sent', () => {
  see('guest', ['one'], true)
  see('guest', ['two'])
  see('guest', ['three'], true, 'sea')
  see('ana', ['one', 'four'])
  moveSeenAnnouncements('guest', 'ana')
  expect(seen('ana').toSorted()).toEqual(['four', 'one', 'two'])
  expect(listUnsentSeen('ana', 'lake')).toEqual(['four', 'two'])
  expect(seen('ana', 'sea')).toEqual(['three'])
  expect(seen('guest')).toEqual([])
})

it('sends again what the server does not have, as long as it is in the plan', () => {
  see('ana', ['one', 'two', 'three'], true)
  see('ana', ['four'])
  compareSeenAnnouncements({ userId: 'ana', tripId: 'lake' }, ['one', 'two', 'four'], ['one', 'five'])
  expect(seen('ana')).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(listUnsentSeen('ana', 'lake')).toEqual(['two', 'four'])
})

it('forgets what is no longer in the plan once there is much of it, and never what is unsent', () => {
  const ids = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`)
  see('ana', ids('unsent', 30))
  see('ana', ids('gone', 150), true)
  see('ana', ids('there', 100), true)
  compareSeenAnnouncements({ userId: 'ana', tripId: 'lake' }, ids('there', 100), ids('there', 100))
  expect(seen('ana')).toHaveLength(200)
  expect(seen('ana')).toEqual(expect.arrayContaining([...ids('there', 100), ...ids('unsent', 30), 'gone149']))
  expect(listUnsentSeen('ana', 'lake')).toHaveLength(30)
  see('ana', ids('more', 400))
  compareSeenAnnouncements({ userId: 'ana', tripId: 'lake' }, [], [])
  expect(listUnsentSeen('ana', 'lake')).toHaveLength(430)
})

it('is forgotten with the person', () => {
  see('ana', ['one'])
  see('ben', ['one'])
  forgetPersonHere('ana')
  expect(deviceStorage.keys()).toEqual(['wayfare.seen-announcements ben lake'])
})
