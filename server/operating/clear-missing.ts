import type { Db } from '../db/engine.ts'
import { URL_ROOT } from '../documents/document-list.ts'
import type { FileStore } from '../documents/file-store.ts'
import { readDocumentFile } from './document-files.ts'

/**
 * Removes from the rows the files that a backup lacks, so that nothing is shown that cannot be opened. What the store
 * has stays.
 * @param paths of the files that the backup lacks
 * @returns the paths of those that the store lacks too
 */
export async function clearMissing(db: Db, store: FileStore, paths: readonly string[]): Promise<string[]> {
  const cleared: string[] = []
  for (const path of paths) {
    if (await readDocumentFile(store, { path, size: 1 })) continue
    cleared.push(path)
    const [tripId = '', file = ''] = path.split('/')
    await db.updateTable('trips').set({ picture: null }).where('id', '=', tripId).where('picture', '=', file).execute()
    await db
      .deleteFrom('travel_documents')
      .where('trip_id', '=', tripId)
      .where('file_url', '=', `${URL_ROOT}/${path}`)
      .execute()
    await db.deleteFrom('listed_files').where('trip_id', '=', tripId).where('file', '=', file).execute()
    await db.deleteFrom('stored_files').where('trip_id', '=', tripId).where('file', '=', file).execute()
  }
  return cleared
}
