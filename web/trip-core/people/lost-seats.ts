import type { SeenSeat } from '#web/data/storage/seen-seats.ts'

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
  seen: readonly SeenSeat[],
  queues: readonly Queue[],
  party: ReadonlySet<string>,
): { lost: SeenSeat[]; remembered: SeenSeat[] } {
  const seatsOf = (field: 'inside' | 'waiting' | 'stranded') =>
    queues.flatMap((one) => (one[field] ?? []).filter((id) => party.has(id)).map((id): SeenSeat => `${one.id}/${id}`))
  const seenIn = (field: 'waiting' | 'stranded') => seatsOf(field).filter((seat) => seen.includes(seat))
  const lost = seenIn('waiting')
  return { lost, remembered: [...seatsOf('inside'), ...lost, ...seenIn('stranded')] }
}
