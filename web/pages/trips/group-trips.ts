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
 * Splits the trip list, which is newest first, into its groups. Upcoming are trips under way, then those without dates,
 * newest first, so that a created trip is above all that is still to come, then the others by their start. Past trips
 * start with the latest. Archived and deleted trips keep the given order.
 */
export function groupTrips<Trip extends Placed>(trips: readonly Trip[], today: LocalDate): TripGroups<Trip> {
  const groups: TripGroups<Trip> = { upcoming: [], past: [], archived: [], deleted: [] }
  for (const trip of trips) groups[partOf(trip, today)].push(trip)
  // Dates sort as strings, and '' comes first.
  const byStart = sortedBy(groups.upcoming, startOf)
  const isUnderWay = (trip: Trip) => startOf(trip) !== '' && startOf(trip) <= today
  groups.upcoming = [...byStart.filter(isUnderWay), ...byStart.filter((trip) => !isUnderWay(trip))]
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
