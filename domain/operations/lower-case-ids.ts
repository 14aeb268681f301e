import { childForm, type Form, formAt } from './form.ts'
import { childOf, type Entry, equal, isObject, type Json, type JsonObject } from './json.ts'
import type { Mutation, Path } from './operation.ts'
import { derivedIdOf, idReference } from './person-refs.ts'

/*
 * Ids in lower case, as their schema parses them.
 * Job: an id is the same however it was sent, wherever it is: of an entry, in a path, or in a field that names
 *   something else. Ids that are derived from such fields follow them.
 * Invariants: a value is what its schema returns for it. What is in lower case is returned unchanged, as the same
 *   object. Entries that become one lose no text that has room.
 * Failure: a value of another form is returned as it is, and is refused later.
 */

const UPPER = 'ABCDEFAB-CDEF-4BCD-8BCD-ABCDEFABCDEF'
const HAS_UPPER = /[A-F]/
const UUID = /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/

interface Options {
  /** Merges entries that become one. Otherwise both stay, and the schema refuses the list. */
  merges?: boolean
  /** Called for each derived id that becomes another one. */
  onDerived?: ((entryId: string, newId: string) => void) | undefined
  /** Called if entries that become one say different things, and only one of them has room. */
  onLost?: (() => void) | undefined
}

/** Returns a value with its ids in lower case. */
export function withLowerCaseIds<Value>(form: Form, value: Value, options: Options = {}): Value {
  return lower(form, value, options) as Value
}

/**
 * Returns a mutation with its ids in lower case: in its paths, in its values, and in `after`. The key of a new entry
 * stays as it is: the app makes ids in lower case, and others are refused.
 */
export function withLowerCaseIdsIn<One extends Mutation>(form: Form, mutation: One, options: Options = {}): One {
  const isNew = mutation.do === 'insert'
  const at = lowerPath(form, mutation.at, isNew ? mutation.at.length - 1 : mutation.at.length)
  const here = formAt(form, at)
  const changed: JsonObject = at === mutation.at ? {} : { at }
  const given = mutation as unknown as JsonObject
  if (here)
    for (const name of ['to', 'was', 'entry']) {
      const value = Object.hasOwn(given, name) ? lower(here, given[name], options) : given[name]
      if (value !== given[name]) changed[name] = value
    }
  if (typeof given['after'] === 'string' && lowerId(given['after']) !== given['after'])
    changed['after'] = lowerId(given['after'])
  // The content of an entry says what its derived id is.
  const name = mutation.do === 'insert' ? 'entry' : 'was'
  const [before, now] = [given[name], changed[name]]
  const isEntry = mutation.do !== 'set' && formAt(form, at.slice(0, -1))?.is === 'list'
  if (
    isEntry &&
    isObject(before) &&
    isObject(now) &&
    isSameId(before['id'], at.at(-1)) &&
    typeof now['id'] === 'string'
  )
    changed['at'] = [...at.slice(0, -1), now['id']]
  return Object.keys(changed).length > 0 ? { ...mutation, ...changed } : mutation
}

/** An id in lower case; any other text unchanged. */
export const lowerId = (text: string): string => (HAS_UPPER.test(text) && UUID.test(text) ? text.toLowerCase() : text)
const isSameId = (one: Json, other: Json) => typeof one === 'string' && lowerId(one) === other

/** @param depth how many of the keys */
function lowerPath(form: Form, at: Path, depth: number): Path {
  let here: Form | undefined = form
  const keys = at.map((key, index) => {
    const is = here?.is === 'list' && index < depth ? lowerId(key) : key
    here = here && childForm(here, is)
    return is
  })
  return keys.some((key, index) => key !== at[index]) ? keys : at
}

/** Whether a form has ids, by form. */
const known = new WeakMap<Form, boolean>()

function hasIds(form: Form): boolean {
  let has = known.get(form)
  if (has === undefined) {
    if (form.is === 'leaf') has = form.schema.safeParse(UPPER).data === UPPER.toLowerCase()
    else has = form.is === 'fields' ? [...form.fields.values()].some(hasIds) : hasIds(form.entry)
    known.set(form, has)
  }
  return has
}

function lower(form: Form, value: Json, options: Options): Json {
  if (!hasIds(form)) return value
  if (form.is === 'leaf') return typeof value === 'string' ? lowerId(value) : value
  if (form.is === 'list') return Array.isArray(value) ? lowerList(form, value, options) : value
  if (!isObject(value)) return value
  const fields = Object.entries(value).map(([key, child]): [string, Json] => {
    const inner = childForm(form, key)
    return [key, inner ? lower(inner, child, options) : child]
  })
  if (fields.every(([key, child]) => child === value[key])) return value
  return withDerivedId(form, value, Object.fromEntries(fields))
}

/** An entry with the id that its fields say now, if it had the one that they said before. */
function withDerivedId(form: Form, before: JsonObject, now: JsonObject): JsonObject {
  const reference = idReference(form)
  const { id } = now
  return reference?.is === 'derived' && derivedIdOf(reference, before) === id
    ? { ...now, id: derivedIdOf(reference, now) }
    : now
}

type ListForm = Form & { is: 'list' }

function lowerList(form: ListForm, list: readonly Json[], options: Options): readonly Json[] {
  const lowered = list.map((entry) => lower(form.entry, entry, options))
  if (lowered.every((entry, index) => entry === list[index])) return list
  const isOfEntries = [...list, ...lowered].every((entry) => isObject(entry) && typeof entry['id'] === 'string')
  return isOfEntries && (options.merges || idReference(form.entry)?.is === 'derived')
    ? withoutDoubles(form, list as Entry[], lowered as Entry[], options)
    : lowered
}

/** Entries that have become the same one are merged. The one that was in lower case counts. */
function withoutDoubles(
  form: ListForm,
  before: readonly Entry[],
  lowered: readonly Entry[],
  { onDerived, onLost }: Options,
): Entry[] {
  const wasId = before.map(({ id }) => lowerId(id))
  const indexesById = new Map<string, number[]>()
  for (const [index, { id }] of lowered.entries()) {
    const indexes = indexesById.get(id)
    if (indexes) indexes.push(index)
    else indexesById.set(id, [index])
  }
  const entries = new Map<number, Entry>()
  for (const [id, indexes] of indexesById) {
    const stays = indexes.find((index) => before[index]?.id === id) ?? indexes[0] ?? 0
    let merged = lowered[stays] as Entry
    const isIn = indexes.filter((index) => {
      const other = lowered[index] as Entry
      if (index === stays || !isSameEntry(form, merged, other)) return index === stays
      merged = mergeEntries(form.entry, merged, other, onLost) as Entry
      return true
    })
    entries.set(placeOf(form, lowered, isIn, merged) ?? stays, merged)
    // Both count, such as two amounts that one person paid: the other keeps its derived id.
    for (const index of indexes)
      if (!isIn.includes(index)) entries.set(index, { ...(lowered[index] as Entry), id: wasId[index] ?? id })
    for (const index of isIn) if (wasId[index] !== id) onDerived?.(wasId[index] ?? id, id)
  }
  return lowered.flatMap((_, index) => entries.get(index) ?? [])
}

/** Where a merged entry is: in a queue, where the first that waits for the same is. */
function placeOf(
  { rule }: ListForm,
  list: readonly Entry[],
  isIn: readonly number[],
  merged: Entry,
): number | undefined {
  if (rule?.kind !== 'queue') return isIn[0]
  return isIn.find((index) => equal(childOf(list[index], rule.by), childOf(merged, rule.by)))
}

/** Whether two entries of one id are the same, and not two contributions of one person. */
function isSameEntry({ entry: form, rule }: ListForm, one: Entry, other: Entry): boolean {
  if (idReference(form)?.is !== 'derived') return true
  return (
    rule?.kind === 'queue' &&
    Object.keys(one).every((key) => typeof one[key] === 'boolean' || equal(one[key], other[key]))
  )
}

/**
 * What the first says counts. It gets from the other what it lacks, and texts that differ are joined.
 * @param onLost see `Options`
 */
export function mergeEntries(form: Form, stays: Json, other: Json, onLost?: () => void): Json {
  if (equal(stays, other) || isEmpty(other)) return stays
  if (form.is === 'leaf') {
    if (isEmpty(stays)) return other
    const joined = joinTexts(form, stays, other)
    if (joined === undefined) onLost?.()
    return joined ?? stays
  }
  if (form.is === 'list') {
    const [own, others] = [stays as Entry[], other as Entry[]]
    const theirs = new Map(others.map((entry) => [entry.id, entry]))
    const ownIds = new Set(own.map(({ id }) => id))
    const both = own.map((entry) =>
      theirs.has(entry.id) ? mergeEntries(form.entry, entry, theirs.get(entry.id), onLost) : entry,
    )
    return [...both, ...others.filter(({ id }) => !ownIds.has(id))]
  }
  return Object.fromEntries(
    Object.entries(stays as JsonObject).map(([key, is]) => {
      const inner = childForm(form, key)
      return [key, inner && key !== 'id' ? mergeEntries(inner, is, childOf(other, key), onLost) : is]
    }),
  )
}

const isEmpty = (value: Json) => value === '' || value === null || value === undefined || value === false || value === 0

/** Both texts; undefined if they are no texts, or too long together. */
function joinTexts(form: Form & { is: 'leaf' }, stays: Json, other: Json): string | undefined {
  if (typeof stays !== 'string' || typeof other !== 'string' || form.content === 'choice') return undefined
  if (stays.includes(other)) return stays
  const joined = form.content === 'text' ? `${stays}\n${other}` : `${stays} / ${other}`
  return form.schema.safeParse(joined).success ? joined : undefined
}
