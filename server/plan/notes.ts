import type { Note } from '#domain/plan/notes.ts'
import { differingEntries, type Placed, placed } from './differing.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

export const notesRows: SectionRows<Note[]> = {
  async load(db, tripId) {
    const rows = await db
      .selectFrom('trip_notes')
      .select(['id', 'note_text'])
      .where('trip_id', '=', tripId)
      .orderBy('order_index')
      .execute()
    return rows.map(({ id, note_text }) => ({ id, text: note_text }))
  },

  async write(trx, tripId, notes, previous = []) {
    const rowOf = ([{ id, text }, order_index]: Placed<Note>) => ({ trip_id: tripId, id, note_text: text, order_index })
    const { now, before } = differingEntries(notes, previous)
    await writeRows(trx, tripId, {
      table: 'trip_notes',
      key: ['trip_id', 'id'],
      rows: now.map(rowOf),
      previous: before.map(rowOf),
      all: () => placed(notes).map(rowOf),
    })
  },
}
