import { instantsIn } from '../calendar/zone-times.ts'
import { groupBy } from '../group-by.ts'
import { plainLine } from './plain-line.ts'
import {
  type BookingKind,
  type CodeFormat,
  emptyBooking,
  type ReadBooking,
  type ReadCode,
  type ReadPlace,
  type ReadSeat,
  type ReadSegment,
  type ReadTime,
} from './read-booking.ts'

/*
 * Makes bookings of what sources say leg by leg and passenger by passenger.
 * Job: one booking for each journey of a confirmation number, with its segments in order and each passenger once. Legs
 * belong to one journey if the next one begins where the previous one ended, less than 24 hours later. So the way out
 * and the way back are two bookings.
 * Invariants: no leg is lost. The same leg twice, as JSON-LD and as microdata, is one.
 */

/** A leg of a journey, for one passenger. */
export interface Leg {
  kind: BookingKind
  confirmationNumber: string
  segment: Omit<ReadSegment, 'seats'>
  traveller: Traveller
  price: ReadBooking['price']
  isCancelled: boolean
}

export interface Traveller {
  /** '' if nobody is named. */
  name: string
  ticketNumber: string
  seat: string
  cabin: string
  codes: readonly LegCode[]
}

export interface LegCode {
  format: CodeFormat
  text: string
  /** Whether it is for all passengers, as far as anyone knows. */
  isShared: boolean
}

export const MAX_LEGS = 500
const MAX_PASSENGERS = 50
/** Of a booking. */
const MAX_CODES = 40
/** Of all bookings, in characters. A boarding pass has 60 for each flight, and up to 200 more. */
const MAX_CODE_TEXTS = 50_000
const MAX_FACTS = 30
const DAY_MS = 24 * 60 * 60 * 1000

export function joinLegs(legs: readonly Leg[]): ReadBooking[] {
  const groups = groupBy(legs.slice(0, MAX_LEGS), ({ kind, confirmationNumber, isCancelled }) =>
    JSON.stringify([kind, confirmationNumber, isCancelled]),
  )
  return limitCodes([...groups.values()].flatMap(bookingsOfGroup))
}

/** One leg, with all who travel on it. */
interface Ride {
  segment: Omit<ReadSegment, 'seats'>
  legs: Leg[]
  departs: Moment | undefined
  arrives: Moment | undefined
}

interface Moment {
  date: string
  hasTime: boolean
  /** What the clock there shows, as if it were that of UTC. */
  shown: number
  /** When it is, if the source says so. */
  exact: number | undefined
}

function bookingsOfGroup(legs: readonly Leg[]): ReadBooking[] {
  const rides = [...groupBy(legs, ({ segment }) => keyOf(segment)).values()].map(rideOf).toSorted(byDeparture)
  const journeys = journeysOf(rides)
  // Mails repeat the price of the whole at each leg and passenger, and then it may count only once.
  const prices = new Set(legs.flatMap(({ price }) => (price ? [JSON.stringify(price)] : [])))
  const first = journeys.find((journey) => journey.some((ride) => ride.legs.some(({ price }) => price)))
  return journeys.map((journey) => bookingOf(journey, prices.size > 1 || journey === first))
}

const keyOf = ({ carrier, number, from, to, departs }: Leg['segment']): string =>
  JSON.stringify([carrier, number, placeKey(from), placeKey(to), departs.date, departs.time])

const placeKey = ({ code, name }: ReadPlace): string => code || name.toLowerCase()

function rideOf(legs: Leg[]): Ride {
  const segment = legs.map((leg) => leg.segment).reduce(withMissing)
  return { segment, legs, departs: momentOf(segment.departs), arrives: momentOf(segment.arrives) }
}

/** What one source does not say, from the other. */
function withMissing(one: Leg['segment'], other: Leg['segment']): Leg['segment'] {
  return {
    ...one,
    arrives: one.arrives.date === '' ? other.arrives : one.arrives,
    terminal: one.terminal || other.terminal,
    arrivalTerminal: one.arrivalTerminal || other.arrivalTerminal,
    gate: one.gate || other.gate,
    boardingTime: one.boardingTime || other.boardingTime,
  }
}

function momentOf({ date, time, zone, instant }: ReadTime): Moment | undefined {
  if (date === '') return undefined
  const [hour = '0', minute = '0'] = time.split(':')
  const exact = instant ?? (time === '' ? undefined : instantsIn(zone)?.(date, Number(hour) * 60 + Number(minute)))
  return { date, hasTime: time !== '', shown: Date.parse(`${date}T${time || '00:00'}Z`), exact }
}

function byDeparture(one: Ride, other: Ride): number {
  const [a, b] = [one.departs ?? one.arrives, other.departs ?? other.arrives]
  if (!a || !b) return Number(!a) - Number(!b)
  return a.exact !== undefined && b.exact !== undefined ? a.exact - b.exact : a.shown - b.shown
}

/**
 * Follows connections rather than the times: across the date line, the next flight leaves before the previous one, as
 * the clocks show it.
 */
function journeysOf(rides: readonly Ride[]): Ride[][] {
  const next = new Map<Ride, Ride>()
  const followers = new Set<Ride>()
  for (const ride of rides) {
    const options = rides
      .filter((other) => other !== ride && !followers.has(other))
      .flatMap((other) => {
        const wait = waitBetween(ride, other)
        return wait === undefined ? [] : [{ other, wait }]
      })
    const [first] = options.toSorted((a, b) => a.wait - b.wait)
    if (!first) continue
    next.set(ride, first.other)
    followers.add(first.other)
  }
  const seen = new Set<Ride>()
  const journeys: Ride[][] = []
  // Those who follow nothing come first; what is left goes in a circle.
  for (const start of [...rides.filter((ride) => !followers.has(ride)), ...rides]) {
    const journey: Ride[] = []
    for (let ride: Ride | undefined = start; ride && !seen.has(ride); ride = next.get(ride)) {
      seen.add(ride)
      journey.push(ride)
    }
    if (journey.length > 0) journeys.push(journey)
  }
  return journeys.toSorted(([one], [other]) => (one && other ? byDeparture(one, other) : 0))
}

/** How long people wait for the next ride, in milliseconds; undefined if it is no connection. */
function waitBetween({ segment, departs, arrives }: Ride, next: Ride): number | undefined {
  if (!isSamePlace(segment.to, next.segment.from) || !next.departs) return undefined
  const from = arrives ?? departs
  if (!from) return undefined
  if (!from.hasTime || !next.departs.hasTime) return from.date === next.departs.date ? 0 : undefined
  // Both are times of one place, so its clock tells the difference.
  const wait =
    from.exact !== undefined && next.departs.exact !== undefined
      ? next.departs.exact - from.exact
      : next.departs.shown - from.shown
  return wait >= 0 && wait < DAY_MS ? wait : undefined
}

function isSamePlace(one: ReadPlace, other: ReadPlace): boolean {
  if (one.code !== '' && other.code !== '') return one.code === other.code
  return one.name !== '' && one.name.toLowerCase() === other.name.toLowerCase()
}

function bookingOf(rides: readonly Ride[], hasPrice: boolean): ReadBooking {
  const legs = rides.flatMap((ride) => ride.legs)
  const [first] = legs
  const passengers = new Passengers()
  const codes: ReadCode[] = []
  const segments = rides.map((ride, segment): ReadSegment => {
    const seats: ReadSeat[] = []
    passengers.startRide()
    for (const { traveller } of ride.legs) {
      const passenger = passengers.indexOf(traveller)
      for (const { format, text, isShared } of traveller.codes) {
        codes.push({ format, text, passenger: isShared ? undefined : passenger, segment })
      }
      const { seat, cabin } = traveller
      if (passenger === undefined || (seat === '' && cabin === '')) continue
      if (!seats.some((known) => known.passenger === passenger)) seats.push({ passenger, seat, cabin })
    }
    return { ...ride.segment, seats }
  })
  return {
    ...emptyBooking(first?.kind ?? 'flight'),
    confirmationNumber: first?.confirmationNumber ?? '',
    segments,
    passengers: passengers.names,
    price: hasPrice ? commonPrice(legs) : undefined,
    codes: joinCodes(codes),
    isCancelled: first?.isCancelled ?? false,
  }
}

/** Finds out who is who. Two people of one name have different seats or tickets. */
export class Passengers {
  readonly names: string[] = []
  readonly #known: { key: string; ticketNumber: string; seat: string; isOnRide: boolean }[] = []

  startRide(): void {
    for (const passenger of this.#known) {
      passenger.isOnRide = false
      passenger.seat = ''
    }
  }

  indexOf({ name, ticketNumber, seat }: Pick<Traveller, 'name' | 'ticketNumber' | 'seat'>): number | undefined {
    if (name === '') return undefined
    const key = name.toLowerCase()
    const isOther = (one: string, other: string) => one !== '' && other !== '' && one !== other
    const namesakes = this.#known.filter((known) => known.key === key)
    const found =
      namesakes.find((known) => known.isOnRide && known.ticketNumber === ticketNumber && known.seat === seat) ??
      namesakes.find(
        (known) =>
          (known.isOnRide || isSameTicket(known.ticketNumber, ticketNumber)) &&
          !isOther(known.seat, seat) &&
          !(known.isOnRide && isOther(known.ticketNumber, ticketNumber)),
      ) ??
      namesakes.find((known) => !known.isOnRide)
    if (!found) {
      if (this.names.length >= MAX_PASSENGERS) return undefined
      this.names.push(name)
      return this.#known.push({ key, ticketNumber, seat, isOnRide: true }) - 1
    }
    found.isOnRide = true
    found.ticketNumber ||= ticketNumber
    found.seat ||= seat
    return this.#known.indexOf(found)
  }
}

const isSameTicket = (one: string, other: string) => one !== '' && one === other

/** The price that all legs have. If they differ, nobody knows what the sum is. */
export function commonPrice(legs: readonly { price: ReadBooking['price'] }[]): ReadBooking['price'] {
  const [first, ...others] = legs.flatMap(({ price }) => (price ? [price] : []))
  const isCommon = others.every(({ amount, currency }) => amount === first?.amount && currency === first.currency)
  return isCommon ? first : undefined
}

/** Each code once: for everybody if several have it, and for the whole journey if several segments have it. */
function joinCodes(codes: readonly ReadCode[]): ReadCode[] {
  const same = groupBy(codes, ({ format, text }) => `${format} ${text}`)
  return [...same.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const passenger = others.every((other) => other.passenger === first.passenger) ? first.passenger : undefined
    const segment = others.every((other) => other.segment === first.segment) ? first.segment : undefined
    return [{ ...first, passenger, segment }]
  })
}

/** Without codes that no real booking has: a mail may be made to fill the plan. */
export function limitCodes(bookings: readonly ReadBooking[]): ReadBooking[] {
  let length = 0
  return bookings.map((booking) => ({
    ...booking,
    codes: booking.codes.slice(0, MAX_CODES).filter(({ text }) => {
      length += text.length
      return length <= MAX_CODE_TEXTS
    }),
  }))
}

export const joinFacts = (facts: readonly string[]): string =>
  [...new Set(facts)]
    .filter((fact) => fact !== '')
    .slice(0, MAX_FACTS)
    .map(plainLine)
    .join('\n')
