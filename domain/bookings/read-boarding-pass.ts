import { decode, type Leg } from 'bcbp'
import * as m from '#messages'
import type { LocalDate } from '../local-date.ts'
import { isBoardingPassCode, layOut } from './boarding-pass-layout.ts'
import { nearestDayOfYear } from './day-of-year.ts'
import { readPassengerName } from './passenger-name.ts'
import { plainLine } from './plain-line.ts'
import { type CodeFormat, emptyBooking, noPlace, noTime, type ReadResult, type ReadSegment } from './read-booking.ts'

/** The longest code has four legs of 292 characters and security data. */
const MAX_CODE = 2000

/**
 * The booking that the code on a boarding pass tells of. It has the day of the year, but no year: its first flight is
 * taken to be as near as possible to `near`, today or the day when the trip departs, and each later one to the one
 * before.
 */
export function readBoardingPass(
  text: string,
  { near, format = 'pdf417' }: { near: LocalDate; format?: CodeFormat },
): ReadResult {
  const code = text
    .slice(0, MAX_CODE + 1)
    .trimStart()
    .replace(/[\r\n]+$/, '')
  if (!isBoardingPassCode(code)) return { failure: 'nothing' }
  const layout = code.length > MAX_CODE ? undefined : layOut(code)
  if (layout === undefined) return { failure: 'damaged' }
  const { data } = decode(layout.code)
  const name = plainLine(readPassengerName(data?.passengerName ?? ''))
  if (name === '') return { failure: 'damaged' }
  const legs = data?.legs ?? []
  const segments: ReadSegment[] = []
  let nearest = near
  for (const [index, leg] of legs.entries()) {
    const day = layout.days[index]
    const date = day === undefined ? undefined : nearestDayOfYear(day, nearest)
    nearest = date ?? nearest
    segments.push(segmentOf(leg, date ?? ''))
  }
  return {
    bookings: [
      {
        ...emptyBooking('flight'),
        confirmationNumber: legs.map((leg) => leg.operatingCarrierPNR?.trim() ?? '').find((pnr) => pnr !== '') ?? '',
        segments,
        passengers: [name],
        codes: [{ format, text: code, passenger: 0, segment: segments.length === 1 ? 0 : undefined }],
      },
    ],
  }
}

function segmentOf(leg: Leg, date: LocalDate | ''): ReadSegment {
  const seat = /^0*([1-9]\d{0,2}[A-Z]?)$/.exec(leg.seatNumber?.trim().toUpperCase() ?? '')?.[1] ?? ''
  const cabin = cabinOf(leg.compartmentCode ?? '')
  return {
    carrier: leg.operatingCarrierDesignator?.toUpperCase() ?? '',
    number:
      leg.flightNumber
        ?.trim()
        .toUpperCase()
        .replace(/^0+(?=\d)/, '') ?? '',
    from: { ...noPlace, code: leg.departureAirport?.toUpperCase() ?? '' },
    to: { ...noPlace, code: leg.arrivalAirport?.toUpperCase() ?? '' },
    departs: { ...noTime, date },
    arrives: noTime,
    terminal: '',
    arrivalTerminal: '',
    gate: '',
    boardingTime: '',
    seats: seat === '' && cabin === '' ? [] : [{ passenger: 0, seat, cabin }],
  }
}

/** The cabin of a letter: only those that mean the same with nearly all airlines. E, G, N, O, P, R, U and X do not. */
export function cabinOf(compartment: string): string {
  if (/^[FA]$/i.test(compartment)) return m.bookings_first()
  if (/^[JCDIZ]$/i.test(compartment)) return m.bookings_business()
  if (/^W$/i.test(compartment)) return m.bookings_premium_economy()
  if (/^[YBHKLMQSTV]$/i.test(compartment)) return m.bookings_economy()
  return ''
}
