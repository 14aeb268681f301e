import { setImmediate } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'

/** Both engines limit how many parameters a statement has; this many rows stay far below. */
const ROWS_AT_ONCE = 100
/** After so many everybody else has a turn with the process, which SQLite would hold until all are in. */
const ROWS_IN_A_TURN = 1000

type Insert = (db: Db, ...values: unknown[]) => Promise<unknown[]>
const inserts = new Map<string, Insert>()

/**
 * Inserts rows of one form, a hundred with a statement. None is no statement.
 * @param key the columns by which a row is known that is there already and is overwritten; without them none may be
 */
export async function insertAll<Name extends keyof Tables>(
  trx: Db,
  table: Name,
  rows: Insertable<Tables[Name]>[],
  key: (keyof Insertable<Tables[Name]> & string)[] = [],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Insertable<Tables[Name]>)[]
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    if (start > 0 && start % ROWS_IN_A_TURN === 0) await setImmediate()
    const some = rows.slice(start, start + ROWS_AT_ONCE)
    const values = some.flatMap((row) => columns.map((column) => row[column]))
    await insertOf(table, columns as string[], key, some.length)(trx, ...values)
  }
}

/** The statement that inserts so many rows, compiled when it is first needed. */
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
