import { databaseFailure } from '../db/database-failure.ts'
import type { Db } from '../db/engine.ts'

/** A user's visits to a trip are recorded at most this often. */
const RECORD_EVERY_MS = 60 * 60_000
/** When this many have been remembered, all may be recorded again. */
const MAX_REMEMBERED = 10_000

/** Records who has which trip on a device, to count the phones that have the plan. */
export class LastOpened {
  readonly #recorded = new Map<string, number>()

  /** Records that a device of the user has the trip in its current state. */
  async record(db: Db, tripId: string, personId: string, now: Date): Promise<void> {
    const key = `${tripId} ${personId}`
    // Negative after the clock was ahead.
    const since = now.getTime() - (this.#recorded.get(key) ?? -Infinity)
    if (since >= 0 && since < RECORD_EVERY_MS) return
    if (this.#recorded.size >= MAX_REMEMBERED) this.#recorded.clear()
    this.#recorded.set(key, now.getTime())
    const opened_at = now.toISOString()
    const update = db
      .updateTable('memberships')
      .set({ opened_at })
      .where('trip_id', '=', tripId)
      .where('user_id', '=', personId)
    await update.execute().catch((cause) => {
      // The plan must stay readable while nothing can be written.
      if (!databaseFailure(cause)) throw cause
      this.#recorded.delete(key)
    })
  }
}
