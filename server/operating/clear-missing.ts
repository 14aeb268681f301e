import type { Db } from '../db/engine.ts'
import { URL_ROOT } from '../documents/document-list.ts'

/** Removes from the rows the files that a backup lacks, so that nothing is shown that cannot be opened. */
export async function clearMissing(db: Db, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const [tripId = '', file = ''] = path.split('/')
    await db.updateTable('trips').set({ picture: null }).where('id', '=', tripId).where('picture', '=', file).execute()
    await db
      .deleteFrom('travel_documents')
      .where('trip_id', '=', tripId)
      .where('file_url', '=', `${URL_ROOT}/${path}`)
      .execute()
    await db.deleteFrom('receipts').where('trip_id', '=', tripId).where('file', '=', file).execute()
    await db.deleteFrom('stored_files').where('trip_id', '=', tripId).where('file', '=', file).execute()
  }
}
