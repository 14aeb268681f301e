import { databaseFailure } from '../db/database-failure.ts'
import type { Db } from '../db/engine.ts'

/** So often it is noted at most that somebody has a trip open. */
const NOTED_EVERY_MS = 60 * 60_000
/** So many are known to have been noted; then all may be noted once more. */
const MAX_REMEMBERED = 10_000

/** Notes who has which trip on a device: what 'the plan is on so many phones' is counted from. */
export class LastOpened {
  readonly #noted = new Map<string, number>()

  /** Notes that somebody's device has the trip as it is now. */
  async note(db: Db, tripId: string, personId: string, now: Date): Promise<void> {
    const key = `${tripId} ${personId}`
    if (now.getTime() - (this.#noted.get(key) ?? -Infinity) < NOTED_EVERY_MS) return
    if (this.#noted.size >= MAX_REMEMBERED) this.#noted.clear()
    this.#noted.set(key, now.getTime())
    const opened_at = now.toISOString()
    const noting = db
      .updateTable('memberships')
      .set({ opened_at })
      .where('trip_id', '=', tripId)
      .where('user_id', '=', personId)
    await noting.execute().catch((cause) => {
      // The plan can be read also while nothing can be written.
      if (!databaseFailure(cause)) throw cause
      this.#noted.delete(key)
    })
  }
}
