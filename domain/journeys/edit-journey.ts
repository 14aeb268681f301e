import * as m from '#messages'
import type { OptionalLocalDate } from '../local-date.ts'
import { equal } from '../operations/json.ts'
import type { Booking, Passenger, Seat, Segment } from '../plan/booking.ts'
import { MAX_BOOKING_NAME, newSegment } from '../plan/booking.ts'
import { type Details, MAX_DETAIL_TEXT } from '../plan/details.ts'
import { MAX_TICKET_TEXT, type Ticket } from '../plan/tickets.ts'
import { isPlaceholder } from '../templates/placeholders.ts'
import { isBlank, trimmed } from '../text.ts'
import { arrivalDate, carrierText, dateOf, fromText, journeyOf, momentOf, toText } from './journey.ts'

/*
 * Completes a journey while somebody types it.
 * Invariants: only what is empty is filled, and only what was filled before follows a change. What is removed takes
 *   nothing with it but what belongs to it: codes and files stay, and are then for everybody.
 */

const MINUTE_MS = 60_000
/** A designator has two characters, or is a name's first letters. What follows is its number. */
const DESIGNATED = /^([a-z]{2,3}|[a-z]\d|\d[a-z]) ?-?(\d{1,5}[a-z]?)$/i
const NUMBER = /^\d{1,5}[a-z]?$/i
const NAMED = /^(.*\D) +(\d\S*)$/

/** The carrier and the number in one text: 'AC848', 'ac 848', 'Alfa Pendular 131', '848', 'Air Canada'. */
export function readCarrierNumber(text: string): Pick<Segment, 'carrier' | 'number'> {
  const typed = text.trim().replace(/\s+/g, ' ').slice(0, MAX_BOOKING_NAME)
  const [, code, number] = DESIGNATED.exec(typed) ?? []
  if (code && number) return { carrier: code.toUpperCase(), number: number.replace(/^0+(?=\d)/, '').toUpperCase() }
  if (NUMBER.test(typed)) return { carrier: '', number: typed.toUpperCase() }
  const [, name, last] = NAMED.exec(typed) ?? []
  return name && last ? { carrier: name.trim(), number: last } : { carrier: typed, number: '' }
}

/** The day on which a part of a journey is over, as far as it is known. */
const lastDay = ({ departs_on, arrives_on }: Segment): OptionalLocalDate => arrives_on || departs_on

/** The part after these: from where and when they end, with the same carrier. */
export function segmentAfter(segments: readonly Segment[], segmentId: string): Segment {
  const last = segments.at(-1)
  const segment = newSegment(segmentId)
  if (!last) return segment
  const { to, to_code, to_zone, carrier } = last
  return { ...segment, carrier, from: to, from_code: to_code, from_zone: to_zone, departs_on: lastDay(last) }
}

/**
 * Applies a change to one segment. A computed arrival date is recomputed. The next segment's start follows until its
 * departure time is set.
 */
export function withSegmentChange(
  segments: readonly Segment[],
  segmentId: string,
  change: Partial<Segment>,
): readonly Segment[] {
  const index = segments.findIndex(({ id }) => id === segmentId)
  const before = segments[index]
  if (!before) return segments
  const after = changed(before, change)
  const next = segments[index + 1]
  const others = segments.map((one) => (one === before ? after : one))
  return next && next.departs_at === '' ? withSegmentChange(others, next.id, followed(next, before, after)) : others
}

/** What a date of arrival is computed from. */
const timeFields = ['departs_on', 'departs_at', 'from_zone', 'arrives_at', 'to_zone'] as const

function changed(before: Segment, change: Partial<Segment>): Segment {
  const after = { ...before, ...change }
  const isComputed = before.arrives_on === '' || before.arrives_on === arrivalDate(before)
  const isOfTimes = timeFields.some((field) => after[field] !== before[field])
  if (!isComputed || !isOfTimes || change.arrives_on !== undefined) return after
  return { ...after, arrives_on: arrivalDate(after) || before.arrives_on }
}

/** What changes in the part after one that changed. */
function followed(next: Segment, before: Segment, after: Segment): Partial<Segment> {
  const isFromThere = next.from === before.to && next.from_code === before.to_code && next.from_zone === before.to_zone
  const isThen = next.departs_on === lastDay(before)
  return {
    ...(isFromThere && { from: after.to, from_code: after.to_code, from_zone: after.to_zone }),
    ...(isThen && { departs_on: lastDay(after) }),
  }
}

/** Whether each part leaves after the part above it, as far as that is known. */
export const isInOrder = (segments: readonly Segment[]): boolean => {
  const sorted = inOrder(segments)
  return segments.every((one, index) => one === sorted[index])
}

/** The segments by departure. One without a known departure stays after the segment above it. */
export function inOrder(segments: readonly Segment[]): Segment[] {
  const departures = segments.map(({ departs_on, departs_at, from_zone }) =>
    momentOf(departs_on, departs_at, from_zone),
  )
  const isExact = departures.every(({ date, instant }) => date === '' || instant !== undefined)
  let latest = Number.NEGATIVE_INFINITY
  return segments
    .map((segment, index) => {
      const { date = '', minute = 0, instant } = departures[index] ?? {}
      // Without all zones, the clocks at their places have to do.
      const clock = date === '' ? undefined : Date.parse(date) + minute * MINUTE_MS
      latest = (isExact ? instant : clock) ?? latest
      return { segment, at: latest }
    })
    .toSorted((one, other) => (one.at === other.at ? 0 : one.at - other.at))
    .map(({ segment }) => segment)
}

type Travelled = Pick<Ticket, 'segments' | 'codes'>

/** A ticket without a part of its journey. Its codes stay, for the whole journey. */
export function withoutSegment<Of extends Travelled>(ticket: Of, segmentId: string): Of {
  return {
    ...ticket,
    segments: ticket.segments.filter(({ id }) => id !== segmentId),
    codes: ticket.codes.map((code) => (code.segment_id === segmentId ? { ...code, segment_id: '' } : code)),
  }
}

/** Puts a removed part back where it was, with its codes. */
export function withSegmentAgain<Of extends Travelled>(ticket: Of, before: Of, segmentId: string): Of {
  const codeIds = new Set(before.codes.filter(({ segment_id }) => segment_id === segmentId).map(({ id }) => id))
  return {
    ...ticket,
    segments: withEntryAgain(ticket.segments, before.segments, segmentId),
    codes: ticket.codes.map((code) => (codeIds.has(code.id) ? { ...code, segment_id: segmentId } : code)),
  }
}

type Taken = Booking & { segments?: Segment[] }

/** A booking with these passengers. Those who are gone have no seat, and their codes and files are for nobody. */
export function withPassengers<Of extends Taken>(booking: Of, passengers: readonly Passenger[]): Of {
  const ids = new Set(passengers.map(({ id }) => id))
  const isGone = (id: string) => id !== '' && !ids.has(id)
  const unowned = <One extends { passenger_id: string }>(one: One) =>
    isGone(one.passenger_id) ? { ...one, passenger_id: '' } : one
  return {
    ...booking,
    passengers: [...passengers],
    ...(booking.segments && {
      segments: booking.segments.map((one) =>
        one.seats.some(({ id }) => isGone(id)) ? { ...one, seats: one.seats.filter(({ id }) => !isGone(id)) } : one,
      ),
    }),
    codes: booking.codes.map(unowned),
    files: booking.files.map(unowned),
  }
}

/** Puts a removed passenger back, with their seats, codes and files. */
export function withPassengerAgain<Of extends Taken>(booking: Of, before: Of, passengerId: string): Of {
  const owned = <One extends { id: string; passenger_id: string }>(now: readonly One[], then: readonly One[]) => {
    const ids = new Set(then.filter(({ passenger_id }) => passenger_id === passengerId).map(({ id }) => id))
    return now.map((one) => (ids.has(one.id) ? { ...one, passenger_id: passengerId } : one))
  }
  const seatsOf = ({ id }: Segment) => before.segments?.find((one) => one.id === id)?.seats ?? []
  return {
    ...booking,
    passengers: withEntryAgain(booking.passengers, before.passengers, passengerId),
    ...(booking.segments && {
      segments: booking.segments.map((one) => ({
        ...one,
        seats: withEntryAgain(one.seats, seatsOf(one), passengerId),
      })),
    }),
    codes: owned(booking.codes, before.codes),
    files: owned(booking.files, before.files),
  }
}

function withEntryAgain<One extends { id: string }>(now: readonly One[], before: readonly One[], id: string): One[] {
  const index = before.findIndex((one) => one.id === id)
  const entry = before[index]
  return !entry || now.some((one) => one.id === id) ? [...now] : [...now.slice(0, index), entry, ...now.slice(index)]
}

/** A part with what is known of a passenger's seat; without any, there is no entry. */
export function withSeat(segment: Segment, passengerId: string, change: Partial<Omit<Seat, 'id'>>): Segment {
  const known = segment.seats.find(({ id }) => id === passengerId)
  const seat = { id: passengerId, seat: '', cabin: '', ...known, ...change }
  if (seat.seat === '' && seat.cabin === '') return { ...segment, seats: segment.seats.filter((one) => one !== known) }
  return {
    ...segment,
    seats: known ? segment.seats.map((one) => (one === known ? seat : one)) : [...segment.seats, seat],
  }
}

/** Where a journey leads: to the end or, if it ends where it began, to where people are longest. */
function destinationOf({ segments, type }: Pick<Ticket, 'segments' | 'type'>): Segment | undefined {
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last || !isRoundTrip(segments)) return last
  const { connections } = journeyOf({ segments, type })
  const waits = connections.map(({ minutes = 0 }) => minutes)
  return segments[waits.indexOf(Math.max(...waits))]
}

function isRoundTrip(segments: readonly Segment[]): boolean {
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last || segments.length < 2) return false
  return first.from_code === '' ? fromText(first) === toText(last) : first.from_code === last.to_code
}

/** What a ticket for a journey is called: 'Toronto to Lisbon, AC 424'; '' if hardly anything is known of it. */
export function journeyTitle(ticket: Pick<Ticket, 'segments' | 'type'>): string {
  const [first] = ticket.segments
  const destination = destinationOf(ticket)
  if (!first || !destination) return ''
  const [from, to] = [fromText(first), toText(destination)]
  const isBack = isRoundTrip(ticket.segments)
  const route =
    from && to ? (isBack ? m.tickets_title_and_back({ from, to }) : m.journeys_route({ from, to })) : from || to
  return [route, carrierText(first)].filter(Boolean).join(', ').slice(0, MAX_TICKET_TEXT)
}

/**
 * The tickets to save. An untitled ticket whose journey changed is named after it. Passengers without a name (rows
 * left empty) are dropped.
 */
export function ticketsToSave(before: readonly Ticket[], tickets: readonly Ticket[]): Ticket[] {
  const known = new Map(before.map((one) => [one.id, one]))
  return tickets.map((ticket) => {
    const stored = known.get(ticket.id)
    const passengers = ticket.passengers.filter((one) => one.person_id !== '' || !isBlank(one.name))
    const saved = passengers.length === ticket.passengers.length ? ticket : withPassengers(ticket, passengers)
    const isChanged = !equal(stored?.segments ?? [], ticket.segments)
    const title = isChanged && isPlaceholder('ticket', ticket.title) ? journeyTitle(ticket) : ''
    return title === '' ? saved : { ...saved, title }
  })
}

type FlightDetails = Pick<Details, 'departure_airport_code' | 'arrival_airport_code' | 'air_travel_flight_info'>

/** What the tickets say of the flight of a trip: of the earliest one. */
function flightOf(tickets: readonly Ticket[]): FlightDetails | undefined {
  const flights = tickets.filter(({ type, segments }) => type === 'flight' && segments.length > 0)
  // Those without a date come last.
  const [earliest] = flights.toSorted((one, other) => compareDates(dateOf(one), dateOf(other)))
  const [first] = earliest?.segments ?? []
  const last = earliest && destinationOf(earliest)
  if (!first || !last) return undefined
  const text = (value: string) => trimmed(value).slice(0, MAX_DETAIL_TEXT)
  return {
    departure_airport_code: text(first.from_code || first.from),
    arrival_airport_code: text(last.to_code || last.to),
    air_travel_flight_info: {
      carrier: text(first.carrier),
      flightNumber: first.number === '' ? '' : text(carrierText(first)),
    },
  }
}

const compareDates = (one: OptionalLocalDate, other: OptionalLocalDate): number => {
  if (one === other) return 0
  if (one === '' || other === '') return one === '' ? 1 : -1
  return one < other ? -1 : 1
}

/**
 * The details of a trip by air after its tickets were saved: what is empty is filled from the first flight, if the
 * tickets said something else of it before. Somebody may have cleared it on purpose.
 */
export function detailsWithFlight(details: Details, before: readonly Ticket[], tickets: readonly Ticket[]): Details {
  const flight = flightOf(tickets)
  if (!flight || equal(flight, flightOf(before))) return details
  const { departure_airport_code, arrival_airport_code, air_travel_flight_info: info } = details
  const filled = (now: string, found: string) => (isBlank(now) && found !== '' ? found : now)
  return {
    ...details,
    departure_airport_code: filled(departure_airport_code, flight.departure_airport_code),
    arrival_airport_code: filled(arrival_airport_code, flight.arrival_airport_code),
    air_travel_flight_info: {
      carrier: filled(info.carrier, flight.air_travel_flight_info.carrier),
      flightNumber: filled(info.flightNumber, flight.air_travel_flight_info.flightNumber),
    },
  }
}

/** Names for the passengers of one booking, by their ids. Those of the same name are numbered. */
export function passengerNames(
  passengers: readonly Passenger[],
  nameOf: (passenger: Passenger) => string,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    passengers.map((passenger) => {
      const name = nameOf(passenger) || m.tickets_passenger_unnamed()
      const number = (counts.get(name) ?? 0) + 1
      counts.set(name, number)
      return [passenger.id, number === 1 ? name : m.tickets_passenger_again({ name, number })]
    }),
  )
}
