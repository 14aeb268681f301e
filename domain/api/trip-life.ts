import * as z from 'zod/mini'
import { id } from '../id.ts'
import { tripName } from '../trip.ts'

/** `PATCH /api/trips/:tripId` */
export const tripChange = z.strictObject({ name: tripName })

/**
 * `POST /api/trips/:tripId/copies`: a new trip with the same plan and, if requested, its people, ticks, cars, beds and
 * duties. Dates, tickets, documents and private records belong to the one journey and are not copied.
 */
export const tripCopy = z.strictObject({
  id,
  name: tripName,
  with_people: z.boolean(),
  with_ticks: z.boolean(),
  with_duties: z._default(z.boolean(), true),
  with_rides: z._default(z.boolean(), true),
})
export type TripCopy = z.input<typeof tripCopy>

/** `PUT /api/trips/:tripId/archived`: archives a trip in the user's own list, or undoes it. */
export const archiving = z.strictObject({ is_archived: z.boolean() })

/** `PUT /api/trips/:tripId/deleted`: deletes or restores a trip. `DELETE /api/trips/:tripId` erases a deleted trip. */
export const deletion = z.strictObject({ is_deleted: z.boolean() })

/** `PUT /api/trips/:tripId/owner` */
export const newOwner = z.strictObject({ user_id: id })
