import { AppError } from '#domain/errors.ts'

/*
 * The turns of password hashing.
 * Job: each takes a thread of the pool for some 0.2 s. The pool has four, and reads and writes documents, too.
 * Failure: where too many wait, one more is refused and may be tried again.
 */

/** Half of the threads that the pool has by default. */
const AT_ONCE = 2
const MAX_WAITING = 200
const RETRY_AFTER_SECONDS = 10

let running = 0
const waiting: (() => void)[] = []

/** Runs work when its turn comes. @throws AppError too_many_requests; what `work` throws */
export async function inHashQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= MAX_WAITING)
    throw new AppError('too_many_requests', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  if (running >= AT_ONCE) await new Promise<void>((start) => waiting.push(start))
  else running += 1
  try {
    return await work()
  } finally {
    // The next in line takes over this turn.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
