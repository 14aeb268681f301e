import { sql } from 'kysely'
import * as m from '#messages'
import type { Database, Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import { migrateWithin } from '../db/migrate.ts'
import { StartError } from '../settings/start-error.ts'
import { requireEmpty } from './empty.ts'
import { count, type Progress } from './progress.ts'
import { insertRows, type Row, readRows, serializeRow, Tally, type Total } from './rows.ts'
import { listTables, type Table } from './tables.ts'

export interface FillTarget {
  /** @throws StartError if the database has no such table */
  insert: (table: string, rows: readonly Row[]) => Promise<void>
  /** Compares what was inserted with the expected totals. @throws StartError if anything differs */
  compare: (totals: Readonly<Record<string, Total>>) => Promise<void>
}

/** A reversible change of rows. */
export interface RowTransform {
  make: (table: string, row: Row) => Row
  unmake: (table: string, row: Row) => Row
}
const unchanged: RowTransform = { make: (_, row) => row, unmake: (_, row) => row }

interface Steps {
  fill: (filling: FillTarget) => Promise<void>
  change?: RowTransform
  /** Runs after the last migration. */
  finish?: (db: Db) => Promise<void>
  /** Undoes what was done outside the database. */
  undo: () => Promise<void>
}

/*
 * Fills an empty installation with the rows of another one, of any engine and version.
 * Job: create the tables as the source had them, insert its rows, then migrate to this version.
 * Invariants: everything, from the check for emptiness to the last migration, is one transaction. Rows may come in any
 *   order, since foreign keys are checked at the end.
 * Failure: the database is unchanged, and `undo` reverts what `fill` did elsewhere.
 */
export async function fillEmpty(
  { kysely }: Database,
  migrations: readonly string[],
  progress: Progress,
  { fill, change = unchanged, finish, undo }: Steps,
): Promise<void> {
  await kysely.connection().execute((db) =>
    inTransaction(db, undo, async () => {
      await requireEmpty(db)
      await dropTables(db)
      await migrateWithin(db, migrations.at(-1))
      const checkReferences = await deferReferences(db)
      const tables = new Map((await listTables(db)).map((table) => [table.name, table]))
      await fill({
        insert: (name, rows) =>
          insertRows(
            db,
            requireTable(tables, name),
            rows.map((row) => change.make(name, row)),
          ),
        compare: async (totals) => {
          for (const [name, total] of Object.entries(totals))
            await compare(db, requireTable(tables, name), total, change, progress)
        },
      })
      await checkReferences()
      await migrateWithin(db)
      await finish?.(db)
    }),
  )
}

/**
 * Begins and ends the transaction with SQL, because Kysely's migrator does not run inside its own transactions.
 * @param undo reverts what `work` did elsewhere. Not called if the commit fails, since it may have succeeded anyway
 */
async function inTransaction(db: Db, undo: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  await sql`begin`.execute(db)
  try {
    await work()
  } catch (cause) {
    await sql`rollback`.execute(db).catch(() => {})
    await undo()
    throw cause
  }
  await sql`commit`.execute(db)
}

async function dropTables(db: Db): Promise<void> {
  const known = new Set((await listTables(db)).map(({ name }) => name))
  const all = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (isSqlite(db)) await sql`pragma defer_foreign_keys = on`.execute(db)
  for (const { name } of all) {
    if (known.has(name) || name.startsWith('kysely_'))
      await sql`drop table ${sql.table(name)} ${isSqlite(db) ? sql`` : sql`cascade`}`.execute(db)
  }
}

/** Defers foreign key checks. Returns a function that runs them. */
async function deferReferences(db: Db): Promise<() => Promise<void>> {
  if (isSqlite(db)) {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return async () => {
      const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
      if (rows[0]) throw new StartError(m.operating_fill_missing_reference({ table: rows[0].table }))
    }
  }
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as "table", conname as name from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
  const alterConstraints = async (how: string) => {
    for (const { table, name } of rows)
      await sql`alter table ${sql.raw(table)} alter constraint ${sql.ref(name)} ${sql.raw(how)}`.execute(db)
  }
  await alterConstraints('deferrable initially deferred')
  return async () => {
    await sql`set constraints all immediate`.execute(db)
    await alterConstraints('not deferrable')
  }
}

async function compare(
  db: Db,
  table: Table,
  { rows, sum }: Total,
  change: RowTransform,
  progress: Progress,
): Promise<void> {
  const tally = new Tally()
  for await (const row of readRows(db, table)) {
    tally.add(serializeRow(table, change.unmake(table.name, row)))
    progress.report(() => m.operating_fill_comparing({ table: table.name, done: count(tally.rows), all: rows }))
  }
  if (tally.rows === rows && tally.total.sum === sum) return
  throw new StartError(m.operating_fill_differs({ table: table.name, found: tally.rows, expected: count(rows) }))
}

function requireTable(tables: ReadonlyMap<string, Table>, name: string): Table {
  const table = tables.get(name)
  if (!table) throw new StartError(m.operating_fill_no_table({ table: name }))
  return table
}
