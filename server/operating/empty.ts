import { sql } from 'kysely'
import { isDemoAccount } from '#domain/demo-account.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import { StartError } from '../settings/start-error.ts'
import { demoTrip } from '../trips/demo-trip.ts'
import { listMigrations, listTables, type Table, transientTables } from './tables.ts'

/** Tables in which the demo account and its sessions have rows, apart from those of the demo trip. */
const demoTables = new Set(['users', 'profiles', 'credentials', 'sessions', 'trips', ...Object.keys(transientTables)])

/** The demo trip is created without files. */
const fileTables = new Set(['travel_documents', 'listed_files', 'stored_files'])

/**
 * Requires that the database can be replaced without losing data: it has no tables, or no rows except those of an
 * unchanged demo.
 * @throws StartError that says what the database contains
 */
export async function requireEmpty(db: Db): Promise<void> {
  const tables = await listTables(db)
  if (tables.length === 0) return
  if ((await listMigrations(db)).length === 0) throw new StartError(m.operating_fill_not_empty_other_tables())
  const accounts = await db.selectFrom('users').select('email').limit(1000).execute()
  const people = accounts.filter(({ email }) => !isDemoAccount({ email }))
  if (people.length > 0) throw new StartError(m.operating_fill_not_empty_accounts({ count: people.length }))
  const trip = await db.selectFrom('trips').select('id').where('id', '!=', demoTrip.id).limit(1).executeTakeFirst()
  if (trip) throw new StartError(m.operating_fill_not_empty_trips())
  const edit = await db
    .selectFrom('plan_history')
    .select('version')
    .where('saved_by', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (edit) throw new StartError(m.operating_fill_not_empty_changes())
  for (const table of tables)
    if (await hasOwnRows(db, table)) throw new StartError(m.operating_fill_not_empty_rows({ table: table.name }))
}

async function hasOwnRows(db: Db, { name, columns }: Table): Promise<boolean> {
  if (demoTables.has(name)) return false
  const hasDemoRows = columns.some((column) => column.name === 'trip_id') && !fileTables.has(name)
  const others = hasDemoRows ? sql`where trip_id != ${demoTrip.id}` : sql``
  const { rows } = await sql`select 1 from ${sql.table(name)} ${others} limit 1`.execute(db)
  return rows.length > 0
}
