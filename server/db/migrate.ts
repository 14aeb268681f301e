import { Migrator } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Database } from './engine.ts'
import * as accountsAndTrips from './migrations/0001-accounts-and-trips.ts'
import * as planTables from './migrations/0002-plan.ts'
import * as tickets from './migrations/0003-tickets.ts'
import * as documents from './migrations/0004-documents.ts'
import * as planEntries from './migrations/0005-plan-entries.ts'
import * as people from './migrations/0006-people.ts'
import * as seen from './migrations/0007-seen.ts'
import * as comingBack from './migrations/0008-coming-back.ts'
import * as attempts from './migrations/0009-attempts.ts'

/** All migrations, in the order of their names; both engines run the same ones. */
const migrations = {
  '0001-accounts-and-trips': accountsAndTrips,
  '0002-plan': planTables,
  '0003-tickets': tickets,
  '0004-documents': documents,
  '0005-plan-entries': planEntries,
  '0006-people': people,
  '0007-seen': seen,
  '0008-coming-back': comingBack,
  '0009-attempts': attempts,
}

/**
 * Brings the tables up to date. Processes that start together take turns.
 * @throws StartError when a migration fails; what it had changed is undone
 */
export async function migrate({ kysely }: Database): Promise<void> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new StartError(`The database could not be brought up to date: ${(error as Error).message}`)
}
