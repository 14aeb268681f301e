import { type Reference, referenceOf } from '../plan/person-ref.ts'
import { childForm, type Form, formAt } from './form.ts'
import { childOf, type Entry, isObject, type Json, type JsonObject } from './json.ts'
import type { Effect, Mutation, Path } from './operation.ts'

/*
 * Finds and replaces the references to people (domain/plan/person-ref.ts) in sections, operations and effects.
 * Job: one walker for everything that concerns all references of a trip: forgetting and merging people, copying a
 *   trip, readers by share link.
 * Invariants: what holds no reference is returned unchanged, as the same object. Ids that are derived from a person
 *   follow the person, unless told otherwise. A list never has two entries with the same id.
 */

export interface RefMap {
  /** Returns a person's new id; '' for nobody. An entry whose id becomes '' is left out. */
  person: (personId: string) => string
  /** Leaves ids that are derived from people as they are. */
  keepsDerived?: boolean
  /** Returns the new id of an entry with a derived id, for a path that names it without its content. */
  entry?: (entryId: string) => string
  /** Called for each entry of a list that gets another derived id. */
  onDerived?: (entryId: string, newId: string) => void
}

const formsWithRefs = new WeakMap<Form, boolean>()

/** Whether anything in this form refers to people. */
export function hasPersonRefs(form: Form): boolean {
  let has = formsWithRefs.get(form)
  if (has === undefined) {
    has = findRefs(form)
    formsWithRefs.set(form, has)
  }
  return has
}

function findRefs(form: Form): boolean {
  if (form.is === 'leaf') return referenceOf(form.schema) !== undefined
  return form.is === 'fields' ? [...form.fields.values()].some(hasPersonRefs) : hasPersonRefs(form.entry)
}

/** A value with its references replaced. */
export function mapPersonRefs<Value>(form: Form, value: Value, map: RefMap): Value {
  return mapValue(form, value, map) as Value
}

/** The ids of all people that a value refers to. */
export function listPersonRefs(form: Form, value: Json): Set<string> {
  const found = new Set<string>()
  const person = (personId: string) => {
    found.add(personId)
    return personId
  }
  mapValue(form, value, { person })
  return found
}

function mapValue(form: Form, value: Json, map: RefMap): Json {
  if (!hasPersonRefs(form)) return value
  if (form.is === 'leaf')
    return referenceOf(form.schema)?.is === 'person' && typeof value === 'string' && value !== ''
      ? map.person(value)
      : value
  if (form.is === 'list') return Array.isArray(value) ? mapList(form, value as Entry[], map) : value
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, child]): [string, Json] => {
    const inner = childForm(form, key)
    return [key, inner ? mapValue(inner, child, map) : child]
  })
  const isSame = entries.every(([key, child]) => child === value[key])
  if (isSame) return value
  const mapped = Object.fromEntries(entries)
  return map.keepsDerived ? mapped : withDerivedId(form, mapped)
}

/** An entry whose fields have changed, with the id that is derived from them. */
function withDerivedId(form: Form, entry: JsonObject): JsonObject {
  const reference = idReference(form)
  return reference?.is === 'derived' && namesSomebody(form, entry)
    ? { ...entry, id: derivedIdOf(reference, entry) }
    : entry
}

/** The id that an entry's fields say. The entry may come from anybody: fields of other types count as missing. */
export function derivedIdOf({ idOf }: Extract<Reference, { is: 'derived' }>, entry: JsonObject): string {
  const isWord = (value: Json) => typeof value === 'string' || typeof value === 'number'
  return idOf(Object.fromEntries(Object.entries(entry).filter(([, value]) => isWord(value))) as never)
}

/** Whether the id of an inserted or restored entry is the one that its fields say; true if no fields do. */
export function hasOwnId(form: Form, mutation: Mutation): boolean {
  if (mutation.do !== 'insert' && mutation.do !== 'restore') return true
  const here = formAt(form, mutation.at)
  const reference = here && idReference(here)
  if (reference?.is !== 'derived') return true
  const entry = mutation.do === 'insert' ? mutation.entry : mutation.was
  return isObject(entry) && derivedIdOf(reference, entry) === mutation.at.at(-1)
}

/** Whether all of an entry's own references name a person. If one names nobody, its id stays: it stays unique. */
function namesSomebody(form: Form, entry: JsonObject): boolean {
  const fields = form.is === 'fields' ? [...form.fields] : []
  return fields.every(([name, { schema }]) => referenceOf(schema)?.is !== 'person' || entry[name] !== '')
}

/** What the ids of entries of this form refer to. */
export function idReference(form: Form): Reference | undefined {
  const leaf = childForm(form, 'id')
  return leaf && referenceOf(leaf.schema)
}

type ListForm = Form & { is: 'list' }

function mapList(form: ListForm, list: readonly Entry[], map: RefMap): Json {
  const mapped = list.map((entry) => mapValue(form.entry, entry, map) as Entry)
  if (mapped.every((entry, index) => entry === list[index])) return list
  return idReference(form.entry)?.is === 'person' ? oncePerPerson(form, list, mapped) : withUniqueIds(list, mapped, map)
}

/**
 * One entry per person. If two have become the same person's, the one that was that person's before stays, and gets
 * from the other what it lacks. In a queue it has the position of the first that had the same value to queue by.
 */
function oncePerPerson({ entry: form, rule }: ListForm, before: readonly Entry[], mapped: readonly Entry[]): Entry[] {
  const indexesById = new Map<string, number[]>()
  for (const [index, { id }] of mapped.entries()) {
    const indexes = indexesById.get(id)
    if (indexes) indexes.push(index)
    else indexesById.set(id, [index])
  }
  indexesById.delete('')
  const merged = new Map<number, Entry>()
  for (const [id, indexes] of indexesById) {
    const winner = indexes.find((index) => before[index]?.id === id) ?? indexes[0] ?? 0
    const others = indexes.filter((index) => index !== winner)
    const filled = others.reduce<Json>((value, other) => fillEmpty(form, value, mapped[other]), mapped[winner]) as Entry
    const isQueuedAlike = (index: number) =>
      rule?.kind === 'queue' && childOf(mapped[index], rule.by) === childOf(filled, rule.by)
    merged.set(indexes.find(isQueuedAlike) ?? winner, filled)
  }
  return mapped.flatMap((_, index) => merged.get(index) ?? [])
}

/** An entry whose new derived id another entry has keeps its old one: both stay. */
function withUniqueIds(before: readonly Entry[], mapped: readonly Entry[], { onDerived }: RefMap): Entry[] {
  const taken = new Set(before.map(({ id }) => id))
  return mapped.map((entry, index) => {
    const id = before[index]?.id ?? entry.id
    if (entry.id === id) return entry
    if (taken.has(entry.id)) return { ...entry, id }
    taken.add(entry.id)
    onDerived?.(id, entry.id)
    return entry
  })
}

/** A value with its empty fields filled from another of the same form. Lists get the entries that they lack. */
export function fillEmpty(form: Form, value: Json, other: Json): Json {
  if (form.is === 'leaf') return value === '' || value === null || value === undefined ? other : value
  if (form.is === 'list') {
    const [own, others] = [value as Entry[], other as Entry[]]
    const known = new Set(own.map(({ id }) => id))
    const added = others.filter(({ id }) => !known.has(id))
    return added.length > 0 ? [...own, ...added] : own
  }
  const keys =
    form.is === 'fields' ? [...form.fields.keys()].filter((key) => key !== 'id') : Object.keys(other as object)
  const filled = keys.map((key): [string, Json] => {
    const [mine, theirs] = [childOf(value, key), childOf(other, key)]
    return [key, mine === undefined ? theirs : fillEmpty(childForm(form, key) as Form, mine, theirs)]
  })
  return { ...(value as JsonObject), ...Object.fromEntries(filled) }
}

/** A mutation or an effect with its references replaced: in its paths, in its values, and in `after`. */
export function mapPersonRefsIn<Change extends Mutation | Effect>(form: Form, change: Change, map: RefMap): Change {
  if (!hasPersonRefs(form)) return change
  const { at } = change
  const [here, list] = [formAt(form, at), formAt(form, at.slice(0, -1))]
  const mapped: JsonObject = { ...change, at: mapPath(form, at, map) }
  if ('into' in change && change.into) mapped['into'] = mapPath(form, change.into, map)
  if (here)
    for (const name of ['to', 'was', 'is', 'entry'])
      if (name in mapped) mapped[name] = mapValue(here, mapped[name], map)
  const entry = mapped['entry'] ?? mapped['was']
  if (list?.is === 'list') {
    // The content of an entry says what its derived id is; a path alone cannot.
    if (isObject(entry) && typeof entry['id'] === 'string')
      mapped['at'] = [...(mapped['at'] as Path).slice(0, -1), entry['id']]
    if (typeof mapped['after'] === 'string') mapped['after'] = mapKey(list, mapped['after'], map)
  }
  return mapped as unknown as Change
}

function mapPath(form: Form, at: Path, map: RefMap): Path {
  let here: Form | undefined = form
  return at.map((key) => {
    const mapped: string = here?.is === 'list' ? mapKey(here, key, map) : key
    here = here && childForm(here, key)
    return mapped
  })
}

function mapKey(list: ListForm, key: string, map: RefMap): string {
  const reference = idReference(list.entry)
  if (reference?.is === 'person') return map.person(key)
  return reference?.is === 'derived' ? (map.entry?.(key) ?? key) : key
}
