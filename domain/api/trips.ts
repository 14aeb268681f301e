import * as z from 'zod/mini'
import { travelDocument } from '../documents.ts'
import { foodAmounts } from '../food/amounts.ts'
import { headcount } from '../headcount.ts'
import { id } from '../id.ts'
import { type CommonSectionName, commonSectionNames, plan, type SectionName, type SectionValue } from '../plan/index.ts'
import { trip, tripCard, tripName, tripType } from '../trip.ts'
import { errorBody } from './error.ts'

/** `POST /api/trips`. The browser makes the id, so a retry makes no second trip. */
export const newTrip = z.strictObject({ id, name: tripName, type: tripType })
export type NewTrip = z.input<typeof newTrip>

/** `GET /api/trips`, newest first */
export const tripListResponse = z.object({ trips: z.array(tripCard) })

/** The answer to `POST /api/trips` and to a copy: the created row. */
export const tripCreatedResponse = z.object({ trip: tripCard })

const version = z.int().check(z.nonnegative())

/** A section at its current version, or why it could not be loaded. */
function sectionResponse<Name extends SectionName>(name: Name) {
  const value = plan[name].schema as unknown as z.ZodMiniType<SectionValue<Name>>
  return z.union([z.object({ version, value }), errorBody])
}

/** `GET /api/trips/:tripId`: everything needed to open a trip, in one answer. */
export const tripResponse = z.object({
  trip: z.nullable(trip),
  sections: z.object(
    Object.fromEntries(commonSectionNames.map((name) => [name, sectionResponse(name)])) as {
      [Name in CommonSectionName]: ReturnType<typeof sectionResponse<Name>>
    },
  ),
  /** The documents, newest first, or why they could not be loaded. */
  documents: z.union([z.array(travelDocument), errorBody]),
  /** The version of the list of documents. */
  documents_version: z.optional(version),
  /** For people who manage the trip's people: how many wait to be confirmed; absent if nobody does. */
  claims: z.optional(z.int()),
  /** Sent instead of the people to users who only read the trip. */
  headcount: z.optional(headcount),
  /** For readers, who cannot compute it; absent if nobody knows how many eat. */
  amounts: z.optional(foodAmounts),
  /**
   * For people of the trip who use a share link that no longer works for others: whether they can share the trip again.
   */
  dead_link: z.optional(z.object({ can_share: z.boolean() })),
})
export type TripResponse = z.infer<typeof tripResponse>
export type SectionResponse<Name extends SectionName> = { version: number; value: SectionValue<Name> }

/** `GET /api/trips/:tripId/private`: the private records that the user may see. */
export const privateResponse = z.object({ version, value: plan.private.schema })
export type PrivateResponse = z.infer<typeof privateResponse>
