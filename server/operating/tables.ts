import { sql } from 'kysely'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import { StartError } from '../start-error.ts'

/** A table as the database itself describes it: so one that a later migration adds is never forgotten. */
export interface Table {
  name: string
  /** In the order of their names, which is the same on both engines. */
  columns: Column[]
}

export interface Column {
  name: string
  kind: Kind
}

/** How a column's values are written down. `json` is kept as the text that it is, so that not even a space changes. */
type Kind = 'text' | 'number' | 'boolean' | 'time' | 'json'

/** What the engines call their types, the same one each in their own way. */
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

/** The tables whose rows are for the moment alone, and why. All others are kept, sessions too: see decision 28. */
export const momentary: Readonly<Record<string, string>> = {
  attempts: 'what was tried too often counts for an hour',
  device_codes: 'a code for another device holds for some minutes',
  mails: 'what waits to be sent has a day, and is not to be sent by a copy of the installation',
  password_resets: 'a link for another password holds for a day',
}

/** The tables of the app as they stand in the database, in the order of their names. */
export async function listTables(db: Db): Promise<Table[]> {
  const found = await db.introspection.getTables()
  const schema = await currentSchema(db)
  const ours = found.filter((table) => !table.isView && (schema === undefined || table.schema === schema))
  return ours
    .map(({ name, columns }) => ({ name, columns: columns.map((c) => columnOf(name, c)).toSorted(byName) }))
    .toSorted(byName)
}

/** The tables whose rows outlive the moment. */
export async function listKeptTables(db: Db): Promise<Table[]> {
  return (await listTables(db)).filter(({ name }) => !(name in momentary))
}

/** The names of the migrations that the database has had, in their order; none for one that has no tables of ours yet. */
export async function listMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** PostgreSQL alone has schemas, and tables of others may stand in them. */
async function currentSchema(db: Db): Promise<string | undefined> {
  if (isSqlite(db)) return undefined
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}

function columnOf(table: string, { name, dataType }: { name: string; dataType: string }): Column {
  const kind = kinds[dataType.toLowerCase().replace(/\(.*\)$/, '')]
  if (!kind)
    throw new StartError(`The column ${table}.${name} is of the type ${dataType}, which cannot be written to a backup.`)
  return { name, kind }
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
