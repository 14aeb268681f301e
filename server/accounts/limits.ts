import type { Pool } from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#domain/errors.ts'
import type { Database, Db } from '../db/engine.ts'
import { isShared, LimitedKeys } from './limited-keys.ts'
import { hashOf } from './secret.ts'

/** A number of requests within a period, per key. */
export interface Limit {
  /** @throws AppError too_many_requests, with the seconds until a retry */
  count: (key: string) => Promise<void>
  /** Takes one count back. */
  uncount: (key: string) => Promise<void>
  /** Resets the counter of a key. */
  reset: (key: string) => Promise<void>
}

/** @param name distinguishes the limits */
export type MakeLimit = (name: string, max: number, seconds: number) => Limit

/**
 * Creates limits. All processes on one PostgreSQL share the counters. On SQLite there is only one process, which counts
 * in memory. While the database does not answer, each process counts in memory. `onRefused` is called with the name of
 * a limit that has been reached.
 */
export function createLimits(
  { pool }: Pick<Database, 'pool'>,
  onRefused: (name: string) => void = () => {},
): MakeLimit {
  const keys = new LimitedKeys()
  return (name, max, seconds) => {
    const keyOf = (key: string) => keys.keyFor(name, hashOf(key), seconds)
    return toLimit(makeLimiter(name, max, seconds, pool), seconds, keyOf, () => onRefused(name))
  }
}

function makeLimiter(keyPrefix: string, points: number, duration: number, pool: Pool | undefined): RateLimiterAbstract {
  const inMemory = new RateLimiterMemory({ keyPrefix, points, duration })
  if (!pool) return inMemory
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'attempts',
    tableCreated: true,
    // The hourly sweep deletes expired rows.
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
    insuranceLimiter: inMemory,
  })
}

/** Processes on one database may differ by this much. */
const TOLERANCE_MS = 60_000

export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('attempts').where('expire', '<', now.getTime()).execute()
}

/** Keys are stored as hashes: they say who has tried something, and may have any length. */
function toLimit(
  limiter: RateLimiterAbstract,
  seconds: number,
  keyOf: (key: string) => string,
  onRefused: () => void,
): Limit {
  return {
    count: async (key) => {
      const counter = keyOf(key)
      let counted = await consume(limiter, counter)
      if (counted.msBeforeNext > seconds * 1000 + TOLERANCE_MS) {
        // Its counter began while the clock was ahead, and would not expire for as long.
        await limiter.delete(counter)
        counted = await consume(limiter, counter)
      }
      if (!counted.isRefused) return
      onRefused()
      throw tooManyRequests(counted.msBeforeNext)
    },
    uncount: async (key) => void (await limiter.reward(keyOf(key))),
    reset: async (key) => {
      const counter = keyOf(key)
      // Other keys use this counter too.
      if (!isShared(counter)) await limiter.delete(counter)
    },
  }
}

async function consume(limiter: RateLimiterAbstract, counter: string) {
  try {
    return { isRefused: false, msBeforeNext: (await limiter.consume(counter)).msBeforeNext }
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return { isRefused: true, msBeforeNext: refused.msBeforeNext }
  }
}

const tooManyRequests = (ms: number) =>
  new AppError('too_many_requests', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })
