import { privateAnswer, type SectionAnswer, type TripAnswer } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { localDateOf } from '#domain/local-date.ts'
import { isPrivateExpired } from '#domain/plan/private.ts'
import type { PersistedTrips } from '../device/persisted-trips.ts'
import { request } from '../http/http.ts'

/*
 * The private sections of the open trips. They are loaded after the plan, from another route, and persisted like it.
 *   Edits of them go through the log and the same route as all others.
 * Invariants: an answer is shown and persisted only for the user who requested it, and only while the trip is open.
 *   Nothing waits for the disk.
 * Failure: what could not be fetched is fetched again with the next live event of the trip.
 */

type Part = SectionAnswer<'private'>

interface OpenPrivateDeps {
  device:
    | {
        trips: Pick<PersistedTrips, 'persistSection' | 'findSection' | 'dropPrivate'>
        currentUserId: () => Promise<string | undefined>
      }
    | undefined
  /** Takes it over in an open trip. Returns false if the trip is not open. */
  receive: (tripId: string, part: Part) => boolean
  /** Changes when the open plans are discarded. */
  generation: () => number
}

export class OpenPrivate {
  readonly #deps: OpenPrivateDeps

  constructor(deps: OpenPrivateDeps) {
    this.#deps = deps
  }

  /** Shows the persisted copy. One that is past its time is deleted instead, as on the server. */
  async showPersisted(userId: string, tripId: string, { sections: { details } }: TripAnswer): Promise<void> {
    const { device, receive, generation } = this.#deps
    const started = generation()
    const persisted = privateAnswer.safeParse(await device?.trips.findSection(userId, tripId, 'private')).data
    if (!persisted || started !== generation()) return
    if ('value' in details && isPrivateExpired(details.value, localDateOf(new Date())))
      await device?.trips.dropPrivate(userId, tripId)
    else receive(tripId, persisted)
  }

  /** @throws AppError */
  async fetch(tripId: string): Promise<void> {
    const started = this.#deps.generation()
    const answer = await requestPrivate(tripId)
    if (started !== this.#deps.generation()) throw new AppError('not_signed_in')
    this.receiveAndPersist(tripId, answer)
  }

  /** Shows and persists an answer of the server. */
  receiveAndPersist(tripId: string, part: Part): void {
    if (this.#deps.receive(tripId, part)) void this.#persist(tripId, part)
  }

  async #persist(tripId: string, part: Part): Promise<void> {
    const { device, generation } = this.#deps
    const started = generation()
    const userId = await device?.currentUserId()
    if (userId && started === generation()) await device?.trips.persistSection(userId, tripId, 'private', part)
  }
}

/** The private section of a trip, for the user who is signed in. @throws AppError */
export function requestPrivate(tripId: string): Promise<Part> {
  return request(`/api/trips/${tripId}/private`, { schema: privateAnswer })
}
