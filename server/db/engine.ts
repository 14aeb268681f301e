import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Engine = 'sqlite' | 'postgres'

export interface Database {
  kysely: Db
  engine: Engine
  /** The connection pool, for the rate limiter. Only PostgreSQL has one. */
  pool?: Pool
  close: () => Promise<void>
}
