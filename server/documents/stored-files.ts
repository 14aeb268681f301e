import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { ReceivedFile } from './file-store.ts'

/*
 * The record of every file that the store may hold.
 * Job: no file without somebody who knows of it, whatever moment a process dies at: a file is recorded before it is stored,
 *   and forgotten only after it is removed. So nothing is ever removed merely because it is not known: a server that is
 *   started on another or an older database touches no file.
 * Invariants: a file is `writing` until the transaction that makes its document's row; `kept` as long as there is one; then
 *   `removing`. From `removing` no way leads back, so that a file is never removed from under a row.
 * Failure: what stays `writing` or `removing` is removed by the sweep.
 */

/** Records a file that is about to be stored, under the first free timestamp from now on. Answers its name. */
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

/** What is known of a file's bytes. */
type FileContent = Pick<ReceivedFile, 'size' | 'sha256'>

/** The path in the store: `{trip id}/{timestamp}.{extension}`. */
export function pathOf({ trip_id, file }: StoredFile): string {
  return `${trip_id}/${file}`
}

/** Says that a file has its document's row: in the transaction that makes it. False where the file has been given up. */
export async function markStored(trx: Db, file: StoredFile): Promise<boolean> {
  const { numUpdatedRows } = await changeState(trx, file, 'kept')
    .where('state', '=', 'writing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Says that a file's document is gone: in the transaction that removes its row. */
export async function releaseFile(trx: Db, file: StoredFile): Promise<void> {
  await changeState(trx, file, 'removing').execute()
}

/** Gives a file up that has no document yet. False where it has one after all. */
export async function abandonFile(db: Db, file: StoredFile): Promise<boolean> {
  const { numUpdatedRows } = await changeState(db, file, 'removing')
    .where('state', '=', 'writing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Forgets a file that has been removed from the store. */
export async function forgetFile(db: Db, { trip_id, file }: StoredFile): Promise<void> {
  const removed = db.deleteFrom('stored_files').where('trip_id', '=', trip_id).where('file', '=', file)
  await removed.where('state', '=', 'removing').execute()
}

/**
 * Gives up every file that nobody needs any more, and lists them.
 * @param before uploads that began earlier are over, in whichever process
 */
export async function listAbandonedFiles(db: Db, before: Date): Promise<StoredFile[]> {
  await db
    .updateTable('stored_files')
    .set({ state: 'removing' })
    .where('state', '=', 'writing')
    .where('begun_at', '<', before.toISOString())
    .execute()
  // The rows of documents go with their trip. In a statement of its own, which sees what the one before it waited for.
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

/** How long a document's file is, and its document's name; nothing for a file without a document. */
export const selectShownFile = compiled((db, tripId: string, file: string, fileUrl: string) =>
  db
    .selectFrom('stored_files')
    .innerJoin('travel_documents', 'travel_documents.trip_id', 'stored_files.trip_id')
    .select(['stored_files.size', 'travel_documents.file_name'])
    .where('stored_files.trip_id', '=', tripId)
    .where('stored_files.file', '=', file)
    .where('travel_documents.file_url', '=', fileUrl),
)

function changeState(db: Db, { trip_id, file }: StoredFile, state: 'kept' | 'removing') {
  return db.updateTable('stored_files').set({ state }).where('trip_id', '=', trip_id).where('file', '=', file)
}
