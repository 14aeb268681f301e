import * as z from 'zod/mini'
import { id } from '../id.ts'
import { sectionNames } from '../plan/index.ts'
import { role, trip } from '../trip.ts'
import { check, versionEffect } from './operations.ts'

/*
 * `GET /api/trips/:tripId/events`: the news of a trip as server-sent events, for those who may open it. Who has not the version
 * before the one that is told, or is not told what led to it, asks `GET /api/trips/:tripId`.
 */

/** Somebody as others see them: in the list of who else is here, and as the one who changed something. */
export const personHere = z.object({ id, username: z.string() })
export type PersonHere = z.infer<typeof personHere>

/** What of a trip can change: a section, the documents, or the trip itself: who reads it, and by which link. */
export const tripPart = z.enum([...sectionNames, 'documents', 'trip'])
export type TripPart = z.infer<typeof tripPart>

const version = z.int().check(z.nonnegative())

/** `versions`, the first event, and again whenever some may have been missed: how things stand now. */
export const versionsEvent = z.object({
  versions: z.record(z.string(), version),
  is_public: z.boolean(),
  /** What the one who is told is in the trip. */
  role,
  members_edit: z.boolean(),
  /** Whom of the list they have said to be, and whether that is confirmed. */
  taken: trip.shape.taken,
})
export type VersionsEvent = z.infer<typeof versionsEvent>

/** An event is smaller than this, as JSON in bytes: with what goes around it, it fits into what PostgreSQL passes on (8,000). */
export const EVENT_BELOW = 7000

/**
 * `change`: what has reached which version, and by whom; null is the app itself. The trip itself has no versions. Of a section
 * `effects` are what led to it from the version before, in their order, unless they are too large for an event.
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

/** Nothing is new, but the connection lives: at least so often that something comes every 25 seconds. */
export const BEAT = 'beat'

/**
 * The last event of a stream that no other should follow: its person has opened too many, or has signed out. Other streams may
 * end without it, and are opened again.
 */
export const ENDED = 'ended'
