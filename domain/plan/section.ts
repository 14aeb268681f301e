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
  /** For sections with days: what day `key` starts with in a trip of this type. */
  newEntry?: (type: TripType, key: number) => unknown
}

/** Preserves the section's own type in the list of sections. */
export function defineSection<Value, Rest extends object = object>(
  section: Section<Value> & Rest,
): Section<Value> & Rest {
  return section
}
