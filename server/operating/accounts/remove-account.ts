import { removeAccount as forgetAccount } from '../../people/remove-account.ts'
import { type FoundAccount, type Operated, requireAccount } from './operated.ts'

/** What would go with an account. */
export interface Removal {
  account: FoundAccount
  trips: { id: string; name: string; others: number }[]
}

/** What goes with an account: its trips, each with how many others plan it. @throws StartError where there is none */
export async function previewRemoval({ db }: Operated, email: string): Promise<Removal> {
  const account = await requireAccount(db, email)
  const trips = await db
    .selectFrom('trips')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.trip_id', '=', 'trips.id').on('memberships.user_id', '!=', account.id),
    )
    .select((eb) => ['trips.id', 'trips.name', eb.fn.count<number>('memberships.user_id').as('others')])
    .where('owner_id', '=', account.id)
    .groupBy(['trips.id', 'trips.name'])
    .orderBy('trips.name')
    .execute()
  return { account, trips: trips.map((trip) => ({ ...trip, others: Number(trip.others) })) }
}

/** Removes an account, with its trips. @throws what broke off, which is done by doing it again */
export async function removeAccount(operated: Operated, { account }: Removal, now: Date): Promise<void> {
  await forgetAccount(operated, account, now)
  // The files of trips that are gone: the server would do it within the hour.
  await operated.documents.sweep()
}
