import * as m from '#messages'
import type { DerivedList, ListKind, Queue } from '../list-kinds.ts'
import { formatLocalDate, type OptionalLocalDate } from '../local-date.ts'
import type { JsonObject } from '../operations/json.ts'
import type { Path } from '../operations/operation.ts'
import { withoutPlaceholder } from '../templates/placeholders.ts'
import { excerptOf, isBlank } from '../text.ts'

/*
 * The sentences for changes to a section. Their table has the shape of the section, so a field without words does not
 * compile. Sentences have no subject: 'ticked “Tent”'.
 */

export interface SectionHistory<Value> {
  title: () => string
  /** Fields that are set along with others of their entry: described only if nothing else of it has changed. */
  companions?: readonly string[]
  words: Words<Value>
}

type Leaf = string | number | boolean
/** The fields of an entry itself, without what is nested in it. */
type Own<Entry> = { [Name in Exclude<keyof Entry, 'id'> as Entry[Name] extends Leaf ? Name : never]: Entry[Name] }

/** What a sentence is built from: see `ChangeDescription`. */
export interface ChangeContext<Within extends unknown[], Value> {
  at: Path
  within: Within
  called?: string[] | undefined
  /** For an entry that was merged into another one: the name of that one, if it has one. */
  into?: string | undefined
  facts?: JsonObject | undefined
  was: Value
  to: Value
}
export type DescribeChange<Within extends unknown[], Value = unknown> = (said: ChangeContext<Within, Value>) => string

/**
 * For each field, list and set of days: one sentence for any change to it or, for entries, one for each kind of change.
 */
export type Words<Value, Within extends unknown[] = []> = [Value] extends [Leaf]
  ? DescribeChange<Within, Value>
  : [Value] extends [readonly (infer Item)[]]
    ? DescribeChange<Within> | ListWords<Value, Item, Within>
    : string extends keyof Value
      ? EntryWords<Value[string], Within>
      : { [Name in Exclude<keyof Value, 'id'>]: Words<Value[Name], Within> }

/** Derived entries are neither added nor removed, and those of a queue are not moved. */
type ListWords<Value, Item, Within extends unknown[]> = ListKind extends keyof Value
  ? Queue<Item> extends Value
    ? EntryWords<Item, Within>
    : Value extends DerivedList<Item, infer Fixed>
      ? { each: Words<Omit<Item, Fixed>, [...Within, Own<Item>]> }
      : never
  : EntryWords<Item, Within> & { move: DescribeChange<Within> }

export interface EntryWords<Entry, Within extends unknown[] = []> {
  insert: DescribeChange<[...Within, Own<Entry>]>
  remove: DescribeChange<[...Within, Own<Entry>]>
  each: Words<Entry, [...Within, Own<Entry>]>
}

/** Quotes a text in a sentence, and cuts a long one. */
export function quote(text: string): string {
  const line = excerptOf(text)
  return line === '' ? m.history_empty_text() : m.history_quoted({ text: line })
}

/** Quotes the name of an entry; its noun if it has none, or still the placeholder. */
export function quoteName(of: 'activity' | 'item' | 'ticket', name: string): string {
  const typed = withoutPlaceholder(of, name)
  return isBlank(typed) ? unnamed[of]() : quote(typed)
}

const unnamed = { activity: m.history_activity_unnamed, item: m.history_item_unnamed, ticket: m.history_ticket_unnamed }

/** The arguments of a message about a changed text, which has a sentence for each kind of change. */
export function textChange({ was, to }: { was: string; to: string }) {
  const change = isBlank(to) ? 'cleared' : isBlank(was) ? 'set' : 'changed'
  return { change, was: quote(was), to: quote(to) }
}

/** The same for a date. */
export function dateChange({ was, to }: { was: OptionalLocalDate; to: OptionalLocalDate }) {
  const { change } = textChange({ was, to })
  return { change, was: dateWords(was), to: dateWords(to) }
}

const dateWords = (date: OptionalLocalDate): string => (date === '' ? '' : formatLocalDate(date))
