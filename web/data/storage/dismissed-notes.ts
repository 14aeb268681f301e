import { deviceStorage } from './web-storage.ts'

/** The dismissed notes above a trip's tabs: `userId/tripId`, separated by spaces. */
const KEY = 'wayfare.notes-away'
/** Older versions dismissed the note on every trip at once. */
const OLD_KEY = 'wayfare.note-away'

const noteOf = (userId: string, tripId: string) => `${userId}/${tripId}`
const dismissed = () => deviceStorage.getItem(KEY) ?? ''

export function isNoteDismissed(userId: string, tripId: string): boolean {
  deviceStorage.removeItem(OLD_KEY)
  return dismissed().includes(noteOf(userId, tripId))
}

export const dismissNote = (userId: string, tripId: string) =>
  deviceStorage.setItem(KEY, `${dismissed()} ${noteOf(userId, tripId)}`.trim())
