import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { RecordedPeople } from '#domain/access.ts'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import type { Details } from '#domain/plan/details.ts'
import { isFilled, isPrivateExpired, PRIVATE_RETENTION_DAYS, type PrivateParty } from '#domain/plan/private.ts'
import type { Db } from '../db/engine.ts'
import type { PlannedTrip, PlanStore } from './plan-store.ts'

/*
 * Private records (domain/plan/private.ts) expire 30 days after the trip's return.
 * Invariant: from then on nobody sees them. They are erased once the dates have been unchanged for a week, because
 *   somebody may have mistyped a year.
 */

const DAYS_UNCHANGED = 7

interface ReadStores {
  plan: PlanStore
  clock: () => Date
}
type Stores = ReadStores & { db: Db }

/** The private section of a trip; empty once it has expired. */
export async function loadPrivate(
  stores: ReadStores,
  trip: PlannedTrip,
): Promise<{ version: number; value: PrivateParty[] }> {
  const { plan } = stores
  const versions = await plan.listVersions(trip.id)
  const [{ version, value }, isExpired] = await Promise.all([
    plan.load(trip, 'private', versions.private),
    isExpiredAt(stores, trip, versions.details),
  ])
  return { version, value: isExpired ? [] : (value as PrivateParty[]) }
}

/** The people whose private record is not empty, with their parties. */
export async function listPeopleWithRecords(
  { plan }: Pick<ReadStores, 'plan'>,
  trip: PlannedTrip,
): Promise<RecordedPeople> {
  const versions = await plan.listVersions(trip.id)
  const records = (await plan.load(trip, 'private', versions.private)).value as PrivateParty[]
  return new Map(records.flatMap(({ id, persons }) => persons.filter(isFilled).map((one) => [one.id, id] as const)))
}

export async function isTripPrivateExpired(stores: ReadStores, trip: PlannedTrip): Promise<boolean> {
  return isExpiredAt(stores, trip, (await stores.plan.listVersions(trip.id)).details)
}

async function isExpiredAt({ plan, clock }: ReadStores, trip: PlannedTrip, version: number): Promise<boolean> {
  const { value } = await plan.load(trip, 'details', version)
  return isPrivateExpired(value as Details, today(clock()))
}

/** Erases the private records of trips that ended long enough ago. */
export async function sweepPrivate({ db, plan, clock, log }: Stores & { log: Logger }): Promise<void> {
  const now = clock()
  const unchangedSince = new Date(now.getTime() - DAYS_UNCHANGED * 24 * 60 * 60_000).toISOString()
  for (const trip of await listExpired(db, addDays(today(now), -PRIVATE_RETENTION_DAYS), unchangedSince)) {
    // A failure must not stop the others.
    await plan
      .rewritePrivate(trip, 'erased')
      .catch((err) => log.error({ err, tripId: trip.id }, 'private records could not be erased'))
  }
}

/** The trips that ended before a day, have private records, and whose details have not changed since. */
async function listExpired(db: Db, endedBefore: LocalDate, since: string): Promise<PlannedTrip[]> {
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
