import type { Path } from '../operations/operation.ts'

/*
 * The words for what was done to a section: of the same shape as the section, so that a field without words does not compile.
 * Sentences have no subject: 'ticked 'Tent''.
 */

/** What a section's history is called, and how it is told. */
export interface SectionHistory<Value> {
  title: string
  words: Words<Value>
}

type Leaf = string | number | boolean
/** What an entry holds itself. */
type Own<Entry> = { [Name in Exclude<keyof Entry, 'id'> as Entry[Name] extends Leaf ? Name : never]: Entry[Name] }

/** What a sentence is made of: see `ChangeDescription`. */
export interface Said<Within extends unknown[], Value> {
  at: Path
  within: Within
  called?: string[] | undefined
  was: Value
  to: Value
}
export type Say<Within extends unknown[], Value = unknown> = (said: Said<Within, Value>) => string

/** For each field, list and set of days a sentence for whatever was done there or, for entries, one for each thing that can be done. */
export type Words<Value, Within extends unknown[] = []> = [Value] extends [Leaf]
  ? Say<Within, Value>
  : [Value] extends [readonly (infer Item)[]]
    ? Say<Within> | (EntryWords<Item, Within> & { move: Say<Within> })
    : string extends keyof Value
      ? EntryWords<Value[string], Within>
      : { [Name in Exclude<keyof Value, 'id'>]: Words<Value[Name], Within> }

/** The words for the entries of a list, or for days. */
export interface EntryWords<Entry, Within extends unknown[] = []> {
  insert: Say<[...Within, Own<Entry>]>
  remove: Say<[...Within, Own<Entry>]>
  /** For what is in one of them. */
  each: Words<Entry, [...Within, Own<Entry>]>
}

/** A text as it is quoted in a sentence; a long one is cut. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return 'an empty text'
  return `'${line.length > 60 ? `${line.slice(0, 59)}…` : line}'`
}

/** The words for a text that is another by now: 'set the destination to', 'cleared', 'changed'. */
export function describeText(what: string, { was, to }: { was: string; to: string }): string {
  if (to.trim() === '') return `cleared ${what}`
  return was.trim() === '' ? `set ${what} to ${quote(to)}` : `changed ${what} from ${quote(was)} to ${quote(to)}`
}
