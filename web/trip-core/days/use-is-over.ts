import { type Phase, phaseOf } from '#domain/today/phase.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { useTripClock } from './use-trip-clock.ts'

/** Whether the trip has ended, by the date where it is. */
export function useIsOver(tripId: string): boolean {
  return usePhase(tripId) === 'after'
}

/** Whether today is one of the trip's days. */
export function useIsUnderWay(tripId: string): boolean {
  return usePhase(tripId) === 'during'
}

function usePhase(tripId: string): Phase['is'] | undefined {
  const today = useTripClock(tripId).date
  const dates = useSection(tripId, 'details')?.value
  return dates && phaseOf(dates, today).is
}
