import { indexOf } from './list-index.ts'

/** Any JSON value. */
export type Json = unknown
export type JsonObject = Record<string, Json>
/** A list entry, identified by its id. */
export type Entry = JsonObject & { id: string }

/** Whether two JSON values are equal, whatever the order of their fields. */
export function equal(a: Json, b: Json): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => equal(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entry with this id, or the field with this name; undefined if there is none. Ignores inherited properties. */
export function childOf(parent: Json, key: string): Json {
  if (Array.isArray(parent)) return parent[indexOf(parent, key)]
  return isObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined
}

/** The value at a path; undefined if there is none. */
export function findAt(value: Json, at: readonly string[]): Json {
  let here = value
  for (const key of at) {
    if (here === undefined) return undefined
    here = childOf(here, key)
  }
  return here
}

/** A copy in which this child is replaced or, in an object, added. */
export function withChild(parent: Json, key: string, child: Json): Json {
  if (Array.isArray(parent)) return parent.with(indexOf(parent, key), child)
  // Built from entries, since '__proto__' in a literal would not be a field.
  const entries = Object.entries(parent as JsonObject)
  const changed = entries.map(([name, is]): [string, Json] => [name, name === key ? child : is])
  return Object.fromEntries(changed.some(([name]) => name === key) ? changed : [...changed, [key, child]])
}

/** A copy without this child. */
export function withoutChild(parent: Json, key: string): Json {
  if (Array.isArray(parent)) return parent.toSpliced(indexOf(parent, key), 1)
  return Object.fromEntries(Object.entries(parent as JsonObject).filter(([name]) => name !== key))
}
