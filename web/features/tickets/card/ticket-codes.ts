import { carrierText } from '#domain/journeys/journey.ts'
import { routeText } from '#domain/journeys/journey-words.ts'
import { passengersOf } from '#domain/journeys/travellers.ts'
import type { Code, Segment } from '#domain/plan/booking.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { type BookingNames, ownFirst } from '#web/trip-core/bookings/booking-names.ts'
import type { ShownCode } from '#web/trip-core/codes/code-screen.tsx'

interface TicketCodes {
  /** By passenger, the current user's own first, and by leg. */
  codes: ShownCode[]
  /** The id of the one to show first: their own for the next leg. */
  first: string
}

/** The codes of a ticket as they are shown at a gate. `next`: the id of the leg that comes next; '' for none. */
export function ticketCodes(ticket: Ticket, { me, nameInText }: BookingNames, next: string): TicketCodes {
  const passengers = ownFirst(ticket.passengers, me)
  const own = passengersOf(passengers, me)
  const placeOf = (list: readonly { id: string }[], id: string) => list.findIndex((one) => one.id === id)
  const sorted = ticket.codes.toSorted(
    (one, other) =>
      placeOf(passengers, one.passenger_id) - placeOf(passengers, other.passenger_id) ||
      placeOf(ticket.segments, one.segment_id) - placeOf(ticket.segments, other.segment_id),
  )
  const codes = sorted.map((code) => {
    const passenger = passengers.find(({ id }) => id === code.passenger_id)
    return {
      id: code.id,
      title: (passenger && nameInText(passenger)) || ticket.title || m.passes_show_code(),
      line: lineOf(code, ticket),
      format: code.format,
      text: code.text,
    }
  })
  const isForMe = ({ passenger_id }: Code) => own.has(passenger_id)
  const isForNext = ({ segment_id }: Code) => segment_id === '' || segment_id === next
  const first =
    sorted.find((code) => isForMe(code) && isForNext(code)) ?? sorted.find(isForMe) ?? sorted.find(isForNext)
  return { codes, first: (first ?? sorted[0])?.id ?? '' }
}

/** 'AC 848 · YYZ to LIS · Seat 23A'; of a code for the whole journey, where that goes. */
function lineOf({ segment_id, passenger_id }: Code, { segments }: Ticket): string {
  const legs = segment_id === '' ? segments : segments.filter(({ id }) => id === segment_id)
  return legs
    .flatMap((segment) => [carrierText(segment), shortRoute(segment), seatIn(segment, passenger_id)])
    .filter(Boolean)
    .join(' · ')
}

const shortRoute = (segment: Segment): string =>
  routeText({
    ...segment,
    from: segment.from_code || segment.from,
    to: segment.to_code || segment.to,
  })

function seatIn({ seats }: Segment, passengerId: string): string {
  const seat = trimmed(seats.find(({ id }) => id === passengerId)?.seat ?? '')
  return seat ? m.journeys_seat({ seat }) : ''
}
