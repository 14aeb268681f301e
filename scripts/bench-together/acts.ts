import type { SectionName } from '#domain/plan/index.ts'
import type { Path } from './paths.ts'

/**
 * An edit in the bench's log. Every text contains a unique mark, and every number and date is unique, so that each edit
 * can be found in the result. Only ticks and choices are not unique.
 */
export type Act = {
  /** The number of the person. */
  by: number
  tab: number
  /** The number of the act among those of its person. */
  order: number
  section: SectionName
  path: Path
  /** In milliseconds, on the clock of `now`. */
  at: number
  /** It gave way to newer typing of somebody else, and is shown to its author. */
  isSuperseded?: boolean
} & Mutation

export type Mutation =
  | { kind: 'write'; value: string | number }
  /** Ticks or unticks an item, or chooses a value that others may choose too. `isOwn`: nobody else changes it. */
  | { kind: 'tick'; value: boolean | string | number; isOwn: boolean }
  /** Adds the entry `value`. */
  | { kind: 'add'; value: unknown }
  /** Removes an entry. `seen` is its value when it was removed. */
  | { kind: 'remove'; seen: unknown }

/** The unique mark of a text: «person.act». */
export const markOf = (by: number, order: number): string => `«${by}.${order}»`

export function listMarks(value: unknown): string[] {
  return JSON.stringify(value).match(/«\d+\.\d+»/g) ?? []
}

/** The time on a clock that all threads share, in milliseconds. */
export const now = (): number => performance.timeOrigin + performance.now()
