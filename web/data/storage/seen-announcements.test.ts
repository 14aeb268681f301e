import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import {
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

it('is limited, and forgotten with the person', () => {
  see(
    'ana',
    Array.from({ length: 300 }, (_, number) => `a${number}`),
  )
  expect(seen('ana')).toHaveLength(200)
  expect(seen('ana').at(-1)).toBe('a299')
  see('ben', ['one'])
  forgetPersonHere('ana')
  expect(deviceStorage.keys()).toEqual(['wayfare.seen-announcements ben lake'])
})
