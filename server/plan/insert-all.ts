import type { Insertable } from 'kysely'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'
import { giveWay } from '../db/turn-of-event-loop.ts'

/** Both engines limit the parameters of a statement. This many rows stay far below the limit. */
const ROWS_PER_STATEMENT = 100

type Insert = (db: Db, ...values: unknown[]) => Promise<unknown[]>
const inserts = new Map<string, Insert>()

/**
 * Inserts rows with the same columns, a hundred per statement. Does nothing without rows.
 * @param key the key columns by which existing rows are overwritten; without them no row may exist yet
 */
export async function insertAll<Name extends keyof Tables>(
  trx: Db,
  table: Name,
  rows: Insertable<Tables[Name]>[],
  key: (keyof Insertable<Tables[Name]> & string)[] = [],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Insertable<Tables[Name]>)[]
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await giveWay()
    const batch = rows.slice(start, start + ROWS_PER_STATEMENT)
    const values = batch.flatMap((row) => columns.map((column) => row[column]))
    await insertOf(table, columns as string[], key, batch.length)(trx, ...values)
  }
}

function insertOf(table: keyof Tables, columns: string[], key: string[], count: number): Insert {
  const name = `${table} ${columns.join()} ${key.join()} ${count}`
  let insert = inserts.get(name)
  if (!insert) {
    insert = compiled((db, ...values: unknown[]) => {
      const rows = Array.from({ length: count }, (_, row) =>
        Object.fromEntries(columns.map((column, at) => [column, values[row * columns.length + at]])),
      )
      const statement = db.insertInto(table).values(rows as never)
      if (key.length === 0) return statement
      const rest = columns.filter((column) => !key.includes(column))
      return statement.onConflict((conflict) =>
        conflict
          .columns(key as never)
          .doUpdateSet(
            (row) =>
              Object.fromEntries(rest.map((column) => [column, row.ref(`excluded.${column}` as never)])) as never,
          ),
      )
    })
    inserts.set(name, insert)
  }
  return insert
}
