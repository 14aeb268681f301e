import type { Trip } from '#domain/trip.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { type DutyList, dutyList } from './duty-list.ts'

export interface DutiesView extends DutyList {
  section: ShownSection<'duties'>
}

/** The duties of a trip; undefined until all that they depend on is loaded. */
export function useDuties(trip: Trip): DutiesView | undefined {
  const section = useSection(trip.id, 'duties')
  const list = useDerived(trip, dutyList)
  return section && list ? { section, ...list } : undefined
}
