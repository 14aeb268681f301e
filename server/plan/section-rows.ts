import type { Db } from '../db/engine.ts'

export interface SectionRows<Value> {
  /** Returns what `write` has stored. */
  load: (db: Db, tripId: string) => Promise<Value>
  /**
   * Makes the trip's rows hold this value. `previous` is what they hold now; undefined if there are none. Objects that
   * both values share are not compared.
   */
  write: (trx: Db, tripId: string, value: Value, previous: Value | undefined) => Promise<void>
}
