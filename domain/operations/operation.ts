import type { Json } from './json.ts'

/*
 * What people do to a section of the plan, as data.
 * An operation names what it changes and nothing else. It is never changed once it is made, and it is known by its id for as
 * long as the trip lives: it may arrive any number of times.
 */

/** Where something stands in a section: names of fields, ids of entries, numbers of days. */
export type Path = readonly string[]

/** The entry that something stands behind in its list; null for the first. Days stand by their numbers and have none. */
export type Behind = string | null | undefined

export type Mutation =
  /** One field gets another value; `was` is what the person saw there. */
  | { do: 'set'; at: Path; to: Json; was: Json }
  | { do: 'insert'; at: Path; entry: Json; after?: Behind }
  /** `was` is the entry as whoever removes it saw it, and `after` where it stood. */
  | { do: 'remove'; at: Path; was: Json; after?: Behind }
  /** The undo of a removal. */
  | { do: 'restore'; at: Path; was: Json; after?: Behind }
  | { do: 'move'; at: Path; after: string | null }

export type Operation = Mutation & { id: string }

/** What became of a section by an operation, for everybody who has the state before it. Nothing else has to be known to apply it. */
export type Effect =
  /** This field is now so. */
  | { at: Path; is: Json }
  /** This entry, whole, is new and stands there. */
  | { at: Path; entry: Json; after?: Behind }
  /** This entry stands elsewhere. */
  | { at: Path; after: string | null }
  | { at: Path; gone: true }

/**
 * Why an operation is not possible: what it names is gone; the number of its day is in use; a text, a list or the section is full;
 * it is not for this person; it is of somebody whose private details this person does not see; or whoever the trip belongs to has no
 * room left for plans.
 */
export type RefusalCode =
  | 'entry_gone'
  | 'day_in_use'
  | 'text_too_long'
  | 'too_many_entries'
  | 'section_too_large'
  | 'invalid_operation'
  | 'not_allowed'
  | 'has_private_details'
  | 'plans_full'

/** How an operation ends. Superseded: somebody's edit stands against it. */
export type Outcome = 'applied' | 'superseded' | RefusalCode

/** An entry that was removed, as it was then. */
export interface Removed {
  entry: Json
  after: Behind
}
