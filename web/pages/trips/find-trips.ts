import { matchesSearch } from '#domain/matches-search.ts'
import type { TripCard } from '#domain/trip.ts'

type Named = Pick<TripCard, 'name' | 'destination_name'>

/** The trips whose name or destination contains every word, in their given order. Ignores case and accents. */
export function findTrips<Trip extends Named>(trips: readonly Trip[], words: string): Trip[] {
  const terms = words.split(/\s+/)
  return trips.filter(({ name, destination_name }) =>
    terms.every((term) => matchesSearch(`${name} ${destination_name}`, term)),
  )
}
