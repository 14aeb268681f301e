import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { ReceivedFile } from './file-store.ts'

/*
 * The record of every file that the store may contain.
 * Job: no unrecorded file, whenever a process dies. A file is recorded before it is stored, and its record is deleted
 *   after the file. So no file is ever removed merely because it has no record: a server that is started on another or
 *   an older database touches no file.
 * Invariants: a file is `writing` until the transaction that inserts its document's row, `kept` while that row exists,
 *   then `removing`. `removing` is final, so a file is never removed from under a row.
 * Failure: the sweep removes files that remain `writing` or `removing`.
 */

/** Records a file that is about to be stored, under the first free timestamp from `now` on. Returns its name. */
export async function beginFile(
  db: Db,
  tripId: string,
  extension: string,
  content: FileContent,
  now: Date,
): Promise<StoredFile> {
  const { size, sha256 } = content
  for (let timestamp = now.getTime(); ; timestamp++) {
    const file = `${timestamp}.${extension}`
    const row = { trip_id: tripId, file, size, sha256, state: 'writing', begun_at: now.toISOString() } as const
    const insert = db.insertInto('stored_files').values(row)
    const [result] = await insert.onConflict((conflict) => conflict.columns(['trip_id', 'file']).doNothing()).execute()
    if (result?.numInsertedOrUpdatedRows) return { trip_id: tripId, file }
  }
}

export interface StoredFile {
  trip_id: string
  file: string
}

type FileContent = Pick<ReceivedFile, 'size' | 'sha256'>

export function pathOf({ trip_id, file }: StoredFile): string {
  return `${trip_id}/${file}`
}

/** Marks a file `kept`, in the transaction that inserts its document's row. Returns false if it has been abandoned. */
export async function markStored(trx: Db, file: StoredFile): Promise<boolean> {
  const { numUpdatedRows } = await changeState(trx, file, 'kept')
    .where('state', '=', 'writing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Marks a file `removing`, in the transaction that deletes its document's row. */
export async function releaseFile(trx: Db, file: StoredFile): Promise<void> {
  await changeState(trx, file, 'removing').execute()
}

/** Abandons a file that has no document yet. Returns false if it has one after all. */
export async function abandonFile(db: Db, file: StoredFile): Promise<boolean> {
  const { numUpdatedRows } = await changeState(db, file, 'removing')
    .where('state', '=', 'writing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function forgetFile(db: Db, { trip_id, file }: StoredFile): Promise<void> {
  const removed = db.deleteFrom('stored_files').where('trip_id', '=', trip_id).where('file', '=', file)
  await removed.where('state', '=', 'removing').execute()
}

/**
 * Abandons every file that no document uses, and lists them.
 * @param before uploads that began earlier have ended in every process
 */
export async function listAbandonedFiles(db: Db, before: Date): Promise<StoredFile[]> {
  await db
    .updateTable('stored_files')
    .set({ state: 'removing' })
    .where('state', '=', 'writing')
    .where('begun_at', '<', before.toISOString())
    .execute()
  // Deleting a trip deletes its documents' rows. A separate statement sees the deletions that the first one waited for.
  await db
    .updateTable('stored_files')
    .set({ state: 'removing' })
    .where('state', '=', 'kept')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('trips').select('trips.id').whereRef('trips.id', '=', 'stored_files.trip_id'))),
    )
    .execute()
  return db.selectFrom('stored_files').select(['trip_id', 'file']).where('state', '=', 'removing').execute()
}

/** The size of a document's file, and the document's id and name; no row if the file has no document. */
export const selectShownFile = compiled((db, tripId: string, file: string, fileUrl: string) =>
  db
    .selectFrom('stored_files')
    .innerJoin('travel_documents', 'travel_documents.trip_id', 'stored_files.trip_id')
    .select(['stored_files.size', 'travel_documents.id', 'travel_documents.file_name'])
    .where('stored_files.trip_id', '=', tripId)
    .where('stored_files.file', '=', file)
    .where('travel_documents.file_url', '=', fileUrl),
)

function changeState(db: Db, { trip_id, file }: StoredFile, state: 'kept' | 'removing') {
  return db.updateTable('stored_files').set({ state }).where('trip_id', '=', trip_id).where('file', '=', file)
}
