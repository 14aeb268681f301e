import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import type { Column, Table } from './tables.ts'

/** A row of any table, in the types that both engines accept and return. */
export type Row = Record<string, unknown>

/** Rows per fetch from PostgreSQL. A section of a plan can have 2 MB. */
const FETCH_SIZE = 50
/** Approximate size of a chunk: small enough not to block the process noticeably. */
const CHUNK_CHARACTERS = 128 * 1024
/** Parameters per statement. SQLite's limit of 32,766 is the lower one. */
const MAX_PARAMETERS = 30_000

/** Streams the rows of a table that backups include. Run no other query on the transaction meanwhile. */
export async function* readRows(trx: Db, table: Table): AsyncGenerator<Row, void> {
  const query = selectRows(trx, table)
  if (isSqlite(trx)) {
    yield* query.stream()
    return
  }
  // A plain select would load all rows at once.
  await sql`declare kept_rows no scroll cursor for ${query}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(FETCH_SIZE)} from kept_rows`.execute(trx)
    yield* rows
    if (rows.length < FETCH_SIZE) break
  }
  await sql`close kept_rows`.execute(trx)
}

/** Like `readRows`, in chunks, with each row's line. */
export async function* readChunks(trx: Db, table: Table): AsyncGenerator<{ rows: Row[]; lines: string[] }, void> {
  let [chunk, characters] = [{ rows: [] as Row[], lines: [] as string[] }, 0]
  for await (const row of readRows(trx, table)) {
    const line = serializeRow(table, row)
    chunk.rows.push(row)
    chunk.lines.push(line)
    characters += line.length
    if (characters < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = { rows: [], lines: [] }
    characters = 0
  }
  if (characters > 0) yield chunk
}

export async function insertRows(trx: Db, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const rowsPerInsert = Math.max(1, Math.floor(MAX_PARAMETERS / columns.length))
  for (let at = 0; at < rows.length; at += rowsPerInsert) {
    const values = rows.slice(at, at + rowsPerInsert)
    // The table is only known at run time.
    await trx
      .insertInto(name as never)
      .values(values as never)
      .execute()
  }
}

/** A row as one line of JSON, identical on both engines. */
export function serializeRow({ columns }: Table, row: Row): string {
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, normalize(column, row[column.name])])))
}

/** Counts rows and computes their checksum, independent of order. */
export class Tally {
  rows = 0
  #sum = 0n

  add(line: string): void {
    this.rows += 1
    this.#sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)
  }

  /**
   * The sum of the lines' SHA-256 hashes modulo 2^256, as 64 hexadecimal digits. A sum, because engines return rows in
   * any order.
   */
  get total(): Total {
    return { rows: this.rows, sum: BigInt.asUintN(256, this.#sum).toString(16).padStart(64, '0') }
  }
}

export interface Total {
  rows: number
  sum: string
}

function selectRows(trx: Db, { name, columns }: Table) {
  const selections = columns.map(({ name, kind }) =>
    kind === 'json' ? sql`cast(${sql.ref(name)} as text)`.as(name) : sql.ref(name).as(name),
  )
  const all = trx.selectFrom(name as 'stored_files').select(selections)
  // Files being stored or removed belong to the process that does so, which does not exist after a restore.
  const included = name === 'stored_files' ? all.where('state', '=', 'kept') : all
  return included.$castTo<Row>()
}

function normalize({ kind }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return kind === 'time' ? new Date(value as string).toISOString() : value
}
