import type { Party } from '#domain/plan/people.ts'
import type { PlannedTrip, PlanStore } from './plan-store.ts'

/** The people list of a trip, as stored. */
export async function loadParties(plan: PlanStore, trip: PlannedTrip): Promise<Party[]> {
  const { people } = await plan.listVersions(trip.id)
  return (await plan.load(trip, 'people', people)).value as Party[]
}
