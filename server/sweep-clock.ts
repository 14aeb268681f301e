import type { Db } from './db/engine.ts'

/** After a long stop, the sweeps catch up this many times faster than time passes. */
const MAX_SPEED = 6

/*
 * The time by which the sweeps remove what has expired.
 * Job: a server whose clock is far ahead for a while removes nothing early: sessions, deleted trips, receipts, private
 *   records.
 * Invariants: never later than the clock. While the process runs it advances at most MAX_SPEED times as fast as time
 *   passes, measured without the clock, from where the sweeps were before.
 * Failure: after a long stop, sweeps are late. If the clock goes back, so does this time.
 */
export class SweepClock {
  readonly #db: Db
  readonly #clock: () => Date
  readonly #elapsedMs: () => number
  /** Where this process began to count. */
  #from: { reached: number; elapsed: number } | undefined

  /** @param elapsedMs a clock that nobody sets */
  constructor(db: Db, clock: () => Date, elapsedMs = () => performance.now()) {
    this.#db = db
    this.#clock = clock
    this.#elapsedMs = elapsedMs
  }

  /** The time to sweep by, which it remembers. */
  async now(): Promise<Date> {
    const now = this.#clock().getTime()
    const elapsed = this.#elapsedMs()
    this.#from ??= { reached: (await this.#load()) ?? now, elapsed }
    if (this.#from.reached > now) this.#from = { reached: now, elapsed }
    const reached = Math.min(now, this.#from.reached + MAX_SPEED * (elapsed - this.#from.elapsed))
    const reached_at = new Date(reached).toISOString()
    await this.#db
      .insertInto('sweep_clock')
      .values({ id: 1, reached_at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ reached_at }))
      .execute()
    return new Date(reached)
  }

  async #load(): Promise<number | undefined> {
    const row = await this.#db.selectFrom('sweep_clock').select('reached_at').executeTakeFirst()
    return row && Date.parse(row.reached_at)
  }
}
