import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { dismissNote, isNoteDismissed } from './dismissed-notes.ts'
import { forgetPersonHere } from './forget-person.ts'
import { isOwnDevice, readChoices, writeChoices } from './offline-choices.ts'
import { findSeen, persistSeen } from './persisted-seen.ts'
import { deviceStorage } from './web-storage.ts'

const [ANA, BEN, TRIP] = ['ana', 'ben', 'trip'].map((name) => `${name}-0000`) as [string, string, string]

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

it('removes everything about one person and keeps everything about others', () => {
  for (const person of [ANA, BEN]) {
    persistSeen(person, TRIP, { notes: { version: 3, at: 1 } })
    writeChoices([...readChoices(), `${person} ${TRIP}`])
    dismissNote(person, TRIP)
    deviceStorage.setItem(`wayfare.left ${person} ${TRIP} page.000001`, '{"waiting":[]}')
  }
  deviceStorage.setItem('wayfare.owner', ANA)
  forgetPersonHere(ANA)
  const remaining = deviceStorage.keys().map((key) => `${key} ${deviceStorage.getItem(key)}`)
  expect(remaining.join()).not.toContain(ANA)
  expect(findSeen(BEN, TRIP)).toEqual({ notes: { version: 3, at: 1 } })
  expect([isOwnDevice(BEN), isNoteDismissed(BEN, TRIP), isNoteDismissed(ANA, TRIP)]).toEqual([true, true, false])
  expect(deviceStorage.getItem(`wayfare.left ${BEN} ${TRIP} page.000001`)).toBe('{"waiting":[]}')
})
