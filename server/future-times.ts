import { sql } from 'kysely'
import { DEVICE_CODE_MINUTES } from '#domain/device-code.ts'
import { RESET_HOURS } from './accounts/password-resets.ts'
import type { Db } from './db/engine.ts'
import type { Tables } from './db/tables.ts'
import { MAX_RETRY_MS } from './mail/mail-queue.ts'

/*
 * Mends what a server stored while its clock was ahead.
 * Job: no stored time lies in the future of now. What is there happened at an unknown time, and counts as now.
 * Invariants: an end moves with its beginning. The typing times of fields are left, because they count as unknown while
 *   they lie in the future (field-changes.ts). The history is read only if something else was mended: it is long.
 * Failure: a clock that is behind makes true times look like the future. So call this some time after the start, when
 *   the clock has been set.
 */

/** Processes on one database may differ by this much. */
const TOLERANCE_MS = 60_000
/** No clock of this app was ever right before. */
const EARLIEST = Date.parse('2026-11-01T00:00:00Z')
const HOUR_MS = 60 * 60_000

/** When something happened, by table. */
export const EVENT_TIMES = {
  users: ['created_at'],
  profiles: ['created_at'],
  personal_links: ['made_at', 'used_at'],
  device_codes: ['used_at'],
  trips: ['created_at', 'deleted_at'],
  memberships: ['created_at', 'confirmed_at', 'opened_at'],
  invitations: ['revoked_at'],
  travel_documents: ['uploaded_at'],
  receipts: ['uploaded_at', 'unused_since'],
  stored_files: ['begun_at'],
  mails: ['created_at'],
} as const satisfies { [Name in keyof Tables]?: readonly (keyof Tables[Name])[] }

/** Sets stored times that lie in the future to now. */
export async function mendFutureTimes(db: Db, now: Date): Promise<void> {
  if (now.getTime() < EARLIEST) return
  const times: Times = { now: now.toISOString(), limit: later(now, TOLERANCE_MS) }
  let mended = 0
  for (const [table, columns] of Object.entries(EVENT_TIMES))
    for (const column of columns) mended += await mendColumn(db, table as keyof Tables, column, times)
  mended += await mendSessions(db, times)
  mended += await mendInvitations(db, times)
  await db
    .deleteFrom('device_codes')
    .where('expires_at', '>', later(now, DEVICE_CODE_MINUTES * 60_000 + TOLERANCE_MS))
    .execute()
  await db
    .deleteFrom('password_resets')
    .where('expires_at', '>', later(now, RESET_HOURS * HOUR_MS + TOLERANCE_MS))
    .execute()
  await db
    .updateTable('mails')
    .set({ next_try_at: times.now })
    .where('next_try_at', '>', later(now, MAX_RETRY_MS + TOLERANCE_MS))
    .execute()
  if (mended > 0) await mendHistory(db, times)
}

/** `limit`: what is later lies in the future. */
interface Times {
  now: string
  limit: string
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

async function mendColumn(db: Db, table: keyof Tables, column: string, { now, limit }: Times): Promise<number> {
  const [name, of] = [sql.ref(column), sql.table(table)]
  const { numAffectedRows = 0n } = await sql`update ${of} set ${name} = ${now} where ${name} > ${limit}`.execute(db)
  return Number(numAffectedRows)
}

async function mendSessions(db: Db, { now, limit }: Times): Promise<number> {
  const used = await db
    .updateTable('sessions')
    .set({ extended_at: now })
    .where('extended_at', '>', limit)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'expires_at'])
    .where('created_at', '>', limit)
    .execute()
  for (const { token_hash, ...times } of rows)
    await db.updateTable('sessions').set(movedTo(now, times)).where('token_hash', '=', token_hash).execute()
  return Number(used.numUpdatedRows) + rows.length
}

async function mendInvitations(db: Db, { now, limit }: Times): Promise<number> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'created_at', 'expires_at'])
    .where('created_at', '>', limit)
    .execute()
  for (const { id, ...times } of rows)
    await db.updateTable('invitations').set(movedTo(now, times)).where('id', '=', id).execute()
  return rows.length
}

/** As if it had been created now. */
function movedTo(now: string, { created_at, expires_at }: { created_at: string; expires_at: string }) {
  const lasts = Date.parse(expires_at) - Date.parse(created_at)
  return { created_at: now, expires_at: later(new Date(now), lasts) }
}

/** One trip at a time, so that nobody waits long for the database. */
async function mendHistory(db: Db, { now, limit }: Times): Promise<void> {
  for (const { id } of await db.selectFrom('trips').select('id').execute())
    await db
      .updateTable('plan_history')
      .set({ saved_at: now })
      .where('trip_id', '=', id)
      .where('saved_at', '>', limit)
      .execute()
}
