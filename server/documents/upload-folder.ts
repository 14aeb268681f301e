import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileRules, KIND_BYTES, refusalOf } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { DOCUMENT_FOLDER } from './disk-store.ts'
import type { ReceivedFile } from './file-store.ts'
import { isMissing, storageFailure } from './storage-failure.ts'

/** Where files lie while they arrive: beside the trips' folders, so on the same disk. */
export const UPLOAD_FOLDER = `${DOCUMENT_FOLDER}/uploads`

type Body = ReadableStream<Uint8Array> | null

/*
 * Files that are being received.
 * Job: write a request's body to disk as it arrives, and determine its type and whether it is allowed.
 * Invariants: at most a few chunks are in memory. A refused or interrupted upload leaves no file. The whole file is on
 *   disk before it is returned.
 * Failure: a killed process leaves its files; `sweep` removes them once no process can be writing to them.
 */
export class UploadFolder {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, UPLOAD_FOLDER)
  }

  /**
   * @param announced the request's Content-Length, if present
   * @throws AppError document_empty, those of the rules, upload_broken_off, storage_full
   */
  async receive(body: Body, announced: number | undefined, rules: FileRules): Promise<ReceivedFile> {
    const chunks = readChunks(body)
    const start = await readStart(chunks, rules)
    const kind = rules.findKind(start)
    if (!kind) await discard(chunks, start.length, rules.maxBytes)
    const refusal = refusalOf(rules, start, start.length && Math.max(start.length, announced ?? 0))
    if (!kind || refusal) throw refusal

    const location = join(this.#folder, `${randomUUID()}.part`)
    try {
      return { location, kind, ...(await this.#write(location, start, chunks, rules)) }
    } catch (cause) {
      await rm(location, { force: true })
      throw storageFailure(cause)
    }
  }

  /** Reads a body that is not needed, so that the client gets to read the response. */
  async discard(body: Body, maxBytes: number): Promise<void> {
    await discard(readChunks(body), 0, maxBytes)
  }

  /** Removes a received file, unless the store has moved it away. */
  async remove({ location }: ReceivedFile): Promise<void> {
    await rm(location, { force: true })
  }

  /** Removes files of killed processes: those not written to since `before`. */
  async sweep(before: Date): Promise<void> {
    const names = await readdir(this.#folder).catch((cause) => {
      if (isMissing(cause)) return []
      throw cause
    })
    for (const name of names) {
      const location = join(this.#folder, name)
      const { mtime } = await stat(location).catch(() => ({ mtime: undefined }))
      if (mtime && mtime < before) await rm(location, { force: true })
    }
  }

  async #write(
    location: string,
    start: Uint8Array,
    rest: AsyncIterable<Uint8Array>,
    { maxBytes, tooLarge }: FileRules,
  ): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> {
    await mkdir(this.#folder, { recursive: true })
    const handle = await open(location, 'wx')
    try {
      const hash = createHash('sha256')
      let size = 0
      const write = async (chunk: Uint8Array) => {
        size += chunk.length
        if (size > maxBytes) throw tooLarge()
        hash.update(chunk)
        await handle.writeFile(chunk)
      }
      await write(start)
      for await (const chunk of rest) await write(chunk)
      await handle.sync()
      return { size, sha256: hash.digest('hex') }
    } finally {
      await handle.close()
    }
  }
}

/** To stop early, stop reading: cancelling the body here would lose the response that the server sends first. */
async function* readChunks(body: Body): AsyncGenerator<Uint8Array, void> {
  if (!body) return
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw new AppError('upload_broken_off', undefined, { cause })
    })
    if (done) return
    yield value
  }
}

/** Reads until the kind of the file is known: KIND_BYTES at most, or all of a shorter one. */
async function readStart(chunks: AsyncGenerator<Uint8Array>, { findKind }: FileRules): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array()
  while (start.length < KIND_BYTES && !findKind(start)) {
    const { done, value } = await chunks.next()
    if (done) break
    start = start.length === 0 ? value : Buffer.concat([start, value])
  }
  return start
}

async function discard(chunks: AsyncIterable<Uint8Array>, alreadyRead: number, maxBytes: number): Promise<void> {
  let size = alreadyRead
  for await (const { length } of chunks) {
    size += length
    if (size > maxBytes) return
  }
}
