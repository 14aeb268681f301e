import type { Db } from '../db/database.ts'

/** How one section's value stands in the tables. */
export interface SectionRows<Value> {
  /** The value that the rows hold. `replace` then `load` gives the same value back. */
  load: (db: Db, tripId: string) => Promise<Value>
  /** Makes the trip's rows hold this value; `previous` is what they hold. */
  replace: (trx: Db, tripId: string, value: Value, previous: Value) => Promise<void>
}
