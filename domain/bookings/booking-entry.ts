import { journeyTitle } from '../journeys/edit-journey.ts'
import { arrivalDate, carrierText } from '../journeys/journey.ts'
import type { OptionalLocalDate } from '../local-date.ts'
import type { Airports } from '../places/airports.ts'
import { MAX_BOOKING_NAME, MAX_CODE_TEXT, newSegment, type Passenger, type Segment } from '../plan/booking.ts'
import { MAX_MONEY } from '../plan/costs.ts'
import { MAX_STAY_NOTE, MAX_STAY_TEXT, newStay, type Stay, type StayKind } from '../plan/stays.ts'
import { MAX_TICKET_TEXT, newTicket, type Ticket, ticketTypes } from '../plan/tickets.ts'
import { optionalTimeOfDay } from '../plan/time-of-day.ts'
import { withoutUnstorable } from '../text.ts'
import { clockOf, isTimeZone } from '../today/clock.ts'
import { clockText, clockTimeText } from '../today/time-text.ts'
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
    details: long(booking.details, MAX_TICKET_TEXT),
    date: starts?.date ?? '',
    time: starts?.time ? clockTimeText(starts.time) : '',
    location: segments.length > 0 ? '' : long(placeText(booking.place), MAX_TICKET_TEXT),
    confirmationNumber: long(booking.confirmationNumber, MAX_TICKET_TEXT),
    segments,
    ...bookingOf(booking, { newId, passengers, segments }),
  }
}

function titleOf({ name }: ReadBooking, segments: Segment[], type: Ticket['type']): string {
  return journeyTitle({ segments, type }) || long(name, MAX_TICKET_TEXT)
}

function stayOf(booking: ReadBooking, kind: StayKind, context: EntryContext): Stay {
  const { newId } = context
  const passengers = passengersOf(booking, context)
  const [ferry, last] = [booking.segments[0], booking.segments.at(-1)]
  const [starts, ends] = ferry && last ? [ferry.departs, last.arrives] : [booking.starts, booking.ends]
  const [from, to] = [whenOf(starts, ''), whenOf(ends, '')]
  return newStay(newId(), {
    kind,
    name: long(booking.name || (ferry ? carrierText(ferry) : ''), MAX_STAY_TEXT),
    starts_on: from.date,
    starts_at: from.time,
    starts_zone: from.zone,
    ends_on: to.date,
    ends_at: to.time,
    ends_zone: to.zone,
    place: long(placeText(ferry?.from ?? booking.place), MAX_STAY_TEXT),
    end_place: long(placeText(last?.to ?? booking.endPlace), MAX_STAY_TEXT),
    confirmation_number: long(booking.confirmationNumber, MAX_STAY_TEXT),
    note: long(booking.details, MAX_STAY_NOTE),
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
    boards_at: timeOrNone(read.boardingTime),
    seats: read.seats.flatMap(({ passenger, seat, cabin }) => {
      const id = passengers[passenger]?.id
      return id === undefined || (seat === '' && cabin === '') ? [] : [{ id, seat: short(seat), cabin: short(cabin) }]
    }),
  }
  return segment.arrives_on === '' ? { ...segment, arrives_on: arrivalDate(segment) } : segment
}

const IATA = /^[A-Z]{3}$/

const timeOrNone = (text: string) => (optionalTimeOfDay.safeParse(text).success ? text : '')

/** As long as names in a plan may be. */
const short = (text: string) => long(text, MAX_BOOKING_NAME)
const long = (text: string, max: number) => withoutUnstorable(text.slice(0, max))

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
  const clock = timeOrNone(time)
  const known = [placeZone, zone].find((one) => one !== '' && isTimeZone(one)) ?? ''
  if (instant === undefined) return { date, time: clock, zone: known }
  // Only the zone says on which day and at what time that is.
  if (known === '') return { date: '', time: '', zone: '' }
  const local = clockOf(new Date(instant), known)
  return { date: local.date, time: clockText(local.minute), zone: known }
}

/** Its name and address, on one line. */
function placeText({ name, address, code }: ReadPlace): string {
  return [name, address].filter(Boolean).join(', ') || code
}

const isPrice = (price: ReadBooking['price']): price is { amount: number; currency: string } =>
  price !== undefined &&
  Number.isInteger(price.amount) &&
  price.amount > 0 &&
  price.amount <= MAX_MONEY &&
  /^[A-Z]{3}$/.test(price.currency)

interface PartsContext {
  newId: () => string
  passengers: readonly Passenger[]
  segments: readonly Segment[]
}

function bookingOf({ price, codes }: ReadBooking, { newId, passengers, segments }: PartsContext) {
  return {
    passengers: [...passengers],
    ...(isPrice(price) ? { price: price.amount, currency: price.currency } : { price: 0, currency: '' }),
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
