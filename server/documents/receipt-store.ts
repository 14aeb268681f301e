import { type ExpressionBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { receiptName } from '#domain/api/receipts.ts'
import { nameOfKind, typeOfExtension } from '#domain/documents.ts'
import type { Costs, Receipt } from '#domain/plan/costs.ts'
import { listReceipts, NEVER_USED_RECEIPT_DAYS, UNUSED_RECEIPT_DAYS } from '#domain/receipts.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'
import type { PlannedTrip, PlanStore } from '../plan/plan-store.ts'
import type { ShownFile } from './document-store.ts'
import type { ByteRange } from './file-store.ts'
import { AlreadyStored, type FileUpload, type FileUploads } from './file-uploads.ts'
import { pathOf, releaseFile, type StoredFile } from './stored-files.ts'

const DAY_MS = 24 * 60 * 60_000

/** The version of a trip's costs; 0 if there are none. */
const costsVersion = sql<number>`coalesce((
  select version from plan_sections
  where plan_sections.trip_id = receipts.trip_id and plan_sections.section = 'costs'), 0)`

interface Stores {
  db: Db
  uploads: FileUploads
  plan: PlanStore
  clock: () => Date
  log: Logger
}

/** The times before which a receipt became unused that is removed now. */
interface Limits {
  used: string
  neverUsed: string
}

/*
 * The receipts of expenses: the rows of uploaded files (file-uploads.ts). The expenses list them by id.
 * Job: every receipt that an expense lists has its file, also after an undo.
 * Invariants: a file is uploaded before an expense lists it. The sweep alone removes receipts: those that no expense
 *   has listed for UNUSED_RECEIPT_DAYS, counted from the first sweep that found them unlisted; those that no sweep has
 *   ever found in one already after NEVER_USED_RECEIPT_DAYS.
 * Failure: a trip that cannot be swept is logged, and the others are swept.
 */
export class ReceiptStore {
  readonly #db: Db
  readonly #uploads: FileUploads
  readonly #plan: PlanStore
  readonly #clock: () => Date
  readonly #log: Logger

  constructor({ db, uploads, plan, clock, log }: Stores) {
    this.#db = db
    this.#uploads = uploads
    this.#plan = plan
    this.#clock = clock
    this.#log = log
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
    for (const trip of await this.#listChangedTrips()) await this.#attempt(trip.id, () => this.#check(trip, now))
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
    const limits = { used: daysAgo(UNUSED_RECEIPT_DAYS), neverUsed: daysAgo(NEVER_USED_RECEIPT_DAYS) }
    const unused = this.#db.selectFrom('receipts').select('trip_id').distinct().where(isUnusedSince(limits))
    for (const { trip_id } of await unused.execute())
      await this.#attempt(trip_id, async () => {
        for (const file of await this.#removeUnused(trip_id, limits)) await this.#uploads.remove(file)
      })
  }

  async #attempt(tripId: string, sweep: () => Promise<void>): Promise<void> {
    await sweep().catch((err) => this.#log.error({ err, trip: tripId }, 'the receipts of a trip could not be swept'))
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
          ...(used.has(id)
            ? { unused_since: null, was_used: true }
            : { unused_since: unused_since ?? now.toISOString() }),
        })
        .where('trip_id', '=', trip.id)
        .where('id', '=', id)
        .execute()
  }

  /** Deletes the rows of unused receipts, unless the costs have changed meanwhile. Returns their files. */
  #removeUnused(tripId: string, limits: Limits): Promise<StoredFile[]> {
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
        .where(isUnusedSince(limits))
        .where('checked_version', '=', costsVersion)
        .returning(['trip_id', 'file'])
        .execute()
      for (const file of files) await releaseFile(trx, file)
      return files
    })
  }
}

function isUnusedSince({ used, neverUsed }: Limits) {
  return ({ and, eb, or }: ExpressionBuilder<Tables, 'receipts'>) =>
    or([eb('unused_since', '<=', used), and([eb('was_used', '=', false), eb('unused_since', '<=', neverUsed)])])
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
