import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import { listUnknownMigrations } from '../db/migrate.ts'
import { openDiskStore } from '../documents/disk-store.ts'
import type { FileStore } from '../documents/file-store.ts'
import { openS3Store } from '../documents/s3-store.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../settings/start-error.ts'
import { type DocumentFile, listDocumentFiles, readDocumentFile } from './document-files.ts'
import { openExclusively } from './exclusive.ts'
import { type FillTarget, fillEmpty } from './fill.ts'
import { FileImporter } from './import-files.ts'
import { count, type Progress } from './progress.ts'
import { readChunks, Tally, type Total } from './rows.ts'
import { requireDatabaseFile } from './snapshot.ts'
import { listBackedUpTables, listMigrations } from './tables.ts'

interface MoveResult {
  rows: number
  /** How many documents were copied to the S3 store; undefined if they stay on disk. */
  documents: number | undefined
  /** Paths of the files that are in neither store. */
  missing: string[]
}

/*
 * Moves an installation from SQLite to an empty PostgreSQL database, and its documents from disk to an S3 store if one
 * is configured.
 * Job: copy all rows from the SQLite file to PostgreSQL, and compare them.
 * Invariants: nothing else uses either database meanwhile. The SQLite file and the documents on disk remain unchanged.
 * Failure: the PostgreSQL database is unchanged, and copied files are removed again.
 */
export async function moveToPostgres(
  { dataDir, s3 }: Pick<Settings, 'dataDir' | 's3'>,
  databaseUrl: string,
  progress: Progress,
): Promise<MoveResult> {
  requireDatabaseFile({ databaseUrl: undefined, dataDir })
  const store = s3 && openS3Store(s3)
  await store?.check()
  const source = await openExclusively({ databaseUrl: undefined, dataDir })
  try {
    const target = await openExclusively({ databaseUrl, dataDir })
    try {
      return await source.kysely.transaction().execute(async (from) => {
        const migrations = await listMigrations(from)
        if (listUnknownMigrations(migrations).length > 0) throw new StartError(m.operating_move_database_newer())
        const files = store && new FileImporter(store, dataDir)
        const moved: MoveResult = { rows: 0, documents: undefined, missing: [] }
        const fill = async ({ insert, compare }: FillTarget) => {
          const totals = await copyTables(from, insert, progress)
          await compare(totals)
          moved.rows = Object.values(totals).reduce((sum, { rows }) => sum + rows, 0)
          if (!files) return
          moved.missing = await copyFiles(await listDocumentFiles(from), openDiskStore(dataDir), store, files, progress)
          moved.documents = files.count
        }
        await fillEmpty(target, migrations, progress, { fill, undo: async () => files?.undo() })
        return moved
      })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function copyTables(from: Db, insert: FillTarget['insert'], progress: Progress): Promise<Record<string, Total>> {
  const totals: Record<string, Total> = {}
  for (const table of await listBackedUpTables(from)) {
    const tally = new Tally()
    for await (const { rows, lines } of readChunks(from, table)) {
      for (const line of lines) tally.add(line)
      await insert(table.name, rows)
      progress.report(() => m.operating_move_copying_table({ table: table.name, rows: tally.rows }))
    }
    totals[table.name] = tally.total
  }
  return totals
}

/** Copies files that the new store lacks; it may already have been in use. Returns those in neither store. */
async function copyFiles(
  all: DocumentFile[],
  disk: FileStore,
  store: FileStore,
  into: FileImporter,
  progress: Progress,
): Promise<string[]> {
  const missing: string[] = []
  for (const [at, file] of all.entries()) {
    progress.report(() => m.operating_move_copying_documents({ done: count(at), all: count(all.length) }))
    const bytes = await readDocumentFile(disk, file)
    if (bytes) await into.put(file.path, bytes)
    else if (!(await readDocumentFile(store, file))) missing.push(file.path)
  }
  return missing
}
