import { deviceStorage } from './web-storage.ts'

/** The dismissed notes above a trip's tabs: `person/trip`, separated by spaces. */
const KEY = 'wayfare.notes-away'
/** Older versions dismissed the note on every trip at once. */
const OLD_KEY = 'wayfare.note-away'

const noteOf = (person: string, tripId: string) => `${person}/${tripId}`
const dismissed = () => deviceStorage.getItem(KEY) ?? ''

export function isNoteDismissed(person: string, tripId: string): boolean {
  deviceStorage.removeItem(OLD_KEY)
  return dismissed().includes(noteOf(person, tripId))
}

export const dismissNote = (person: string, tripId: string) =>
  deviceStorage.setItem(KEY, `${dismissed()} ${noteOf(person, tripId)}`.trim())
