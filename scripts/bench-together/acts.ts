import type { SectionName } from '#domain/plan/index.ts'
import type { Path } from './paths.ts'

/**
 * What somebody did, as the log has it. Every text that somebody writes holds a mark of its own, and every number and date is a
 * new one, so that it can be found again; only ticks look alike.
 */
export type Act = {
  /** The number of the person. */
  by: number
  /** In which of their tabs. */
  tab: number
  /** Counts the acts of a person. */
  order: number
  section: SectionName
  path: Path
  /** In milliseconds, on the clock that all clients share. */
  at: number
} & Mutation

export type Mutation =
  /** Put a value into a field. */
  | { kind: 'write'; value: string | number }
  /** Ticked an item, or took its tick away. `isOwn` where nobody else touches it. */
  | { kind: 'tick'; value: boolean; isOwn: boolean }
  /** Added an entry as it is in `value`. */
  | { kind: 'add'; value: unknown }
  /** Removed an entry, which looked like this. */
  | { kind: 'remove'; seen: unknown }

/** The mark of a text: «person.act». */
export const markOf = (by: number, order: number): string => `«${by}.${order}»`

/** The marks that stand anywhere in a value. */
export function listMarks(value: unknown): string[] {
  return JSON.stringify(value).match(/«\d+\.\d+»/g) ?? []
}

/** The clock that all clients share. */
export const now = (): number => performance.timeOrigin + performance.now()
