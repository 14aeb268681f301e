import * as m from '#messages'
import { listUnknownMigrations } from '../db/migrate.ts'
import { openFileStore } from '../documents/open-documents.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../settings/start-error.ts'
import { checkArchive, readEntries, readHeader } from './archive-reader.ts'
import { clearMissing } from './clear-missing.ts'
import { openExclusively } from './exclusive.ts'
import { type FillTarget, fillEmpty } from './fill.ts'
import { FileImporter } from './import-files.ts'
import { count, type Progress } from './progress.ts'
import { raiseVersions } from './raise-versions.ts'
import type { Row } from './rows.ts'

interface RestoreResult {
  rows: number
  documents: number
  /** Files that neither the backup nor the store has. What showed them is cleared. */
  missing: string[]
}

/*
 * Restores a backup into an empty installation, of either engine and either store.
 * Job: restore exactly what the backup contains, migrate it to this version, raise the versions of plans,
 *   and clear what showed files that neither the backup nor the store has.
 * Invariants: nothing is written until the whole backup has been read and verified. Nothing else uses the database
 *   meanwhile. Files are stored before the rows are committed.
 * Failure: the database is unchanged. Stored files are removed; those of a killed process are reused by the next try.
 */
export async function restoreBackup(
  file: string,
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 's3'>,
  progress: Progress,
): Promise<RestoreResult> {
  const { app, migrations } = await readHeader(file)
  if (listUnknownMigrations(migrations).length > 0)
    throw new StartError(m.operating_backup_made_by_newer({ file, version: app }))
  const { tables, documents, missing } = await checkArchive(file, progress)
  const store = openFileStore(settings)
  await store.check()
  const files = new FileImporter(store, settings.dataDir)
  const fill = async ({ insert, compare }: FillTarget) => {
    let [rows, put] = [0, 0]
    for await (const entry of readEntries(file)) {
      if ('table' in entry) {
        const tableRows = entry.lines.map((line) => JSON.parse(line) as Row)
        await insert(entry.table, tableRows)
        rows += tableRows.length
        progress.report(() => m.operating_restore_writing_table({ table: entry.table, rows }))
      } else {
        await files.put(entry.path, entry.bytes)
        put += 1
        const all = Object.keys(documents).length
        progress.report(() => m.operating_restore_writing_documents({ done: count(put), all: count(all) }))
      }
    }
    await compare(tables)
  }
  let cleared: string[] = []
  const database = await openExclusively(settings)
  try {
    await fillEmpty(database, migrations, progress, {
      fill,
      change: raiseVersions,
      finish: async (db) => {
        cleared = await clearMissing(db, store, missing)
      },
      undo: () => files.undo(),
    })
  } finally {
    await database.close()
  }
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return { rows, documents: Object.keys(documents).length, missing: cleared }
}
