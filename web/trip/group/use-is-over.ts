import { phaseOf } from '#domain/today/phase.ts'
import { useClock } from '#web/components/use-clock.ts'
import { useSection } from '#web/data/trips/use-section.ts'

/** Whether the trip has ended, by the device's date. What people plan before it then is in the past. */
export function useIsOver(tripId: string): boolean {
  const today = useClock().date
  const dates = useSection(tripId, 'details')?.value
  return dates !== undefined && phaseOf(dates, today).is === 'after'
}
