import type { Booking } from '../plan/booking.ts'

/** Those of a booking who are on the list; undefined if nobody said who travels. */
export function travellersOf({ passengers }: Pick<Booking, 'passengers'>): readonly string[] | undefined {
  const ids = passengers.flatMap(({ person_id }) => (person_id === '' ? [] : [person_id]))
  return ids.length > 0 ? ids : undefined
}
