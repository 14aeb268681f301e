import { type Details, details } from '../plan/details.ts'

/** The details of a trip. `more` is what differs from a new trip's. */
export function buildDetails(more: Partial<Details> = {}): Details {
  return { ...details.empty, ...more }
}
