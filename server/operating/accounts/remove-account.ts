import { removeAccount as forgetAccount } from '../../people/remove-account.ts'
import { type FoundAccount, type Installation, requireAccount } from './operated.ts'

export interface Removal {
  account: FoundAccount
  trips: { id: string; name: string; others: number }[]
}

/**
 * Lists what would be deleted: the account's trips, with the number of others in each. @throws StartError if there is
 * no account
 */
export async function previewRemoval({ db }: Installation, email: string): Promise<Removal> {
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

/** Deletes an account and its trips. Can be repeated after a failure. */
export async function removeAccount(operated: Installation, { account }: Removal, now: Date): Promise<void> {
  await forgetAccount(operated, account, now)
  // Deletes the documents' files now; the server would do so within the hour.
  await operated.documents.sweep()
}
