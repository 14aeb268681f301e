import type { LocalDate } from '#domain/local-date.ts'
import type { TripCard } from '#domain/trip.ts'

type Placed = Pick<TripCard, 'id' | 'departure_date' | 'return_date' | 'is_archived' | 'deleted_at'>

interface TripGroups<Trip> {
  /** Trips that have not ended, or have no dates yet. */
  upcoming: Trip[]
  past: Trip[]
  archived: Trip[]
  deleted: Trip[]
}

/**
 * Splits the trip list into its groups. Upcoming trips are ordered by their start, so that a trip under way is first;
 * trips without dates follow in the given order, newest first. Past trips start with the latest. Archived and deleted
 * trips keep the given order.
 * @param justCreated the id of the trip that was just created: it is at the top until it has dates
 */
export function groupTrips<Trip extends Placed>(
  trips: readonly Trip[],
  today: LocalDate,
  justCreated?: string | null,
): TripGroups<Trip> {
  const groups: TripGroups<Trip> = { upcoming: [], past: [], archived: [], deleted: [] }
  for (const trip of trips) groups[partOf(trip, today)].push(trip)
  // Dates sort as strings. '~' sorts after all digits.
  groups.upcoming = sortedBy(groups.upcoming, (trip) => startOf(trip) || (trip.id === justCreated ? '' : '~'))
  groups.past = sortedBy(groups.past.toReversed(), endOf).reverse()
  return groups
}

function partOf(trip: Placed, today: LocalDate): keyof TripGroups<unknown> {
  if (trip.deleted_at !== null) return 'deleted'
  if (trip.is_archived) return 'archived'
  const end = endOf(trip)
  return end !== '' && end < today ? 'past' : 'upcoming'
}

const startOf = ({ departure_date, return_date }: Placed) => departure_date || return_date
const endOf = ({ departure_date, return_date }: Placed) => return_date || departure_date

/** Sorts by a string. The sort is stable. */
function sortedBy<Trip>(trips: readonly Trip[], textOf: (trip: Trip) => string): Trip[] {
  return trips.toSorted((one, other) => {
    const [a, b] = [textOf(one), textOf(other)]
    return a < b ? -1 : Number(a > b)
  })
}
