import { type Phase, phaseOf } from '#domain/today/phase.ts'
import { useClock } from '#web/data/react/use-clock.ts'
import { useSection } from '#web/data/trips/use-section.ts'

/** Whether the trip has ended, by the device's date. */
export function useIsOver(tripId: string): boolean {
  return usePhase(tripId) === 'after'
}

/** Whether today is one of the trip's days. */
export function useIsUnderWay(tripId: string): boolean {
  return usePhase(tripId) === 'during'
}

function usePhase(tripId: string): Phase['is'] | undefined {
  const today = useClock().date
  const dates = useSection(tripId, 'details')?.value
  return dates && phaseOf(dates, today).is
}
