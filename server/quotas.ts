import { LRUCache } from 'lru-cache'
import { AppError } from '#domain/errors.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from './db/engine.ts'
import type { QuotaSettings } from './settings.ts'

/** How long the bytes of somebody's plans are known; what is written here in between is added. */
const KNOWN_FOR_MS = 60_000
/** What is sent is stored as an operation, and now and then the whole value beside it. */
const STORED_TIMES = 2
/** Whoever deletes a trip has room for another one at once; so many times as many rows there may be until they are gone. */
const WITH_DELETED = 2

type Owned = Pick<Trip, 'id' | 'owner_id'>

/*
 * What one account may have: see QuotaSettings.
 * Job: whoever the server lets in cannot fill its disk.
 * Invariants: it counts with the account that a trip belongs to, whoever has put it there; a trip of nobody counts by itself. What is
 *   refused is refused before anything of it stands, and everything can still be read.
 * Failure: of several requests at once, and of several processes within a minute, a few may go beyond.
 */
export class Quotas {
  readonly #db: Db
  readonly #most: QuotaSettings
  /** By account, or by trip of nobody: the documents that are on their way to this process. */
  readonly #arriving = new Map<string, { count: number; bytes: number }>()
  readonly #planBytes = new LRUCache<string, { bytes: number }>({ max: 10_000, ttl: KNOWN_FOR_MS })

  constructor(db: Db, most: QuotaSettings) {
    this.#db = db
    this.#most = most
  }

  /**
   * To be asked in the transaction that has made the trip.
   * @param message in the place of what is said to the person themselves
   * @throws AppError trips_full
   */
  async requireRoomForTrip(trx: Db, personId: string, message?: string): Promise<void> {
    await this.requireRoomForTrips(trx, personId, 0, message)
  }

  /** As `requireRoomForTrip`, for so many more that are not made yet. */
  async requireRoomForTrips(trx: Db, personId: string, more: number, message?: string): Promise<void> {
    const trips = trx.selectFrom('trips').where('owner_id', '=', personId)
    const { all, there } = await trips
      .select((eb) => [
        eb.fn.countAll<number | string>().as('all'),
        eb.fn.countAll<number | string>().filterWhere('deleted_at', 'is', null).as('there'),
      ])
      .executeTakeFirstOrThrow()
    const { trips: most } = this.#most
    if (Number(there) + more > most || Number(all) + more > most * WITH_DELETED)
      throw new AppError('trips_full', message)
  }

  /**
   * As `requireRoomForTrip`, of trips with their plans and documents that somebody is to own from now on.
   * @param given those of them that somebody else still owns
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
      (await sumPlans(trx, theirs)) > this.#most.planBytes ||
      documents.count > this.#most.documents ||
      documents.bytes > this.#most.documentBytes
    if (isFull) throw new AppError('trips_full', message)
  }

  /**
   * Whether the documents of an account are no more than it may have, once one is on record.
   * @throws AppError documents_full
   */
  async requireRoomForDocuments(trip: Owned): Promise<void> {
    const { count, bytes } = await sumDocuments(this.#db, tripsBeside(this.#db, trip))
    if (count > this.#most.documents || bytes > this.#most.documentBytes) throw new AppError('documents_full')
  }

  /**
   * Keeps room for a document while it arrives. Those that are on their way count as well: many of them at once would fill the disk.
   * @param bytes its length, or the most that it may have
   * @returns what gives the room back
   * @throws AppError documents_full
   */
  async reserveRoomForDocument(trip: Owned, bytes: number): Promise<() => void> {
    const key = trip.owner_id ?? trip.id
    const arriving = this.#arriving.get(key) ?? { count: 0, bytes: 0 }
    const before = { ...arriving }
    arriving.count += 1
    arriving.bytes += bytes
    this.#arriving.set(key, arriving)
    const giveBack = () => {
      arriving.count -= 1
      arriving.bytes -= bytes
      if (arriving.count === 0) this.#arriving.delete(key)
    }
    try {
      const stored = await sumDocuments(this.#db, tripsBeside(this.#db, trip))
      const isFull =
        stored.count + before.count >= this.#most.documents || stored.bytes + before.bytes >= this.#most.documentBytes
      if (isFull) throw new AppError('documents_full')
      return giveBack
    } catch (failure) {
      giveBack()
      throw failure
    }
  }

  /**
   * Whether more may be written to a plan.
   * @param bytes how much has been sent
   */
  async hasRoomForPlan(trip: Owned, bytes: number): Promise<boolean> {
    const key = trip.owner_id ?? trip.id
    let known = this.#planBytes.get(key)
    // What was sent may have been refused: nobody is told that there is no room by a guess.
    if (!known || known.bytes > this.#most.planBytes) {
      known = { bytes: await sumPlans(this.#db, tripsBeside(this.#db, trip)) }
      this.#planBytes.set(key, known)
    }
    const hasRoom = known.bytes <= this.#most.planBytes
    known.bytes += bytes * STORED_TIMES
    return hasRoom
  }
}

/** A query for the ids of trips. */
type TripIds = ReturnType<typeof tripsBeside>

async function sumPlans(db: Db, trips: TripIds): Promise<number> {
  const { bytes } = await db
    .selectFrom('plan_sections')
    .where('trip_id', 'in', trips)
    .select((eb) => eb.fn.sum<number | string | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

async function sumDocuments(db: Db, trips: TripIds): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('stored_files')
    .where('trip_id', 'in', trips)
    .where('state', '!=', 'removing')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('count'),
      eb.fn.sum<number | string | null>('size').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}

/** The ids of the trips that count together with one. */
function tripsBeside(db: Db, { id, owner_id }: Owned) {
  const trips = db.selectFrom('trips').select('trips.id')
  return owner_id === null ? trips.where('trips.id', '=', id) : trips.where('trips.owner_id', '=', owner_id)
}
