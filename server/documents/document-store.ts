import { documentDescription } from '#domain/document-description.ts'
import { fileType, nameOfKind, type TravelDocument, typeOfExtension } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { cleanFileName } from '#domain/file-name.ts'
import type { Trip } from '#domain/trip.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import { countDocumentsUp, selectDocuments, URL_ROOT } from './document-list.ts'
import type { ByteRange, ReceivedFile } from './file-store.ts'
import { AlreadyStored, type FileUpload, type FileUploads } from './file-uploads.ts'
import { pathOf, releaseFile, type StoredFile, selectShownFile } from './stored-files.ts'

/** The travel documents: the rows of uploaded files (file-uploads.ts). */
export class DocumentStore {
  readonly #db: Db
  readonly #uploads: FileUploads

  constructor(db: Db, uploads: FileUploads) {
    this.#db = db
    this.#uploads = uploads
  }

  /**
   * Stores an uploaded file and inserts its row. A retry returns the existing row.
   * @throws AppError those of FileUploads, document_exists, document_not_uploaded
   */
  async upload(
    trip: Pick<Trip, 'id' | 'owner_id'>,
    { id, fileName, description, ...upload }: Upload,
  ): Promise<TravelDocument> {
    const name = cleanFileName(fileName)
    const document = await this.#uploads.upload(
      trip,
      { ...upload, name, failure: 'document_not_uploaded' },
      {
        find: async (db) => (await selectDocument(db, trip.id, id))[0],
        insert: (trx, file, received) => insertRow(trx, file, { id, name, description }, received),
      },
    )
    // A document's id belongs to the file name it was first sent with.
    if (document.file_name !== name) throw new AppError('document_exists')
    return document
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
    if (file) await this.#uploads.remove(file)
  }

  /** Metadata of the file at an address, undefined if there is none that may be shown. */
  async findFile(tripId: string, file: string): Promise<DocumentFile | undefined> {
    const type = typeOfExtension(/^\d+\.(\w+)$/.exec(file)?.[1] ?? '')
    if (!type) return undefined
    const [row] = await selectShownFile(this.#db, tripId, file, urlOf({ trip_id: tripId, file }))
    return (
      row && {
        documentId: row.id,
        path: pathOf({ trip_id: tripId, file }),
        name: nameOfKind(row.file_name, type),
        size: row.size,
        type,
        tag: `"${file}"`,
      }
    )
  }

  /** @throws AppError document_not_found, storage_unreachable */
  open({ path }: ShownFile, range: ByteRange) {
    return this.#uploads.open(path, range, 'document_not_found')
  }

  /** Removes the files of deleted documents and trips, and of interrupted uploads. */
  sweep(): Promise<void> {
    return this.#uploads.sweep()
  }
}

interface Upload extends Pick<FileUpload, 'body' | 'announced' | 'mayStill' | 'rules'> {
  id: string
  fileName: string
  description: string | undefined
}

type DocumentInfo = Pick<Upload, 'id' | 'description'> & { name: string }

export interface ShownFile {
  path: string
  name: string
  /** In bytes. */
  size: number
  type: string
  /** Its ETag. The file at an address never changes. */
  tag: string
}

interface DocumentFile extends ShownFile {
  documentId: string
}

async function insertRow(
  trx: Db,
  file: StoredFile,
  { id, name, description }: DocumentInfo,
  { size, sha256 }: ReceivedFile,
): Promise<TravelDocument> {
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
}

const selectDocument = compiled((db, tripId: string, id: string) =>
  selectDocuments(db, tripId).where('travel_documents.id', '=', id),
)

async function requireDocument(db: Db, tripId: string, id: string): Promise<TravelDocument> {
  const [row] = await selectDocument(db, tripId, id)
  if (!row) throw new Error('The document was deleted meanwhile')
  return row
}

const urlOf = (file: StoredFile) => `${URL_ROOT}/${pathOf(file)}`
const fileOfUrl = (url: string) => url.slice(url.lastIndexOf('/') + 1)
