import type { LocalDate, OptionalLocalDate } from '../local-date.ts'
import type { Concern } from './concerns.ts'

/* What the server remembers of a trip's concerns. It is stored as JSON; another version's is forgotten. */

export interface KnownConcern extends Pick<Concern, 'state' | 'name'> {
  /** Since when it holds, in UTC. */
  since: string
  /** How often somebody was reminded of it, and when last. */
  told?: number
  told_at?: string
}

export interface KnownDayEntry {
  state: string
  title: string
  /** Whom it concerns; absent for all who are there on that day. */
  people?: string[]
}

export interface Known {
  version: typeof KNOWN_VERSION
  people: Record<string, Record<string, KnownConcern>>
  /** The ids of announcements. They are the same for everybody, so they are not remembered for each person. */
  announcements: readonly string[]
  days: Record<LocalDate, Record<string, KnownDayEntry>>
  /** The trip's, '' if it had none; missing until it was looked at. */
  departure?: OptionalLocalDate
  /** The departure of which people were told the day before; '' for none. */
  departure_told: string
}

export const KNOWN_VERSION = 2

/** What was stored; undefined if it is of another version, so that nothing false is told. */
export function toKnown(stored: unknown): Known | undefined {
  const known = stored as Partial<Known> | null
  return known?.version === KNOWN_VERSION ? (known as Known) : undefined
}
