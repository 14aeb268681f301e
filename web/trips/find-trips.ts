import type { TripCard } from '#domain/trip.ts'

type Named = Pick<TripCard, 'name' | 'destination_name'>

/** The trips in whose name or destination every one of the words stands, in the order that they had. Capitals and accents do not matter. */
export function findTrips<Trip extends Named>(trips: readonly Trip[], words: string): Trip[] {
  const wanted = plain(words).split(/\s+/)
  return trips.filter(({ name, destination_name }) => {
    const text = plain(`${name} ${destination_name}`)
    return wanted.every((word) => text.includes(word))
  })
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
