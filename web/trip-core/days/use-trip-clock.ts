import type { Clock } from '#domain/today/clock.ts'
import { useClock } from '#web/data/react/use-clock.ts'
import { useTripZone } from '../places/use-trip-zone.ts'

/** The clock of the trip's time zone; the device's while the trip has none. For `changesAt` see `useClock`. */
export function useTripClock(tripId: string, changesAt?: number): Clock {
  return useClock(changesAt, useTripZone(tripId))
}
