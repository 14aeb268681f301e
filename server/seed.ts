import { derivedId } from '#domain/derived-id.ts'
import { createDemoAccount } from './accounts/demo-account.ts'
import type { Database } from './db/engine.ts'
import { makeSection } from './plan/make-section.ts'
import type { PlanStore } from './plan/plan-store.ts'
import { createDemoTrip, demoDetails, demoTrip } from './trips/demo-trip.ts'

/** Puts the demo account and the demo trip into a database in which nobody has an account yet. */
export async function seedDemo({ kysely: db }: Database, plan: PlanStore, clock: () => Date): Promise<void> {
  const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody) return
  await createDemoTrip(db, clock())
  const { details } = await plan.listVersions(demoTrip.id)
  if (details === 0) {
    // The ids of what is done are fixed, so that of processes that start together one does it.
    const operationId = (number: number) => derivedId(`demo/details/${number}`)
    await makeSection(plan, demoTrip, 'details', demoDetails(clock()), { operationId })
  }
  await createDemoAccount(db, clock)
}
