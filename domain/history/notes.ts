import * as m from '#messages'
import type { Note } from '../plan/notes.ts'
import { quote, type SectionHistory } from './words.ts'

export const notes: SectionHistory<Note[]> = {
  title: () => m.history_section_notes(),
  words: {
    insert: ({ within: [note] }) => m.history_note_added({ note: quote(note.text) }),
    remove: ({ within: [note] }) => m.history_note_removed({ note: quote(note.text) }),
    move: () => m.history_notes_moved(),
    each: { text: ({ was, to }) => m.history_note_changed({ was: quote(was), to: quote(to) }) },
  },
}
