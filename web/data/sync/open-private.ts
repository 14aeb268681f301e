import { privateResponse, type SectionResponse, type TripResponse } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { localDateOf } from '#domain/local-date.ts'
import { isPrivateExpired } from '#domain/plan/private.ts'
import type { PlanTransport } from '../http/plan-transport.ts'
import type { Device } from './device.ts'

/*
 * The private sections of the open trips. They are loaded after the plan, from another route, and persisted like it.
 *   Edits of them go through the log and the same route as all others.
 * Invariants: an answer is shown and persisted only for the user who requested it, and only while the trip is open.
 *   Nothing waits for the disk.
 * Failure: what could not be fetched is fetched again with the next live event of the trip.
 */

type Part = SectionResponse<'private'>

/** What this needs of the client: see plan-client.ts. */
interface OpenTrips {
  /** Increases when the open plans are discarded. */
  readonly generation: number
  /** Takes over a section of an open trip. Returns false if the trip is not open. */
  receiveSection(tripId: string, name: 'private', part: Part): boolean
}

export class OpenPrivate {
  readonly #trips: OpenTrips
  readonly #transport: Pick<PlanTransport, 'fetchPrivate'>
  readonly #device: Device | undefined

  constructor(trips: OpenTrips, transport: Pick<PlanTransport, 'fetchPrivate'>, device: Device | undefined) {
    this.#trips = trips
    this.#transport = transport
    this.#device = device
  }

  /** Shows the persisted copy. One that is past its time is deleted instead, as on the server. */
  async showPersisted(userId: string, tripId: string, { sections: { details } }: TripResponse): Promise<void> {
    const device = this.#device
    const started = this.#trips.generation
    const persisted = privateResponse.safeParse(await device?.trips.findSection(userId, tripId, 'private')).data
    if (!persisted || started !== this.#trips.generation) return
    if ('value' in details && isPrivateExpired(details.value, localDateOf(new Date())))
      await device?.trips.dropPrivate(userId, tripId)
    else this.#trips.receiveSection(tripId, 'private', persisted)
  }

  /** @throws AppError */
  async fetch(tripId: string): Promise<void> {
    const started = this.#trips.generation
    const answer = await this.#transport.fetchPrivate(tripId)
    if (started !== this.#trips.generation) throw new AppError('not_signed_in')
    this.receiveAndPersist(tripId, answer)
  }

  /** Shows and persists an answer of the server. */
  receiveAndPersist(tripId: string, part: Part): void {
    if (this.#trips.receiveSection(tripId, 'private', part)) void this.#persist(tripId, part)
  }

  async #persist(tripId: string, part: Part): Promise<void> {
    const device = this.#device
    const started = this.#trips.generation
    const userId = await device?.currentUserId()
    if (userId && started === this.#trips.generation)
      await device?.trips.persistSection(userId, tripId, 'private', part)
  }
}
