import type { Note } from '../plan/notes.ts'
import { compareLists, quote } from './changes.ts'

/** What changed in the notes, in sentences without their subject. */
export function describeNotes(before: Note[], after: Note[]): string[] {
  const { added, removed, changed, reordered } = compareLists(before, after)
  return [
    ...added.map(({ text }) => `added the note ${quote(text)}`),
    ...removed.map(({ text }) => `removed the note ${quote(text)}`),
    ...changed.map((note) => `changed the note ${quote(note.before.text)} to ${quote(note.after.text)}`),
    ...(reordered ? ['put the notes in another order'] : []),
  ]
}
