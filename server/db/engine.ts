import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from './tables.ts'

/** What every server function takes first: the database, or a transaction in it. */
export type Db = Kysely<Tables>
export type Engine = 'sqlite' | 'postgres'

export interface Database {
  kysely: Db
  engine: Engine
  /** The connections themselves, for the library that counts attempts; PostgreSQL alone has some. */
  pool?: Pool
  close: () => Promise<void>
}
