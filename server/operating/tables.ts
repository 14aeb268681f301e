import { sql } from 'kysely'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import { StartError } from '../settings/start-error.ts'

/** A table as the database describes itself, so that tables of later migrations are included. */
export interface Table {
  name: string
  /** Sorted by name, so that both engines have the same order. */
  columns: Column[]
}

export interface Column {
  name: string
  kind: Kind
}

/** How a column's values are serialized. `json` stays text, so that not even its whitespace changes. */
type Kind = 'text' | 'number' | 'boolean' | 'time' | 'json'

/** By the type names of both engines. */
const kinds: Record<string, Kind> = {
  uuid: 'text',
  text: 'text',
  varchar: 'text',
  date: 'text',
  integer: 'number',
  int4: 'number',
  bigint: 'number',
  int8: 'number',
  boolean: 'boolean',
  bool: 'boolean',
  timestamptz: 'time',
  json: 'json',
}

/** Short-lived tables, and why backups omit them. All others are included, sessions too: see decision 28. */
export const transientTables: Readonly<Record<string, string>> = {
  attempts: 'what was tried too often counts for an hour',
  device_codes: 'a code for another device holds for some minutes',
  mails: 'what waits to be sent has a day, and is not to be sent by a copy of the installation',
  passkey_challenges: 'a challenge holds for some minutes',
  password_resets: 'a link for another password holds for a day',
  plan_mends: 'a restored installation looks through its plans again',
  pushes: 'what waits to be sent has a day, and is not to be sent by a copy of the installation',
  removal_pauses: 'a backup that runs has an end',
}

export async function listTables(db: Db): Promise<Table[]> {
  const found = await db.introspection.getTables()
  const schema = await currentSchema(db)
  const ownTables = found.filter((table) => !table.isView && (schema === undefined || table.schema === schema))
  return ownTables
    .map(({ name, columns }) => ({ name, columns: columns.map((c) => columnOf(name, c)).toSorted(byName) }))
    .toSorted(byName)
}

export async function listBackedUpTables(db: Db): Promise<Table[]> {
  return (await listTables(db)).filter(({ name }) => !(name in transientTables))
}

/** The names of the applied migrations in order; empty for a database without our tables. */
export async function listMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Only PostgreSQL has schemas, which may contain other tables. */
async function currentSchema(db: Db): Promise<string | undefined> {
  if (isSqlite(db)) return undefined
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}

function columnOf(table: string, { name, dataType }: { name: string; dataType: string }): Column {
  const kind = kinds[dataType.toLowerCase().replace(/\(.*\)$/, '')]
  if (!kind) throw new StartError(m.operating_backup_unknown_column_type({ table, column: name, type: dataType }))
  return { name, kind }
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
