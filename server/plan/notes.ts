import type { Note } from '#domain/plan/notes.ts'
import { insertAll } from './insert-all.ts'
import type { SectionRows } from './section-rows.ts'

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

  async replace(trx, tripId, notes) {
    await trx.deleteFrom('trip_notes').where('trip_id', '=', tripId).execute()
    await insertAll(
      trx,
      'trip_notes',
      notes.map(({ id, text }, order_index) => ({ trip_id: tripId, id, note_text: text, order_index })),
    )
  },
}
