import { createDemoAccount } from './accounts/demo-account.ts'
import type { Database } from './db/database.ts'
import type { PlanStore } from './plan/plan-store.ts'
import { createDemoTrip, demoDetails, demoTrip } from './trips/demo-trip.ts'

/** Puts the demo account and the demo trip into a database in which nobody has an account yet. */
export async function seedDemo({ kysely: db }: Database, plan: PlanStore, clock: () => Date): Promise<void> {
  const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody) return
  await createDemoTrip(db, clock())
  const { details } = await plan.listVersions(demoTrip.id)
  if (details === 0) {
    // The save's id is fixed, so that processes that start together save once.
    await plan.save(demoTrip, 'details', { id: '5b0f6f0e-6a1c-4d6e-9a53-0a16093d0e05', base: 0, value: demoDetails(clock()) }, null)
  }
  await createDemoAccount(db, clock)
}
