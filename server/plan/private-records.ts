import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { RecordedPeople } from '#domain/access.ts'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import type { Details } from '#domain/plan/details.ts'
import { isFilled, isPrivateOver, PRIVATE_DAYS, type PrivateParty } from '#domain/plan/private.ts'
import type { Db } from '../db/engine.ts'
import type { PlannedTrip, PlanStore } from './plan-store.ts'

/*
 * What is private in trips (domain/plan/private.ts), as far as time is concerned: it is kept until 30 days after the return.
 * Invariant: from then on nobody is shown it. It is erased once the dates have stood for a week: somebody may have mistyped a year.
 */

const DAYS_TO_MEND = 7

interface Reading {
  plan: PlanStore
  clock: () => Date
}
type Stores = Reading & { db: Db }

/** All that is private in a trip; nothing of it where the trip has been over for too long. */
export async function loadPrivate(
  stores: Reading,
  trip: PlannedTrip,
): Promise<{ version: number; value: PrivateParty[] }> {
  const { plan } = stores
  const versions = await plan.listVersions(trip.id)
  const [{ version, value }, isOver] = await Promise.all([
    plan.load(trip, 'private', versions.private),
    isOverAt(stores, trip, versions.details),
  ])
  return { version, value: isOver ? [] : (value as PrivateParty[]) }
}

/** The people of a trip who have something in their private record. */
export async function listRecorded({ plan }: Pick<Reading, 'plan'>, trip: PlannedTrip): Promise<RecordedPeople> {
  const versions = await plan.listVersions(trip.id)
  const records = (await plan.load(trip, 'private', versions.private)).value as PrivateParty[]
  return new Map(records.flatMap(({ id, persons }) => persons.filter(isFilled).map((one) => [one.id, id] as const)))
}

/** Whether a trip has been over for so long that nobody is shown what is private in it. */
export async function isPrivateOverNow(stores: Reading, trip: PlannedTrip): Promise<boolean> {
  return isOverAt(stores, trip, (await stores.plan.listVersions(trip.id)).details)
}

async function isOverAt({ plan, clock }: Reading, trip: PlannedTrip, version: number): Promise<boolean> {
  const { value } = await plan.load(trip, 'details', version)
  return isPrivateOver(value as Details, today(clock()))
}

/** Erases what is private in trips that have been over for long enough. */
export async function sweepPrivate({ db, plan, clock, log }: Stores & { log: Logger }): Promise<void> {
  const now = clock()
  const mended = new Date(now.getTime() - DAYS_TO_MEND * 24 * 60 * 60_000).toISOString()
  for (const trip of await listOver(db, addDays(today(now), -PRIVATE_DAYS), mended)) {
    // One that cannot be erased keeps none of the others.
    await plan
      .renewPrivate(trip, 'erased')
      .catch((err) => log.error({ err, tripId: trip.id }, 'private records not erased'))
  }
}

/** The trips that ended before a day, have something private, and whose details nobody has changed since. */
async function listOver(db: Db, endedBefore: LocalDate, since: string): Promise<PlannedTrip[]> {
  const end = sql<string>`coalesce(return_date, departure_date)`
  return db
    .selectFrom('trips')
    .select(['id', 'type'])
    .where(end, '<', endedBefore)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('plan_entries')
          .select('plan_entries.id')
          .whereRef('plan_entries.trip_id', '=', 'trips.id')
          .where('section', '=', 'private'),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('plan_history')
            .select('version')
            .whereRef('plan_history.trip_id', '=', 'trips.id')
            .where('section', '=', 'details')
            .where('saved_at', '>', since),
        ),
      ),
    )
    .execute()
}

const today = (now: Date) => now.toISOString().slice(0, 10) as LocalDate
