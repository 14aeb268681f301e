import type { Insertable } from 'kysely'
import { equal } from '#domain/operations/json.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'
import { insertAll } from './insert-all.ts'

/** If more rows than this have to be deleted, all rows of the trip are rewritten. */
const MAX_DELETED = 200

interface Change<Name extends keyof Tables> {
  table: Name
  /** The primary key, 'trip_id' first. */
  key: (keyof Insertable<Tables[Name]> & string)[]
  /** The rows that may differ, as they should be and as they are stored now. */
  rows: Insertable<Tables[Name]>[]
  previous: Insertable<Tables[Name]>[]
  /** Selects the section's rows, if several sections share the table. */
  within?: Record<string, string>
  all: () => Insertable<Tables[Name]>[]
}

/** Makes a trip's rows in a table these. Writes only what differs: most edits change one row. */
export async function writeRows<Name extends keyof Tables>(
  trx: Db,
  tripId: string,
  { table, key, rows, previous, within = {}, all }: Change<Name>,
): Promise<void> {
  const keyOf = (row: Insertable<Tables[Name]>) => key.map((column) => row[column]).join(' ')
  const obsolete = new Map(previous.map((row) => [keyOf(row), row]))
  const changed = rows.filter((row) => !equal(row, obsolete.get(keyOf(row))))
  for (const row of rows) obsolete.delete(keyOf(row))
  if (obsolete.size > MAX_DELETED) {
    await deleteOf(table, ['trip_id', ...Object.keys(within)])(trx, tripId, ...Object.values(within))
    return insertAll(trx, table, all())
  }
  for (const row of obsolete.values()) await deleteOf(table, key)(trx, ...key.map((column) => row[column]))
  await insertAll(trx, table, changed, key)
}

type Delete = (db: Db, ...values: unknown[]) => Promise<unknown[]>
const deletions = new Map<string, Delete>()

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
