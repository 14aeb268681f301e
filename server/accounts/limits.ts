import type { Pool } from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#domain/errors.ts'
import type { Database, Db } from '../db/engine.ts'
import { isShared, LimitedKeys } from './limited-keys.ts'
import { hashOf } from './secret.ts'

/** So many of something within so many seconds, for whoever a key names. */
export interface Limit {
  /** @throws AppError too_many_requests, which says after how many seconds it may be tried again */
  count: (key: string) => Promise<void>
  /** Takes one back. */
  uncount: (key: string) => Promise<void>
  /** Forgets all that was counted of a key. */
  forget: (key: string) => Promise<void>
}

/** @param name tells the limits apart */
export type MakeLimit = (name: string, most: number, seconds: number) => Limit

/**
 * Limits that all processes on one PostgreSQL count together; on SQLite there is one process, which counts by itself. While the
 * database does not answer each process counts alone. `onRefused` hears which limit somebody has reached.
 */
export function limitsOf({ pool }: Pick<Database, 'pool'>, onRefused: (name: string) => void = () => {}): MakeLimit {
  const keys = new LimitedKeys()
  return (name, most, seconds) => {
    const keyOf = (key: string) => keys.keyFor(name, hashOf(key), seconds)
    return toLimit(makeLimiter(name, most, seconds, pool), keyOf, () => onRefused(name))
  }
}

function makeLimiter(keyPrefix: string, points: number, duration: number, pool: Pool | undefined): RateLimiterAbstract {
  const alone = new RateLimiterMemory({ keyPrefix, points, duration })
  if (!pool) return alone
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'attempts',
    tableCreated: true,
    // Rows that have ended go with the hourly sweep.
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
    insuranceLimiter: alone,
  })
}

/** Removes what counts no longer. */
export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('attempts').where('expire', '<', now.getTime()).execute()
}

/** Keys are stored as hashes: who tries what is nobody's business, and a key has any length. */
function toLimit(limiter: RateLimiterAbstract, keyOf: (key: string) => string, onRefused: () => void): Limit {
  return {
    count: async (key) => {
      await limiter.consume(keyOf(key)).catch((refused) => {
        if (!(refused instanceof RateLimiterRes)) throw refused
        onRefused()
        throw tooMany(refused.msBeforeNext)
      })
    },
    uncount: async (key) => void (await limiter.reward(keyOf(key))),
    forget: async (key) => {
      const counter = keyOf(key)
      // Others count there, too.
      if (!isShared(counter)) await limiter.delete(counter)
    },
  }
}

const tooMany = (ms: number) =>
  new AppError('too_many_requests', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })
