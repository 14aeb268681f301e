import { takeOut } from '../../people/people.ts'
import { removeTrip } from '../../trips/trip-life.ts'
import { type FoundAccount, type Operated, requireAccount } from './operated.ts'

/** What would go with an account. */
export interface Removal {
  account: FoundAccount
  trips: { id: string; name: string; others: number }[]
}

/** What goes with an account: its trips, each with how many others plan it. @throws StartError where there is none */
export async function lookAtRemoval({ db }: Operated, email: string): Promise<Removal> {
  const account = await requireAccount(db, email)
  const trips = await db
    .selectFrom('trips')
    .leftJoin('passes', (join) => join.onRef('passes.trip_id', '=', 'trips.id').on('passes.user_id', '!=', account.id))
    .select((eb) => ['trips.id', 'trips.name', eb.fn.count<number>('passes.user_id').as('others')])
    .where('owner_id', '=', account.id)
    .groupBy(['trips.id', 'trips.name'])
    .orderBy('trips.name')
    .execute()
  return { account, trips: trips.map((trip) => ({ ...trip, others: Number(trip.others) })) }
}

/**
 * Removes an account: its trips with all that is in them, its sessions and passes. What it wrote in others' trips stays, by nobody. Trip by
 * trip, so that a running server never waits long; what broke off is done by doing it again.
 */
export async function removeAccount(operated: Operated, { account }: Removal): Promise<void> {
  const { db, documents, tell } = operated
  const owned = await db.selectFrom('trips').select('id').where('owner_id', '=', account.id).execute()
  for (const { id } of owned) {
    await removeTrip(db, id)
    tell(id)
  }
  const joined = await db
    .selectFrom('passes')
    .innerJoin('trips', 'trips.id', 'passes.trip_id')
    .select(['trips.id', 'trips.type'])
    .where('user_id', '=', account.id)
    .execute()
  for (const trip of joined) {
    await takeOut(operated, trip, account.id)
    tell(trip.id)
  }
  await db.deleteFrom('users').where('id', '=', account.id).execute()
  // The files of trips that are gone: the server would do it within the hour.
  await documents.sweep()
}
