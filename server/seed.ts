import { derivedId } from '#domain/derived-id.ts'
import { createDemoAccount } from './accounts/demo-account.ts'
import type { Database } from './db/engine.ts'
import { makeSection } from './plan/make-section.ts'
import type { PlanStore } from './plan/plan-store.ts'
import { demoPeople } from './trips/demo-people.ts'
import { createDemoTrip, demoDetails, demoTrip } from './trips/demo-trip.ts'

/** Puts the demo account and the demo trip into a database in which nobody has an account yet. */
export async function seedDemo({ kysely: db }: Database, plan: PlanStore, clock: () => Date): Promise<void> {
  const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody) return
  await createDemoTrip(db, clock())
  const versions = await plan.listVersions(demoTrip.id)
  // The ids of what is done are fixed, so that of processes that start together one does it.
  const idsOf = (section: string) => ({ operationId: (number: number) => derivedId(`demo/${section}/${number}`) })
  if (versions.details === 0) await makeSection(plan, demoTrip, 'details', demoDetails(clock()), idsOf('details'))
  if (versions.people === 0) await makeSection(plan, demoTrip, 'people', demoPeople(), idsOf('people'))
  await createDemoAccount(db, clock)
}
