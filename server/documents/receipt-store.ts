import { sql } from 'kysely'
import { receiptName } from '#domain/api/receipts.ts'
import { nameOfKind, typeOfExtension } from '#domain/documents.ts'
import type { Costs, Receipt } from '#domain/plan/costs.ts'
import { listReceipts, UNUSED_RECEIPT_DAYS } from '#domain/receipts.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import type { PlannedTrip, PlanStore } from '../plan/plan-store.ts'
import type { ShownFile } from './document-store.ts'
import type { ByteRange } from './file-store.ts'
import { AlreadyStored, type FileUpload, type FileUploads } from './file-uploads.ts'
import { pathOf, releaseFile, type StoredFile } from './stored-files.ts'

const UNUSED_MS = UNUSED_RECEIPT_DAYS * 24 * 60 * 60_000

/** The version of a trip's costs; 0 if there are none. */
const costsVersion = sql<number>`coalesce((
  select version from plan_sections
  where plan_sections.trip_id = receipts.trip_id and plan_sections.section = 'costs'), 0)`

interface Stores {
  db: Db
  uploads: FileUploads
  plan: PlanStore
  clock: () => Date
}

/*
 * The receipts of expenses: the rows of uploaded files (file-uploads.ts). The expenses list them by id.
 * Job: every receipt that an expense lists has its file, also after an undo.
 * Invariants: a file is uploaded before an expense lists it. The sweep alone removes receipts: those that no expense
 *   has listed for UNUSED_RECEIPT_DAYS, counted from the first sweep that found them unlisted.
 */
export class ReceiptStore {
  readonly #db: Db
  readonly #uploads: FileUploads
  readonly #plan: PlanStore
  readonly #clock: () => Date

  constructor({ db, uploads, plan, clock }: Stores) {
    this.#db = db
    this.#uploads = uploads
    this.#plan = plan
    this.#clock = clock
  }

  /** Stores an uploaded file and inserts its row. A retry returns the existing row. @throws AppError */
  async upload(trip: Pick<Trip, 'id' | 'owner_id'>, { id, fileName, ...upload }: Upload): Promise<Receipt> {
    const name = receiptName(fileName)
    return this.#uploads.upload(
      trip,
      { ...upload, name, failure: 'receipt_not_uploaded' },
      {
        find: (db) => findReceipt(db, trip.id, id),
        insert: (trx, file) => insertRow(trx, file, { id, file_name: name }),
      },
    )
  }

  /** Metadata of a receipt's file, undefined if there is none. */
  async findFile(tripId: string, id: string): Promise<ShownFile | undefined> {
    const row = await this.#db
      .selectFrom('receipts')
      .innerJoin('stored_files', (join) =>
        join.onRef('stored_files.trip_id', '=', 'receipts.trip_id').onRef('stored_files.file', '=', 'receipts.file'),
      )
      .select(['receipts.file', 'receipts.file_name', 'stored_files.size'])
      .where('receipts.trip_id', '=', tripId)
      .where('receipts.id', '=', id)
      .executeTakeFirst()
    const type = row && typeOfExtension(row.file.slice(row.file.indexOf('.') + 1))
    if (!row || !type) return undefined
    const { file, file_name, size } = row
    return { path: pathOf({ trip_id: tripId, file }), name: nameOfKind(file_name, type), size, type, tag: `"${file}"` }
  }

  /** @throws AppError receipt_not_found, storage_unreachable */
  open({ path }: ShownFile, range: ByteRange) {
    return this.#uploads.open(path, range, 'receipt_not_found')
  }

  /** Removes the receipts that no expense has listed for a long time. */
  async sweep(): Promise<void> {
    const now = this.#clock()
    for (const trip of await this.#listChangedTrips()) await this.#check(trip, now)
    const before = new Date(now.getTime() - UNUSED_MS).toISOString()
    const unused = this.#db.selectFrom('receipts').select('trip_id').distinct().where('unused_since', '<=', before)
    for (const { trip_id } of await unused.execute()) {
      for (const file of await this.#removeUnused(trip_id, before)) await this.#uploads.remove(file)
    }
  }

  /** The trips whose costs have changed since their receipts were checked, or that have new receipts. */
  #listChangedTrips(): Promise<PlannedTrip[]> {
    return this.#db
      .selectFrom('trips')
      .select(['trips.id', 'trips.type'])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('receipts')
            .select('receipts.id')
            .whereRef('receipts.trip_id', '=', 'trips.id')
            .where('checked_version', '!=', costsVersion),
        ),
      )
      .execute()
  }

  async #check(trip: PlannedTrip, now: Date): Promise<void> {
    const versions = await this.#plan.listVersions(trip.id)
    const { version, value } = await this.#plan.load(trip, 'costs', versions.costs)
    const used = new Set(listReceipts(value as Costs).map(({ id }) => id))
    const rows = this.#db.selectFrom('receipts').select(['id', 'unused_since']).where('trip_id', '=', trip.id)
    for (const { id, unused_since } of await rows.execute())
      await this.#db
        .updateTable('receipts')
        .set({
          checked_version: version,
          unused_since: used.has(id) ? null : (unused_since ?? now.toISOString()),
        })
        .where('trip_id', '=', trip.id)
        .where('id', '=', id)
        .execute()
  }

  /** Deletes the rows of unused receipts, unless the costs have changed meanwhile. Returns their files. */
  #removeUnused(tripId: string, before: string): Promise<StoredFile[]> {
    return this.#db.transaction().execute(async (trx) => {
      // Waits for edits of the costs, and makes later ones wait.
      await trx
        .updateTable('plan_sections')
        .set((eb) => ({ bytes: eb.ref('bytes') }))
        .where('trip_id', '=', tripId)
        .where('section', '=', 'costs')
        .execute()
      const files = await trx
        .deleteFrom('receipts')
        .where('trip_id', '=', tripId)
        .where('unused_since', '<=', before)
        .where('checked_version', '=', costsVersion)
        .returning(['trip_id', 'file'])
        .execute()
      for (const file of files) await releaseFile(trx, file)
      return files
    })
  }
}

interface Upload extends Pick<FileUpload, 'body' | 'announced' | 'mayStill'> {
  id: string
  fileName: string
}

async function findReceipt(db: Db, tripId: string, id: string): Promise<Receipt | undefined> {
  return db
    .selectFrom('receipts')
    .select(['id', 'file_name'])
    .where('trip_id', '=', tripId)
    .where('id', '=', id)
    .executeTakeFirst()
}

async function insertRow(trx: Db, { trip_id, file }: StoredFile, receipt: Receipt): Promise<Receipt> {
  const uploaded_at = new Date(Number.parseInt(file, 10)).toISOString()
  const [inserted] = await trx
    .insertInto('receipts')
    .values({ ...receipt, trip_id, file, uploaded_at, unused_since: null })
    .onConflict((conflict) => conflict.columns(['trip_id', 'id']).doNothing())
    .returning(['id', 'file_name'])
    .execute()
  if (!inserted) throw new AlreadyStored(await findReceipt(trx, trip_id, receipt.id))
  return inserted
}
