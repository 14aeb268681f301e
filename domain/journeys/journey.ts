import { instantsIn } from '../calendar/zone-times.ts'
import { memoByObject } from '../food/memo-by-object.ts'
import { addDays, daysBetween, type LocalDate, type OptionalLocalDate } from '../local-date.ts'
import type { Segment } from '../plan/booking.ts'
import type { Ticket } from '../plan/tickets.ts'
import { trimmed } from '../text.ts'
import { clockOf, DAY_MINUTES } from '../today/clock.ts'
import { parseTime } from '../typed-time.ts'

/*
 * Journeys as they will be: how long each part takes, where people wait, and what cannot work.
 * Invariants: nothing is guessed: without both times and both zones there is no duration, and no warning. Times
 *   are shown as the clocks at their places show them. All is computed from the segments of one ticket, in their order.
 */

const MINUTE_MS = 60_000
/** Fewer minutes are short for changing planes: most airports ask for at least 45. */
const SHORT_CONNECTION = 45
/** Longer than that nobody waits: it is a stopover. */
const LONGEST_WAIT = DAY_MINUTES
/** No flight takes longer. */
const LONGEST_FLIGHT = DAY_MINUTES

/** A departure or an arrival. */
export interface Moment {
  /** '' if nobody entered it. */
  date: OptionalLocalDate
  /** Minutes since midnight, as the clock there shows them. */
  minute: number | undefined
  zone: string
  /** Milliseconds since 1970; undefined unless date, time and zone are known. */
  instant: number | undefined
  /** Whether the clock there shows this time twice that night, or not at all. The first of two is meant. */
  clock: 'once' | 'twice' | 'never'
}

/** What is wrong with a leg: it arrives before it leaves, or takes longer than any flight. */
export type LegTrouble = 'arrives_before' | 'too_long'

export interface Leg {
  segment: Segment
  /** Of its ticket. */
  type: Ticket['type']
  departs: Moment
  arrives: Moment
  /** How long it takes; undefined unless both instants are known. */
  minutes: number | undefined
  /** By how many days the date of the arrival is later, as the clocks show them: 1 for '+1 day'. */
  plusDays: number
  trouble: LegTrouble | undefined
}

/**
 * What is wrong with a connection: the next leg leaves before this one arrives, soon after, or somewhere else.
 */
export type ConnectionTrouble = 'impossible' | 'short' | 'elsewhere'

/** The wait between two legs. */
export interface Connection {
  /** The city or airport. */
  place: string
  minutes: number | undefined
  trouble: ConnectionTrouble | undefined
  /** Whether it is longer than a day: a stopover. */
  isStopover: boolean
}

export interface Journey {
  legs: readonly Leg[]
  /** Between each leg and the next: one less than legs. */
  connections: readonly Connection[]
  /** From the first departure to the last arrival, if both are known. */
  minutes: number | undefined
}

// Once for each list of the plan: zones take long, and cards ask again each minute.
const journeyOnce = memoByObject(computeJourney, (one, other) => one === other)

/** The journey that these segments make. `type` says whether a segment may take longer than a flight. */
export const journeyOf = ({ segments, type }: Pick<Ticket, 'segments' | 'type'>): Journey => journeyOnce(segments, type)

function computeJourney(segments: readonly Segment[], type: Ticket['type']): Journey {
  const legs = segments.map((one) => legOf(one, type))
  const connections = legs.slice(1).map((next, index) => connectionOf(legs[index] as Leg, next))
  const [start, end] = [legs[0]?.departs.instant, legs.at(-1)?.arrives.instant]
  const minutes = start === undefined || end === undefined || end <= start ? undefined : (end - start) / MINUTE_MS
  return { legs, connections, minutes }
}

export function legOf(segment: Segment, type: Ticket['type']): Leg {
  const { departs_on, departs_at, from_zone, arrives_on, arrives_at, to_zone } = segment
  const departs = momentOf(departs_on, departs_at, from_zone)
  const arrives = momentOf(arrives_on, arrives_at, to_zone)
  const minutes =
    departs.instant === undefined || arrives.instant === undefined
      ? undefined
      : (arrives.instant - departs.instant) / MINUTE_MS
  const isBackwards = minutes !== undefined && minutes <= 0
  const isTooLong = type === 'flight' && minutes !== undefined && minutes > LONGEST_FLIGHT
  const plusDays = departs_on === '' || arrives_on === '' ? 0 : daysBetween(departs_on, arrives_on)
  const trouble = isBackwards ? 'arrives_before' : isTooLong ? 'too_long' : undefined
  return { segment, type, departs, arrives, minutes: isBackwards ? undefined : minutes, plusDays, trouble }
}

/** A departure or an arrival, as far as it is known. */
export function momentOf(date: OptionalLocalDate, time: string, zone: string): Moment {
  const minute = parseTime(time)
  const toInstant = date === '' || minute === undefined ? undefined : instantsIn(zone)
  const instant = toInstant?.(date as LocalDate, minute as number)
  const clock = instant === undefined ? 'once' : timesShown(zone, date as LocalDate, minute as number, instant)
  return { date, minute, zone, instant, clock }
}

const HOUR_MS = 60 * MINUTE_MS

/** How often the clock shows a time: changes of the clocks are of at most an hour, and of half an hour in one place. */
function timesShown(zone: string, date: LocalDate, minute: number, instant: number): Moment['clock'] {
  const isShown = (at: number) => {
    const shown = clockOf(new Date(at), zone)
    return shown.date === date && shown.minute === minute
  }
  if (!isShown(instant)) return 'never'
  return isShown(instant + HOUR_MS) || isShown(instant + HOUR_MS / 2) ? 'twice' : 'once'
}

function connectionOf({ segment, arrives }: Leg, { segment: next, departs }: Leg): Connection {
  const minutes =
    arrives.instant === undefined || departs.instant === undefined
      ? undefined
      : (departs.instant - arrives.instant) / MINUTE_MS
  const isStopover = minutes !== undefined && minutes > LONGEST_WAIT
  return {
    place: trimmed(segment.to) || segment.to_code || trimmed(next.from) || next.from_code,
    minutes: minutes === undefined || minutes < 0 ? undefined : minutes,
    trouble: isStopover ? undefined : troubleOf(minutes, segment.to_code, next.from_code),
    isStopover,
  }
}

function troubleOf(minutes: number | undefined, arrival: string, departure: string): ConnectionTrouble | undefined {
  if (minutes !== undefined && minutes <= 0) return 'impossible'
  if (arrival !== '' && departure !== '' && arrival !== departure) return 'elsewhere'
  return minutes !== undefined && minutes < SHORT_CONNECTION ? 'short' : undefined
}

/**
 * The date on which a segment arrives if only its time was entered: the first day on which that is later than the
 * departure. '' if that cannot be computed.
 */
export function arrivalDate(segment: Segment): OptionalLocalDate {
  const { departs_on, departs_at, from_zone, arrives_at, to_zone } = segment
  const [start, end] = [parseTime(departs_at), parseTime(arrives_at)]
  if (departs_on === '' || start === undefined || end === undefined) return ''
  // Also where neither zone is known: most such journeys are in one.
  if (from_zone === to_zone) return end > start ? departs_on : addDays(departs_on, 1)
  const departs = momentOf(departs_on, departs_at, from_zone).instant
  if (departs === undefined) return ''
  const arrives = (date: LocalDate) => momentOf(date, arrives_at, to_zone).instant ?? Number.NaN
  // Westwards over the date line, people arrive on the day before.
  return [-1, 0, 1, 2].map((days) => addDays(departs_on, days)).find((date) => arrives(date) > departs) ?? ''
}

/** The day that a ticket is for: that of its first segment with a date, else as typed. */
export function dateOf({ date, segments }: Pick<Ticket, 'date' | 'segments'>): OptionalLocalDate {
  return segments.find(({ departs_on }) => departs_on !== '')?.departs_on || date
}

/** 'AC 848'; '' if neither is known. */
export const carrierText = ({ carrier, number }: Pick<Segment, 'carrier' | 'number'>): string =>
  [trimmed(carrier), trimmed(number)].filter(Boolean).join(' ')

/** What people call where a segment starts: 'Toronto', or else its code. */
export const fromText = ({ from, from_code }: Pick<Segment, 'from' | 'from_code'>): string => trimmed(from) || from_code
export const toText = ({ to, to_code }: Pick<Segment, 'to' | 'to_code'>): string => trimmed(to) || to_code
