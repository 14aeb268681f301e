import { setImmediate } from 'node:timers/promises'
import * as m from '#messages'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/engine.ts'
import type { FileStore } from '../documents/file-store.ts'
import { openFileStore } from '../documents/open-documents.ts'
import { withRemovalsPaused } from '../documents/removal-pauses.ts'
import { APP_VERSION } from '../settings/app-version.ts'
import type { Settings } from '../settings/settings.ts'
import {
  type BackupHeader,
  CONTENTS_NAME,
  type Contents,
  chunkName,
  documentName,
  FORMAT_VERSION,
  HEADER_NAME,
  measure,
} from './archive-form.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { type DocumentFile, listDocumentFiles, readDocumentFile } from './document-files.ts'
import { count, type Progress, size as sizeText } from './progress.ts'
import { readChunks, Tally, type Total } from './rows.ts'
import { requireDatabaseFile, type Snapshot, withSnapshot } from './snapshot.ts'
import { listBackedUpTables, listTables, type Table } from './tables.ts'

interface BackupOptions {
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 's3'>
  target: string
  overwrite?: boolean
  progress: Progress
  now: Date
}

interface BackupResult {
  rows: number
  documents: number
  /** Paths of files that were not in the store: lost before, or deleted meanwhile by a server of an earlier version. */
  missing: string[]
  /** Paths of files that are shorter in the store than recorded. The backup contains them as they are. */
  cut: string[]
  /** Why removals could not be paused meanwhile: what was deleted then may be missing. Undefined if they were. */
  pauseFailure: unknown
  size: number
}

/*
 * Makes a backup while the server runs.
 * Job: one file with the database and the documents, from which either engine can be restored.
 * Invariants: the database is read in one snapshot. Files are read after it, and if the database can be written, none
 *   is removed from the store until then (removal-pauses.ts). All tables are included except those in `momentary`. Only
 *   chunks are in memory.
 * Failure: the target does not exist, or is still what it was before.
 */
export async function makeBackup({ settings, target, overwrite, progress, now }: BackupOptions): Promise<BackupResult> {
  // First, so that an unwritable target fails at once.
  const archive = await ArchiveWriter.create(target, { overwrite: overwrite ?? false })
  let pauseFailure: unknown
  const onPauseFailed = (cause: unknown) => {
    pauseFailure = cause
  }
  try {
    const addAll = async () => {
      const read = await withSnapshot(settings, async (snapshot) => {
        await archive.add(HEADER_NAME, JSON.stringify(buildHeader(snapshot, now)))
        const tables = await addTables(archive, snapshot.db, progress)
        return { tables, files: await listDocumentFiles(snapshot.db) }
      })
      return { ...read, ...(await addFiles(archive, openFileStore(settings), read.files, progress)) }
    }
    const { tables, files, documents, missing, cut } = await whileFilesStay(settings, addAll, onPauseFailed)
    await archive.add(CONTENTS_NAME, JSON.stringify({ tables, documents, missing } satisfies Contents))
    const size = await archive.finish()
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    return { rows, documents: files.length - missing.length, missing, cut, pauseFailure, size }
  } catch (cause) {
    await archive.discard()
    throw cause
  }
}

/** Runs `work` while no process removes files. A database of an earlier version cannot promise that. */
async function whileFilesStay<Value>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  work: () => Promise<Value>,
  onFailed: (cause: unknown) => void,
): Promise<Value> {
  requireDatabaseFile(settings)
  const database = await openDatabase(settings)
  try {
    const tables = await listTables(database.kysely)
    const canPause = tables.some(({ name }) => name === 'removal_pauses')
    return await (canPause ? withRemovalsPaused(database.kysely, () => new Date(), work, onFailed) : work())
  } finally {
    await database.close()
  }
}

function buildHeader({ engine, migrations }: Snapshot, now: Date): BackupHeader {
  return { form: FORMAT_VERSION, app: APP_VERSION, made_at: now.toISOString(), engine, migrations }
}

async function addTables(archive: ArchiveWriter, db: Db, progress: Progress): Promise<Record<string, Total>> {
  const totals: Record<string, Total> = {}
  for (const table of await listBackedUpTables(db)) totals[table.name] = await addTable(archive, db, table, progress)
  return totals
}

async function addTable(archive: ArchiveWriter, db: Db, table: Table, progress: Progress): Promise<Total> {
  const tally = new Tally()
  let chunks = 0
  for await (const { lines } of readChunks(db, table)) {
    for (const line of lines) tally.add(line)
    chunks += 1
    await archive.add(chunkName(table.name, chunks), `${lines.join('\n')}\n`)
    progress.report(() => m.operating_backup_reading_table({ table: table.name, rows: tally.rows }))
    // Lets a running server handle requests in between.
    await setImmediate()
  }
  return tally.total
}

/** Files are in memory one at a time; none is larger than an upload may be. */
async function addFiles(archive: ArchiveWriter, store: FileStore, files: DocumentFile[], progress: Progress) {
  const documents: Contents['documents'] = {}
  const [missing, cut]: [string[], string[]] = [[], []]
  let bytesRead = 0
  for (const [index, file] of files.entries()) {
    progress.report(() =>
      m.operating_backup_reading_documents({
        done: count(index),
        all: count(files.length),
        size: sizeText(bytesRead),
      }),
    )
    const { path, size } = file
    const bytes = await readDocumentFile(store, file)
    if (!bytes) {
      missing.push(path)
      continue
    }
    await archive.add(documentName(path), bytes)
    documents[path] = measure(bytes)
    if (bytes.length !== size) cut.push(path)
    bytesRead += bytes.length
  }
  return { documents, missing, cut }
}
