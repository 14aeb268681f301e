import { listText } from '#domain/list-text.ts'
import { equal } from '#domain/operations/json.ts'
import * as m from '#messages'
import type { CostsGroup } from './costs-group.ts'
import { type Entry, listConflicts, replaceConflicts } from './merge-entry.ts'

/* Two people edit one entry: the second to save is told what would be replaced. */

/** Says what happened; with the name of the person who did it, if it is known. */
export type ConflictWords = (by: string | undefined) => string

/** An entry with an amount of money. */
export interface Priced extends Entry {
  currency: string
  /** Of what can be paid in any currency. */
  rate?: string
}

/** A rate is for a currency. */
const priced = ['currency', 'rate'] as const

/** What counts as a conflict in one kind of entry, and the words for it. */
export interface ConflictRules<Value extends Priced> {
  /** The lists whose entries together make up one thing. */
  wholes: readonly (keyof Value)[]
  /** Fields that are told even if each of both changed another of them, and are replaced together. */
  asOne: readonly (keyof Value)[]
  /** Fields that are replaced together. */
  together: readonly (keyof Value)[]
  fieldWords: (field: keyof Value, newest: Value, before: Value, group: CostsGroup) => string
  removedWords: ConflictWords
}

export const named = (by: string) => ({ known: by === '' ? ('no' as const) : ('yes' as const), by })

/**
 * What others changed in an entry that the current user changed too, to something else.
 * @param seen the fields that the current user was told about, as they were then
 */
export function findConflict<Value extends Priced>(
  newest: Value,
  before: Value,
  after: Value,
  { rules, seen, group }: { rules: ConflictRules<Value>; seen: Partial<Value> | undefined; group: CostsGroup },
): ConflictWords | undefined {
  const found = listFound(newest, before, after, rules)
  const untold = found.filter((field) => !seen || !equal(seen[field], newest[field]))
  if (untold.length === 0) return undefined
  const words = [...new Set(untold.map((field) => rules.fieldWords(field, newest, before, group)))]
  return (by = '') => m.costs_conflict({ ...named(by), fields: listText(words), count: words.length })
}

/** The fields that the current user is told about, as they are now. */
export function listSeen<Value extends Priced>(
  newest: Value,
  before: Value,
  after: Value,
  rules: ConflictRules<Value>,
): Partial<Value> {
  const seen: Partial<Value> = {}
  for (const field of listFound(newest, before, after, rules)) seen[field] = newest[field]
  return seen
}

/** The entry to save once the current user has been told. */
export function replacing<Value extends Priced>(
  newest: Value,
  before: Value,
  after: Value,
  rules: ConflictRules<Value>,
): Value {
  const found = listFound(newest, before, after, rules)
  const groups = [rules.asOne, priced, rules.together].filter((fields) => fields.some((field) => found.includes(field)))
  const fields = [...new Set([...found, ...groups.flat()])].filter((field) => field in after)
  return replaceConflicts(newest, before, after, fields)
}

function listFound<Value extends Priced>(
  newest: Value,
  before: Value,
  after: Value,
  { wholes, asOne }: ConflictRules<Value>,
): (keyof Value)[] {
  const found = listConflicts(newest, before, after, wholes)
  const groups: (readonly (keyof Value)[])[] = newest.currency === after.currency ? [asOne] : [asOne, priced]
  const changedByOthers = groups
    .filter((fields) => fields.some((field) => !equal(after[field], before[field])))
    .flatMap((fields) =>
      fields.filter((field) => !equal(newest[field], before[field]) && !equal(newest[field], after[field])),
    )
  return [...new Set([...found, ...changedByOthers])]
}
