import type { Logger } from 'pino'
import { AppError } from '#domain/errors.ts'
import type { Trip } from '#domain/trip.ts'
import { PICTURE_MAX_BYTES } from '#domain/trip-picture.ts'
import type { Db } from '../db/engine.ts'
import type { ShownFile } from './document-store.ts'
import type { ByteRange, ReceivedFile } from './file-store.ts'
import { AlreadyStored, type FileUpload, type FileUploads } from './file-uploads.ts'
import { pathOf, releaseFile, type StoredFile } from './stored-files.ts'

const TYPE = 'image/jpeg'
const NAME = 'picture.jpg'

/*
 * The photos that are shown instead of a trip's drawing: uploaded files (file-uploads.ts), each named by its trip.
 * Job: a trip has one picture or none.
 * Invariants: the file of a replaced or removed picture is released in the transaction that takes its name off the
 *   trip. A retry, or the same photo chosen again, changes nothing.
 * Failure: if a picture cannot be copied, the copy of its trip has none and shows the drawing.
 */
export class TripPictureStore {
  readonly #db: Db
  readonly #uploads: FileUploads
  readonly #log: Logger

  constructor({ db, uploads, log }: { db: Db; uploads: FileUploads; log: Logger }) {
    this.#db = db
    this.#uploads = uploads
    this.#log = log
  }

  /**
   * Sets a trip's picture. Returns its name.
   * @throws AppError those of FileUploads, picture_refused, picture_not_saved
   */
  async set(trip: OwnedTrip & Pick<Trip, 'picture'>, upload: Upload): Promise<string> {
    const { picture, former } = await this.#upload(trip, { ...upload, replaced: trip.picture }, replacePicture)
    if (former !== null) await this.#uploads.remove({ trip_id: trip.id, file: former })
    return picture
  }

  /** Removes a trip's picture. Idempotent. @throws AppError picture_not_saved */
  async remove(tripId: string): Promise<void> {
    const file = await this.#db
      .transaction()
      .execute(async (trx) => {
        const former = await lockPicture(trx, tripId)
        if (former === null) return undefined
        const released = { trip_id: tripId, file: former }
        await trx.updateTable('trips').set({ picture: null }).where('id', '=', tripId).execute()
        await releaseFile(trx, released)
        return released
      })
      .catch((cause) => {
        throw new AppError('picture_not_saved', undefined, { cause })
      })
    if (file) await this.#uploads.remove(file)
  }

  /** Gives a copy of a trip its picture, unless the copy has one. Returns the name of the copy's picture. */
  async copy(from: Pick<Trip, 'id' | 'picture'>, to: OwnedTrip & Pick<Trip, 'picture'>): Promise<string | null> {
    if (from.picture === null || to.picture !== null) return to.picture
    try {
      const file = await this.findFile(from.id, from.picture)
      if (!file) return null
      const body = await this.open(file, { start: 0, end: file.size - 1 })
      const upload = { body, announced: file.size, mayStill: async () => true }
      const { picture } = await this.#upload(to, upload, async (trx, copy, received) => {
        const current = await lockPicture(trx, to.id)
        if (current !== null) throw new AlreadyStored({ picture: current, former: null })
        return replacePicture(trx, copy, received)
      })
      return picture
    } catch (err) {
      this.#log.warn({ err, trip: from.id }, 'the picture of a trip could not be copied')
      return null
    }
  }

  /** Metadata of a trip's picture; undefined if it is not the current one. */
  async findFile(tripId: string, file: string): Promise<ShownFile | undefined> {
    const row = await this.#db
      .selectFrom('trips')
      .innerJoin('stored_files', (join) =>
        join.onRef('stored_files.trip_id', '=', 'trips.id').onRef('stored_files.file', '=', 'trips.picture'),
      )
      .select(['trips.picture', 'stored_files.size'])
      .where('trips.id', '=', tripId)
      .executeTakeFirst()
    // Compared here, because PostgreSQL refuses a NUL, and the name comes from an address.
    if (row?.picture !== file) return undefined
    return { path: pathOf({ trip_id: tripId, file }), name: NAME, size: row.size, type: TYPE, tag: `"${file}"` }
  }

  /** @throws AppError picture_not_found, storage_unreachable */
  open({ path }: ShownFile, range: ByteRange) {
    return this.#uploads.open(path, range, 'picture_not_found')
  }

  #upload(
    trip: OwnedTrip,
    upload: Upload,
    insert: (trx: Db, file: StoredFile, received: ReceivedFile) => Promise<Change>,
  ) {
    const file = { ...upload, name: NAME, failure: 'picture_not_saved' as const, requireAllowed }
    return this.#uploads.upload<Change>(trip, file, { find: async () => undefined, insert })
  }
}

type OwnedTrip = Pick<Trip, 'id' | 'owner_id'>
type Upload = Pick<FileUpload, 'body' | 'announced' | 'mayStill' | 'replaced'>

/** The trip's picture, and the one that it replaced. */
interface Change {
  picture: string
  former: string | null
}

/** The app sends small JPEGs only, so other files are from other clients. */
function requireAllowed({ kind, size }: ReceivedFile): void {
  if (kind.type !== TYPE || size > PICTURE_MAX_BYTES) throw new AppError('picture_refused')
}

/** Makes concurrent changes of the picture wait, so that no replaced file is forgotten. */
async function lockPicture(trx: Db, tripId: string): Promise<string | null> {
  const { picture } = await trx
    .updateTable('trips')
    .set((eb) => ({ picture: eb.ref('picture') }))
    .where('id', '=', tripId)
    .returning('picture')
    .executeTakeFirstOrThrow()
  return picture
}

async function replacePicture(trx: Db, { trip_id, file }: StoredFile, { sha256 }: ReceivedFile): Promise<Change> {
  const former = await lockPicture(trx, trip_id)
  if (former !== null) {
    const same = trx.selectFrom('stored_files').select('file').where('trip_id', '=', trip_id).where('file', '=', former)
    if (await same.where('sha256', '=', sha256).executeTakeFirst())
      throw new AlreadyStored({ picture: former, former: null })
    await releaseFile(trx, { trip_id, file: former })
  }
  await trx.updateTable('trips').set({ picture: file }).where('id', '=', trip_id).execute()
  return { picture: file, former }
}
