import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { longText } from '../text.ts'
import { allOfIt, defineSection } from './section.ts'

export const MAX_NOTE = 5000

export const note = z.strictObject({ id, text: longText(MAX_NOTE) })
export type Note = z.infer<typeof note>

export const notes = defineSection<Note[]>({
  schema: itemList(note),
  empty: [],
  failures: () => ({ load: m.plan_notes_load_failed(), save: m.plan_notes_save_failed() }),
  readers: allOfIt,
  copied: allOfIt,
})
