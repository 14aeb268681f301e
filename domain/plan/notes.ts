import * as z from 'zod/mini'
import { id, itemList } from '../id.ts'
import { longText } from '../text.ts'
import { defineSection } from './section.ts'

export const MAX_NOTE = 5000

export const note = z.strictObject({ id, text: longText(MAX_NOTE) })
export type Note = z.infer<typeof note>

export const notes = defineSection<Note[]>({
  schema: itemList(note),
  empty: [],
  failures: { load: 'Failed to load notes', save: 'Failed to save notes' },
  readers: 'everything',
})
