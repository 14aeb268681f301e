import { derivedId } from '#domain/derived-id.ts'
import { createDemoAccount } from '../accounts/demo-account.ts'
import type { Database } from '../db/engine.ts'
import { makeSection } from '../plan/make-section.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import { demoPeople } from './demo-people.ts'
import { createDemoTrip, demoDetails, demoTrip } from './demo-trip.ts'

/** Creates the demo account and the demo trip, unless the database already has accounts. */
export async function seedDemo({ kysely: db }: Database, plan: PlanStore, clock: () => Date): Promise<void> {
  const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anyUser) return
  await createDemoTrip(db, clock())
  const versions = await plan.listVersions(demoTrip.id)
  // Fixed operation ids, so that only one of several starting processes applies them.
  const fixedIds = (section: string) => ({ operationId: (number: number) => derivedId(`demo/${section}/${number}`) })
  if (versions.details === 0) await makeSection(plan, demoTrip, 'details', demoDetails(clock()), fixedIds('details'))
  if (versions.people === 0) await makeSection(plan, demoTrip, 'people', demoPeople(), fixedIds('people'))
  await createDemoAccount(db, clock)
}
