import { type ExpressionBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { receiptPath } from '#domain/api/receipts.ts'
import { lineFilePath, trackFilePath } from '#domain/api/track-files.ts'
import type { TripFile } from '#domain/api/trip-files.ts'
import { documentRules, type FileRules, fileNameOfType } from '#domain/documents.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import { cleanFileName } from '#domain/file-name.ts'
import { nameOfProfile } from '#domain/person.ts'
import { type Costs, MAX_RECEIPT_NAME } from '#domain/plan/costs.ts'
import type { Tracks } from '#domain/plan/tracks.ts'
import { listReceipts, MAX_UNLISTED_RECEIPTS, NEVER_USED_RECEIPT_DAYS, UNUSED_RECEIPT_DAYS } from '#domain/receipts.ts'
import { lineFileRules, listTrackFiles, storedTypeOf, trackFileRules } from '#domain/track-files.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import type { ListedFileKind, Tables } from '../db/tables.ts'
import type { PlannedTrip, PlanStore } from '../plan/plan-store.ts'
import { isUnlisted } from '../trips/quotas.ts'
import type { ShownFile } from './document-store.ts'
import type { ByteRange } from './file-store.ts'
import { AlreadyStored, type FileUpload, type FileUploads } from './file-uploads.ts'
import { pathOf, releaseFile, type StoredFile } from './stored-files.ts'

const DAY_MS = 24 * 60 * 60_000
const LINES_NAME = 'lines.ndjson'
/** An UPDATE names so many files. */
const CHECKED_AT_ONCE = 500

/** The sections whose entries list files. */
const sections = ['costs', 'tracks'] as const
type ListingSection = (typeof sections)[number]

/** The ids of the files that a section lists. */
const listFiles: Record<ListingSection, (value: never) => string[]> = {
  costs: (value: Costs) => listReceipts(value).map(({ id }) => id),
  tracks: (value: Tracks) => listTrackFiles(value),
}

interface KindOfFile {
  section: ListingSection
  rules: FileRules
  path: (tripId: string, id: string) => string
  failures: { upload: ErrorCode; delete: ErrorCode; find: ErrorCode }
}

const trackFailures = {
  upload: 'track_not_uploaded',
  delete: 'track_not_deleted',
  find: 'track_file_not_found',
} as const

const kinds: Record<ListedFileKind, KindOfFile> = {
  receipt: {
    section: 'costs',
    rules: documentRules,
    path: receiptPath,
    failures: { upload: 'receipt_not_uploaded', delete: 'receipt_not_deleted', find: 'receipt_not_found' },
  },
  track: {
    section: 'tracks',
    rules: trackFileRules,
    path: trackFilePath,
    failures: trackFailures,
  },
  line: {
    section: 'tracks',
    rules: lineFileRules,
    path: lineFilePath,
    failures: trackFailures,
  },
}

const kindsOf = (section: ListingSection) =>
  (Object.keys(kinds) as ListedFileKind[]).filter((kind) => kinds[kind].section === section)

/** The version of the section whose entries list a file; 0 if the trip has none. */
const listingVersion = sql<number>`coalesce((
  select version from plan_sections
  where plan_sections.trip_id = listed_files.trip_id
    and plan_sections.section = case when listed_files.kind = 'receipt' then 'costs' else 'tracks' end), 0)`

interface Stores {
  db: Db
  uploads: FileUploads
  plan: PlanStore
  clock: () => Date
  log: Logger
}

/** A file that is being uploaded. */
interface Arriving {
  tripId: string
  kind: ListedFileKind
  by: string
  id: string
}

/** The times before which a file became unused that is removed now. */
interface Limits {
  used: string
  neverUsed: string
}

/*
 * The files that entries of the plan list by id: the receipts of expenses, the files of tracks and their lines. They
 * are rows of uploaded files (file-uploads.ts).
 * Job: every file that an entry lists is there, also after an undo.
 * Invariants: a file is uploaded before an entry lists it. A user has few that no entry lists. The sweep removes files
 *   that no entry has listed for UNUSED_RECEIPT_DAYS, counted from the first check that found them unlisted; those that
 *   no check has ever found in one already after NEVER_USED_RECEIPT_DAYS. Organizers can delete any.
 * Failure: a trip that cannot be swept is logged, and the others are swept.
 */
export class ListedFileStore {
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
  async upload(
    trip: PlannedTrip & Pick<Trip, 'owner_id'>,
    { kind, id, fileName, by, ...upload }: Upload,
  ): Promise<ListedFile> {
    const name = cleanFileName(fileName, MAX_RECEIPT_NAME)
    const { section, rules, failures } = kinds[kind]
    const arriving = { tripId: trip.id, kind, by, id }
    this.#arriving.add(arriving)
    const uploading = this.#uploads.upload(
      trip,
      {
        ...upload,
        name,
        rules,
        failure: failures.upload,
        isUnlisted: by !== trip.owner_id,
        requireRoom: async () => {
          // Files that an entry lists meanwhile leave room for more.
          await this.#check(trip, section, this.#clock())
          const ids = this.#listArriving(arriving)
          await requireFewUnlisted(this.#db, trip.id, { by, kind, max: MAX_UNLISTED_RECEIPTS - ids.length }, ids)
        },
      },
      {
        find: (db) => findListedFile(db, trip.id, kind, id),
        insert: async (trx, file) => {
          const inserted = await insertRow(trx, file, { id, kind, file_name: name, uploaded_by: by })
          // Others of theirs may have arrived meanwhile.
          await requireFewUnlisted(trx, trip.id, { by, kind, max: MAX_UNLISTED_RECEIPTS })
          return inserted
        },
      },
    )
    return uploading.finally(() => this.#arriving.delete(arriving))
  }

  /** The ids of such files that somebody is uploading to a trip. A retry may arrive beside the first request. */
  #listArriving({ tripId, kind, by }: Arriving): string[] {
    const { section } = kinds[kind]
    const theirs = [...this.#arriving].filter(
      (one) => one.tripId === tripId && one.by === by && kinds[one.kind].section === section,
    )
    return [...new Set(theirs.map(({ id }) => id))]
  }

  /** These files of a trip, newest first, each with whether an entry lists it. */
  async list(trip: PlannedTrip): Promise<TripFile[]> {
    const used = new Set(
      (await Promise.all(sections.map((one) => this.#listUsed(trip, one)))).flatMap(({ ids }) => [...ids]),
    )
    const rows = await this.#db
      .selectFrom('listed_files')
      .innerJoin('stored_files', (join) =>
        join
          .onRef('stored_files.trip_id', '=', 'listed_files.trip_id')
          .onRef('stored_files.file', '=', 'listed_files.file'),
      )
      .leftJoin('profiles', 'profiles.id', 'listed_files.uploaded_by')
      .select([
        'listed_files.id',
        'listed_files.kind',
        'listed_files.file_name',
        'listed_files.uploaded_at',
        'size',
        'username',
        'full_name',
      ])
      .where('listed_files.trip_id', '=', trip.id)
      .orderBy('listed_files.uploaded_at', 'desc')
      .orderBy('listed_files.id')
      .execute()
    return rows.map(({ username, full_name, ...row }) => ({
      ...row,
      address: kinds[row.kind].path(trip.id, row.id),
      uploaded_by: nameOfProfile({ username, full_name }),
      is_used: used.has(row.id),
    }))
  }

  /** Deletes a file, also one that an entry lists. Idempotent. @throws AppError that of its kind */
  async delete(tripId: string, kind: ListedFileKind, id: string): Promise<void> {
    const file = await this.#db
      .transaction()
      .execute(async (trx) => {
        const deleted = await trx
          .deleteFrom('listed_files')
          .where('trip_id', '=', tripId)
          .where('kind', '=', kind)
          .where('id', '=', id)
          .returning(['trip_id', 'file'])
          .executeTakeFirst()
        if (deleted) await releaseFile(trx, deleted)
        return deleted
      })
      .catch((cause) => {
        throw new AppError(kinds[kind].failures.delete, undefined, { cause })
      })
    if (file) await this.#uploads.remove(file)
  }

  /** Metadata of a file, undefined if there is none. */
  async findFile(tripId: string, kind: ListedFileKind, id: string): Promise<ShownFile | undefined> {
    const row = await this.#db
      .selectFrom('listed_files')
      .innerJoin('stored_files', (join) =>
        join
          .onRef('stored_files.trip_id', '=', 'listed_files.trip_id')
          .onRef('stored_files.file', '=', 'listed_files.file'),
      )
      .select(['listed_files.file', 'listed_files.file_name', 'stored_files.size'])
      .where('listed_files.trip_id', '=', tripId)
      .where('listed_files.kind', '=', kind)
      .where('listed_files.id', '=', id)
      .executeTakeFirst()
    const type = row && storedTypeOf(row.file.slice(row.file.indexOf('.') + 1))
    if (!row || !type) return undefined
    const { file, file_name, size } = row
    // Readers of a share link get lines: neither what the original is called, nor when it was uploaded.
    if (kind === 'line')
      return { path: pathOf({ trip_id: tripId, file }), name: LINES_NAME, size, type, tag: `"${id}"` }
    const name = fileNameOfType(file_name, type)
    return { path: pathOf({ trip_id: tripId, file }), name, size, type, tag: `"${file}"` }
  }

  /** @throws AppError that of its kind, storage_unreachable */
  open(kind: ListedFileKind, { path }: ShownFile, range: ByteRange) {
    return this.#uploads.open(path, range, kinds[kind].failures.find)
  }

  /** Removes the files that no entry has listed for a long time. */
  async sweep(): Promise<void> {
    const now = this.#clock()
    for (const section of sections)
      for (const trip of await this.#listChangedTrips(section))
        await this.#attempt(trip.id, () => this.#check(trip, section, now))
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
    const limits = { used: daysAgo(UNUSED_RECEIPT_DAYS), neverUsed: daysAgo(NEVER_USED_RECEIPT_DAYS) }
    const unused = this.#db.selectFrom('listed_files').select('trip_id').distinct().where(isUnusedSince(limits))
    for (const { trip_id } of await unused.execute())
      await this.#attempt(trip_id, async () => {
        for (const file of await this.#removeUnused(trip_id, limits)) await this.#uploads.remove(file)
      })
  }

  async #attempt(tripId: string, sweep: () => Promise<void>): Promise<void> {
    await sweep().catch((err) =>
      this.#log.error({ err, trip: tripId }, 'the receipts and tracks of a trip could not be swept'),
    )
  }

  /** The trips whose section has changed since the files that it lists were checked, or that have new ones. */
  #listChangedTrips(section: ListingSection): Promise<PlannedTrip[]> {
    return this.#db
      .selectFrom('trips')
      .select(['trips.id', 'trips.type'])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('listed_files')
            .select('listed_files.id')
            .whereRef('listed_files.trip_id', '=', 'trips.id')
            .where('kind', 'in', kindsOf(section))
            .where('checked_version', '!=', listingVersion),
        ),
      )
      .execute()
  }

  /** The files that a section lists, and its version that says so. */
  async #listUsed(trip: PlannedTrip, section: ListingSection): Promise<{ version: number; ids: ReadonlySet<string> }> {
    const versions = await this.#plan.listVersions(trip.id)
    const { version, value } = await this.#plan.load(trip, section, versions[section])
    return { version, ids: new Set(listFiles[section](value as never)) }
  }

  /** Notes for a trip's files whether an entry of the section lists them. */
  async #check(trip: PlannedTrip, section: ListingSection, now: Date): Promise<void> {
    const { version, ids } = await this.#listUsed(trip, section)
    const outdated = this.#db
      .selectFrom('listed_files')
      .select('id')
      .where('trip_id', '=', trip.id)
      .where('kind', 'in', kindsOf(section))
      .where('checked_version', '!=', version)
    const all = (await outdated.execute()).map(({ id }) => id)
    for (let at = 0; at < all.length; at += CHECKED_AT_ONCE) {
      const some = all.slice(at, at + CHECKED_AT_ONCE)
      const used = some.filter((id) => ids.has(id))
      const unused = some.filter((id) => !ids.has(id))
      const rows = this.#db.updateTable('listed_files').set({ checked_version: version }).where('trip_id', '=', trip.id)
      if (used.length > 0) await rows.set({ unused_since: null, was_used: true }).where('id', 'in', used).execute()
      if (unused.length > 0)
        await rows
          .set((eb) => ({ unused_since: eb.fn.coalesce('unused_since', eb.val(now.toISOString())) }))
          .where('id', 'in', unused)
          .execute()
    }
  }

  /** Deletes the rows of unused files, unless what lists them has changed meanwhile. Returns their files. */
  #removeUnused(tripId: string, limits: Limits): Promise<StoredFile[]> {
    return this.#db.transaction().execute(async (trx) => {
      // Waits for edits of what lists them, and makes later ones wait.
      await trx
        .updateTable('plan_sections')
        .set((eb) => ({ bytes: eb.ref('bytes') }))
        .where('trip_id', '=', tripId)
        .where('section', 'in', sections)
        .execute()
      const files = await trx
        .deleteFrom('listed_files')
        .where('trip_id', '=', tripId)
        .where(isUnusedSince(limits))
        .where('checked_version', '=', listingVersion)
        .returning(['trip_id', 'file'])
        .execute()
      for (const file of files) await releaseFile(trx, file)
      return files
    })
  }
}

function isUnusedSince({ used, neverUsed }: Limits) {
  return ({ and, eb, or }: ExpressionBuilder<Tables, 'listed_files'>) =>
    or([eb('unused_since', '<=', used), and([eb('was_used', '=', false), eb('unused_since', '<=', neverUsed)])])
}

interface Upload extends Pick<FileUpload, 'body' | 'announced' | 'mayStill'> {
  kind: ListedFileKind
  id: string
  fileName: string
  /** The id of the user who uploads it. */
  by: string
}

/** What a receipt of an expense says of its file. */
export interface ListedFile {
  id: string
  file_name: string
}

interface Limit {
  by: string
  kind: ListedFileKind
  max: number
}

/**
 * @param except the ids of files that do not count
 * @throws AppError receipts_unlisted if a user has more files in a trip that no entry has ever listed
 */
async function requireFewUnlisted(
  db: Db,
  tripId: string,
  { by, kind, max }: Limit,
  except: readonly string[] = [],
): Promise<void> {
  const { count } = await db
    .selectFrom('listed_files')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('trip_id', '=', tripId)
    .where('uploaded_by', '=', by)
    .where('was_used', '=', false)
    .where('kind', 'in', kindsOf(kinds[kind].section))
    .where(isUnlisted)
    .$if(except.length > 0, (files) => files.where('id', 'not in', except))
    .executeTakeFirstOrThrow()
  if (Number(count) <= max) return
  throw new AppError('receipts_unlisted', kind === 'receipt' ? undefined : m.api_errors_tracks_unlisted())
}

async function findListedFile(
  db: Db,
  tripId: string,
  kind: ListedFileKind,
  id: string,
): Promise<ListedFile | undefined> {
  return db
    .selectFrom('listed_files')
    .select(['id', 'file_name'])
    .where('trip_id', '=', tripId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
}

async function insertRow(
  trx: Db,
  { trip_id, file }: StoredFile,
  listed: ListedFile & { kind: ListedFileKind; uploaded_by: string },
): Promise<ListedFile> {
  const uploaded_at = new Date(Number.parseInt(file, 10)).toISOString()
  const [inserted] = await trx
    .insertInto('listed_files')
    .values({ ...listed, trip_id, file, uploaded_at, unused_since: null })
    .onConflict((conflict) => conflict.columns(['trip_id', 'id']).doNothing())
    .returning(['id', 'file_name'])
    .execute()
  if (inserted) return inserted
  const stored = await findListedFile(trx, trip_id, listed.kind, listed.id)
  // Their ids are random: another kind of file under this one is no accident.
  if (!stored) throw new AppError('document_exists')
  throw new AlreadyStored(stored)
}
