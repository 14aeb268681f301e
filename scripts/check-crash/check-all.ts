import { checkDocuments } from './check-documents.ts'
import { checkPlan } from './check-plan.ts'
import type { Crowd } from './crowd.ts'
import type { Stage } from './stage.ts'

/**
 * Checks the plans of one crowd and the documents of all crowds.
 * @throws Violation at the first failed check
 */
export async function checkAll(stage: Stage, crowd: Crowd, crowds: readonly Crowd[] = [crowd]): Promise<void> {
  const trips = new Map(crowd.planners.map(({ trip }) => [trip.id, trip]))
  await stage.withDatabase(async (db) => {
    for (const trip of trips.values()) {
      const planners = crowd.planners.filter((planner) => planner.trip.id === trip.id)
      await checkPlan(db, trip, planners)
    }
    await checkDocuments(
      db,
      stage,
      crowds.flatMap(({ uploaders }) => uploaders),
    )
  })
}
