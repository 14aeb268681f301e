import { phaseOf } from '#domain/today/phase.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { useClock } from '../overview/today/use-clock.ts'

/** Whether the trip has ended, by the device's date. What people plan before it then is in the past. */
export function useIsOver(tripId: string): boolean {
  const today = useClock(undefined).date
  const dates = useSection(tripId, 'details')?.value
  return dates !== undefined && phaseOf(dates, today).is === 'after'
}
