import * as z from 'zod/mini'
import { id } from '../id.ts'
import { tripName } from '../trip.ts'

/** `PATCH /api/trips/:tripId` */
export const tripChange = z.strictObject({ name: tripName })

/**
 * `POST /api/trips/:tripId/copies`: another trip with the same plan, and the people and ticks where they are wanted. Dates, tickets, documents and
 * what is private are of the one journey, and not copied.
 */
export const tripCopy = z.strictObject({ id, name: tripName, with_people: z.boolean(), with_ticks: z.boolean() })
export type TripCopy = z.input<typeof tripCopy>

/** `PUT /api/trips/:tripId/archived`: puts a trip away in one's own list, or back. */
export const archiving = z.strictObject({ is_archived: z.boolean() })

/** `PUT /api/trips/:tripId/deleted`: deletes a trip, or brings it back. `DELETE /api/trips/:tripId` removes a deleted one for good. */
export const deletion = z.strictObject({ is_deleted: z.boolean() })

/** `PUT /api/trips/:tripId/owner` */
export const newOwner = z.strictObject({ user_id: id })
