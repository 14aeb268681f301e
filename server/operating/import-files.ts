import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { storedTypeOf } from '#domain/track-files.ts'
import * as m from '#messages'
import type { FileStore } from '../documents/file-store.ts'
import { UPLOAD_FOLDER } from '../documents/upload-folder.ts'
import { StartError } from '../settings/start-error.ts'
import { measure } from './archive-form.ts'

/*
 * Copies documents' files into a store.
 * Job: each file is in the store, unchanged, under its original path.
 * Invariants: an identical file is left alone, and a different one is never overwritten, so a store used by another
 *   installation loses nothing.
 * Failure: `undo` removes exactly the files that were added. Files of a killed process are found by the next run.
 */
export class FileImporter {
  readonly #store: FileStore
  readonly #folder: string
  readonly #added: string[] = []

  /** @param dataDir where files lie until they are stored, as uploads do */
  constructor(store: FileStore, dataDir: string) {
    this.#store = store
    this.#folder = join(dataDir, UPLOAD_FOLDER)
  }

  /** @throws StartError if the path has other content or an unknown type; AppError of the store */
  async put(path: string, bytes: Buffer): Promise<void> {
    const type = storedTypeOf(path.slice(path.lastIndexOf('.') + 1))
    if (!type) throw new StartError(m.operating_document_type_unknown({ path }))
    const stream = await this.#store.open(path, { start: 0, end: Math.max(0, bytes.length - 1) })
    if (stream) {
      const stored = await buffer(stream as unknown as AsyncIterable<Uint8Array>)
      if (measure(stored).sha256 === measure(bytes).sha256) return
      throw new StartError(m.operating_document_other_file({ path }))
    }
    await mkdir(this.#folder, { recursive: true })
    const location = join(this.#folder, `${randomUUID()}.part`)
    try {
      await write(location, bytes)
      // Recorded first: if storing fails, the file may be there anyway.
      this.#added.push(path)
      await this.#store.put(path, { location, size: bytes.length, kind: { type } })
    } finally {
      await rm(location, { force: true })
    }
  }

  get count(): number {
    return this.#added.length
  }

  async undo(): Promise<void> {
    for (const path of this.#added) await this.#store.remove(path)
  }
}

async function write(location: string, bytes: Buffer): Promise<void> {
  const handle = await open(location, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
