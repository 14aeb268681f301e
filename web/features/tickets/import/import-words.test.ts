import { expect, it } from 'vitest'
import { buildTicket } from '#domain/testing/tickets.ts'
import type { Group, GroupState } from './drafts.ts'
import { confirmText, doneText, foundText } from './import-words.ts'

const group = (state: GroupState): Group => {
  const entry = buildTicket('AC 406')
  return {
    ...{ is: 'ticket', entry, id: entry.id, state },
    ...{ changes: [], drafts: [], hasCancelledPart: false, newPassengers: [] },
  }
}
const groups = (...states: GroupState[]) => states.map(group)

it.each<[GroupState[], number, string, string]>([
  [['new', 'changed'], 0, 'Add all', 'Add 2'],
  [['new', 'new'], 1, 'Add all', 'Add 3'],
  [['changed', 'changed'], 0, 'Update all', 'Update 2'],
  [['cancelled', 'cancelled'], 0, 'Remove all', 'Remove 2'],
  [['new', 'cancelled'], 0, 'Save all', 'Save 2'],
  [['changed'], 1, 'Save all', 'Save 2'],
  [['changed'], 0, 'Update ticket', 'Update ticket'],
  [[], 1, 'Add code', 'Add code'],
  [[], 3, 'Add 3 codes', 'Add 3 codes'],
])('confirming %j and %i codes says so, with how many they are if there are more', (states, codes, all, part) => {
  expect(confirmText({ groups: groups(...states), codes, isPart: false })).toBe(all)
  expect(confirmText({ groups: groups(...states), codes, isPart: true })).toBe(part)
})

it.each<[GroupState[], number, string]>([
  [['new'], 0, 'Added 1 booking'],
  [['new', 'new', 'same'], 1, 'Added 2 bookings and 1 code'],
  [[], 1, 'Added 1 code'],
  [['same'], 2, 'Added 2 codes'],
  [['changed'], 1, 'Changed “AC 406”, 1 code added'],
  [['changed', 'changed'], 0, 'Updated 2 bookings'],
  [['cancelled'], 0, 'Removed “AC 406”'],
  [['cancelled', 'new'], 2, 'Saved 2 bookings, 2 codes added'],
])('what was done with %j and %i codes counts bookings and codes', (states, codes, text) => {
  expect(doneText(groups(...states), codes)).toBe(text)
})

it.each<[GroupState[], number, string]>([
  [['new', 'changed', 'same', 'cancelled', 'gone'], 0, '3 bookings found'],
  [['same', 'gone'], 0, 'Nothing to add'],
  [[], 1, '1 code found'],
  [['new'], 2, '1 booking and 2 codes found'],
  [[], 0, ''],
])('of %j and %i codes, what can be added was found', (states, codes, text) => {
  expect(foundText(groups(...states), codes)).toBe(text)
})
