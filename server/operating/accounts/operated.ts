import { pino } from 'pino'
import * as m from '#messages'
import { Sessions } from '../../accounts/sessions.ts'
import { openDatabase } from '../../db/database.ts'
import type { Db } from '../../db/engine.ts'
import { requireCurrent } from '../../db/migrate.ts'
import { DocumentStore } from '../../documents/document-store.ts'
import { openUploads } from '../../documents/open-documents.ts'
import { openEvents } from '../../events/open-events.ts'
import { PlanStore } from '../../plan/plan-store.ts'
import type { Settings } from '../../settings/settings.ts'
import { StartError } from '../../settings/start-error.ts'
import { Quotas } from '../../trips/quotas.ts'
import { requireDatabaseFile } from '../snapshot.ts'
import { listMigrations } from '../tables.ts'

/** An installation that an operator manages while its server runs. */
export interface Installation {
  db: Db
  plan: PlanStore
  documents: DocumentStore
  /**
   * Notifies the servers that a trip or its access has changed. On SQLite they cannot be notified: the server notices
   * with the next heartbeat of a page that has the trip open (25 s), and trusts a session it has just checked for 5 s.
   */
  onTripChanged: (tripId: string) => void
}

export interface FoundAccount {
  id: string
  email: string
  name: string
}

/** @throws StartError if there is no database, or one of another version */
export async function withInstallation<Value>(
  settings: Settings,
  clock: () => Date,
  work: (operated: Installation) => Promise<Value>,
): Promise<Value> {
  requireDatabaseFile(settings)
  const database = await openDatabase(settings)
  const db = database.kysely
  const log = pino({ level: 'warn', base: null }, pino.destination({ fd: 2, sync: true }))
  const plan = new PlanStore(db, clock)
  const events = openEvents(settings, { db, plan, sessions: new Sessions(db, clock), log })
  try {
    requireCurrent(await listMigrations(db))
    const onTripChanged = (tripId: string) => events.publishTrip(tripId, null)
    return await work({
      db,
      plan,
      documents: new DocumentStore(db, openUploads(db, settings, new Quotas(db, settings.quotas), log, clock)),
      onTripChanged,
    })
  } finally {
    await events.close()
    await database.close()
  }
}

/** @throws StartError if there is no account with this e-mail */
export async function requireAccount(db: Db, email: string): Promise<FoundAccount> {
  const found = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.id', 'users.email', 'profiles.full_name'])
    .where('users.email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  if (!found?.email) throw new StartError(m.operating_account_none({ email }))
  return { id: found.id, email: found.email, name: found.full_name }
}
