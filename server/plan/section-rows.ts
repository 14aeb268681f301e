import type { Db } from '../db/engine.ts'

/** How one section's value stands in the tables. */
export interface SectionRows<Value> {
  /** The value that the rows hold. `write` then `load` gives the same value back. */
  load: (db: Db, tripId: string) => Promise<Value>
  /**
   * Makes the trip's rows hold this value. `previous` is what they hold; undefined while there are none. Entries that both have in
   * common, as one object, are not looked at.
   */
  write: (trx: Db, tripId: string, value: Value, previous: Value | undefined) => Promise<void>
}
