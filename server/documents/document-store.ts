import type { Logger } from 'pino'
import { documentDescription } from '#domain/document-description.ts'
import {
  DOCUMENT_MAX_BYTES,
  fileType,
  nameOfKind,
  storedExtension,
  type TravelDocument,
  typeOfExtension,
} from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { cleanFileName } from '#domain/file-name.ts'
import type { Trip } from '#domain/trip.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { Quotas } from '../trips/quotas.ts'
import { countDocumentsUp, selectDocuments, URL_ROOT } from './document-list.ts'
import type { ByteRange, FileStore, ReceivedFile } from './file-store.ts'
import {
  abandonFile,
  beginFile,
  forgetFile,
  listAbandonedFiles,
  markStored,
  pathOf,
  releaseFile,
  type StoredFile,
  selectShownFile,
} from './stored-files.ts'
import type { UploadFolder } from './upload-folder.ts'

/** Uploads that began earlier have ended in every process: the server accepts one for half an hour at most. */
const UPLOAD_OVER_MS = 60 * 60 * 1000

/*
 * The travel documents: each is a row in the database and a file in the store.
 * Job: no row without its file, and no file without its row.
 * Invariants: a file is stored before its row is inserted, and removed after its row is deleted. Until then it is on
 *   record (stored-files.ts). An upload with a known id creates nothing.
 * Failure: a failed upload removes its file. The sweep, at the next start or within the hour, removes files that could
 *   not be removed or whose process was killed.
 */
interface Parts {
  db: Db
  files: FileStore
  uploads: UploadFolder
  quotas: Quotas
  log: Logger
  clock: () => Date
  onStored?: ((bytes: number) => void) | undefined
}

export class DocumentStore {
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
   * @param announced the request's Content-Length, if present
   * @throws AppError document_empty, document_type_refused, document_too_large, documents_full, upload_broken_off,
   *   document_exists, storage_full, storage_unreachable, document_not_uploaded, trip_not_found if `mayStill` returns
   *   false
   */
  async upload(
    trip: Pick<Trip, 'id' | 'owner_id'>,
    { id, fileName, description, body, announced, mayStill }: Upload,
  ): Promise<TravelDocument> {
    const name = cleanFileName(fileName)
    try {
      const known = await this.#find(trip.id, id)
      if (known) await this.#uploads.discard(body)
      if (known) return sameDocument(known, name)
      const length = Math.min(announced ?? DOCUMENT_MAX_BYTES, DOCUMENT_MAX_BYTES)
      const releaseRoom = await this.#quotas.reserveRoomForDocument(trip, length).catch(async (full) => {
        await this.#uploads.discard(body)
        throw full
      })
      try {
        const received = await this.#uploads.receive(body, announced)
        try {
          return sameDocument(await this.#store(trip, { id, name, description, mayStill }, received), name)
        } finally {
          await this.#uploads
            .remove(received)
            .catch((err) => this.#log.warn({ err }, 'received file could not be removed'))
        }
      } finally {
        releaseRoom()
      }
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('document_not_uploaded', undefined, { cause })
    }
  }

  /** Deletes a document. Idempotent. @throws AppError document_not_deleted */
  async delete(tripId: string, id: string): Promise<void> {
    const file = await this.#db
      .transaction()
      .execute(async (trx) => {
        const [row] = await trx
          .deleteFrom('travel_documents')
          .where('trip_id', '=', tripId)
          .where('id', '=', id)
          .returning('file_url')
          .execute()
        if (!row) return undefined
        const released = { trip_id: tripId, file: fileOfUrl(row.file_url) }
        await releaseFile(trx, released)
        await countDocumentsUp(trx, tripId)
        return released
      })
      .catch((cause) => {
        throw new AppError('document_not_deleted', undefined, { cause })
      })
    if (file) await this.#remove(file)
  }

  /** Metadata of the file at an address, undefined if there is none that may be shown. */
  async findFile(tripId: string, file: string): Promise<ShownFile | undefined> {
    const type = typeOfExtension(/^\d+\.(\w+)$/.exec(file)?.[1] ?? '')
    if (!type) return undefined
    const [row] = await selectShownFile(this.#db, tripId, file, urlOf({ trip_id: tripId, file }))
    return (
      row && {
        path: pathOf({ trip_id: tripId, file }),
        name: nameOfKind(row.file_name, type),
        size: row.size,
        type,
        tag: `"${file}"`,
      }
    )
  }

  /** @throws AppError document_not_found, storage_unreachable */
  async open({ path }: ShownFile, range: ByteRange) {
    const stream = await this.#files.open(path, range)
    if (stream) return stream
    this.#log.error({ path }, 'the file of a document is missing in the store')
    throw new AppError('document_not_found')
  }

  /** Removes files that no document uses: of interrupted uploads, and of deleted documents and trips. */
  async sweep(): Promise<void> {
    const before = new Date(this.#clock().getTime() - UPLOAD_OVER_MS)
    await this.#uploads.sweep(before)
    for (const file of await listAbandonedFiles(this.#db, before)) await this.#remove(file)
  }

  async #store(
    trip: Pick<Trip, 'id' | 'owner_id'>,
    info: DocumentInfo,
    received: ReceivedFile,
  ): Promise<TravelDocument> {
    const now = this.#clock()
    const file = await beginFile(this.#db, trip.id, storedExtension(info.name, received.kind), received, now)
    try {
      // Concurrent uploads may have used up the space, so check again now that this one is on record.
      await this.#quotas.requireRoomForDocuments(trip)
      await this.#files.put(pathOf(file), received)
      const row = await this.#insertRow(file, info, received)
      this.#onStored(received.size)
      return row
    } catch (cause) {
      if (cause instanceof AlreadyStored) {
        await this.#abandon(file)
        return cause.document
      }
      // A store that did not respond may still have received the file, so it stays on record until the sweep.
      if (!(cause instanceof AppError && cause.code === 'storage_unreachable')) await this.#abandon(file)
      throw cause
    }
  }

  async #insertRow(
    file: StoredFile,
    { id, name, description, mayStill }: DocumentInfo,
    { size, sha256 }: ReceivedFile,
  ): Promise<TravelDocument> {
    return this.#db.transaction().execute(async (trx) => {
      if (!(await mayStill(trx))) throw new AppError('trip_not_found')
      if (!(await markStored(trx, file))) throw new Error('The upload took so long that its file was abandoned.')
      const row = {
        id,
        trip_id: file.trip_id,
        file_name: name,
        file_url: urlOf(file),
        file_type: fileType(name),
        description: documentDescription(name, description),
        uploaded_at: new Date(Number.parseInt(file.file, 10)).toISOString(),
      }
      const insert = trx.insertInto('travel_documents').values(row)
      const [inserted] = await insert
        .onConflict((conflict) => conflict.columns(['trip_id', 'id']).doNothing())
        .returningAll()
        .execute()
      if (!inserted) throw new AlreadyStored(await requireDocument(trx, file.trip_id, id))
      await countDocumentsUp(trx, file.trip_id)
      return { ...inserted, size, sha256 }
    })
  }

  async #find(tripId: string, id: string): Promise<TravelDocument | undefined> {
    return (await selectDocument(this.#db, tripId, id))[0]
  }

  /** Abandons a file, unless it has a row after all: then only the reply to the commit was lost. */
  async #abandon(file: StoredFile): Promise<void> {
    try {
      if (await abandonFile(this.#db, file)) await this.#remove(file)
    } catch (err) {
      this.#log.warn({ err, path: pathOf(file) }, 'file could not be abandoned, the sweep will retry')
    }
  }

  /** Removes an abandoned file. A failure is only logged, since the sweep tries again. */
  async #remove(file: StoredFile): Promise<void> {
    const path = pathOf(file)
    try {
      await this.#files.remove(path)
      await forgetFile(this.#db, file)
    } catch (err) {
      this.#log.warn({ err, path }, 'file could not be removed, the sweep will retry')
    }
  }
}

interface Upload {
  id: string
  fileName: string
  description: string | undefined
  body: ReadableStream<Uint8Array> | null
  announced: number | undefined
  /** Whether the uploader still has access once the whole file has arrived. */
  mayStill: (trx: Db) => Promise<boolean>
}

type DocumentInfo = Pick<Upload, 'id' | 'description' | 'mayStill'> & { name: string }

export interface ShownFile {
  path: string
  name: string
  /** In bytes. */
  size: number
  type: string
  /** Its ETag. The file at an address never changes. */
  tag: string
}

/** An earlier request with this id was stored, but its response was lost. */
class AlreadyStored extends Error {
  readonly document: TravelDocument

  constructor(document: TravelDocument) {
    super('There is a document with this id.')
    this.document = document
  }
}

const selectDocument = compiled((db, tripId: string, id: string) =>
  selectDocuments(db, tripId).where('travel_documents.id', '=', id),
)

async function requireDocument(db: Db, tripId: string, id: string): Promise<TravelDocument> {
  const [row] = await selectDocument(db, tripId, id)
  if (!row) throw new Error('The document was deleted meanwhile')
  return row
}

/** A document's id belongs to the file name it was first sent with. */
function sameDocument(document: TravelDocument, name: string): TravelDocument {
  if (document.file_name !== name) throw new AppError('document_exists')
  return document
}

const urlOf = (file: StoredFile) => `${URL_ROOT}/${pathOf(file)}`
const fileOfUrl = (url: string) => url.slice(url.lastIndexOf('/') + 1)
