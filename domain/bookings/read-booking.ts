import type { LocalDate } from '../local-date.ts'

/*
 * What a code, a pass, a calendar file or a mail says about bookings. Nothing of it is in the plan before somebody
 * confirms it. Texts are on one line, trimmed, and '' if the source does not say it.
 */

export type BookingKind = 'flight' | 'train' | 'bus' | 'attraction' | 'stay' | 'car' | 'ferry'

/** When something is, as the clock there shows it. */
export interface ReadTime {
  date: LocalDate | ''
  /** '07:30'; '' if only the date is known. */
  time: string
  /** 'America/Toronto'; '' if the source does not name it. */
  zone: string
  /** Milliseconds since 1970, of a source that gives only that ('…Z'): `date` and `time` are then UTC's. */
  instant?: number
}

/** Where something leaves, arrives or is. */
export interface ReadPlace {
  /** The IATA code of an airport: 'YYZ'; '' if it is none, or unknown. */
  code: string
  /** 'Toronto Pearson', 'Lisboa Oriente', 'Hotel Vila Galé'. */
  name: string
  /** A postal address. */
  address: string
}

/** A part of a journey, from where people get on to where they get off. */
export interface ReadSegment {
  /** An IATA designator, 'AC', or a name, 'Comboios de Portugal'. */
  carrier: string
  /** Without the carrier and leading zeros: '848'. */
  number: string
  from: ReadPlace
  to: ReadPlace
  departs: ReadTime
  arrives: ReadTime
  terminal: string
  arrivalTerminal: string
  gate: string
  /** When people get on: '09:50'. */
  boardingTime: string
  seats: readonly ReadSeat[]
}

export interface ReadSeat {
  /** The index of the passenger in the booking. */
  passenger: number
  /** '23A' */
  seat: string
  /** 'Economy', 'Coach 3'. */
  cabin: string
}

export type CodeFormat = 'pdf417' | 'aztec' | 'qr' | 'code128'

/** A code to show at a gate. */
export interface ReadCode {
  format: CodeFormat
  /** What it says: each character is one byte (ISO 8859-1) or, of a QR code, any text. */
  text: string
  /** The index of the passenger; undefined if it is for everybody, or nobody knows. */
  passenger: number | undefined
  /** The index of the segment; undefined for all. */
  segment: number | undefined
}

export interface ReadBooking {
  kind: BookingKind
  /** What it is called if it is no journey: the hotel, the museum, the rental company. */
  name: string
  /** The record locator or booking number. */
  confirmationNumber: string
  /** Of a flight, train, bus or ferry; otherwise empty. */
  segments: readonly ReadSegment[]
  /** Of a stay, a car or an attraction: where it is, or where the car is picked up. */
  place: ReadPlace
  /** Where a car is returned, if elsewhere. */
  endPlace: ReadPlace
  starts: ReadTime
  ends: ReadTime
  /** The names of the passengers or guests, in the order people write them: 'Ana Sousa'. */
  passengers: readonly string[]
  /** In minor units of an ISO 4217 currency; undefined if unknown. */
  price: { amount: number; currency: string } | undefined
  codes: readonly ReadCode[]
  /** What else people should know, one fact per line: a rental car's class, the room. */
  details: string
  isCancelled: boolean
}

/** Why nothing could be read of a file, a text or a code. The interface has a sentence for each. */
export type ReadFailure =
  /** It says nothing about a booking in a form that is understood, such as a mail without a reservation. */
  | 'nothing'
  /** It is of a known form, and damaged. */
  | 'damaged'
  /** It is larger than what is read, or becomes so when it is unpacked. */
  | 'too_large'

export type ReadResult = { bookings: readonly ReadBooking[] } | { failure: ReadFailure }

export const noTime: ReadTime = { date: '', time: '', zone: '' }
export const noPlace: ReadPlace = { code: '', name: '', address: '' }

/** A booking of which nothing is known yet. */
export function emptyBooking(kind: BookingKind): ReadBooking {
  return {
    kind,
    name: '',
    confirmationNumber: '',
    segments: [],
    place: noPlace,
    endPlace: noPlace,
    starts: noTime,
    ends: noTime,
    passengers: [],
    price: undefined,
    codes: [],
    details: '',
    isCancelled: false,
  }
}
