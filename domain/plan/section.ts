import type * as z from 'zod/mini'
import type { TripType } from '../trip.ts'

/**
 * One section of the plan: a single JSON value with a version, which people change by operations (domain/operations/).
 * Every object in a list has an `id` (a UUID), by which operations name it.
 */
export interface Section<Value> {
  /** Server and browser parse the value with it. */
  schema: z.ZodMiniType<Value>
  /** The initial value. A trip type's template may replace it (templates/plan-templates.ts). */
  empty: Value
  /** Shown or logged when loading or saving fails. */
  failures: () => { load: string; save: string }
  /**
   * What people who only read a trip get of it: never names of people.
   * @param notComing the ids of people who are not coming, whose promises are open again
   * @param hiddenPlaces the ids of places that may be homes
   */
  readers: (value: Value, notComing?: ReadonlySet<string>, hiddenPlaces?: ReadonlySet<string>) => Value
  /** What a copy of the trip takes of it; undefined if that starts as in any new trip. */
  copied: ((value: Value, options: CopyOptions) => Value) | undefined
  /** For sections with days: what day `key` starts with in a trip of this type. */
  newEntry?: (type: TripType, key: number) => unknown
}

/** What was chosen for a copy of a trip. `false` is needed to leave out what older apps always copied. */
export interface CopyOptions {
  with_people: boolean
  with_ticks: boolean
  with_duties?: boolean | undefined
  with_rides?: boolean | undefined
  /** The id of a party in the copy, and of a person in it. */
  newPartyId: (partyId: string) => string
  newPersonId: (personId: string) => string
}

/** The whole value, for `readers` and `copied`. */
export const allOfIt = <Value>(value: Value): Value => value

/** Preserves the section's own type in the list of sections. */
export function defineSection<Value, Rest extends object = object>(
  section: Section<Value> & Rest,
): Section<Value> & Rest {
  return section
}
