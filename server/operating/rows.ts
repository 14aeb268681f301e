import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import type { Column, Table } from './tables.ts'

/** A row of any table, as both engines give and take it. */
export type Row = Record<string, unknown>

/** How many rows PostgreSQL is asked for at a time: sections of a plan weigh up to 2 MB. */
const FETCHED = 50
/** About how much of a table is one piece: little enough that nobody waits for the process meanwhile. */
const PIECE_CHARACTERS = 128 * 1024
/** Of what an engine takes as parameters in one statement; SQLite takes the fewest, 32,766. */
const MAX_PARAMETERS = 30_000

/**
 * All rows of a table that are kept, one after the other, as they are in a transaction. Few of them are in memory at a time.
 * Nothing else may be asked of this transaction meanwhile.
 */
export async function* readRows(trx: Db, table: Table): AsyncGenerator<Row, void> {
  const query = selectRows(trx, table)
  if (isSqlite(trx)) {
    yield* query.stream()
    return
  }
  // PostgreSQL would send all rows at once.
  await sql`declare kept_rows no scroll cursor for ${query}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(FETCHED)} from kept_rows`.execute(trx)
    yield* rows
    if (rows.length < FETCHED) break
  }
  await sql`close kept_rows`.execute(trx)
}

/** As `readRows`, some rows at a time, each with its line. */
export async function* readPieces(trx: Db, table: Table): AsyncGenerator<{ rows: Row[]; lines: string[] }, void> {
  let [piece, characters] = [{ rows: [] as Row[], lines: [] as string[] }, 0]
  for await (const row of readRows(trx, table)) {
    const line = lineOf(table, row)
    piece.rows.push(row)
    piece.lines.push(line)
    characters += line.length
    if (characters < PIECE_CHARACTERS) continue
    yield piece
    piece = { rows: [], lines: [] }
    characters = 0
  }
  if (characters > 0) yield piece
}

/** Writes rows into a table. */
export async function insertRows(trx: Db, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const most = Math.max(1, Math.floor(MAX_PARAMETERS / columns.length))
  for (let at = 0; at < rows.length; at += most) {
    const values = rows.slice(at, at + most)
    // Any table, of any version of the app.
    await trx
      .insertInto(name as never)
      .values(values as never)
      .execute()
  }
}

/** A row as one line of JSON: the same on both engines. */
export function lineOf({ columns }: Table, row: Row): string {
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, writtenAs(column, row[column.name])])))
}

/** Counts the rows of a table and sums their lines up, in whatever order they come. */
export class Tally {
  rows = 0
  #sum = 0n

  add(line: string): void {
    this.rows += 1
    this.#sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)
  }

  /** The lines' SHA-256 added up as numbers, in 64 hexadecimal digits: it knows no order, since engines keep none. */
  get total(): Total {
    return { rows: this.rows, sum: BigInt.asUintN(256, this.#sum).toString(16).padStart(64, '0') }
  }
}

export interface Total {
  rows: number
  sum: string
}

function selectRows(trx: Db, { name, columns }: Table) {
  const texts = columns.map(({ name, kind }) =>
    kind === 'json' ? sql`cast(${sql.ref(name)} as text)`.as(name) : sql.ref(name).as(name),
  )
  const all = trx.selectFrom(name as 'stored_files').select(texts)
  // A file that is on its way in or out belongs to the process that moves it: after a restore it is nobody's.
  const kept = name === 'stored_files' ? all.where('state', '=', 'kept') : all
  return kept.$castTo<Row>()
}

function writtenAs({ kind }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return kind === 'time' ? new Date(value as string).toISOString() : value
}
