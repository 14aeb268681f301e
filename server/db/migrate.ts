import { Migrator } from 'kysely'
import * as m from '#messages'
import { StartError } from '../settings/start-error.ts'
import type { Database, Db } from './engine.ts'
import * as accountsAndTrips from './migrations/0001-accounts-and-trips.ts'
import * as planTables from './migrations/0002-plan.ts'
import * as tickets from './migrations/0003-tickets.ts'
import * as documents from './migrations/0004-documents.ts'
import * as planEntries from './migrations/0005-plan-entries.ts'
import * as people from './migrations/0006-people.ts'
import * as seen from './migrations/0007-seen.ts'
import * as comingBack from './migrations/0008-coming-back.ts'
import * as attempts from './migrations/0009-attempts.ts'
import * as tripLife from './migrations/0010-trip-life.ts'
import * as account from './migrations/0011-account.ts'
import * as passwordResets from './migrations/0012-password-resets.ts'
import * as mails from './migrations/0013-mails.ts'
import * as renamedPeople from './migrations/0014-renamed-people.ts'
import * as claims from './migrations/0015-claims.ts'
import * as sharedParties from './migrations/0016-shared-parties.ts'
import * as fieldChanges from './migrations/0017-field-changes.ts'
import * as helpedSessions from './migrations/0018-helped-sessions.ts'
import * as historyRows from './migrations/0019-history-rows.ts'
import * as memberships from './migrations/0020-memberships.ts'
import * as typedAt from './migrations/0021-typed-at.ts'
import * as fieldChangeVersions from './migrations/0022-field-change-versions.ts'
import * as food from './migrations/0023-food.ts'
import * as gear from './migrations/0024-gear.ts'
import * as receipts from './migrations/0025-receipts.ts'
import * as tripPictures from './migrations/0026-trip-pictures.ts'
import * as departedPeople from './migrations/0027-departed-people.ts'
import * as receiptUploaders from './migrations/0028-receipt-uploaders.ts'
import * as removalPauses from './migrations/0029-removal-pauses.ts'
import * as planMends from './migrations/0030-plan-mends.ts'
import * as hiddenDocuments from './migrations/0031-hidden-documents.ts'
import * as firstHour from './migrations/0032-first-hour.ts'
import * as places from './migrations/0033-places.ts'
import * as listedFiles from './migrations/0034-listed-files.ts'
import * as calendarFeeds from './migrations/0035-calendar-feeds.ts'
import * as announcementViews from './migrations/0036-announcement-views.ts'
import * as notices from './migrations/0037-notices.ts'
import * as journeys from './migrations/0038-journeys.ts'
import * as mergedWith from './migrations/0039-merged-with.ts'

/** All migrations in order. Both engines run the same ones. */
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
  '0010-trip-life': tripLife,
  '0011-account': account,
  '0012-password-resets': passwordResets,
  '0013-mails': mails,
  '0014-renamed-people': renamedPeople,
  '0015-claims': claims,
  '0016-shared-parties': sharedParties,
  '0017-field-changes': fieldChanges,
  '0018-helped-sessions': helpedSessions,
  '0019-history-rows': historyRows,
  '0020-memberships': memberships,
  '0021-typed-at': typedAt,
  '0022-field-change-versions': fieldChangeVersions,
  '0023-food': food,
  '0024-gear': gear,
  '0025-receipts': receipts,
  '0026-trip-pictures': tripPictures,
  '0027-departed-people': departedPeople,
  '0028-receipt-uploaders': receiptUploaders,
  '0029-removal-pauses': removalPauses,
  '0030-plan-mends': planMends,
  '0031-hidden-documents': hiddenDocuments,
  '0032-first-hour': firstHour,
  '0033-places': places,
  '0034-listed-files': listedFiles,
  '0035-calendar-feeds': calendarFeeds,
  '0036-announcement-views': announcementViews,
  '0037-notices': notices,
  '0038-journeys': journeys,
  '0039-merged-with': mergedWith,
}

/**
 * Runs all migrations that are missing. Processes that start together wait for each other.
 * @throws StartError if a migration fails; its changes are rolled back
 */
export async function migrate({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await migrateTo(kysely, undefined)
}

/**
 * Migrates up to a given migration, within a transaction that the caller has begun on this connection.
 * @param last its name; undefined for the newest
 * @throws StartError if a migration fails
 */
export async function migrateWithin(connection: Db, last?: string): Promise<void> {
  await migrateTo(connection, last, { disableTransactions: true })
}

export function listUnknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !Object.hasOwn(migrations, name))
}

/**
 * Checks that the tables are those of this version of the app.
 * @param names the migrations that the database has had
 * @throws StartError that says what to do
 */
export function requireCurrent(names: readonly string[]): void {
  if (names.length === 0) throw new StartError(m.operating_database_empty())
  if (listUnknownMigrations(names).length > 0) throw new StartError(m.operating_database_newer())
  if (names.length < Object.keys(migrations).length) {
    throw new StartError(m.operating_database_older())
  }
}

async function migrateTo(
  db: Db,
  last: string | undefined,
  options: { disableTransactions?: boolean } = {},
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, ...options })
  const { error } = last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last)
  if (error) throw new StartError(m.operating_database_not_migrated({ reason: (error as Error).message }))
}
