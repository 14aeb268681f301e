import * as z from 'zod/mini'
import { id } from '../id.ts'
import { type NamedUser, nameOfUser } from '../person.ts'
import { sectionNames } from '../plan/index.ts'
import { role, trip } from '../trip.ts'
import { tripPicture } from '../trip-picture.ts'
import { check, versionEffect } from './operations.ts'

/*
 * `GET /api/trips/:tripId/events`: the live events of a trip, for people who may open it. A client that lacks the
 * version before the reported one, or that gets no effects, fetches `GET /api/trips/:tripId`.
 */

/** A user as others see them: in the list of people present, and as the author of a change. `name`: `nameOfUser`. */
export const personHere = z.object({ id, name: z.string() })
export type PersonHere = z.infer<typeof personHere>

export function toPersonHere(user: NamedUser): PersonHere {
  return { id: user.id, name: nameOfUser(user) }
}

/** What can change in a trip: a section, the documents, or the trip itself (who can read it, and by which link). */
export const tripPart = z.enum([...sectionNames, 'documents', 'trip'])
export type TripPart = z.infer<typeof tripPart>

const version = z.int().check(z.nonnegative())

/** `versions`: the current state. It comes first, and again whenever events may have been missed. */
export const versionsEvent = z.object({
  versions: z.record(z.string(), version),
  is_public: z.boolean(),
  /** The recipient's role in the trip. */
  role,
  members_edit: z.boolean(),
  /** Which person on the list the recipient claims to be, and whether that is confirmed. */
  taken: trip.shape.taken,
  /** Absent from an older server. */
  picture: z.optional(z.nullable(tripPicture)),
})
export type VersionsEvent = z.infer<typeof versionsEvent>

/**
 * An event is smaller than this, as JSON in bytes. With its envelope it fits into a PostgreSQL notification (8,000).
 */
export const MAX_EVENT_BYTES = 7000

/**
 * `change`: which part has reached which version, and by whom (null: by the app itself). The trip itself has no
 * versions. For a section, `effects` lead to the version from the one before, in order. They are absent if too large
 * for an event.
 */
export const changeEvent = z.object({
  part: tripPart,
  version: z.nullable(version),
  by: z.nullable(personHere),
  effects: z.optional(z.array(versionEffect)),
  check: z.optional(check),
})
export type ChangeEvent = z.infer<typeof changeEvent>

/** `people`: who else has the trip open, each once; at most `MAX_PEOPLE`. */
export const peopleEvent = z.object({ people: z.array(personHere) })
export const MAX_PEOPLE = 30

/** Sent to a user who has new notices of the trip (domain/api/notices.ts). */
export const NOTICES = 'notices'

/** Sent when nothing is new, so that the stream has an event at least every 25 seconds. */
export const HEARTBEAT = 'beat'

/**
 * The last event of a stream that the client must not reopen: its user has opened too many, or has signed out. Streams
 * that end without it are reopened.
 */
export const ENDED = 'ended'
