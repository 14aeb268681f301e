import type { Trip } from '#domain/trip.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import type { Derived } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { needsPayees, needsPlanners } from './costs-planners.ts'
import { type ComputedCosts, costsOfTrip, costsSoFar } from './costs-view.ts'

const needsMembers: Derived<boolean> = (view) => needsPlanners(view) || needsPayees(view)

export interface CostsView extends ComputedCosts {
  section: ShownSection<'costs'>
}

/** The costs of a trip; undefined until all that they depend on is loaded. */
export function useCosts(trip: Trip): CostsView | undefined {
  const section = useSection(trip.id, 'costs')
  const computed = useDerived(trip, useIsOver(trip.id) ? costsOfTrip : costsSoFar, needsMembers)
  if (!section || !computed) return undefined
  const { edit, ...shown } = section
  const { canChange, me } = computed.group
  return { section: canChange({ added_by: me }) ? section : shown, ...computed }
}
