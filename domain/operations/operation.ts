import type { Json } from './json.ts'

/*
 * What people do to a section of the plan, as data.
 * An operation names only what it changes. It never changes once it is made, and its id stays known as long as the trip
 * exists, so it may arrive any number of times.
 */

/** Where a value is in a section: field names, entry ids, day numbers. */
export type Path = readonly string[]

/** Whether the path `at` is `place` or within it. */
export const isWithin = (place: Path, at: Path): boolean => place.every((key, depth) => key === at[depth])

/** The id of the preceding entry in a list; null for the first entry. Days are ordered by number and have none. */
export type PrecedingId = string | null | undefined

export type Mutation =
  /**
   * Sets one field. `was` is the base: what the author saw there. Applied mutations also have `last`: see `Effect`.
   */
  | { do: 'set'; at: Path; to: Json; was: Json; last?: true | undefined }
  | { do: 'insert'; at: Path; entry: Json; after?: PrecedingId }
  /**
   * `was` is the entry as the author saw it, and `after` is where it was. `into`: the person into whose entry it was
   * merged (domain/plan/merge-people.ts). Clients never send it.
   */
  | { do: 'remove'; at: Path; was: Json; after?: PrecedingId; into?: Path }
  /** Undoes a removal. */
  | { do: 'restore'; at: Path; was: Json; after?: PrecedingId }
  | { do: 'move'; at: Path; after: string | null }

/** What an applied mutation changed. Applying it to the previous state needs no other knowledge. */
export type Effect =
  /** The field has this value now. `last`: its entry has gone to the end of its list, which is a queue. */
  | { at: Path; is: Json; last?: true | undefined }
  /** This whole entry is new, at this position. */
  | { at: Path; entry: Json; after?: PrecedingId }
  /** The entry has moved. */
  | { at: Path; after: string | null }
  | { at: Path; gone: true }

/**
 * Why an operation is refused: what it names is gone; its day number is in use; a text, a list or the section is full;
 * the trip would have more than it may (plan/limits.ts); it is malformed; the user may not do it; it concerns a person
 * whose private details the user cannot see; or the trip's owner has no space left for plans.
 */
export type RefusalCode =
  | 'entry_gone'
  | 'day_in_use'
  | 'text_too_long'
  | 'too_many_entries'
  | 'section_too_large'
  | 'too_many_people'
  | 'too_many_skips'
  | 'too_many_lines'
  | 'too_many_polls'
  | 'too_many_announcements'
  | 'invalid_operation'
  | 'not_allowed'
  | 'has_private_details'
  | 'plans_full'

/**
 * What the server answers for an operation. `merged`: applied to a text in which another user had changed the same
 * line, so that both lines are there. `superseded`: not applied, because somebody else's edit wins.
 */
export type Outcome = 'applied' | 'merged' | 'superseded' | RefusalCode

/** Whether an operation changed nothing, and is decided again if it arrives once more. */
export function isRefusal(outcome: Outcome): outcome is RefusalCode {
  return outcome !== 'applied' && outcome !== 'merged' && outcome !== 'superseded'
}

/** A change to a text as its author made it, before it was merged. */
export interface TypedText {
  was: Json
  to: Json
}

/** A removed entry, as it was when it was removed. */
export interface Tombstone {
  entry: Json
  after: PrecedingId
}
