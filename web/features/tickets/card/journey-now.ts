import type { Leg } from '#domain/journeys/journey.ts'
import { daysBetween, localDateOf, type OptionalLocalDate } from '#domain/local-date.ts'

/* Where a journey is now. */

/** Whether a leg is over: it has arrived, or if nobody knows when, its day is over. */
export function isOver(
  { departs, arrives, trouble }: Pick<Leg, 'departs' | 'arrives' | 'trouble'>,
  now: Date,
): boolean {
  if (arrives.instant !== undefined && !trouble) return arrives.instant < now.getTime()
  const last = trouble ? departs.date : arrives.date || departs.date
  return (daysUntil(last, now) ?? 0) < 0
}

/** The index of the leg that is under way or comes next; -1 if all are over. */
export const findNext = (legs: readonly Leg[], now: Date): number => legs.findIndex((leg) => !isOver(leg, now))

/** In how many days something is: 1 for tomorrow. */
export const daysUntil = (date: OptionalLocalDate, now: Date): number | undefined =>
  date === '' ? undefined : daysBetween(localDateOf(now), date)
