import { deviceStorage } from './web-storage.ts'

/** The dismissed notes above a trip's tabs, and offers at lines of food: `userId/id`, separated by spaces. */
const KEY = 'wayfare.notes-away'
/** Older versions dismissed the note on every trip at once. */
const OLD_KEY = 'wayfare.note-away'

const noteOf = (userId: string, id: string) => `${userId}/${id}`
const dismissed = () => deviceStorage.getItem(KEY) ?? ''

/** @param id of the trip, or of the line */
export function isNoteDismissed(userId: string, id: string): boolean {
  deviceStorage.removeItem(OLD_KEY)
  return dismissed().includes(noteOf(userId, id))
}

export const dismissNote = (userId: string, id: string) =>
  deviceStorage.setItem(KEY, `${dismissed()} ${noteOf(userId, id)}`.trim())
