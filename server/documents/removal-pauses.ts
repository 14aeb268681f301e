import { randomUUID } from 'node:crypto'
import type { Db } from '../db/engine.ts'

/*
 * While a backup runs, no file is removed from the store.
 * Job: a backup has the files of the moment at which it reads the rows, however long it then copies files.
 * Invariants: a file is released in its row (stored-files.ts) before anybody looks for a pause, and a pause begins
 *   before the rows are read. So a file that the rows name is not removed, and one that is removed is not named.
 * Failure: a pause that is not renewed ends after PAUSE_MS. The sweep then removes what was left. Where the database
 *   cannot be written, such as a read-only replica, the backup goes on without a pause.
 */

const PAUSE_MS = 10 * 60_000
const RENEW_MS = 3 * 60_000

/** Whether released files have to stay in the store for now. */
export async function isRemovalPaused(db: Db, now: Date): Promise<boolean> {
  const paused = await db
    .selectFrom('removal_pauses')
    .select('id')
    .where('until', '>', now.toISOString())
    // A later end was stored by a clock that was ahead.
    .where('until', '<=', new Date(now.getTime() + 2 * PAUSE_MS).toISOString())
    .executeTakeFirst()
  return paused !== undefined
}

/**
 * Pauses removals in all processes while `work` runs.
 * @param onFailed called if they cannot be paused; `work` runs anyway
 */
export async function withRemovalsPaused<Value>(
  db: Db,
  clock: () => Date,
  work: () => Promise<Value>,
  onFailed: (cause: unknown) => void,
): Promise<Value> {
  const id = randomUUID()
  const pause = async () => {
    const until = new Date(clock().getTime() + PAUSE_MS).toISOString()
    await db
      .insertInto('removal_pauses')
      .values({ id, until })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ until }))
      .execute()
  }
  try {
    await pause()
    await db.deleteFrom('removal_pauses').where('until', '<=', clock().toISOString()).execute()
  } catch (cause) {
    onFailed(cause)
  }
  const timer = setInterval(() => void pause().catch(() => {}), RENEW_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await db
      .deleteFrom('removal_pauses')
      .where('id', '=', id)
      .execute()
      .catch(() => {})
  }
}
