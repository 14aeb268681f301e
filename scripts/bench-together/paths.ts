/*
 * Places in a section's value: names of fields, ids of items, numbers of days. The log of edits uses them rather than
 * list indexes, which change with every insertion.
 */

export type Path = readonly string[]
type Fields = Record<string, unknown>
type Item = Fields & { id: string }

export interface Parts {
  leaves: Map<string, unknown>
  /** Everything that is added and removed as a whole: days, groups, items. */
  entries: Map<string, unknown>
  lists: Map<string, unknown[]>
}

export const nameOf = (path: Path): string => path.join('/')

/** Whether a place equals another or is within it. */
export const isWithin = (place: string, outer: string): boolean => place === outer || place.startsWith(`${outer}/`)

/** The value at a place; undefined if there is none. */
export function at(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value
  if (isItems(value))
    return at(
      value.find(({ id }) => id === key),
      rest,
    )
  return isFields(value) && Object.hasOwn(value, key) ? at(value[key], rest) : undefined
}

/** Returns a copy with a changed place, or the same value if the path to that place no longer exists. */
export function put<Value>(value: Value, path: Path, change: (old: unknown) => unknown): Value {
  return putIn(value, path, change) as Value
}

function putIn(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (isItems(value)) return value.map((item) => (item.id === key ? putIn(item, rest, change) : item))
  return isFields(value) && (rest.length === 0 || Object.hasOwn(value, key))
    ? { ...value, [key]: putIn(value[key], rest, change) }
    : value
}

/** Adds an entry: an item to a list, or a day under its number. */
export function putEntry<Value>(value: Value, path: Path, entry: unknown, index = Number.POSITIVE_INFINITY): Value {
  const key = path.at(-1) ?? ''
  return put(value, path.slice(0, -1), (around) =>
    Array.isArray(around) ? around.toSpliced(index, 0, entry) : { ...(around as Fields), [key]: entry },
  )
}

export function withoutEntry<Value>(value: Value, path: Path): Value {
  const key = path.at(-1) ?? ''
  return put(value, path.slice(0, -1), (around) => {
    if (isItems(around)) return around.filter(({ id }) => id !== key)
    const { [key]: _, ...others } = around as Fields
    return others
  })
}

export function partsOf(value: unknown): Parts {
  const parts: Parts = { leaves: new Map(), entries: new Map(), lists: new Map() }
  collect(parts, value, '')
  return parts
}

function collect(parts: Parts, value: unknown, place: string): void {
  const below = (key: string) => (place === '' ? key : `${place}/${key}`)
  if (isItems(value)) {
    parts.lists.set(place, value)
    for (const item of value) {
      parts.entries.set(below(item.id), item)
      collect(parts, item, below(item.id))
    }
  } else if (isFields(value)) {
    for (const [key, entry] of Object.entries(value)) {
      if (/^\d+$/.test(key)) parts.entries.set(below(key), entry)
      if (key !== 'id') collect(parts, entry, below(key))
    }
  } else parts.leaves.set(place, value)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isItems(value: unknown): value is Item[] {
  return Array.isArray(value) && value.every((item) => isFields(item) && typeof item['id'] === 'string')
}
