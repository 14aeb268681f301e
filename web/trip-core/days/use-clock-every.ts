import { useState } from 'react'
import { type Clock, DAY_MINUTES } from '#domain/today/clock.ts'
import { useTripClock } from './use-trip-clock.ts'

/** The trip's clock, read again every so many minutes: a divisor of 60. */
export function useClockEvery(tripId: string, minutes: number): Clock {
  const [changesAt, setChangesAt] = useState<number>()
  const clock = useTripClock(tripId, changesAt)
  const next = Math.min(DAY_MINUTES, (Math.floor(clock.minute / minutes) + 1) * minutes)
  if (next !== changesAt) setChangesAt(next)
  return clock
}
