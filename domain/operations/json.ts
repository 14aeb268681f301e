/** Any JSON value. */
export type Json = unknown
export type JsonObject = Record<string, Json>
/** A list's entry: the plan knows it by its id. */
export type Entry = JsonObject & { id: string }

/** Whether two JSON values hold the same, whatever the order of their fields. */
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

/** The entry of that id or the field of that name; undefined where there is none. Not what every object inherits under it. */
export function childOf(around: Json, key: string): Json {
  if (Array.isArray(around)) return around[indexOf(around, key)]
  return isObject(around) && Object.hasOwn(around, key) ? around[key] : undefined
}

/** What stands at a path; undefined where nothing does. */
export function findAt(value: Json, at: readonly string[]): Json {
  let here = value
  for (const key of at) {
    if (here === undefined) return undefined
    here = childOf(here, key)
  }
  return here
}

/** The list or object with another child of that key: in the place of the one that is there, or a new one of an object. */
export function withChild(around: Json, key: string, child: Json): Json {
  if (Array.isArray(around)) return around.with(indexOf(around, key), child)
  // Entries, since '__proto__' in a literal would not be a field.
  const entries = Object.entries(around as JsonObject)
  const changed = entries.map(([name, is]): [string, Json] => [name, name === key ? child : is])
  return Object.fromEntries(changed.some(([name]) => name === key) ? changed : [...changed, [key, child]])
}

/** The list or object without the child of that key. */
export function withoutChild(around: Json, key: string): Json {
  if (Array.isArray(around)) return around.toSpliced(indexOf(around, key), 1)
  return Object.fromEntries(Object.entries(around as JsonObject).filter(([name]) => name !== key))
}

/** Where the last entry that was looked for stood: an operation looks for the same one several times. */
let foundLast = 0

/** Where the entry of that id stands in a list; -1 where there is none. */
export function indexOf(list: readonly Entry[], id: string): number {
  if (list[foundLast]?.id === id) return foundLast
  // A loop, since lists of thousands are searched with every operation.
  for (let index = 0; index < list.length; index++) {
    if (list[index]?.id !== id) continue
    foundLast = index
    return index
  }
  return -1
}
