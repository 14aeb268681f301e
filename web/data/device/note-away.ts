import { deviceStorage } from './web-storage.ts'

/** The people who have put away the note above a trip's tabs on this device, one behind the other. */
const KEY = 'wayfare.note-away'

const people = () => deviceStorage.getItem(KEY) ?? ''

export const isNoteAway = (person: string) => people().includes(person)
export const putNoteAway = (person: string) => deviceStorage.setItem(KEY, `${people()} ${person}`)
