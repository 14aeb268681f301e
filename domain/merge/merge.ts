import { childForm, type Form } from '../operations/form.ts'
import { equal, isObject, type Json, type JsonObject } from '../operations/json.ts'
import { mergeText } from '../operations/merge-text.ts'
import { Work } from '../operations/work.ts'
import { interleave } from './interleave.ts'

/*
 * The three-way merge of one section's value.
 * Job: bring two values that started from the same `base` together without asking a person.
 * Invariants: what only one side changed is as that side has it; an edit beats a deletion; where both changed the same
 *   single value, `mine` (the later save) stands, but for what people write at length, which merges by lines and words; ids stay
 *   unique; merging the same edit twice changes nothing.
 * Failure: none. Any three JSON values merge; values of different shapes count as single values. The work grows with the
 *   size of the values and no faster: what the texts of one merge may take beyond that is limited (work.ts).
 */

type Item = JsonObject & { id: string }

/**
 * Merges two descendants of `base`.
 * Objects merge by field, lists of objects with ids by id, long texts by lines and words; everything else is a single value.
 * @param base what both sides started from
 * @param theirs what is stored by now
 * @param mine the later save; wins where both changed the same single value
 * @param form says which texts are long ones; without it none are
 */
export function merge<Value>(base: Value, theirs: Value, mine: Value, form?: Form): Value {
  return mergeJson(base, theirs, mine, { form, work: new Work() }) as Value
}

/** Where in the form the merge is, and how much work its texts may still make. */
interface Here {
  form: Form | undefined
  work: Work
}

const inside = ({ form, work }: Here, key: string): Here => ({ form: form && childForm(form, key), work })

/**
 * What an edit starts from once it has moved on to `theirs`: that, and as `base` has them the entries that `theirs` removed
 * and `mine` edited. Without them nobody could tell any more which of their fields `mine` changed, should they come back.
 * @param shown what has the entries that were not removed, where that is not `theirs`
 * @param was what the entries are taken from that it has, where that is not `base`
 * @returns `theirs` itself where there are none
 */
export function rebased<Value>(
  base: Value,
  theirs: Value,
  mine: Value,
  { shown, was }: { shown?: Value; was?: Value } = {},
): Value {
  return rebasedJson(base, theirs, mine, { shown, was }) as Value
}

/**
 * What an edit starts from that follows another one: what that has made of `base`, and as `base` has them the entries that it
 * removed and `mine` brings back. Without them all of such an entry would count as new, also what others have made of it since.
 * @param after what the edit before has made
 * @param theirs what `mine` is to be merged with; an entry that is not there and not edited either counts as new
 * @returns `after` itself where there are none
 */
export function startAfter<Value>(base: Value, after: Value, mine: Value, theirs: Value = after): Value {
  return rebasedJson(base, after, mine, { back: theirs }) as Value
}

/** `back` has the entries that are put in also where they were not edited. */
function rebasedJson(
  base: Json,
  theirs: Json,
  mine: Json,
  { shown = theirs, was = base, back }: { shown?: Json; was?: Json; back?: Json },
): Json {
  // Nothing is missing in what is the same.
  if (((base === theirs || mine === theirs) && theirs === shown) || (back === undefined && equal(mine, base))) return theirs
  const [from, to, edited, seen] = [base, theirs, mine, shown].map(entriesOf)
  if (!from || !to || !edited || !seen) return theirs
  const [before, there] = [was, back].map((value) => entriesOf(value) ?? {}) as [JsonObject, JsonObject]
  const entries = Object.keys(from).flatMap((key): [string, Json][] => {
    if (!Object.hasOwn(edited, key)) return []
    if (Object.hasOwn(to, key) && Object.hasOwn(seen, key))
      return [[key, rebasedJson(from[key], to[key], edited[key], { shown: seen[key], was: before[key], back: there[key] })]]
    const isNew = equal(edited[key], from[key]) && !Object.hasOwn(there, key)
    return isNew ? [] : [[key, Object.hasOwn(before, key) ? before[key] : from[key]]]
  })
  const changed = Object.fromEntries(entries.filter(([key, entry]) => entry !== to[key]))
  if (Object.keys(changed).length === 0) return theirs
  if (!Array.isArray(theirs)) return { ...to, ...changed }
  const kept = Object.keys(from).filter((id) => Object.hasOwn(to, id) || Object.hasOwn(changed, id))
  return interleave(Object.keys(to), kept).map((id) => changed[id] ?? to[id])
}

/** `first`, with the entries that only `second` has. */
export function joined<Value>(first: Value, second: Value): Value {
  return joinedJson(first, second) as Value
}

function joinedJson(first: Json, second: Json): Json {
  const [mine, other] = [first, second].map(entriesOf)
  if (first === second || !mine || !other) return first
  const both = (key: string) => (Object.hasOwn(mine, key) ? joinedJson(mine[key], other[key]) : other[key])
  const keys = interleave(Object.keys(mine), Object.keys(other))
  return Array.isArray(first) ? keys.map(both) : Object.fromEntries(keys.map((key) => [key, both(key)]))
}

/** What a value has entries by: an object's fields, or a list's items by their ids. */
function entriesOf(value: Json): JsonObject | undefined {
  if (isObject(value)) return value
  return isItems(value) ? byId(value) : undefined
}

function mergeJson(base: Json, theirs: Json, mine: Json, here: Here): Json {
  if (equal(mine, base) || equal(mine, theirs)) return theirs
  if (equal(theirs, base)) return mine
  if (isItems(theirs) && isItems(mine)) return mergeItems(isItems(base) ? base : [], theirs, mine, here)
  if (isObject(theirs) && isObject(mine)) return mergeFields(isObject(base) ? base : {}, theirs, mine, here)
  return mergeLongTexts(base, theirs, mine, here) ?? mine
}

/** Two people's changes to a text that people write at length; undefined for anything else, and where both together are too long. */
function mergeLongTexts(base: Json, theirs: Json, mine: Json, { form, work }: Here): string | undefined {
  if (form?.is !== 'leaf' || form.content !== 'text') return undefined
  if (typeof base !== 'string' || typeof theirs !== 'string' || typeof mine !== 'string') return undefined
  const both = mergeText(base, theirs, mine, work)
  return form.schema.safeParse(both).success ? both : undefined
}

function mergeFields(base: JsonObject, theirs: JsonObject, mine: JsonObject, here: Here): JsonObject {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return Object.fromEntries(
    [...keys]
      .filter((key) => isKept(key, base, theirs, mine))
      .map((key) => [key, mergeEntry(own(base, key), own(theirs, key), own(mine, key), inside(here, key))]),
  )
}

/** The field of that name, not what every object inherits under it: `constructor`, `__proto__`. */
const own = (object: JsonObject, key: string): Json => (Object.hasOwn(object, key) ? object[key] : undefined)

function mergeItems(base: Item[], theirs: Item[], mine: Item[], here: Here): Item[] {
  const [baseById, theirsById, mineById] = [base, theirs, mine].map(byId) as [JsonObject, JsonObject, JsonObject]
  const ids = (items: Item[]) => items.map((item) => item.id)
  const reordered = !equal(common(ids(base), mineById), common(ids(mine), baseById))
  const order = reordered ? interleave(ids(mine), ids(theirs)) : interleave(ids(theirs), ids(mine))
  return order
    .filter((id) => isKept(id, baseById, theirsById, mineById))
    .map((id) => mergeEntry(baseById[id], theirsById[id], mineById[id], inside(here, id)) as Item)
}

/** An entry stays unless a side deleted it and the other left it as it was. */
function isKept(key: string, base: JsonObject, theirs: JsonObject, mine: JsonObject): boolean {
  if (Object.hasOwn(theirs, key) && Object.hasOwn(mine, key)) return true
  const [holder] = Object.hasOwn(theirs, key) ? [theirs] : [mine]
  return !Object.hasOwn(base, key) || !equal(holder[key], base[key])
}

function mergeEntry(base: Json, theirs: Json, mine: Json, here: Here): Json {
  if (theirs === undefined) return mine
  if (mine === undefined) return theirs
  return mergeJson(base, theirs, mine, here)
}

const byId = (items: Item[]): JsonObject =>
  Object.assign(Object.create(null), Object.fromEntries(items.map((item) => [item.id, item])))
const common = (ids: string[], other: JsonObject): string[] => ids.filter((id) => Object.hasOwn(other, id))

function isItems(value: Json): value is Item[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item['id'] === 'string')
}
