import { AppError } from '#domain/errors.ts'

/*
 * Password hashing, a few at a time.
 * Job: each hash takes a thread of the pool for about 0.2 s. The pool has four, which also read and write documents.
 * Failure: if too many wait, further ones are refused and may be retried.
 */

/** Half of the threads that the pool has by default. */
const MAX_RUNNING = 2
const MAX_WAITING = 200
const RETRY_AFTER_SECONDS = 10

let running = 0
const waiting: (() => void)[] = []

/** Runs `work` once a slot is free. @throws AppError too_many_requests; what `work` throws */
export async function runHash<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= MAX_WAITING)
    throw new AppError('too_many_requests', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  if (running >= MAX_RUNNING) await new Promise<void>((start) => waiting.push(start))
  else running += 1
  try {
    return await work()
  } finally {
    // The next in line takes over this slot.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
