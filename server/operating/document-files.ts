import { buffer } from 'node:stream/consumers'
import type { Db } from '../db/engine.ts'
import type { FileStore } from '../documents/file-store.ts'
import { pathOf } from '../documents/stored-files.ts'

export interface DocumentFile {
  path: string
  /** In bytes. */
  size: number
}

export async function listDocumentFiles(db: Db): Promise<DocumentFile[]> {
  const query = db.selectFrom('stored_files').select(['trip_id', 'file', 'size']).where('state', '=', 'kept')
  const rows = await query.orderBy('trip_id').orderBy('file').execute()
  return rows.map((row) => ({ path: pathOf(row), size: row.size }))
}

/** A whole file, no larger than an upload may be; undefined if it is not in the store. */
export async function readDocumentFile(store: FileStore, { path, size }: DocumentFile): Promise<Buffer | undefined> {
  const stream = await store.open(path, { start: 0, end: Math.max(0, size - 1) })
  return stream && buffer(stream as unknown as AsyncIterable<Uint8Array>)
}
