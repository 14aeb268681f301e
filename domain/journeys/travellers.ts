import type { Booking, Passenger, Seat } from '../plan/booking.ts'
import { trimmed } from '../text.ts'

/** Those of a booking who are on the list; undefined if nobody said who travels. */
export function travellersOf({ passengers }: Pick<Booking, 'passengers'>): readonly string[] | undefined {
  const ids = passengers.flatMap(({ person_id }) => (person_id === '' ? [] : [person_id]))
  return ids.length > 0 ? ids : undefined
}

/** The ids of the passengers who are a person: merging two people of the list may leave more than one. */
export const passengersOf = (passengers: readonly Passenger[], personId: string): ReadonlySet<string> =>
  new Set(passengers.flatMap(({ id, person_id }) => (person_id !== '' && person_id === personId ? [id] : [])))

/** Where one of these passengers sits; first a seat that says where. */
export function seatOf(seats: readonly Seat[], passengerIds: ReadonlySet<string>): Seat | undefined {
  const theirs = seats.filter(({ id }) => passengerIds.has(id))
  return theirs.find(({ seat }) => trimmed(seat) !== '') ?? theirs[0]
}
