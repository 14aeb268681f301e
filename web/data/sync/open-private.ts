import { privateAnswer, type SectionAnswer, type TripAnswer } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { localDateOf } from '#domain/local-date.ts'
import { isPrivateOver } from '#domain/plan/private.ts'
import { request } from '../http/http.ts'
import type { Device } from './plan-client.ts'

/*
 * What is private in the trips that are open: it comes after them, on a route of its own, and is kept like the rest of the plan.
 * Invariants: it is taken over and kept for whom it was answered, in a trip that is open; nobody waits for the disk.
 * Failure: what could not be fetched is asked for again with the next news of the trip.
 */

type Part = SectionAnswer<'private'>

export interface OpenPrivateParts {
  device: Device | undefined
  /** Takes it over in an open trip. Answers false where the trip is not open. */
  receive: (tripId: string, part: Part) => boolean
  /** Changes when the plans are forgotten. */
  generation: () => number
}

export class OpenPrivate {
  readonly #parts: OpenPrivateParts

  constructor(parts: OpenPrivateParts) {
    this.#parts = parts
  }

  /** Shows what this device has kept; a copy that is over is removed, as the server does. */
  async showPersisted(person: string, tripId: string, { sections: { details } }: TripAnswer): Promise<void> {
    const { device, receive, generation } = this.#parts
    const asked = generation()
    const kept = privateAnswer.safeParse(await device?.trips.findSection(person, tripId, 'private')).data
    if (!kept || asked !== generation()) return
    if ('value' in details && isPrivateOver(details.value, localDateOf(new Date())))
      await device?.trips.dropPrivate(person, tripId)
    else receive(tripId, kept)
  }

  /** Asks the server for it. @throws AppError */
  async fetch(tripId: string): Promise<void> {
    const asked = this.#parts.generation()
    const answer = await requestPrivate(tripId)
    if (asked !== this.#parts.generation()) throw new AppError('not_signed_in')
    this.take(tripId, answer)
  }

  /** Takes over what the server has said of it. */
  take(tripId: string, part: Part): void {
    if (this.#parts.receive(tripId, part)) void this.#keep(tripId, part)
  }

  async #keep(tripId: string, part: Part): Promise<void> {
    const { device, generation } = this.#parts
    const asked = generation()
    const person = await device?.currentPerson()
    if (person && asked === generation()) await device?.trips.persistSection(person, tripId, 'private', part)
  }
}

/** What is private in a trip, as the server answers it to whoever is signed in. @throws AppError */
export function requestPrivate(tripId: string): Promise<Part> {
  return request(`/api/trips/${tripId}/private`, { schema: privateAnswer })
}
