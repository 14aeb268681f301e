import type { Logger } from 'pino'
import { documentRules, type FileRules, storedExtension } from '#domain/documents.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import type { Quotas } from '../trips/quotas.ts'
import type { ByteRange, FileStore, ReceivedFile } from './file-store.ts'
import { isRemovalPaused } from './removal-pauses.ts'
import {
  abandonFile,
  beginFile,
  forgetFile,
  listAbandonedFiles,
  markStored,
  pathOf,
  type StoredFile,
} from './stored-files.ts'
import type { UploadFolder } from './upload-folder.ts'

/** Uploads that began earlier have ended in every process: the server accepts one for half an hour at most. */
const UPLOAD_OVER_MS = 60 * 60 * 1000

interface Parts {
  db: Db
  files: FileStore
  uploads: UploadFolder
  quotas: Quotas
  log: Logger
  clock: () => Date
  onStored?: ((bytes: number) => void) | undefined
}

/*
 * The uploaded files, of travel documents, receipts, tracks and trip pictures: each is a file in the store,
 * named in a row.
 * Job: no row without its file, and no file without its row.
 * Invariants: a file is stored before its row is inserted, and removed after its row is deleted. Until then it is on
 *   record (stored-files.ts). An upload with a known id creates nothing.
 * Failure: a failed upload removes its file. The sweep, at the next start or within the hour, removes files that could
 *   not be removed or whose process was killed.
 */
export class FileUploads {
  readonly #db: Db
  readonly #files: FileStore
  readonly #uploads: UploadFolder
  readonly #quotas: Quotas
  readonly #log: Logger
  readonly #clock: () => Date
  readonly #onStored: (bytes: number) => void

  constructor({ db, files, uploads, quotas, log, clock, onStored = () => {} }: Parts) {
    this.#db = db
    this.#files = files
    this.#uploads = uploads
    this.#quotas = quotas
    this.#log = log
    this.#clock = clock
    this.#onStored = onStored
  }

  /**
   * Tests the store. Only logs if it does not respond, as it may later. @throws StartError if the settings are wrong
   */
  async check(): Promise<void> {
    await this.#files.check().catch((err) => {
      if (!(err instanceof AppError)) throw err
      this.#log.error({ err: err.cause }, 'the document store does not respond')
    })
  }

  /**
   * Stores an uploaded file and inserts its row. A retry returns the existing row.
   * @throws AppError document_empty, those of the rules, documents_full, upload_broken_off, storage_full,
   *   storage_unreachable, the upload's `failure`, those of `requireAllowed`,
   *   trip_not_found if `mayStill` returns false
   */
  async upload<Row>(trip: OwnedTrip, upload: FileUpload, rows: UploadedRows<Row>): Promise<Row> {
    const { body, announced, failure, rules = documentRules } = upload
    try {
      const known = await rows.find(this.#db)
      if (known) await this.#uploads.discard(body, rules.maxBytes)
      if (known) return known
      const length = Math.min(announced ?? rules.maxBytes, rules.maxBytes)
      const releaseRoom = await this.#reserveRoom(trip, upload, length).catch(async (full) => {
        await this.#uploads.discard(body, rules.maxBytes)
        throw full
      })
      try {
        const received = await this.#uploads.receive(body, announced, rules)
        try {
          upload.requireAllowed?.(received)
          return await this.#store(trip, upload, rows, received)
        } finally {
          await this.#uploads
            .remove(received)
            .catch((err) => this.#log.warn({ err }, 'received file could not be removed'))
        }
      } finally {
        releaseRoom()
      }
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError(failure, undefined, { cause })
    }
  }

  /** @throws AppError with the code `missing`, storage_unreachable */
  async open(path: string, range: ByteRange, missing: ErrorCode) {
    const stream = await this.#files.open(path, range)
    if (stream) return stream
    this.#log.error({ path }, 'an uploaded file is missing in the store')
    throw new AppError(missing)
  }

  /**
   * Removes a file that was released. While a backup runs it is left to the sweep. A failure is only logged, since the
   * sweep tries again.
   */
  async remove(file: StoredFile): Promise<void> {
    const path = pathOf(file)
    try {
      if (await isRemovalPaused(this.#db, this.#clock())) return
      await this.#files.remove(path)
      await forgetFile(this.#db, file)
    } catch (err) {
      this.#log.warn({ err, path }, 'file could not be removed, the sweep will retry')
    }
  }

  /** Removes files that no row uses: of interrupted uploads, and of deleted rows and trips. */
  async sweep(): Promise<void> {
    const before = new Date(this.#clock().getTime() - UPLOAD_OVER_MS)
    await this.#uploads.sweep(before)
    for (const file of await listAbandonedFiles(this.#db, before)) await this.remove(file)
  }

  async #reserveRoom(
    trip: OwnedTrip,
    { replaced, isUnlisted, requireRoom }: FileUpload,
    length: number,
  ): Promise<() => void> {
    await requireRoom?.()
    return this.#quotas.reserveRoomForDocument({ ...trip, replaced, isUnlisted }, length)
  }

  async #store<Row>(
    trip: OwnedTrip,
    { name, mayStill, replaced, isUnlisted }: FileUpload,
    { insert }: UploadedRows<Row>,
    received: ReceivedFile,
  ): Promise<Row> {
    const now = this.#clock()
    const file = await beginFile(this.#db, trip.id, storedExtension(name, received.kind), received, now)
    try {
      // Concurrent uploads may have used up the space, so check again now that this one is on record.
      await this.#quotas.requireRoomForDocuments({ ...trip, replaced, isUnlisted })
      await this.#files.put(pathOf(file), received)
      const row = await this.#db.transaction().execute(async (trx) => {
        if (!(await mayStill(trx))) throw new AppError('trip_not_found')
        if (!(await markStored(trx, file))) throw new Error('The upload took so long that its file was abandoned.')
        return insert(trx, file, received)
      })
      this.#onStored(received.size)
      return row
    } catch (cause) {
      if (cause instanceof AlreadyStored) {
        await this.#abandon(file)
        return cause.row as Row
      }
      // A store that did not respond may still have received the file, so it stays on record until the sweep.
      if (!(cause instanceof AppError && cause.code === 'storage_unreachable')) await this.#abandon(file)
      throw cause
    }
  }

  /** Abandons a file, unless it has a row after all: then only the reply to the commit was lost. */
  async #abandon(file: StoredFile): Promise<void> {
    try {
      if (await abandonFile(this.#db, file)) await this.remove(file)
    } catch (err) {
      this.#log.warn({ err, path: pathOf(file) }, 'file could not be abandoned, the sweep will retry')
    }
  }
}

type OwnedTrip = Pick<Trip, 'id' | 'owner_id'>

export interface FileUpload {
  /** The file's name. */
  name: string
  body: ReadableStream<Uint8Array> | null
  /** The request's Content-Length, if present. */
  announced: number | undefined
  /** The name of the trip's file that this one replaces, if any. */
  replaced?: string | null
  /** Which files are accepted; without them, those of travel documents. */
  rules?: FileRules
  /** Whether it is somebody's receipt that no expense lists yet: see `Quotas`. */
  isUnlisted?: boolean
  /** Asks for room beside the quota, before the file arrives. @throws AppError */
  requireRoom?: () => Promise<void>
  /** Whether the uploader still has access once the whole file has arrived. */
  mayStill: (trx: Db) => Promise<boolean>
  /** Further checks of the received file. @throws AppError */
  requireAllowed?: (received: ReceivedFile) => void
  /** The code of an unexpected failure. */
  failure: ErrorCode
}

/** The row that an uploaded file belongs to. */
interface UploadedRows<Row> {
  /** The row that an earlier request with the same id has inserted. */
  find: (db: Db) => Promise<Row | undefined>
  /** @throws AlreadyStored if a concurrent request has inserted it */
  insert: (trx: Db, file: StoredFile, received: ReceivedFile) => Promise<Row>
}

/** Another request with this id was stored, but its response was lost. */
export class AlreadyStored extends Error {
  readonly row: unknown

  constructor(row: unknown) {
    super('There is a file with this id.')
    this.row = row
  }
}
