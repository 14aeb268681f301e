import * as z from 'zod/mini'
import * as m from '#messages'
import { id } from './id.ts'
import { optionalLocalDate } from './local-date.ts'
import { templateRevisions } from './templates/revision.ts'
import { nameText } from './text.ts'
import { tripPicture } from './trip-picture.ts'

export const tripTypes = ['car_trip', 'air_travel'] as const
export const tripType = z.enum(tripTypes)
export type TripType = z.infer<typeof tripType>

export function tripTypeLabel(type: TripType): string {
  const labels: Record<TripType, string> = { car_trip: m.trips_type_car_trip(), air_travel: m.trips_type_air_travel() }
  return labels[type]
}

/** Shown in a trip's footer while it has no destination. */
export function destinationFallback(type: TripType): string {
  const fallbacks: Record<TripType, string> = {
    car_trip: m.plan_destination_fallback_car_trip(),
    air_travel: m.plan_destination_fallback_air_travel(),
  }
  return fallbacks[type]
}

export const MAX_TRIP_NAME = 200

export const RESTORE_DAYS = 30

export const tripName = nameText(MAX_TRIP_NAME, () => m.api_errors_field_name_trip_name())

/** The roles of a membership. An organizer can change it. */
const membershipRoles = ['organizer', 'member'] as const
export const membershipRole = z.enum(membershipRoles)
export type MembershipRole = z.infer<typeof membershipRole>

/** `everybody`: the trip has no owner, and belongs to all users with an account. */
export const role = z.enum(['owner', ...membershipRoles, 'everybody'])
export type Role = z.infer<typeof role>

export function roleLabel(role: Exclude<Role, 'everybody'>): string {
  const labels: Record<typeof role, string> = {
    owner: m.group_role_owner(),
    organizer: m.group_role_organizer(),
    member: m.group_role_member(),
  }
  return labels[role]
}

/** Which person in the plan a user is, and the party of that person. */
export const identity = z.object({ person_id: id, party_id: id })
export type Identity = z.infer<typeof identity>

/** A trip without its plan, as one user sees it. */
export const trip = z.object({
  id,
  name: z.string(),
  type: tripType,
  owner_id: z.nullable(id),
  is_public: z.boolean(),
  /** The user's role; null if they only read the trip. */
  role: z.nullable(role),
  /** Whether members can edit the plan, or only tick. */
  members_edit: z.boolean(),
  /** The person on the list they claim to be; null if they are on it as themselves, under their user id. */
  taken: z.nullable(
    z.extend(identity, {
      /** Whether an organizer has confirmed it. Until then they see nothing that others wrote for that person alone. */
      is_confirmed: z.boolean(),
      /** Whether they see the private records of their whole party, not only their own. A cached trip may lack it. */
      shares_party: z._default(z.boolean(), false),
    }),
  ),
  /** The starting plans that it started with. Those of an earlier version had the first revision. */
  template_revision: z._default(z.literal(templateRevisions), 1),
  created_at: z.iso.datetime(),
  /** The photo that is shown instead of its drawing. A cached trip may lack it. */
  picture: z._default(z.nullable(tripPicture), null),
})
export type Trip = z.infer<typeof trip>

/** A trip with the details that its card in the trip list needs. */
export const tripCard = z.extend(trip, {
  destination_name: z.string(),
  departure_date: optionalLocalDate,
  return_date: optionalLocalDate,
  is_archived: z.boolean(),
  /** When it was deleted. Then only its owner still has it in their list. */
  deleted_at: z.nullable(z.iso.datetime()),
})
export type TripCard = z.infer<typeof tripCard>
