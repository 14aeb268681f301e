import { useState } from 'react'
import { canOpenTrip } from '#domain/access.ts'
import { type Countdown, countdownTo, type NextLeg, nextLeg } from '#domain/journeys/next-leg.ts'
import type { Trip } from '#domain/trip.ts'
import { useClockEvery } from '#web/trip-core/days/use-clock-every.ts'
import { linkedTickets } from '#web/trip-core/derived/bookings.ts'
import { notComing, ownId } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'

/** Computes the next leg of the current user at a time; undefined if they take none. */
function useOwnLegs(trip: Trip): (now: Date) => NextLeg | undefined {
  const me = useDerived(trip, ownId)
  const isAway = useDerived(trip, notComing).has(me)
  const tickets = useDerived(trip, linkedTickets)
  const isShown = trip.type === 'air_travel' && canOpenTrip(trip) && !isAway
  return (now) => (isShown ? nextLeg(tickets, { now, me }) : undefined)
}

/**
 * The part of an air trip's journey that the current user is on, or takes next, and the time at which that is true.
 * Undefined for readers, and on other trips.
 */
export function useNextLeg(trip: Trip): { next: NextLeg | undefined; now: Date } {
  const find = useOwnLegs(trip)
  // Read in each render: there is one whenever the clock is read below.
  const now = new Date()
  const next = find(now)
  const left = next && countdownOf(next, now)
  useClockEvery(trip.id, left && (left.in === 'minutes' || left.days === 0) ? 1 : 15)
  return { next, now }
}

/** Until the departure, or the arrival of a leg that is under way. */
export const countdownOf = ({ leg, isUnderWay }: NextLeg, now: Date): Countdown | undefined =>
  countdownTo(isUnderWay ? leg.arrives : leg.departs, now)

/** Whether the next leg is today or tomorrow, as of when the page opened: what somebody is reading does not move. */
export function useHasLegSoon(trip: Trip): boolean {
  const find = useOwnLegs(trip)
  const [isSoon] = useState(() => {
    const now = new Date()
    const next = find(now)
    const left = next && countdownOf(next, now)
    return next?.isUnderWay === true || left?.in === 'minutes' || (left !== undefined && left.days <= 1)
  })
  return isSoon
}
