import * as m from '#messages'
import { groupBy } from '../group-by.ts'
import { type Item, itemsOfHtml, type Value } from './html-items.ts'
import { knownZone, readIsoTime } from './iso-time.ts'
import {
  commonPrice,
  joinFacts,
  joinLegs,
  type Leg,
  type LegCode,
  limitCodes,
  MAX_LEGS,
  Passengers,
  type Traveller,
} from './join-legs.ts'
import { readPassengerName } from './passenger-name.ts'
import { plainLine } from './plain-line.ts'
import {
  type BookingKind,
  type CodeFormat,
  emptyBooking,
  noPlace,
  noTime,
  type ReadBooking,
  type ReadPlace,
  type ReadTime,
} from './read-booking.ts'
import { readPrice } from './read-price.ts'

/*
 * Bookings in the words of schema.org, which airlines, railways and hotels put into their mails for mail programs:
 * https://developers.google.com/gmail/markup/reference. Most use old names of properties, and many use wrong ones.
 */

const MAX_RESERVATIONS = 500
const MAX_BOOKINGS = 50
const MAX_DEPTH = 6
const MAX_TRAVELLERS = 50
const MAX_TRIPS = 20
/** Longer codes are pictures or signatures. */
const MAX_CODE = 2_000

/** @param html a document, or a part of one */
export const readReservations = (html: string): ReadBooking[] => readReservationsIn([html])

/** Of several documents that may say the same, such as a mail and what it forwards. */
export function readReservationsIn(documents: readonly string[]): ReadBooking[] {
  const items = documents.flatMap(itemsOfHtml)
  const reservations = findReservations(items, undefined, 0).slice(0, MAX_RESERVATIONS)
  const legs: Leg[] = []
  const visits: Visit[] = []
  for (const reservation of reservations) {
    if (legs.length >= MAX_LEGS) break
    const read = readReservation(reservation)
    legs.push(...read.legs)
    if (read.visit) visits.push(read.visit)
  }
  return [...joinLegs(legs), ...limitCodes(joinVisits(visits))].slice(0, MAX_BOOKINGS)
}

/** What a package says about all that is in it. */
const SHARED = ['reservationNumber', 'reservationId', 'underName', 'reservationStatus']

function findReservations(values: readonly Value[], shared: Item | undefined, depth: number): Item[] {
  if (depth > MAX_DEPTH) return []
  return values.flatMap((value) => {
    if (typeof value === 'string') return []
    if (value.types.includes('ReservationPackage')) {
      return findReservations(value.properties.get('subReservation') ?? [], value, depth + 1)
    }
    if (value.types.some((type) => Object.hasOwn(readers, type))) return [shared ? withShared(value, shared) : value]
    return findReservations([...value.properties.values()].flat(), shared, depth + 1)
  })
}

function withShared(item: Item, shared: Item): Item {
  const given = SHARED.flatMap((name) => {
    const values = item.properties.has(name) ? undefined : shared.properties.get(name)
    return values ? [[name, values] as const] : []
  })
  return { types: item.types, properties: new Map([...item.properties, ...given]) }
}

interface Read {
  legs: readonly Leg[]
  visit?: Visit
}

type Reader = (reservation: Item) => Read

const readers: Record<string, Reader> = {
  FlightReservation: journeyReader('flight', {
    from: ['departureAirport'],
    to: ['arrivalAirport'],
    number: ['flightNumber', 'identifier'],
    carrier: ['airline', 'carrier', 'provider'],
  }),
  TrainReservation: journeyReader('train', {
    from: ['departureStation'],
    to: ['arrivalStation'],
    number: ['trainNumber', 'trainName', 'name'],
    carrier: ['trainCompany', 'provider'],
  }),
  BusReservation: journeyReader('bus', {
    from: ['departureBusStop', 'departureBusStation', 'departureStation'],
    to: ['arrivalBusStop', 'arrivalBusStation', 'arrivalStation'],
    number: ['busNumber', 'busName', 'name'],
    carrier: ['busCompany', 'provider'],
  }),
  BoatReservation: journeyReader('ferry', {
    from: ['departureBoatTerminal'],
    to: ['arrivalBoatTerminal'],
    number: ['boatNumber', 'identifier', 'name'],
    carrier: ['boatCompany', 'provider'],
  }),
  LodgingReservation: readStay,
  EventReservation: readEvent,
  RentalCarReservation: readCar,
}

function readReservation(reservation: Item): Read {
  const type = reservation.types.find((name) => Object.hasOwn(readers, name))
  return (type && readers[type]?.(reservation)) || { legs: [] }
}

/* Journeys */

interface JourneyWords {
  from: readonly string[]
  to: readonly string[]
  number: readonly string[]
  carrier: readonly string[]
}

function journeyReader(kind: BookingKind, words: JourneyWords): Reader {
  return (reservation) => {
    const trips = itemsOf(reservation, 'reservationFor').filter((trip) => hasEnds(trip, words))
    const travellers = travellersOf(reservation, trips.length === 1)
    const common = commonOf(reservation)
    const legs = trips.slice(0, MAX_TRIPS).flatMap((trip) => {
      const segment = readSegment(kind, words, trip, reservation)
      return travellers.map((traveller): Leg => {
        // Readers of a share link see the details: nothing in them is about one person.
        return {
          kind,
          ...common,
          segment,
          traveller: traveller.name === '' ? { ...traveller, seat: '', cabin: '' } : traveller,
        }
      })
    })
    return { legs }
  }
}

const hasEnds = (trip: Item, { from, to }: JourneyWords) =>
  [...from, ...to, 'departureTime', 'departureDay', 'arrivalTime'].some((name) => trip.properties.has(name))

function readSegment(kind: BookingKind, words: JourneyWords, trip: Item, reservation: Item): Leg['segment'] {
  const carrier = [...itemsAndTexts(trip, words.carrier), ...itemsAndTexts(reservation, words.carrier)][0]
  const departs = timeOf(trip, 'departureTime')
  return {
    ...readNumber(kind, firstText(trip, ...words.number), carrier),
    from: placeOf(trip, words.from, kind),
    to: placeOf(trip, words.to, kind),
    departs: departs.date === '' ? withTimeOf(timeOf(trip, 'departureDay'), departs) : departs,
    arrives: timeOf(trip, 'arrivalTime'),
    terminal: firstText(trip, 'departureTerminal'),
    arrivalTerminal: firstText(trip, 'arrivalTerminal'),
    gate: firstText(trip, 'departureGate', 'departurePlatform'),
    boardingTime: localTime(timeOf(trip, 'boardingTime')) || localTime(timeOf(reservation, 'boardingTime')),
  }
}

const withTimeOf = (day: ReadTime, { time }: ReadTime): ReadTime => (time === '' ? day : { ...day, time })

/** '' if nobody knows what the clock there shows. */
const localTime = ({ time, instant }: ReadTime): string => (instant === undefined ? time : '')

/** Splits 'AC 0848', whether or not the source also names the airline. */
function readNumber(kind: BookingKind, text: string, carrier: Value | undefined): { carrier: string; number: string } {
  const name = carrier === undefined ? '' : valueText(carrier)
  if (kind !== 'flight') return { carrier: name, number: /^\d+$/.test(text) ? withoutZeros(text) : text }
  const stated = (typeof carrier === 'object' ? firstText(carrier, 'iataCode') : name).toUpperCase()
  const code = /^(?=.*[A-Z])[A-Z\d]{2}$/.test(stated) ? stated : ''
  // Only the letters of codes: the capital of another may be two, as of 'ß', and the text too long.
  const compact = text.replace(/[\s-]/g, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase())
  const [, prefix = '', digits = ''] = /^((?=\d?[A-Z])[A-Z\d]{2}|[A-Z]{3})(\d{1,4}[A-Z]?)$/.exec(compact) ?? []
  return { carrier: code || prefix || name, number: withoutZeros(digits || compact) }
}

const withoutZeros = (number: string) => number.replace(/^0+(?=\d)/, '')

/* Stays, cars and events */

/** A booking that is no journey, for one person. */
interface Visit {
  booking: ReadBooking
  travellers: readonly Traveller[]
  facts: readonly string[]
}

function readStay(reservation: Item): Read {
  const hotel = itemsOf(reservation, 'reservationFor')[0] ?? itemsOf(reservation, 'provider')[0]
  const starts = firstTime(reservation, ['checkinTime', 'checkInTime', 'checkinDate', 'checkInDate'])
  const ends = firstTime(reservation, ['checkoutTime', 'checkOutTime', 'checkoutDate', 'checkOutDate'])
  const place = hotel ? placeOfItem(hotel) : noPlace
  const phone = hotel ? firstText(hotel, 'telephone') : ''
  return visitOf(reservation, 'stay', {
    name: place.name,
    place,
    starts: withoutMidnight(starts),
    ends: withoutMidnight(ends),
    facts: [
      firstText(reservation, 'lodgingUnitType'),
      firstText(reservation, 'lodgingUnitDescription'),
      phone && m.booking_facts_phone({ number: phone }),
    ],
  })
}

/** Midnight means that only the day is known: no hotel has people check in then. */
const withoutMidnight = (time: ReadTime): ReadTime =>
  time.time === '00:00' ? { date: time.date, time: '', zone: time.zone } : time

function readCar(reservation: Item): Read {
  const car = itemsOf(reservation, 'reservationFor')[0]
  const company = itemsAndTexts(car, ['rentalCompany', 'provider'])[0] ?? itemsAndTexts(reservation, ['provider'])[0]
  const place = placeOf(reservation, ['pickupLocation', 'pickUpLocation'])
  const endPlace = placeOf(reservation, ['dropoffLocation', 'dropOffLocation'])
  const isElsewhere = endPlace.name !== place.name || endPlace.address !== place.address
  const model = car ? [firstText(car, 'brand', 'make', 'manufacturer'), firstText(car, 'model', 'name')] : []
  return visitOf(reservation, 'car', {
    name: (company === undefined ? '' : valueText(company)) || place.name,
    place,
    endPlace: isElsewhere ? endPlace : noPlace,
    starts: firstTime(reservation, ['pickupTime', 'pickUpTime']),
    ends: firstTime(reservation, ['dropoffTime', 'dropOffTime']),
    facts: [
      [...new Set(model)].filter(Boolean).join(' '),
      car ? firstText(car, 'vehicleConfiguration', 'category') : '',
    ],
  })
}

function readEvent(reservation: Item): Read {
  const event = itemsOf(reservation, 'reservationFor')[0]
  const doors = event ? localTime(timeOf(event, 'doorTime')) : ''
  const count = Number(firstText(reservation, 'numSeats'))
  return visitOf(reservation, 'attraction', {
    name: event ? firstText(event, 'name') : '',
    place: event ? placeOf(event, ['location']) : noPlace,
    starts: event ? timeOf(event, 'startDate') : noTime,
    ends: event ? timeOf(event, 'endDate') : noTime,
    facts: [
      doors && m.booking_facts_doors({ time: doors }),
      // No seats: readers of a share link see the details.
      Number.isInteger(count) && count > 1 && count < 1000 ? m.booking_facts_tickets({ count }) : '',
    ],
  })
}

function visitOf(
  reservation: Item,
  kind: BookingKind,
  { facts, ...fields }: Partial<ReadBooking> & { facts: readonly string[] },
): Read {
  const { price, confirmationNumber, isCancelled } = commonOf(reservation)
  const booking = { ...emptyBooking(kind), ...fields, price, confirmationNumber, isCancelled }
  // Only the words that all bookings have: nobody can do anything with it.
  if (booking.name === '' && booking.starts.date === '') return { legs: [] }
  const travellers = travellersOf(reservation, true)
  return { legs: [], visit: { booking, travellers, facts } }
}

function joinVisits(visits: readonly Visit[]): ReadBooking[] {
  const same = groupBy(visits, ({ booking: { kind, name, confirmationNumber, starts, isCancelled } }) =>
    JSON.stringify([kind, name.toLowerCase(), confirmationNumber, starts.date, starts.time, isCancelled]),
  )
  return [...same.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const passengers = new Passengers()
    const codes = new Map<string, ReadBooking['codes'][number]>()
    for (const traveller of group.flatMap(({ travellers }) => travellers)) {
      const index = passengers.indexOf(traveller)
      for (const { format, text, isShared } of traveller.codes) {
        codes.set(`${format} ${text}`, { format, text, passenger: isShared ? undefined : index, segment: undefined })
      }
    }
    return [
      {
        ...first.booking,
        passengers: passengers.names,
        price: commonPrice(group.map(({ booking }) => booking)),
        codes: [...codes.values()],
        details: joinFacts(group.flatMap(({ facts }) => facts)),
      },
    ]
  })
}

/* What all reservations have */

function commonOf(reservation: Item): Pick<ReadBooking, 'confirmationNumber' | 'price' | 'isCancelled'> {
  const [ticket, ...others] = itemsOf(reservation, 'reservedTicket')
  return {
    confirmationNumber: firstText(reservation, 'reservationNumber', 'reservationId', 'confirmationNumber'),
    price: priceOf(reservation) ?? (ticket && others.length === 0 ? priceOf(ticket) : undefined),
    isCancelled: [reservation, ...itemsOf(reservation, 'reservationFor')].some((item) =>
      /cancel/i.test(statusOf(item, 'reservationStatus') || statusOf(item, 'eventStatus')),
    ),
  }
}

function priceOf(item: Item): ReadBooking['price'] {
  for (const name of ['totalPrice', 'price']) {
    const [specification] = itemsOf(item, name)
    const price = specification
      ? readPrice(firstText(specification, 'price', 'value', 'maxPrice'), currencyOf(specification) || currencyOf(item))
      : readPrice(firstText(item, name), currencyOf(item))
    if (price) return price
  }
  return undefined
}

const currencyOf = (item: Item) => firstText(item, 'priceCurrency', 'currency')

/**
 * At least one, who may have no name.
 * @param hasOneTrip whether the seats can only be those of one trip
 */
function travellersOf(reservation: Item, hasOneTrip: boolean): Traveller[] {
  const names = (reservation.properties.get('underName') ?? [])
    .slice(0, MAX_TRAVELLERS)
    .map(personName)
    .filter((name) => name !== '')
  const tickets = itemsOf(reservation, 'reservedTicket').slice(0, MAX_TRAVELLERS)
  const seatHolder = tickets.length === 0 ? [reservation] : []
  const holders = [...tickets, ...seatHolder]
  const shared = codesOf(reservation)
  const cabin = firstText(reservation, 'airplaneSeatClass', 'seatClass')
  const count = Math.min(MAX_TRAVELLERS, Math.max(1, names.length, holders.length))
  return Array.from({ length: count }, (_, index) => {
    const holder = holders[index]
    const ownName = holder && tickets.length > 0 ? (holder.properties.get('underName') ?? []).map(personName)[0] : ''
    const isSeatKnown = hasOneTrip && holder !== undefined && (tickets.length > 0 || count === 1)
    const seat = isSeatKnown ? seatOf(holder) : { seat: '', cabin: '' }
    return {
      name: ownName || names[index] || (names.length === 1 && count === 1 ? names[0] : '') || '',
      ticketNumber:
        (holder && firstText(holder, 'ticketNumber')) || (count === 1 ? firstText(reservation, 'ticketNumber') : ''),
      seat: seat.seat,
      cabin: plainLine([seat.cabin, cabin].filter(Boolean).join(', ')),
      codes: [
        ...(holder && tickets.length > 0 ? codesOf(holder).map((code) => ({ ...code, isShared: false })) : []),
        ...shared.map((code) => ({ ...code, isShared: count > 1 })),
      ],
    }
  })
}

function personName(value: Value): string {
  if (typeof value === 'string') return readPassengerName(plainLine(value))
  const full = firstText(value, 'name') || [firstText(value, 'givenName'), firstText(value, 'familyName')].join(' ')
  return plainLine(readPassengerName(full))
}

function seatOf(holder: Item): { seat: string; cabin: string } {
  const ticketed = itemsOf(holder, 'ticketedSeat')[0]
  if (!ticketed) {
    const seat = firstText(holder, 'airplaneSeat', 'ticketedSeat')
    return { seat: seat || venueSeat(holder, 'venueSection', 'venueRow', 'venueSeat'), cabin: '' }
  }
  const [number, row, section] = ['seatNumber', 'seatRow', 'seatSection'].map((name) => firstText(ticketed, name))
  const type = firstText(ticketed, 'seatingType')
  if (holder.types.includes('Ticket') && number && row && !/^[A-Z]$/i.test(number)) {
    return { seat: venueSeat(ticketed, 'seatSection', 'seatRow', 'seatNumber'), cabin: type }
  }
  const coach = section && (/^\d+$/.test(section) ? m.booking_facts_coach({ coach: section }) : section)
  const isLetter = /^[A-Z]$/i.test(number ?? '')
  return { seat: plainLine(`${isLetter ? row : ''}${number}`), cabin: [coach, type].filter(Boolean).join(', ') }
}

/** 'Section B, Row 4, Seat 12'. */
function venueSeat(item: Item, sectionName: string, rowName: string, seatName: string): string {
  const [section, row, seat] = [firstText(item, sectionName), firstText(item, rowName), firstText(item, seatName)]
  const parts = [
    section && m.booking_facts_section({ section }),
    row && m.booking_facts_row({ row }),
    seat && m.booking_facts_seat({ seat }),
  ]
  return plainLine(parts.filter(Boolean).join(', '))
}

const CODE_FORMATS: Record<string, CodeFormat> = {
  qrcode: 'qr',
  qr: 'qr',
  azteccode: 'aztec',
  aztec: 'aztec',
  barcode128: 'code128',
  code128: 'code128',
  pdf417: 'pdf417',
}

/** Codes as texts. Addresses of pictures are left out: nothing is loaded from a sender. */
function codesOf(holder: Item): Omit<LegCode, 'isShared'>[] {
  return (holder.properties.get('ticketToken') ?? []).flatMap((token) => {
    const [, name = '', text = ''] = typeof token === 'string' ? (/^\s*(\w{2,10}):([\s\S]+)$/.exec(token) ?? []) : []
    const key = name.toLowerCase()
    const format = Object.hasOwn(CODE_FORMATS, key) ? CODE_FORMATS[key] : undefined
    if (!format || text.length > MAX_CODE || /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) return []
    return format === 'qr' || /^[ -ÿ]*$/.test(text) ? [{ format, text }] : []
  })
}

/* Values */

const itemsOf = (item: Item | undefined, name: string): Item[] =>
  (item?.properties.get(name) ?? []).filter((value) => typeof value !== 'string')

const itemsAndTexts = (item: Item | undefined, names: readonly string[]): Value[] =>
  names.flatMap((name) => item?.properties.get(name) ?? []).filter((value) => valueText(value) !== '')

/** The first of the properties that says something. */
function firstText(item: Item, ...names: string[]): string {
  for (const name of names) {
    for (const value of item.properties.get(name) ?? []) {
      const text = valueText(value)
      if (text !== '') return text
    }
  }
  return ''
}

/** A text, an address or a thing with an address: 'http://schema.org/ReservationCancelled'. */
function statusOf(item: Item, name: string): string {
  const [value] = item.properties.get(name) ?? []
  const [id] = typeof value === 'object' ? (value.properties.get('@id') ?? []) : [value]
  return typeof id === 'string' ? id : ''
}

function valueText(value: Value): string {
  if (typeof value === 'string') return plainLine(value)
  for (const name of ['name', '@value', 'value', 'iataCode']) {
    const [inner] = value.properties.get(name) ?? []
    if (typeof inner === 'string') return plainLine(inner)
  }
  return ''
}

function firstTime(item: Item, names: readonly string[]): ReadTime {
  return names.map((name) => timeOf(item, name)).find(({ date }) => date !== '') ?? noTime
}

/** A text, or what KDE's mail programs make of it: a text with the zone beside it. */
function timeOf(item: Item, name: string): ReadTime {
  const [value] = item.properties.get(name) ?? []
  if (value === undefined) return noTime
  if (typeof value === 'string') return readIsoTime(value.slice(0, 100))
  return readIsoTime(firstText(value, '@value').slice(0, 100), knownZone(firstText(value, 'timezone')))
}

function placeOf(item: Item, names: readonly string[], kind?: BookingKind): ReadPlace {
  for (const name of names) {
    for (const value of item.properties.get(name) ?? []) {
      const place = typeof value === 'string' ? { ...noPlace, name: plainLine(value) } : placeOfItem(value)
      if (place.code || place.name || place.address) return kind === 'flight' ? withCode(place) : place
    }
  }
  return noPlace
}

/** Finds the code in the name of an airport: 'YYZ', 'Toronto Pearson (YYZ)'. */
function withCode(place: ReadPlace): ReadPlace {
  const [, name = '', code = ''] = /^(?:(.*?)\s*\()?([A-Z]{3})\)?$/.exec(place.name) ?? []
  return place.code !== '' || code === '' ? place : { ...place, code, name }
}

function placeOfItem(item: Item): ReadPlace {
  const code = firstText(item, 'iataCode').toUpperCase()
  return { code: /^[A-Z]{3}$/.test(code) ? code : '', name: firstText(item, 'name'), address: addressOf(item) }
}

function addressOf(item: Item): string {
  const [address] = itemsOf(item, 'address')
  if (!address) return firstText(item, 'address')
  const town = [firstText(address, 'postalCode'), firstText(address, 'addressLocality')].filter(Boolean).join(' ')
  const parts = [firstText(address, 'streetAddress'), town, firstText(address, 'addressRegion')]
  return plainLine([...parts, firstText(address, 'addressCountry')].filter(Boolean).join(', '))
}
