import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** What every server function takes first: the database, or a transaction in it. */
export type Db = Kysely<Tables>
export type Engine = 'sqlite' | 'postgres'

export interface Database {
  kysely: Db
  engine: Engine
  close: () => Promise<void>
}
