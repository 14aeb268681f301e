import { daysBetween, type LocalDate } from '../local-date.ts'
import type { Seat } from '../plan/booking.ts'
import type { Ticket } from '../plan/tickets.ts'
import { clockOf, DAY_MINUTES, instantIn, isTimeZone } from '../today/clock.ts'
import { type Connection, journeyOf, type Leg, type Moment } from './journey.ts'
import { passengersOf, seatOf, travellersOf } from './travellers.ts'

/*
 * The part of a journey that somebody is on, or takes next.
 * Invariants: only the plan decides, so it works offline. A time without a zone follows the device's clock and has no
 *   countdown in hours. What has no time passes at the end of its day.
 */

export interface NextLeg {
  ticket: Ticket
  leg: Leg
  isUnderWay: boolean
  /** The wait after it, on the same ticket; undefined for a stopover. */
  connection: Connection | undefined
  /** What the person takes after it, within a day of its arrival. */
  after: Leg | undefined
  /** Where the person sits. */
  seat: Seat | undefined
  /** Whether the ticket has a code that the person may show. */
  hasCode: boolean
}

interface Person {
  now: Date
  /** Their id in the plan. */
  me: string
  /** The zone of times that have none; '' for that of the device. */
  zone?: string
}

/** Undefined once the last leg is over, or if there is none. */
export function nextLeg(tickets: readonly Ticket[], { now, me, zone = '' }: Person): NextLeg | undefined {
  const legs = tickets.flatMap((ticket) => legsOf(ticket, me, zone))
  const at = now.getTime()
  const underWay = legs.filter((one) => isUnderWay(one, at)).toSorted((one, other) => other.departs - one.departs)
  const ahead = legs.filter((one) => isAhead(one, at)).toSorted(byDeparture)
  const next = underWay[0] ?? ahead[0]
  if (!next) return undefined
  const { ticket, leg } = next
  const onTicket = legs.find((one) => one.ticket === ticket && one.index === next.index + 1)
  const isConnection = onTicket !== undefined && isWithinDay(next, onTicket)
  const own = passengersOf(ticket.passengers, me)
  return {
    ticket,
    leg,
    isUnderWay: next === underWay[0],
    connection: isConnection ? next.connection : undefined,
    after: (isConnection ? onTicket : ahead.find((one) => one.departs > next.departs && isWithinDay(next, one)))?.leg,
    seat: seatOf(leg.segment.seats, own),
    hasCode: ticket.codes.some(
      ({ passenger_id, segment_id }) =>
        (passenger_id === '' || own.size === 0 || own.has(passenger_id)) &&
        (segment_id === '' || segment_id === leg.segment.id),
    ),
  }
}

/** A leg of somebody, with when it leaves and arrives, in milliseconds since 1970. */
interface OwnLeg {
  ticket: Ticket
  leg: Leg
  index: number
  connection: Connection | undefined
  isNamed: boolean
  departs: number
  /** Undefined if nobody knows it, or it cannot be. */
  arrives: number | undefined
}

function legsOf(ticket: Ticket, me: string, zone: string): OwnLeg[] {
  const travellers = travellersOf(ticket)
  const isNamed = travellers?.includes(me) === true
  if (travellers && !isNamed) return []
  const { legs, connections } = journeyOf(ticket)
  return legs.flatMap((leg, index): OwnLeg[] => {
    const departs = endOf(leg.departs, zone)
    if (departs === undefined) return []
    const arrives = leg.trouble ? undefined : endOf(leg.arrives, zone)
    return [{ ticket, leg, index, connection: connections[index], isNamed, departs, arrives }]
  })
}

/** When a moment has passed. */
function endOf({ date, minute, zone, instant }: Moment, deviceZone: string): number | undefined {
  if (instant !== undefined || date === '') return instant
  return instantIn(isTimeZone(zone) ? zone : deviceZone, date, minute ?? DAY_MINUTES).getTime()
}

function isAhead(one: OwnLeg, at: number): boolean {
  // Somebody who arrived has left, even if nobody knows when.
  const hasArrived = one.leg.departs.minute === undefined && one.arrives !== undefined && one.arrives <= at
  return one.departs > at && !hasArrived
}

const isUnderWay = ({ departs, arrives }: OwnLeg, at: number) => departs <= at && arrives !== undefined && arrives > at

/** Of two at the same time, first the one that names the person. */
const byDeparture = (one: OwnLeg, other: OwnLeg): number =>
  one.departs - other.departs || Number(other.isNamed) - Number(one.isNamed)

const DAY_MS = DAY_MINUTES * 60_000

/** Whether a leg leaves soon after another arrives; later is a stay, not a wait. */
const isWithinDay = ({ departs, arrives = departs }: OwnLeg, next: OwnLeg) => next.departs - arrives < DAY_MS

/** How long until a moment: minutes within a day, otherwise days as the calendar there counts them. */
export type Countdown = { in: 'minutes'; minutes: number } | { in: 'days'; days: number }

/** Undefined if its date is not known. For `zone` see `nextLeg`. */
export function countdownTo(moment: Moment, now: Date, zone = ''): Countdown | undefined {
  if (moment.date === '') return undefined
  if (moment.instant !== undefined) {
    const minutes = Math.max(0, Math.ceil((moment.instant - now.getTime()) / 60_000))
    if (minutes < DAY_MINUTES) return { in: 'minutes', minutes }
  }
  return { in: 'days', days: Math.max(0, daysBetween(dateAt(moment, now, zone), moment.date)) }
}

/** The date where a moment is. */
export const dateAt = ({ zone }: Moment, now: Date, deviceZone = ''): LocalDate =>
  clockOf(now, isTimeZone(zone) ? zone : deviceZone).date
