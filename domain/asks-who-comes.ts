import type { Details } from './plan/details.ts'
import type { Trip } from './trip.ts'

interface Known {
  /** Whether the user is the only person on the list and the only one who plans the trip. */
  isAlone: boolean
  /** For how many the trip is planned; undefined as long as the details are not loaded. */
  expected: Details['expected'] | undefined
}

/** Whether people are asked whether they are coming. Somebody who flies alone has decided that. */
export function asksWhoComes({ type }: Pick<Trip, 'type'>, { isAlone, expected }: Known): boolean {
  const count = expected ? expected.adults + expected.children : 0
  return type !== 'air_travel' || !isAlone || count > 1
}
