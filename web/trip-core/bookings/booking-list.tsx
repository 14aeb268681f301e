import { sortByTime } from '#domain/today/sort-tickets.ts'
import { useTripClock } from '../days/use-trip-clock.ts'
import { showIfLinked } from '../linked-entry.ts'
import type { ListedBooking } from './listed-booking.ts'

/** The cards of tickets and stays in the order in which people need them. */
export function BookingList({ tripId, bookings }: { tripId: string; bookings: readonly ListedBooking[] }) {
  const { date: today } = useTripClock(tripId)
  if (bookings.length === 0) return null
  return (
    <ul className="grid columns-of-cards gap-4 lg:gap-5">
      {sortByTime(bookings, ({ time }) => time, today).map(({ id, card }) => (
        <li key={id} ref={showIfLinked} id={id} tabIndex={-1} className="max-w-none min-w-0 rounded-lg">
          {card}
        </li>
      ))}
    </ul>
  )
}
