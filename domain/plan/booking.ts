import * as z from 'zod/mini'
import { id, itemList } from '../id.ts'
import { contributionList } from '../list-kinds.ts'
import { type OptionalLocalDate, optionalLocalDate } from '../local-date.ts'
import { choice } from '../operations/form.ts'
import { timeZoneText } from '../places/time-zone-text.ts'
import { freeText } from '../text.ts'
import { MAX_MONEY } from './costs.ts'
import { personRef } from './person-ref.ts'
import { optionalTimeOfDay } from './time-of-day.ts'

/*
 * What tickets and stays have in common: who travels, what it cost, the codes to show and the files that belong to it,
 * and the segments of a journey.
 * Invariants: readers by share link get none of it but the parts of the journey, without seats. A date and a time are
 *   what the clock at their place shows.
 */

/** The longest code that an IATA boarding pass may have, and what a QR code holds at most. */
export const MAX_CODE_TEXT = 4000
export const MAX_BOOKING_NAME = 200

const name = freeText(MAX_BOOKING_NAME)
const idOrNone = choice(z.union([z.literal(''), id]))

/** Somebody who travels: on the trip's list of people, or by the name on their pass. */
export const passenger = z.strictObject({
  id,
  person_id: personRef,
  /** As on the pass, of somebody who is not on the list; otherwise ''. */
  name,
})
export type Passenger = z.infer<typeof passenger>

export const codeFormats = ['pdf417', 'aztec', 'qr', 'code128'] as const

/** A code to show at a gate. */
export const code = z.strictObject({
  id,
  format: z.enum(codeFormats),
  /** What it says, one character per byte (ISO 8859-1) or, of a QR code, any text. */
  text: choice(freeText(MAX_CODE_TEXT)),
  /** Whose it is; '' for everybody. */
  passenger_id: idOrNone,
  /** For which part of the journey; '' for all of it. */
  segment_id: idOrNone,
})
export type Code = z.infer<typeof code>

/** A document of the trip that belongs to a booking. */
const bookingFile = z.strictObject({
  /** The document's. */
  id,
  passenger_id: idOrNone,
})
export type BookingFile = z.infer<typeof bookingFile>

/** What every booking has. The defaults complete what was stored before there was any. */
export const bookingFields = {
  passengers: z._default(itemList(passenger), []),
  /** In minor units of `currency`; 0 if nobody said it. */
  price: z._default(z.int().check(z.nonnegative(), z.maximum(MAX_MONEY)), 0),
  /** An ISO 4217 code; '' for none. */
  currency: z._default(choice(z.string().check(z.regex(/^([A-Z]{3})?$/, 'Not a currency'))), ''),
  codes: z._default(contributionList<Code>(code), []),
  files: z._default(contributionList<BookingFile>(bookingFile), []),
}
export interface Booking {
  passengers: Passenger[]
  price: number
  currency: string
  codes: Code[]
  files: BookingFile[]
}

/** A new booking. Each has lists of its own. */
export const newBooking = (): Booking => ({ passengers: [], price: 0, currency: '', codes: [], files: [] })

/** Whether readers by share link get less of a booking. */
export const hasPrivateParts = ({ passengers, price, codes, files }: Booking): boolean =>
  passengers.length > 0 || price > 0 || codes.length > 0 || files.length > 0

/** The ids of the documents that belong to bookings, which readers by share link do not get either. */
export const documentsOf = (bookings: readonly Pick<Booking, 'files'>[]): ReadonlySet<string> =>
  new Set(bookings.flatMap(({ files }) => files.map(({ id: documentId }) => documentId)))

/** Where a passenger sits. */
export const seat = z.strictObject({
  /** The passenger's, so each has at most one in a segment. */
  id,
  /** '23A' */
  seat: freeText(MAX_BOOKING_NAME),
  /** 'Economy', 'Coach 3'. */
  cabin: freeText(MAX_BOOKING_NAME),
})
export type Seat = z.infer<typeof seat>

const iataCode = choice(z.string().check(z.regex(/^([A-Z]{3})?$/, 'Not an airport code')))

/** A part of a journey, from where people get on to where they get off. */
export const segment = z.strictObject({
  id,
  /** 'AC' or 'Air Canada'. */
  carrier: name,
  /** '848' */
  number: name,
  /** An airport's city or name, a station, anything. */
  from: name,
  /** The IATA code of the airport; '' if it is none. */
  from_code: iataCode,
  /** 'America/Toronto'; '' if nobody knows it. */
  from_zone: choice(timeZoneText),
  departs_on: choice(optionalLocalDate),
  departs_at: choice(optionalTimeOfDay),
  to: name,
  to_code: iataCode,
  to_zone: choice(timeZoneText),
  arrives_on: choice(optionalLocalDate),
  arrives_at: choice(optionalTimeOfDay),
  terminal: name,
  gate: name,
  arrival_terminal: name,
  /** Until when to check in. */
  check_in_at: choice(optionalTimeOfDay),
  /** When people get on. */
  boards_at: choice(optionalTimeOfDay),
  seats: contributionList<Seat>(seat),
})
export interface Segment {
  id: string
  carrier: string
  number: string
  from: string
  from_code: string
  from_zone: string
  departs_on: OptionalLocalDate
  departs_at: string
  to: string
  to_code: string
  to_zone: string
  arrives_on: OptionalLocalDate
  arrives_at: string
  terminal: string
  gate: string
  arrival_terminal: string
  check_in_at: string
  boards_at: string
  seats: Seat[]
}

export function newSegment(segmentId: string): Segment {
  return {
    id: segmentId,
    carrier: '',
    number: '',
    from: '',
    from_code: '',
    from_zone: '',
    departs_on: '',
    departs_at: '',
    to: '',
    to_code: '',
    to_zone: '',
    arrives_on: '',
    arrives_at: '',
    terminal: '',
    gate: '',
    arrival_terminal: '',
    check_in_at: '',
    boards_at: '',
    seats: [],
  }
}
