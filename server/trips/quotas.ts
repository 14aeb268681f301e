import { type ExpressionBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { AppError } from '#domain/errors.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'
import type { QuotaSettings } from '../settings/settings.ts'

/** How long the size of an account's plans is cached. What this process writes meanwhile is added. */
const CACHE_MS = 60_000
/** An operation is stored itself, and sometimes with a snapshot of the whole value. */
const STORAGE_FACTOR = 2
/** Deleting a trip frees its place at once, but its rows stay for a while: so many times the limit may exist. */
const DELETED_FACTOR = 2

type Owned = Pick<Trip, 'id' | 'owner_id'>

/** A trip that is getting a file. */
interface Receiver extends Owned {
  /** The name of the trip's file that the new one replaces. It counts as free. */
  replaced?: string | null | undefined
  /** Whether the new file is a receipt of somebody else that no expense lists yet. */
  isUnlisted?: boolean | undefined
}

/*
 * What one account may have: see QuotaSettings.
 * Job: no user can fill the server's disk.
 * Invariants: everything counts towards the owner of its trip, no matter who added it; a trip without an owner counts
 *   by itself. A refused request stores nothing, and everything stays readable. The receipts of others that no expense
 *   lists yet count beside that, up to the same limit: they never fill what the owner has.
 * Failure: concurrent requests, or several processes within a minute, may exceed a limit slightly. A receipt counts for
 *   the owner while its file is being stored, because its row comes last.
 */
export class Quotas {
  readonly #db: Db
  readonly #limits: QuotaSettings
  /** Documents being uploaded to this process, by what they count for, and account or ownerless trip. */
  readonly #arriving = new Map<string, DocumentSum>()
  readonly #planBytes = new LRUCache<string, { bytes: number }>({ max: 10_000, ttl: CACHE_MS })

  constructor(db: Db, limits: QuotaSettings) {
    this.#db = db
    this.#limits = limits
  }

  /**
   * Call it in the transaction that has created the trip.
   * @param message replaces the default message, which addresses the owner
   * @throws AppError trips_full
   */
  async requireRoomForTrip(trx: Db, personId: string, message?: string): Promise<void> {
    await this.requireRoomForTrips(trx, personId, 0, message)
  }

  /** Like `requireRoomForTrip`, for `more` trips that do not exist yet. */
  async requireRoomForTrips(trx: Db, personId: string, more: number, message?: string): Promise<void> {
    const trips = trx.selectFrom('trips').where('owner_id', '=', personId)
    const { all: total, there: active } = await trips
      .select((eb) => [
        eb.fn.countAll<number | string>().as('all'),
        eb.fn.countAll<number | string>().filterWhere('deleted_at', 'is', null).as('there'),
      ])
      .executeTakeFirstOrThrow()
    const { trips: maxTrips } = this.#limits
    if (Number(active) + more > maxTrips || Number(total) + more > maxTrips * DELETED_FACTOR)
      throw new AppError('trips_full', message)
  }

  /**
   * Like `requireRoomForTrip`, for existing trips that somebody is about to own, with their plans and documents.
   * @param given those that still have another owner
   * @throws AppError trips_full
   */
  async requireRoomForGivenTrips(trx: Db, personId: string, given: readonly string[], message: string): Promise<void> {
    await this.requireRoomForTrips(trx, personId, given.length, message)
    const theirs = trx
      .selectFrom('trips')
      .select('trips.id')
      .where((eb) => eb.or([eb('owner_id', '=', personId), ...(given.length > 0 ? [eb('id', 'in', given)] : [])]))
    const documents = await sumDocuments(trx, theirs)
    const isFull =
      (await sumPlans(trx, theirs)) > this.#limits.planBytes ||
      documents.listed.count > this.#limits.documents ||
      documents.listed.bytes > this.#limits.documentBytes
    if (isFull) throw new AppError('trips_full', message)
  }

  /**
   * Checks the documents on record, including one that was just recorded.
   * @throws AppError documents_full
   */
  async requireRoomForDocuments(trip: Receiver): Promise<void> {
    const sums = await sumDocuments(this.#db, selectTripsOfQuota(this.#db, trip), trip)
    for (const kind of countedFor(trip))
      if (sums[kind].count > this.#limits.documents || sums[kind].bytes > this.#limits.documentBytes)
        throw documentsFull(kind)
  }

  /**
   * Reserves room for a document while it arrives. Concurrent uploads count too, as together they could fill the disk.
   * @param bytes its length, or the maximum if unknown
   * @returns a function that releases the reservation
   * @throws AppError documents_full
   */
  async reserveRoomForDocument(trip: Receiver, bytes: number): Promise<() => void> {
    const keyOf = (kind: keyof DocumentSums) => `${kind} ${trip.owner_id ?? trip.id}`
    const previous = countedFor(trip).map((kind) => ({ kind, ...(this.#arriving.get(keyOf(kind)) ?? nothing) }))
    // An owner's files do not wait for unlisted receipts of others.
    const key = keyOf(trip.isUnlisted ? 'unlisted' : 'listed')
    const arriving = this.#arriving.get(key) ?? { ...nothing }
    arriving.count += 1
    arriving.bytes += bytes
    this.#arriving.set(key, arriving)
    const release = () => {
      arriving.count -= 1
      arriving.bytes -= bytes
      if (arriving.count === 0) this.#arriving.delete(key)
    }
    try {
      const sums = await sumDocuments(this.#db, selectTripsOfQuota(this.#db, trip), trip)
      for (const { kind, count, bytes } of previous)
        if (
          sums[kind].count + count >= this.#limits.documents ||
          sums[kind].bytes + bytes >= this.#limits.documentBytes
        )
          throw documentsFull(kind)
      return release
    } catch (failure) {
      release()
      throw failure
    }
  }

  /**
   * Whether more may be written to a plan.
   * @param bytes the size of the request
   */
  async hasRoomForPlan(trip: Owned, bytes: number): Promise<boolean> {
    const key = trip.owner_id ?? trip.id
    let cached = this.#planBytes.get(key)
    // The cached sum includes requests that may have been refused, so measure again before refusing one.
    if (!cached || cached.bytes > this.#limits.planBytes) {
      cached = { bytes: await sumPlans(this.#db, selectTripsOfQuota(this.#db, trip)) }
      this.#planBytes.set(key, cached)
    }
    const hasRoom = cached.bytes <= this.#limits.planBytes
    cached.bytes += bytes * STORAGE_FACTOR
    return hasRoom
  }
}

type TripIds = ReturnType<typeof selectTripsOfQuota>

async function sumPlans(db: Db, trips: TripIds): Promise<number> {
  const { bytes } = await db
    .selectFrom('plan_sections')
    .where('trip_id', 'in', trips)
    .select((eb) => eb.fn.sum<number | string | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

interface DocumentSum {
  count: number
  bytes: number
}
const nothing: DocumentSum = { count: 0, bytes: 0 }

/** `unlisted`: receipts that no expense lists, of others than the owner. */
type DocumentSums = Record<'listed' | 'unlisted', DocumentSum>

/** What must have room for a file. A receipt may be listed soon, so it needs room for that too. */
const countedFor = ({ isUnlisted }: Receiver): (keyof DocumentSums)[] =>
  isUnlisted ? ['listed', 'unlisted'] : ['listed']

const documentsFull = (kind: keyof DocumentSums) =>
  new AppError('documents_full', kind === 'unlisted' ? m.api_errors_unlisted_receipts_full() : undefined)

/** @param receiver whose replaced file is not counted */
async function sumDocuments(db: Db, trips: TripIds, receiver?: Receiver): Promise<DocumentSums> {
  const { id = '', replaced } = receiver ?? {}
  let files = db
    .selectFrom('stored_files')
    .innerJoin('trips', 'trips.id', 'stored_files.trip_id')
    .leftJoin('listed_files', (join) =>
      join
        .onRef('listed_files.trip_id', '=', 'stored_files.trip_id')
        .onRef('listed_files.file', '=', 'stored_files.file'),
    )
    .where('stored_files.trip_id', 'in', trips)
    .where('state', '!=', 'removing')
  if (replaced)
    files = files.where((eb) => eb.or([eb('stored_files.trip_id', '!=', id), eb('stored_files.file', '!=', replaced)]))
  // What is left of a deleted account is not the owner's.
  const isOfOthers = sql<boolean>`listed_files.file is not null and listed_files.uploaded_by is distinct from trips.owner_id`
  const rows = await files
    .select((eb) => [
      eb
        .case()
        .when(eb.and([isOfOthers, isUnlisted(eb)]))
        .then(1)
        .else(0)
        .end()
        .as('unlisted'),
      eb.fn.countAll<number | string>().as('count'),
      eb.fn.sum<number | string | null>('size').as('bytes'),
    ])
    .groupBy('unlisted')
    .execute()
  const sumOf = (unlisted: number): DocumentSum => {
    const row = rows.find((one) => Number(one.unlisted) === unlisted)
    return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) }
  }
  return { listed: sumOf(0), unlisted: sumOf(1) }
}

/** Whether no expense lists a receipt, as far as it was checked: a new one is listed after its upload. */
export const isUnlisted = ({ or, eb }: ExpressionBuilder<Tables, 'listed_files'>) =>
  or([eb('unused_since', 'is not', null), eb('checked_version', '=', -1)])

/** The ids of the trips that share a quota with this one. */
function selectTripsOfQuota(db: Db, { id, owner_id }: Owned) {
  const trips = db.selectFrom('trips').select('trips.id')
  return owner_id === null ? trips.where('trips.id', '=', id) : trips.where('trips.owner_id', '=', owner_id)
}
