import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { typeOfExtension } from '#domain/documents.ts'
import type { FileStore } from '../documents/file-store.ts'
import { UPLOAD_FOLDER } from '../documents/upload-folder.ts'
import { StartError } from '../start-error.ts'
import { measure } from './archive-form.ts'

/*
 * Puts the documents' files into a store.
 * Job: each stands there as it was, under the path that it had.
 * Invariants: a file that is there already is left as it is; what is not the same is never written over, so that a store that another
 *   installation uses loses nothing.
 * Failure: `undo` removes what was put, and nothing else. What a killed process has put is found by the next one that puts the same.
 */
export class FilesInto {
  readonly #store: FileStore
  readonly #folder: string
  readonly #put: string[] = []

  /** @param dataDir where a file lies while it arrives, as an upload does */
  constructor(store: FileStore, dataDir: string) {
    this.#store = store
    this.#folder = join(dataDir, UPLOAD_FOLDER)
  }

  /** @throws StartError where something else stands at the path, or its type is unknown; AppError of the store */
  async put(path: string, bytes: Buffer): Promise<void> {
    const type = typeOfExtension(path.slice(path.lastIndexOf('.') + 1))
    if (!type) throw new StartError(`The document ${path} is of a type that this version of Wayfare does not know.`)
    const found = await this.#store.open(path, { start: 0, end: Math.max(0, bytes.length - 1) })
    if (found) {
      const there = await buffer(found as unknown as AsyncIterable<Uint8Array>)
      if (measure(there).sha256 === measure(bytes).sha256) return
      throw new StartError(`The store of the documents has another file at ${path}: use an empty folder or bucket.`)
    }
    await mkdir(this.#folder, { recursive: true })
    const location = join(this.#folder, `${randomUUID()}.part`)
    try {
      await write(location, bytes)
      // Also where this fails: nobody knows how far it came.
      this.#put.push(path)
      await this.#store.keep(path, { location, size: bytes.length, kind: { type } })
    } finally {
      await rm(location, { force: true })
    }
  }

  /** How many files were put that were not there before. */
  get count(): number {
    return this.#put.length
  }

  async undo(): Promise<void> {
    for (const path of this.#put) await this.#store.remove(path)
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
