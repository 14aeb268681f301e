import type { Trip } from '#domain/trip.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { type ComputedGear, gearList } from './gear-list.ts'

export interface GearView extends ComputedGear {
  gear: ShownSection<'gear'>
  checklist: ShownSection<'checklist'>
}

/** The checklist of a trip and who brings what of it; undefined until it is loaded. */
export function useGear(trip: Trip): GearView | undefined {
  const gear = useSection(trip.id, 'gear')
  const checklist = useSection(trip.id, 'checklist')
  const list = useDerived(trip, gearList)
  return gear && checklist && list ? { gear, checklist, ...list } : undefined
}
