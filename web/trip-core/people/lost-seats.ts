import type { SeenPlace } from '#web/data/storage/seen-places.ts'

/** A car, a bed or a duty, with those who have a seat and those who wait for one. */
export interface Queue {
  id: string
  inside: readonly string[]
  waiting: readonly string[]
  /** Those who keep their seat although nobody has one for now. */
  stranded?: readonly string[]
}

/**
 * Which seats people had when somebody last looked, and now wait for: somebody who asked earlier is coming after all,
 * or the seat was taken at the same time.
 * @param party whose seats count
 * @returns the lost seats, and what is to be remembered: those, and all that the party has or keeps
 */
export function compareSeats(
  seen: readonly SeenPlace[],
  queues: readonly Queue[],
  party: ReadonlySet<string>,
): { lost: SeenPlace[]; remembered: SeenPlace[] } {
  const placesOf = (field: 'inside' | 'waiting' | 'stranded') =>
    queues.flatMap((one) => (one[field] ?? []).filter((id) => party.has(id)).map((id): SeenPlace => `${one.id}/${id}`))
  const seenIn = (field: 'waiting' | 'stranded') => placesOf(field).filter((place) => seen.includes(place))
  const lost = seenIn('waiting')
  return { lost, remembered: [...placesOf('inside'), ...lost, ...seenIn('stranded')] }
}
