import type * as z from 'zod/mini'
import type { TripType } from '../trip.ts'

/**
 * One section of the plan: a single JSON value with versions, which people change by operations (domain/operations/).
 * Where a list of objects stands in it, each has an `id` (a UUID), by which operations name it.
 */
export interface Section<Value> {
  /** The form of the value; server and browser parse with it. */
  schema: z.ZodMiniType<Value>
  /** What it holds before anybody has put anything in; a template of a type of trip may say otherwise (templates/plan-templates.ts). */
  empty: Value
  /** What is said, or written into a log, when it cannot be loaded or saved. */
  failures: { load: string; save: string }
  /** What those get who only read the trip. `nothing`: `empty` stands in its place. */
  readers: 'everything' | 'nothing'
  /** Where people add entries by number and not with ids: what entry number `key` of a trip of this type starts with. */
  newEntry?: (type: TripType, key: number) => unknown
}

/** Keeps the section's own type where a list of sections is built. */
export function defineSection<Value, Rest extends object = object>(
  section: Section<Value> & Rest,
): Section<Value> & Rest {
  return section
}
