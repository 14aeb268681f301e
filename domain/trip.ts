import * as z from 'zod/mini'
import { id } from './id.ts'
import { optionalLocalDate } from './local-date.ts'
import { nameText } from './text.ts'

export const tripTypes = ['car_trip', 'air_travel'] as const
export const tripType = z.enum(tripTypes)
export type TripType = z.infer<typeof tripType>

/** The name in which a person knows a trip type, as cards and dialogs show it. */
export const tripTypeLabels = { car_trip: 'Road Trip', air_travel: 'Air Travel' } as const satisfies Record<
  TripType,
  string
>

/** What stands in a trip's footer while it has no destination. */
export const destinationFallbacks = {
  car_trip: 'Algonquin Provincial Park, Ontario, Canada',
  air_travel: 'Travel Planning Made Easy',
} as const satisfies Record<TripType, string>

export const MAX_TRIP_NAME = 200

/** So long a deleted trip can be brought back. */
export const RESTORE_DAYS = 30

export const tripName = nameText(MAX_TRIP_NAME, 'a trip name')

/** What an invitation makes of somebody, and what an organizer may make of them. */
export const membershipRoles = ['organizer', 'member'] as const
export const membershipRole = z.enum(membershipRoles)
export type MembershipRole = z.infer<typeof membershipRole>

/** What somebody is in a trip that they plan. `everybody`: the trip has no owner, and belongs to all who have an account. */
export const role = z.enum(['owner', ...membershipRoles, 'everybody'])
export type Role = z.infer<typeof role>

/** The name in which people know what they are in a trip. */
export const roleLabels = { owner: 'Owner', organizer: 'Organizer', member: 'Member' } as const

/** Whom of the people in the plan somebody is, and whose party that is. */
export const placeInPlan = z.object({ person_id: id, party_id: id })
export type PlaceInPlan = z.infer<typeof placeInPlan>

/** What a trip is apart from its plan, for one person. */
export const trip = z.object({
  id,
  name: z.string(),
  type: tripType,
  owner_id: z.nullable(id),
  is_public: z.boolean(),
  /** What the person is in it; null for those who only read it. */
  role: z.nullable(role),
  /** Whether members edit the plan, or only tick. */
  members_edit: z.boolean(),
  /** Whom of the list they have said to be; null for who stands there as themselves, under the id of their account. */
  taken: z.nullable(
    z.extend(placeInPlan, {
      /** Whether an organizer has said that they are. Until then they are shown nothing that others wrote for them alone. */
      is_confirmed: z.boolean(),
      /** Whether they see what is private of their whole party, not only their own record. A cached trip may lack it. */
      shares_party: z._default(z.boolean(), false),
    }),
  ),
  created_at: z.iso.datetime(),
})
export type Trip = z.infer<typeof trip>

/** A trip as the trip list shows it: with the few details that its card needs. */
export const tripCard = z.extend(trip, {
  destination_name: z.string(),
  departure_date: optionalLocalDate,
  return_date: optionalLocalDate,
  /** Whether the person has put it away. */
  is_archived: z.boolean(),
  /** Since when it is deleted; only its owner still has it in their list then. */
  deleted_at: z.nullable(z.iso.datetime()),
})
export type TripCard = z.infer<typeof tripCard>
