import { journeyTitle } from '../journeys/edit-journey.ts'
import { arrivalDate, carrierText } from '../journeys/journey.ts'
import type { OptionalLocalDate } from '../local-date.ts'
import type { Airports } from '../places/airports.ts'
import { MAX_BOOKING_NAME, MAX_CODE_TEXT, newSegment, type Passenger, type Segment } from '../plan/booking.ts'
import { newStay, type Stay, type StayKind } from '../plan/stays.ts'
import { newTicket, type Ticket, ticketTypes } from '../plan/tickets.ts'
import { withoutUnstorable } from '../text.ts'
import { clockOf, isTimeZone } from '../today/clock.ts'
import { timeText } from '../today/time-text.ts'
import { matchPassengers } from './passenger-match.ts'
import type { ReadBooking, ReadPlace, ReadSegment, ReadTime } from './read-booking.ts'

/*
 * A ticket or a stay, made of what was read about a booking.
 * Invariants: what the source gives only as an instant is what the clock at its place shows; where that is not known,
 *   there is no time. A ticket with a journey leaves date, time and location of its form to people: they would not
 *   change with it.
 */

export interface EntryContext {
  newId: () => string
  /** Undefined if they are not on the device: then zones stay open. */
  airports: Airports | undefined
  /** Those who are on the trip's list. */
  people: readonly { id: string; name: string }[]
}

export type BookingEntry = { is: 'ticket'; entry: Ticket } | { is: 'stay'; entry: Stay }

export function entryOfBooking(booking: ReadBooking, context: EntryContext): BookingEntry {
  const { kind } = booking
  const type = ticketTypes.find((one) => one === kind)
  return type
    ? { is: 'ticket', entry: ticketOf(booking, type, context) }
    : { is: 'stay', entry: stayOf(booking, kind as StayKind, context) }
}

function ticketOf(booking: ReadBooking, type: Ticket['type'], context: EntryContext): Ticket {
  const { newId, airports } = context
  const passengers = passengersOf(booking, context)
  const segments = booking.segments.map((read) => segmentOf(read, { newId, airports, passengers }))
  const starts = segments.length > 0 ? undefined : whenOf(booking.starts, '')
  return {
    ...newTicket(newId()),
    type,
    title: titleOf(booking, segments, type),
    details: booking.details,
    date: starts?.date ?? '',
    time: starts?.time ? timeText(minuteOf(starts.time)) : '',
    location: segments.length > 0 ? '' : placeText(booking.place),
    confirmationNumber: booking.confirmationNumber,
    segments,
    ...bookingOf(booking, { newId, passengers, segments }),
  }
}

function titleOf({ name, confirmationNumber }: ReadBooking, segments: Segment[], type: Ticket['type']): string {
  return journeyTitle({ segments, type }) || name || confirmationNumber
}

function stayOf(booking: ReadBooking, kind: StayKind, context: EntryContext): Stay {
  const { newId } = context
  const passengers = passengersOf(booking, context)
  const [ferry] = booking.segments
  const [starts, ends] = ferry ? [ferry.departs, ferry.arrives] : [booking.starts, booking.ends]
  const [from, to] = [whenOf(starts, ''), whenOf(ends, '')]
  return newStay(newId(), {
    kind,
    name: booking.name || (ferry ? carrierText(ferry) : ''),
    starts_on: from.date,
    starts_at: from.time,
    starts_zone: from.zone,
    ends_on: to.date,
    ends_at: to.time,
    ends_zone: to.zone,
    place: placeText(ferry?.from ?? booking.place),
    end_place: placeText(ferry?.to ?? booking.endPlace),
    confirmation_number: booking.confirmationNumber,
    note: booking.details,
    ...bookingOf(booking, { newId, passengers, segments: [] }),
  })
}

function passengersOf({ passengers }: ReadBooking, { newId, people }: EntryContext): Passenger[] {
  const ids = matchPassengers(passengers, people)
  return passengers.map((name, index) => {
    const person_id = ids[index] ?? ''
    return { id: newId(), person_id, name: person_id === '' ? short(name) : '' }
  })
}

interface SegmentContext {
  newId: () => string
  airports: Airports | undefined
  passengers: readonly Passenger[]
}

function segmentOf(read: ReadSegment, { newId, airports, passengers }: SegmentContext): Segment {
  const [from, to] = [endOf(read.from, read.departs, airports), endOf(read.to, read.arrives, airports)]
  const segment: Segment = {
    ...newSegment(newId()),
    carrier: short(read.carrier),
    number: short(read.number),
    from: from.name,
    from_code: from.code,
    from_zone: from.when.zone,
    departs_on: from.when.date,
    departs_at: from.when.time,
    to: to.name,
    to_code: to.code,
    to_zone: to.when.zone,
    arrives_on: to.when.date,
    arrives_at: to.when.time,
    terminal: short(read.terminal),
    gate: short(read.gate),
    arrival_terminal: short(read.arrivalTerminal),
    check_in_at: read.checkInTime,
    seats: read.seats.flatMap(({ passenger, seat, cabin }) => {
      const id = passengers[passenger]?.id
      return id === undefined || (seat === '' && cabin === '') ? [] : [{ id, seat: short(seat), cabin: short(cabin) }]
    }),
  }
  return segment.arrives_on === '' ? { ...segment, arrives_on: arrivalDate(segment) } : segment
}

const IATA = /^[A-Z]{3}$/

/** As long as names in a plan may be. */
const short = (text: string) => withoutUnstorable(text.slice(0, MAX_BOOKING_NAME))

interface When {
  date: OptionalLocalDate
  time: string
  zone: string
}

function endOf({ code, name }: ReadPlace, when: ReadTime, airports: Airports | undefined) {
  const airport = code === '' ? undefined : airports?.find(code)
  return {
    code: IATA.test(code) ? code : '',
    name: short(airport?.label ?? name),
    when: whenOf(when, airport?.zone ?? ''),
  }
}

/** @param placeZone that of the place; '' if it is not known */
function whenOf({ date, time, zone, instant }: ReadTime, placeZone: string): When {
  const known = [placeZone, zone].find((one) => one !== '' && isTimeZone(one)) ?? ''
  if (instant === undefined) return { date, time, zone: known }
  // Only the zone says on which day and at what time that is.
  if (known === '') return { date: '', time: '', zone: '' }
  const local = clockOf(new Date(instant), known)
  return { date: local.date, time: textOf(local.minute), zone: known }
}

const textOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Its name and address, on one line. */
function placeText({ name, address, code }: ReadPlace): string {
  return [name, address].filter(Boolean).join(', ') || code
}

interface PartsContext {
  newId: () => string
  passengers: readonly Passenger[]
  segments: readonly Segment[]
}

function bookingOf({ price, codes }: ReadBooking, { newId, passengers, segments }: PartsContext) {
  return {
    passengers: [...passengers],
    price: price?.amount ?? 0,
    currency: price?.currency ?? '',
    codes: codes.flatMap(({ format, text, passenger, segment }) =>
      // A code with a byte that cannot be stored would be another code.
      text.length > MAX_CODE_TEXT || withoutUnstorable(text) !== text
        ? []
        : [
            {
              id: newId(),
              format,
              text,
              passenger_id: passengers[passenger ?? -1]?.id ?? '',
              segment_id: segments[segment ?? -1]?.id ?? '',
            },
          ],
    ),
  }
}
