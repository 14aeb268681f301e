import type { Db } from '../db/engine.ts'
import { listUnknownMigrations } from '../db/migrate.ts'
import { openDiskStore } from '../documents/disk-store.ts'
import type { FileStore } from '../documents/file-store.ts'
import { openS3Store } from '../documents/s3-store.ts'
import type { Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { openAlone } from './alone.ts'
import { type DocumentFile, listDocumentFiles, readDocumentFile } from './document-files.ts'
import { type Filling, fillEmpty } from './fill.ts'
import { count, type Progress } from './progress.ts'
import { FilesInto } from './put-files.ts'
import { readPieces, Tally, type Total } from './rows.ts'
import { requireDatabaseFile } from './snapshot.ts'
import { listKeptTables, listMigrations } from './tables.ts'

/** What a move has come to. */
export interface Moved {
  rows: number
  /** The documents that were put into the S3 store; undefined where they stay where they are. */
  documents: number | undefined
  /** The paths of the files that are in neither store. */
  missing: string[]
}

/*
 * Moves an installation from SQLite to an empty PostgreSQL database, and its documents from the disk into an S3 store where one is set.
 * Job: what stands in the SQLite file stands in PostgreSQL, compared row by row.
 * Invariants: nobody works on either of the two meanwhile; the SQLite file and the documents on the disk stay as they are.
 * Failure: the PostgreSQL database is as it was; files that were put are removed again.
 */
export async function moveToPostgres(
  { dataDir, s3 }: Pick<Settings, 'dataDir' | 's3'>,
  databaseUrl: string,
  progress: Progress,
): Promise<Moved> {
  requireDatabaseFile({ databaseUrl: undefined, dataDir })
  const store = s3 && openS3Store(s3)
  await store?.check()
  const source = await openAlone({ databaseUrl: undefined, dataDir })
  try {
    const target = await openAlone({ databaseUrl, dataDir })
    try {
      return await source.kysely.transaction().execute(async (from) => {
        const migrations = await listMigrations(from)
        if (listUnknownMigrations(migrations).length > 0) {
          throw new StartError(
            'DATA_DIR: the database file is of a newer Wayfare: move it with that version, or a later one.',
          )
        }
        const files = store && new FilesInto(store, dataDir)
        const moved: Moved = { rows: 0, documents: undefined, missing: [] }
        const fill = async ({ insert, compare }: Filling) => {
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

async function copyTables(from: Db, insert: Filling['insert'], progress: Progress): Promise<Record<string, Total>> {
  const totals: Record<string, Total> = {}
  for (const table of await listKeptTables(from)) {
    const tally = new Tally()
    for await (const { rows, lines } of readPieces(from, table)) {
      for (const line of lines) tally.add(line)
      await insert(table.name, rows)
      progress.tell(() => `Copying ${table.name}: ${count(tally.rows)} rows`)
    }
    totals[table.name] = tally.total
  }
  return totals
}

/** Copies what is not in the new store yet: the documents may have been there before the database is. Answers what is in neither. */
async function copyFiles(
  all: DocumentFile[],
  disk: FileStore,
  store: FileStore,
  into: FilesInto,
  progress: Progress,
): Promise<string[]> {
  const missing: string[] = []
  for (const [at, file] of all.entries()) {
    progress.tell(() => `Copying documents: ${count(at)} of ${count(all.length)}`)
    const bytes = await readDocumentFile(disk, file)
    if (bytes) await into.put(file.path, bytes)
    else if (!(await readDocumentFile(store, file))) missing.push(file.path)
  }
  return missing
}
