import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/db/engine.ts'
import { UPLOAD_FOLDER } from '#server/documents/upload-folder.ts'
import { listArriving, listFiles } from '#server/testing/document-files.ts'
import type { Stage } from './stage.ts'
import type { Uploader } from './uploader.ts'
import { require } from './violation.ts'

const URL_ROOT = '/files/travel-documents/'
/** The server's sweep removes leftovers that are older than an hour. */
const OVER_MS = 61 * 60_000
const LOOK_EVERY_MS = 20

/** The documents, receipts and trip pictures, with the paths of their files. */
async function listRows(db: Db): Promise<{ id: string; path: string }[]> {
  const documents = await db.selectFrom('travel_documents').select(['id', 'file_url']).execute()
  const receipts = await db.selectFrom('listed_files').select(['id', 'trip_id', 'file']).execute()
  const trips = await db.selectFrom('trips').select(['id', 'picture']).where('picture', 'is not', null).execute()
  return [
    ...documents.map(({ id, file_url }) => ({ id, path: file_url.replace(URL_ROOT, '') })),
    ...receipts.map(({ id, trip_id, file }) => ({ id, path: `${trip_id}/${file}` })),
    ...trips.map(({ id, picture }) => ({ id: `picture of ${id}`, path: `${id}/${picture}` })),
  ]
}
const listKnown = (db: Db) => db.selectFrom('stored_files').select(['trip_id', 'file', 'state']).execute()

/**
 * Checks that every acknowledged document or receipt exists with its bytes, that deleted ones are gone, and that every
 * file has a record.
 * @throws Violation
 */
export async function checkDocuments(db: Db, { dataDir }: Stage, uploaders: readonly Uploader[]): Promise<void> {
  const [rows, known, files] = [await listRows(db), await listKnown(db), await listFiles(dataDir)]
  const recorded = new Set(known.map(({ trip_id, file }) => `${trip_id}/${file}`))
  for (const path of Object.keys(files)) require(recorded.has(path), `the file ${path} has no record`)
  const sent = new Map(uploaders.flatMap((uploader) => [...uploader.files]))
  for (const row of rows) {
    const bytes = sent.get(row.id)
    const found = files[row.path]
    require(found !== undefined, `document ${row.id} has no file`)
    if (bytes) require(found.equals(bytes), `the file of document ${row.id} is not what was uploaded`)
  }
  const ids = new Set(rows.map(({ id }) => id))
  for (const { stored, deleted, unanswered } of uploaders) {
    for (const id of stored)
      require(ids.has(id) || unanswered?.id === id, `document ${id} was acknowledged but does not exist`)
    for (const id of deleted) require(!ids.has(id), `document ${id} was deleted but still exists`)
  }
}

/**
 * Restarts the server with all records and partial uploads dated more than an hour back, and waits for its sweep.
 * @throws Violation if something is then left over or missing
 */
export async function checkSweep(stage: Stage): Promise<void> {
  const { dataDir } = stage
  const earlier = new Date(Date.now() - OVER_MS)
  await stage.kill()
  await stage.withDatabase(async (db) => {
    await db.updateTable('stored_files').set({ begun_at: earlier.toISOString() }).execute()
  })
  for (const name of await listArriving(dataDir)) await utimes(join(dataDir, UPLOAD_FOLDER, name), earlier, earlier)
  await stage.start({ DEMO: 'off' })
  await stage.withDatabase(async (db) => {
    const isSwept = async () =>
      (await listArriving(dataDir)).length === 0 && (await listKnown(db)).every(({ state }) => state === 'kept')
    while (!(await isSwept())) {
      stage.requireAlive()
      await pause(LOOK_EVERY_MS)
    }
    const paths = (await listRows(db)).map(({ path }) => path).toSorted()
    const known = (await listKnown(db)).map(({ trip_id, file }) => `${trip_id}/${file}`).toSorted()
    const files = Object.keys(await listFiles(dataDir)).toSorted()
    require(String(files) === String(paths), `after the sweep the files are ${files}, but the documents are ${paths}`)
    require(String(known) === String(paths), `after the sweep the records are ${known}, but the documents are ${paths}`)
  })
}
