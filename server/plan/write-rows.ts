import type { Insertable } from 'kysely'
import { equal } from '#domain/operations/json.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'
import { insertAll } from './insert-all.ts'

/** Where more rows go than this, all rows of the trip are written anew. */
const MAX_DELETED = 200

interface Change<Name extends keyof Tables> {
  table: Name
  /** The columns by which a row is known, 'trip_id' first. */
  key: (keyof Insertable<Tables[Name]> & string)[]
  /** The rows that may differ, as they should be and as they stand there now. */
  rows: Insertable<Tables[Name]>[]
  previous: Insertable<Tables[Name]>[]
  /** Which rows of the trip it is about, where it shares its table with others. */
  within?: Record<string, string>
  /** All rows that the trip should have. */
  all: () => Insertable<Tables[Name]>[]
}

/** Makes the rows of one trip in a table these, writing only what differs: most edits change one row. */
export async function writeRows<Name extends keyof Tables>(
  trx: Db,
  tripId: string,
  { table, key, rows, previous, within = {}, all }: Change<Name>,
): Promise<void> {
  const keyOf = (row: Insertable<Tables[Name]>) => key.map((column) => row[column]).join(' ')
  const gone = new Map(previous.map((row) => [keyOf(row), row]))
  const changed = rows.filter((row) => !equal(row, gone.get(keyOf(row))))
  for (const row of rows) gone.delete(keyOf(row))
  if (gone.size > MAX_DELETED) {
    await deleteOf(table, ['trip_id', ...Object.keys(within)])(trx, tripId, ...Object.values(within))
    return insertAll(trx, table, all())
  }
  for (const row of gone.values()) await deleteOf(table, key)(trx, ...key.map((column) => row[column]))
  await insertAll(trx, table, changed, key)
}

type Delete = (db: Db, ...values: unknown[]) => Promise<unknown[]>
const deletions = new Map<string, Delete>()

/** The statement that deletes rows by these columns, compiled when it is first needed. */
function deleteOf(table: keyof Tables, columns: readonly string[]): Delete {
  const name = `${table} ${columns.join()}`
  let deletion = deletions.get(name)
  if (!deletion) {
    deletion = compiled((db, ...values: unknown[]) =>
      columns.reduce(
        (statement, column, at) => statement.where(column as never, '=', values[at] as never),
        db.deleteFrom(table as 'tickets'),
      ),
    )
    deletions.set(name, deletion)
  }
  return deletion
}
