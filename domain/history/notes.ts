import type { Note } from '../plan/notes.ts'
import { quote, type SectionHistory } from './words.ts'

export const notes: SectionHistory<Note[]> = {
  title: 'Notes',
  words: {
    insert: ({ within: [note] }) => `added the note ${quote(note.text)}`,
    remove: ({ within: [note] }) => `removed the note ${quote(note.text)}`,
    move: () => 'put the notes in another order',
    each: { text: ({ was, to }) => `changed the note ${quote(was)} to ${quote(to)}` },
  },
}
