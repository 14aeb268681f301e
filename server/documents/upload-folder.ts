import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENT_MAX_BYTES, type DocumentKind, findKind, KIND_BYTES } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { DOCUMENT_FOLDER } from './disk-store.ts'
import type { ReceivedFile } from './file-store.ts'
import { isMissing, storageFailure } from './storage-failure.ts'

/** The folder where files lie while they arrive: beside the trips' folders, on the same disk. */
export const UPLOAD_FOLDER = `${DOCUMENT_FOLDER}/uploads`

type Body = ReadableStream<Uint8Array> | null

/*
 * Files on their way in.
 * Job: write a request's body to the disk while it arrives, and find out what it is and whether it may be kept.
 * Invariants: never more than a few chunks are in memory; what is refused or broken off leaves no file; the file is on the
 *   disk as a whole before anybody is given it.
 * Failure: a process that is killed leaves its files; `sweep` removes them once nobody can be writing to them any more.
 */
export class UploadFolder {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, UPLOAD_FOLDER)
  }

  /**
   * Receives a file.
   * @param announced the length that the request says it has, if it does
   * @throws AppError document_empty, document_type_refused, document_too_large, upload_broken_off, storage_full
   */
  async receive(body: Body, announced: number | undefined): Promise<ReceivedFile> {
    const chunks = readChunks(body)
    const { start, kind } = await readStart(chunks)
    if (start.length === 0) throw new AppError('document_empty')
    if (!kind) {
      await discard(chunks, start.length)
      throw new AppError('document_type_refused')
    }
    if (announced !== undefined && announced > DOCUMENT_MAX_BYTES) throw new AppError('document_too_large')

    const location = join(this.#folder, `${randomUUID()}.part`)
    try {
      return { location, kind, ...(await this.#write(location, start, chunks)) }
    } catch (cause) {
      await rm(location, { force: true })
      throw storageFailure(cause)
    }
  }

  /** Reads a body that nobody needs, so that whoever sends it gets to read the answer. */
  async discard(body: Body): Promise<void> {
    await discard(readChunks(body), 0)
  }

  /** Removes a file that was received, unless the store has taken it away. */
  async remove({ location }: ReceivedFile): Promise<void> {
    await rm(location, { force: true })
  }

  /** Removes what processes that are gone have left behind: files that nobody has written to since `before`. */
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
  ): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> {
    await mkdir(this.#folder, { recursive: true })
    const handle = await open(location, 'wx')
    try {
      const hash = createHash('sha256')
      let size = 0
      const write = async (chunk: Uint8Array) => {
        size += chunk.length
        if (size > DOCUMENT_MAX_BYTES) throw new AppError('document_too_large')
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

/**
 * The body's chunks. Whoever stops reading leaves the rest to the server, which answers first and hangs up then: to cancel
 * the body here would take the answer away.
 */
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

/** As much of the beginning as tells what it is. */
async function readStart(
  chunks: AsyncGenerator<Uint8Array>,
): Promise<{ start: Uint8Array; kind: DocumentKind | undefined }> {
  let start: Uint8Array = new Uint8Array()
  while (start.length < KIND_BYTES) {
    const { done, value } = await chunks.next()
    if (done) break
    start = start.length === 0 ? value : Buffer.concat([start, value])
  }
  return { start, kind: findKind(start) }
}

/** Reads to the end, but no further than a document may be long. */
async function discard(chunks: AsyncIterable<Uint8Array>, already: number): Promise<void> {
  let size = already
  for await (const { length } of chunks) {
    size += length
    if (size > DOCUMENT_MAX_BYTES) return
  }
}
