import type { TripCard } from '#domain/trip.ts'

type Named = Pick<TripCard, 'name' | 'destination_name'>

/** The trips whose name or destination contains every word, in their given order. Ignores case and accents. */
export function findTrips<Trip extends Named>(trips: readonly Trip[], words: string): Trip[] {
  const terms = plain(words).split(/\s+/)
  return trips.filter(({ name, destination_name }) => {
    const text = plain(`${name} ${destination_name}`)
    return terms.every((term) => text.includes(term))
  })
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
