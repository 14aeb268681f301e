import type { LocalDate } from '#domain/local-date.ts'
import type { TripCard } from '#domain/trip.ts'

type Placed = Pick<TripCard, 'departure_date' | 'return_date' | 'is_archived' | 'deleted_at'>

/** The parts of somebody's trip list. */
export interface TripGroups<Trip> {
  /** What is still to come, or has no dates yet. */
  upcoming: Trip[]
  past: Trip[]
  archived: Trip[]
  deleted: Trip[]
}

/** Which part of the list each trip stands in, in the order that they had. */
export function groupTrips<Trip extends Placed>(trips: readonly Trip[], today: LocalDate): TripGroups<Trip> {
  const groups: TripGroups<Trip> = { upcoming: [], past: [], archived: [], deleted: [] }
  for (const trip of trips) groups[partOf(trip, today)].push(trip)
  return groups
}

function partOf({ departure_date, return_date, is_archived, deleted_at }: Placed, today: LocalDate): keyof TripGroups<unknown> {
  if (deleted_at !== null) return 'deleted'
  if (is_archived) return 'archived'
  const end = return_date || departure_date
  return end !== '' && end < today ? 'past' : 'upcoming'
}
