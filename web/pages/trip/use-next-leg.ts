import { canOpenTrip } from '#domain/access.ts'
import { type Countdown, countdownTo, type NextLeg, nextLeg } from '#domain/journeys/next-leg.ts'
import type { Trip } from '#domain/trip.ts'
import { useClockEvery } from '#web/trip-core/days/use-clock-every.ts'
import { linkedTickets } from '#web/trip-core/derived/bookings.ts'
import { notComing, ownId } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'

/** Finds the part of a journey that the current user is on at a time, or takes next; undefined if they take none. */
export type FindLeg = (now: Date) => NextLeg | undefined

/** Undefined for readers, and on other trips than by air. */
export function useFindLeg(trip: Trip): FindLeg | undefined {
  const me = useDerived(trip, ownId)
  const isAway = useDerived(trip, notComing).has(me)
  const tickets = useDerived(trip, linkedTickets)
  if (trip.type !== 'air_travel' || !canOpenTrip(trip)) return undefined
  return (now) => (isAway ? undefined : nextLeg(tickets, { now, me }))
}

/** What `find` finds, and the time at which that is true. */
export function useNextLeg(tripId: string, find: FindLeg): { next: NextLeg | undefined; now: Date } {
  // Read in each render: there is one whenever the clock is read below.
  const now = new Date()
  const next = find(now)
  const left = next && countdownOf(next, now)
  useClockEvery(tripId, left && (left.in === 'minutes' || left.days === 0) ? 1 : 15)
  return { next, now }
}

/** Until the departure, or the arrival of a leg that is under way. */
export const countdownOf = ({ leg, isUnderWay }: NextLeg, now: Date): Countdown | undefined =>
  countdownTo(isUnderWay ? leg.arrives : leg.departs, now)

/** Whether the current user is on a leg, or takes one today or tomorrow. */
export function hasLegSoon(find: FindLeg, now: Date): boolean {
  const next = find(now)
  const left = next && countdownOf(next, now)
  return next?.isUnderWay === true || left?.in === 'minutes' || (left !== undefined && left.days <= 1)
}
