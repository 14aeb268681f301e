import { type ExpressionBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { receiptName, receiptPath } from '#domain/api/receipts.ts'
import type { TripFile } from '#domain/api/trip-files.ts'
import { nameOfKind, typeOfExtension } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { nameOfProfile } from '#domain/person.ts'
import type { Costs, Receipt } from '#domain/plan/costs.ts'
import { listReceipts, MAX_UNLISTED_RECEIPTS, NEVER_USED_RECEIPT_DAYS, UNUSED_RECEIPT_DAYS } from '#domain/receipts.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'
import type { PlannedTrip, PlanStore } from '../plan/plan-store.ts'
import { isUnlisted } from '../trips/quotas.ts'
import type { ShownFile } from './document-store.ts'
import type { ByteRange } from './file-store.ts'
import { AlreadyStored, type FileUpload, type FileUploads } from './file-uploads.ts'
import { pathOf, releaseFile, type StoredFile } from './stored-files.ts'

const DAY_MS = 24 * 60 * 60_000
/** An UPDATE names so many receipts. */
const CHECKED_AT_ONCE = 500

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

/** A receipt that is being uploaded. */
interface Arriving {
  tripId: string
  by: string
  id: string
}

/** The times before which a receipt became unused that is removed now. */
interface Limits {
  used: string
  neverUsed: string
}

/*
 * The receipts of expenses: the rows of uploaded files (file-uploads.ts). The expenses list them by id.
 * Job: every receipt that an expense lists has its file, also after an undo.
 * Invariants: a file is uploaded before an expense lists it. A user has few that no expense lists. The sweep removes
 *   receipts that no expense has listed for UNUSED_RECEIPT_DAYS, counted from the first check that found them unlisted;
 *   those that no check has ever found in one already after NEVER_USED_RECEIPT_DAYS. Organizers can delete any.
 * Failure: a trip that cannot be swept is logged, and the others are swept.
 */
export class ReceiptStore {
  readonly #db: Db
  readonly #uploads: FileUploads
  readonly #plan: PlanStore
  readonly #clock: () => Date
  readonly #log: Logger
  readonly #arriving = new Set<Arriving>()

  constructor({ db, uploads, plan, clock, log }: Stores) {
    this.#db = db
    this.#uploads = uploads
    this.#plan = plan
    this.#clock = clock
    this.#log = log
  }

  /** Stores an uploaded file and inserts its row. A retry returns the existing row. @throws AppError */
  async upload(trip: PlannedTrip & Pick<Trip, 'owner_id'>, { id, fileName, by, ...upload }: Upload): Promise<Receipt> {
    const name = receiptName(fileName)
    const arriving = { tripId: trip.id, by, id }
    this.#arriving.add(arriving)
    const uploading = this.#uploads.upload(
      trip,
      {
        ...upload,
        name,
        failure: 'receipt_not_uploaded',
        isUnlisted: by !== trip.owner_id,
        requireRoom: async () => {
          // Receipts that an expense lists meanwhile leave room for more.
          await this.#check(trip, this.#clock())
          const ids = this.#listArriving(arriving)
          await requireFewUnlisted(this.#db, trip.id, by, MAX_UNLISTED_RECEIPTS - ids.length, ids)
        },
      },
      {
        find: (db) => findReceipt(db, trip.id, id),
        insert: async (trx, file) => {
          const inserted = await insertRow(trx, file, { id, file_name: name, uploaded_by: by })
          // Others of theirs may have arrived meanwhile.
          await requireFewUnlisted(trx, trip.id, by, MAX_UNLISTED_RECEIPTS)
          return inserted
        },
      },
    )
    return uploading.finally(() => this.#arriving.delete(arriving))
  }

  /** The ids of the receipts that somebody is uploading to a trip. A retry may arrive beside the first request. */
  #listArriving({ tripId, by }: Arriving): string[] {
    const theirs = [...this.#arriving].filter((one) => one.tripId === tripId && one.by === by)
    return [...new Set(theirs.map(({ id }) => id))]
  }

  /** The receipts of a trip, newest first, each with whether an expense lists it. */
  async list(trip: PlannedTrip): Promise<TripFile[]> {
    const used = await this.#listUsed(trip)
    const rows = await this.#db
      .selectFrom('receipts')
      .innerJoin('stored_files', (join) =>
        join.onRef('stored_files.trip_id', '=', 'receipts.trip_id').onRef('stored_files.file', '=', 'receipts.file'),
      )
      .leftJoin('profiles', 'profiles.id', 'receipts.uploaded_by')
      .select(['receipts.id', 'receipts.file_name', 'receipts.uploaded_at', 'size', 'username', 'full_name'])
      .where('receipts.trip_id', '=', trip.id)
      .orderBy('receipts.uploaded_at', 'desc')
      .orderBy('receipts.id')
      .execute()
    return rows.map(({ username, full_name, ...row }) => ({
      ...row,
      kind: 'receipt' as const,
      address: receiptPath(trip.id, row.id),
      uploaded_by: nameOfProfile({ username, full_name }),
      is_used: used.ids.has(row.id),
    }))
  }

  /** Deletes a receipt, also one that an expense lists. Idempotent. @throws AppError receipt_not_deleted */
  async delete(tripId: string, id: string): Promise<void> {
    const file = await this.#db
      .transaction()
      .execute(async (trx) => {
        const deleted = await trx
          .deleteFrom('receipts')
          .where('trip_id', '=', tripId)
          .where('id', '=', id)
          .returning(['trip_id', 'file'])
          .executeTakeFirst()
        if (deleted) await releaseFile(trx, deleted)
        return deleted
      })
      .catch((cause) => {
        throw new AppError('receipt_not_deleted', undefined, { cause })
      })
    if (file) await this.#uploads.remove(file)
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

  /** The receipts that expenses list, and the version of the costs that says so. */
  async #listUsed(trip: PlannedTrip): Promise<{ version: number; ids: ReadonlySet<string> }> {
    const versions = await this.#plan.listVersions(trip.id)
    const { version, value } = await this.#plan.load(trip, 'costs', versions.costs)
    return { version, ids: new Set(listReceipts(value as Costs).map(({ id }) => id)) }
  }

  /** Notes for a trip's receipts whether an expense lists them. */
  async #check(trip: PlannedTrip, now: Date): Promise<void> {
    const { version, ids } = await this.#listUsed(trip)
    const outdated = this.#db
      .selectFrom('receipts')
      .select('id')
      .where('trip_id', '=', trip.id)
      .where('checked_version', '!=', version)
    const all = (await outdated.execute()).map(({ id }) => id)
    for (let at = 0; at < all.length; at += CHECKED_AT_ONCE) {
      const some = all.slice(at, at + CHECKED_AT_ONCE)
      const used = some.filter((id) => ids.has(id))
      const unused = some.filter((id) => !ids.has(id))
      const rows = this.#db.updateTable('receipts').set({ checked_version: version }).where('trip_id', '=', trip.id)
      if (used.length > 0) await rows.set({ unused_since: null, was_used: true }).where('id', 'in', used).execute()
      if (unused.length > 0)
        await rows
          .set((eb) => ({ unused_since: eb.fn.coalesce('unused_since', eb.val(now.toISOString())) }))
          .where('id', 'in', unused)
          .execute()
    }
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
  /** The id of the user who uploads it. */
  by: string
}

/**
 * @param except the ids of receipts that do not count
 * @throws AppError receipts_unlisted if a user has more receipts in a trip that no expense has ever listed
 */
async function requireFewUnlisted(
  db: Db,
  tripId: string,
  by: string,
  max: number,
  except: readonly string[] = [],
): Promise<void> {
  const { count } = await db
    .selectFrom('receipts')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('trip_id', '=', tripId)
    .where('uploaded_by', '=', by)
    .where('was_used', '=', false)
    .where(isUnlisted)
    .$if(except.length > 0, (receipts) => receipts.where('id', 'not in', except))
    .executeTakeFirstOrThrow()
  if (Number(count) > max) throw new AppError('receipts_unlisted')
}

async function findReceipt(db: Db, tripId: string, id: string): Promise<Receipt | undefined> {
  return db
    .selectFrom('receipts')
    .select(['id', 'file_name'])
    .where('trip_id', '=', tripId)
    .where('id', '=', id)
    .executeTakeFirst()
}

async function insertRow(
  trx: Db,
  { trip_id, file }: StoredFile,
  receipt: Receipt & { uploaded_by: string },
): Promise<Receipt> {
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
