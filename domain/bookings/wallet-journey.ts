import * as m from '#messages'
import { cabinOf, readBoardingPass } from './read-boarding-pass.ts'
import {
  type BookingKind,
  emptyBooking,
  noPlace,
  noTime,
  type ReadBooking,
  type ReadPlace,
  type ReadSegment,
  type ReadTime,
} from './read-booking.ts'
import { readPrice } from './read-price.ts'
import { fieldsOf, recordOf, textOf, type WalletField } from './wallet-fields.ts'
import {
  combineTimes,
  fieldText,
  personOf,
  relevantTime,
  tagText,
  tagTime,
  timeOf,
  type WalletPass,
} from './wallet-pass.ts'
import { readWrittenTime } from './written-time.ts'

/*
 * The journey that a boarding pass for Wallet is for.
 * Job: what its tags say, then the code of an airline in its barcode, then its fields.
 */

const DEPARTURE = ['currentDepartureDate', 'originalDepartureDate']
const ARRIVAL = ['currentArrivalDate', 'originalArrivalDate']
const BOARDING = ['currentBoardingDate', 'originalBoardingDate', 'boardingDate']
const MAX_SEAT = 12

/** The booking of an airline's code. Other codes, and damaged ones, are for machines only. */
export function scanFlight(pass: WalletPass, message: string): ReadBooking | undefined {
  // The pass has a year, which its code lacks.
  const near = tagTime(pass, DEPARTURE).date || relevantTime(pass).date || pass.near
  const result = readBoardingPass(message, { near })
  return 'bookings' in result ? result.bookings[0] : undefined
}

/** Undefined if the pass tells nothing of a journey. */
export function readJourney(pass: WalletPass, transit: unknown, scanned?: ReadBooking): ReadBooking | undefined {
  const kind = scanned ? 'flight' : kindOf(transit, pass)
  const legs = scanned?.segments ?? []
  const ends = endsOf(pass, kind)
  // Of several flights in the code, the pass shows one.
  const found = legs.findIndex(({ from }) => from.code === ends.from.code)
  const shown = Math.max(0, found)
  const segment = segmentOf(pass, kind, ends, legs[shown])
  const says = [segment.from.code, segment.from.name, segment.to.code, segment.to.name, segment.number]
  if (says.every((text) => text === '') && segment.departs.date === '') return undefined
  const { amount, currencyCode } = recordOf(pass.tags['totalPrice'])
  const passenger =
    personOf(pass.tags['passengerName']) || scanned?.passengers[0] || personOf(fieldText(pass, 'passenger'))
  return {
    ...emptyBooking(kind),
    confirmationNumber:
      tagText(pass, 'confirmationNumber') || scanned?.confirmationNumber || fieldText(pass, 'confirmation', 40),
    segments: legs.length === 0 ? [segment] : legs.with(shown, segment),
    passengers: passenger === '' ? [] : [passenger],
    price: readPrice(textOf(amount), textOf(currencyCode)),
    isCancelled: /^(?:cancel|annul|storn)/i.test(tagText(pass, 'transitStatus')),
  }
}

function kindOf(transit: unknown, pass: WalletPass): BookingKind {
  if (transit === 'PKTransitTypeAir' || tagText(pass, 'departureAirportCode') !== '') return 'flight'
  if (transit === 'PKTransitTypeBus') return 'bus'
  return transit === 'PKTransitTypeBoat' ? 'ferry' : 'train'
}

interface Ends {
  from: ReadPlace
  to: ReadPlace
}

function segmentOf(pass: WalletPass, kind: BookingKind, ends: Ends, leg?: ReadSegment): ReadSegment {
  const zone = tagText(pass, 'departureLocationTimeZone')
  const boards = combineTimes([tagTime(pass, BOARDING, zone), timeOf(pass, 'boarding')])
  const relevant = relevantTime(pass, zone)
  const departs = combineTimes([
    tagTime(pass, DEPARTURE, zone),
    timeOf(pass, 'departs'),
    leg?.departs ?? noTime,
    timeOf(pass, 'date'),
    timeOf(pass, 'time'),
    isBoarding(relevant, boards) ? { ...noTime, date: relevant.date } : relevant,
  ])
  const arrives = combineTimes([
    tagTime(pass, ARRIVAL, tagText(pass, 'destinationLocationTimeZone')),
    timeOf(pass, 'arrives'),
  ])
  const { carrier, number } = lineOf(pass, kind, leg)
  return {
    carrier,
    number,
    from: joinPlaces(ends.from, leg?.from),
    to: joinPlaces(ends.to, leg?.to),
    departs,
    // Of a pass with several flights, it may be that of the last one.
    arrives: leg && ends.to.code !== '' && ends.to.code !== leg.to.code ? noTime : arrives,
    terminal: tagText(pass, 'departureTerminal') || withoutWord(fieldText(pass, 'terminal', 20)),
    arrivalTerminal: tagText(pass, 'destinationTerminal'),
    gate: tagText(pass, 'departureGate', 'departurePlatform') || withoutWord(fieldText(pass, 'gate', 20)),
    // Of a moment, nobody knows here what the clocks there show.
    boardingTime: boards.instant === undefined ? boards.time : '',
    seats: seatsOf(pass, kind, leg),
  }
}

/**
 * Some passes are relevant when boarding starts. If only one of two times has a zone, their minutes are the same, for
 * zones differ by hours: then it may be another time, but the time to board must not be shown as that of departure.
 */
function isBoarding(relevant: ReadTime, boards: ReadTime): boolean {
  if (relevant.time === '' || boards.time === '') return false
  const areAlike = (relevant.instant === undefined) === (boards.instant === undefined)
  return areAlike ? relevant.time === boards.time : relevant.time.slice(3) === boards.time.slice(3)
}

/** Who takes people there, and the number of the flight or train. */
function lineOf(pass: WalletPass, kind: BookingKind, leg?: ReadSegment): { carrier: string; number: string } {
  const issuer = tagText(pass, 'transitProvider') || textOf(pass.root['organizationName'])
  if (kind !== 'flight')
    return { carrier: issuer, number: fieldText(pass, 'number', 40) || tagText(pass, 'vehicleNumber', 'vehicleName') }
  const written = [tagText(pass, 'flightCode'), tagText(pass, 'flightNumber')].find((text) => text !== '')
  const text = written ?? (leg ? '' : fieldText(pass, 'number', 40))
  const [, code = '', digits = ''] = /^(?!\d\d)([A-Z\d]{2}|[A-Z]{3})? ?0*(\d{1,4}[A-Z]?)$/i.exec(text) ?? []
  return {
    carrier: tagText(pass, 'airlineCode') || code.toUpperCase() || leg?.carrier || issuer,
    number: digits.toUpperCase() || text || leg?.number || '',
  }
}

/** Apple shows the first two large fields as where the journey starts and ends. */
function endsOf(pass: WalletPass, kind: BookingKind): Ends {
  const places = pass.fields.filter((field) => field.group === 'primary' && isPlace(field, pass))
  const [first, second] = places
  const isPair = first !== undefined && second !== undefined
  const from = isPair ? first : fieldsOf(pass.fields, 'from').find((field) => isPlace(field, pass))
  const to = isPair ? second : fieldsOf(pass.fields, 'to').find((field) => isPlace(field, pass))
  return {
    from: joinPlaces(fieldPlace(kind, from), tagPlace(pass, 'departure')),
    to: joinPlaces(fieldPlace(kind, to), tagPlace(pass, 'destination')),
  }
}

const isPlace = ({ value }: WalletField, { near }: WalletPass) =>
  value !== '' && readWrittenTime(value, near) === undefined

function tagPlace(pass: WalletPass, end: 'departure' | 'destination'): ReadPlace | undefined {
  const code = tagText(pass, `${end}AirportCode`).toUpperCase()
  const name = tagText(pass, `${end}AirportName`, `${end}StationName`, `${end}LocationDescription`)
  const place = { ...noPlace, code: /^[A-Z]{3}$/.test(code) ? code : '', name }
  return place.code === '' && name === '' ? undefined : place
}

/** A code with the name of the city above it, 'Toronto (YYZ)', or a name. */
function fieldPlace(kind: BookingKind, field: WalletField | undefined): ReadPlace {
  if (field === undefined) return noPlace
  const { value, label } = field
  if (kind === 'flight' && /^[A-Z]{3}$/.test(value)) {
    const isHeading = (['from', 'to', 'departs', 'arrives'] as const).some(
      (meaning) => fieldsOf([{ ...field, key: '' }], meaning).length > 0,
    )
    return { ...noPlace, code: value, name: isHeading ? '' : label }
  }
  const [, name = value, code = ''] = (kind === 'flight' && /^(.*?) ?\(([A-Z]{3})\)$/.exec(value)) || []
  return { ...noPlace, code, name }
}

/** The place that counts more, with the name that people see if that is of the same place. */
function joinPlaces(shown: ReadPlace, known: ReadPlace | undefined): ReadPlace {
  if (known === undefined) return shown
  const isSame = shown.code === '' || shown.code === known.code
  return isSame && known.name === '' ? { ...shown, code: known.code } : known
}

/** 'Terminal 1' is 1. */
const withoutWord = (text: string) => text.replace(/^(?:terminal|gate|platform) /i, '')

function seatsOf(pass: WalletPass, kind: BookingKind, leg?: ReadSegment): ReadSegment['seats'] {
  const coach = tagText(pass, 'carNumber') || fieldText(pass, 'coach', MAX_SEAT)
  const seat = tagSeat(pass) || leg?.seats[0]?.seat || fieldText(pass, 'seat', MAX_SEAT)
  const inCoach = /^\w{1,4}$/.test(coach) ? m.bookings_coach({ coach }) : coach
  const cabin = inCoach || leg?.seats[0]?.cabin || className(kind, fieldText(pass, 'cabin', 40))
  return seat === '' && cabin === '' ? [] : [{ passenger: 0, seat, cabin }]
}

function className(kind: BookingKind, name: string): string {
  if (/^\d$/.test(name)) return m.bookings_class({ name })
  return kind === 'flight' && name.length === 1 ? cabinOf(name) : name
}

/** '23A', as one tag says, or a row and a letter. */
function tagSeat({ tags }: WalletPass): string {
  const { seatRow, seatNumber, seatIdentifier } = recordOf(Array.isArray(tags['seats']) ? tags['seats'][0] : undefined)
  const [row, number] = [textOf(seatRow), textOf(seatNumber)]
  if (number === '') return textOf(seatIdentifier)
  if (row === '' || (number.startsWith(row) && !/^\d+$/.test(number))) return number
  // Seat 3 in row 12 is not seat 123.
  return /\d$/.test(row) && /^\d/.test(number) ? `${row}-${number}` : `${row}${number}`
}
