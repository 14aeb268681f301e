import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db/engine.ts'
import type { FileStore } from '../documents/file-store.ts'
import { openFileStore } from '../documents/open-documents.ts'
import type { Settings } from '../settings.ts'
import { APP_VERSION } from './app-name.ts'
import { CONTENTS, type Contents, documentName, FORM, HEAD, type Head, measure, pieceName } from './archive-form.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { type DocumentFile, listDocumentFiles, readDocumentFile } from './document-files.ts'
import { count, type Progress, size as sizeText } from './progress.ts'
import { readPieces, Tally, type Total } from './rows.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'
import { listKeptTables, type Table } from './tables.ts'

export interface BackupOptions {
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 's3'>
  target: string
  overwrite?: boolean
  progress: Progress
  now: Date
}

/** What a backup has come to. */
export interface Made {
  rows: number
  documents: number
  /** The paths of the files that were not in the store: deleted since the database was read, or lost before. */
  missing: string[]
  /** The paths of those that are shorter in the store than they were; they are in the backup as they are. */
  cut: string[]
  /** Of the whole backup, in bytes. */
  size: number
}

/*
 * Makes a backup while others go on working.
 * Job: one file that holds the database and the documents, from which both can be had on either engine.
 * Invariants: the database is read as it was at one moment; the documents' files are read after it, so that each that it names is
 *   there but for those deleted meanwhile; all tables are in it but for those that `momentary` names; of tables and files only
 *   pieces are in memory.
 * Failure: nothing stands under the target's name, or what stood there before.
 */
export async function makeBackup({ settings, target, overwrite, progress, now }: BackupOptions): Promise<Made> {
  // First, so that nobody waits for what cannot be written.
  const archive = await ArchiveWriter.create(target, { overwrite: overwrite ?? false })
  try {
    const { tables, files } = await withSnapshot(settings, async (snapshot) => {
      await archive.add(HEAD, JSON.stringify(headOf(snapshot, now)))
      const tables = await addTables(archive, snapshot.db, progress)
      return { tables, files: await listDocumentFiles(snapshot.db) }
    })
    const { documents, missing, cut } = await addFiles(archive, openFileStore(settings), files, progress)
    await archive.add(CONTENTS, JSON.stringify({ tables, documents, missing } satisfies Contents))
    const size = await archive.finish()
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    return { rows, documents: files.length - missing.length, missing, cut, size }
  } catch (cause) {
    await archive.discard()
    throw cause
  }
}

function headOf({ engine, migrations }: Snapshot, now: Date): Head {
  return { form: FORM, app: APP_VERSION, made_at: now.toISOString(), engine, migrations }
}

async function addTables(archive: ArchiveWriter, db: Db, progress: Progress): Promise<Record<string, Total>> {
  const totals: Record<string, Total> = {}
  for (const table of await listKeptTables(db)) totals[table.name] = await addTable(archive, db, table, progress)
  return totals
}

async function addTable(archive: ArchiveWriter, db: Db, table: Table, progress: Progress): Promise<Total> {
  const tally = new Tally()
  let pieces = 0
  for await (const { lines } of readPieces(db, table)) {
    for (const line of lines) tally.add(line)
    pieces += 1
    await archive.add(pieceName(table.name, pieces), `${lines.join('\n')}\n`)
    progress.tell(() => `Reading ${table.name}: ${count(tally.rows)} rows`)
    // In a running server its requests come in between.
    await setImmediate()
  }
  return tally.total
}

/** Of files one at a time is in memory: none is longer than an upload may be. */
async function addFiles(archive: ArchiveWriter, store: FileStore, files: DocumentFile[], progress: Progress) {
  const documents: Contents['documents'] = {}
  const [missing, cut]: [string[], string[]] = [[], []]
  let read = 0
  for (const [at, file] of files.entries()) {
    progress.tell(() => `Reading documents: ${count(at)} of ${count(files.length)}, ${sizeText(read)}`)
    const { path, size } = file
    const bytes = await readDocumentFile(store, file)
    if (!bytes) {
      missing.push(path)
      continue
    }
    await archive.add(documentName(path), bytes)
    documents[path] = measure(bytes)
    if (bytes.length !== size) cut.push(path)
    read += bytes.length
  }
  return { documents, missing, cut }
}
