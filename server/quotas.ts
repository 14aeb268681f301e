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
    if (Number(there) + more > most || Number(all) + more > most * WITH_DELETED) throw new AppError('trips_full', message)
  }

  /**
   * Whether so many more documents have room.
   * @param more 1 before a file has come, 0 once it is on record
   * @throws AppError documents_full
   */
  async requireRoomForDocument(trip: Owned, more: 0 | 1): Promise<void> {
    const { count, bytes } = await this.#db
      .selectFrom('stored_files')
      .where('trip_id', 'in', tripsBeside(this.#db, trip))
      .where('state', '!=', 'removing')
      .select((eb) => [eb.fn.countAll<number | string>().as('count'), eb.fn.sum<number | string | null>('size').as('bytes')])
      .executeTakeFirstOrThrow()
    const isFull = Number(count) + more > this.#most.documents || Number(bytes) + more > this.#most.documentBytes
    if (isFull) throw new AppError('documents_full')
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
      known = { bytes: await this.#sumPlans(trip) }
      this.#planBytes.set(key, known)
    }
    const hasRoom = known.bytes <= this.#most.planBytes
    known.bytes += bytes * STORED_TIMES
    return hasRoom
  }

  async #sumPlans(trip: Owned): Promise<number> {
    const { bytes } = await this.#db
      .selectFrom('plan_sections')
      .where('trip_id', 'in', tripsBeside(this.#db, trip))
      .select((eb) => eb.fn.sum<number | string | null>('bytes').as('bytes'))
      .executeTakeFirstOrThrow()
    return Number(bytes)
  }
}

/** The ids of the trips that count together with one. */
function tripsBeside(db: Db, { id, owner_id }: Owned) {
  const trips = db.selectFrom('trips').select('trips.id')
  return owner_id === null ? trips.where('trips.id', '=', id) : trips.where('trips.owner_id', '=', owner_id)
}
