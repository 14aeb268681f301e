/**
 * Rebuilds `value` from the objects of `known` wherever both are equal (structural sharing, as in TanStack Query).
 * Components compare by identity, so only what differs renders again.
 */
export function withSharedObjects<Value>(known: unknown, value: Value): Value {
  if (known === value) return value
  if (Array.isArray(known) && Array.isArray(value)) return shareItems(known, value) as Value
  if (isObject(known) && isObject(value)) return shareFields(known, value) as Value
  return value
}

/** Items match by id if they have one, else by index. */
function shareItems(known: unknown[], value: unknown[]): unknown[] {
  const byId = new Map(known.map((item) => [idOf(item), item]))
  const shared = value.map((item, index) =>
    withSharedObjects(idOf(item) === undefined ? known[index] : byId.get(idOf(item)), item),
  )
  return known.length === shared.length && shared.every((item, index) => item === known[index]) ? known : shared
}

function shareFields(known: Fields, value: Fields): Fields {
  const keys = Object.keys(value)
  const shared = keys.map(
    (key) => [key, withSharedObjects(Object.hasOwn(known, key) ? known[key] : undefined, value[key])] as const,
  )
  const isSame =
    Object.keys(known).length === keys.length &&
    shared.every(([key, entry]) => Object.hasOwn(known, key) && entry === known[key])
  return isSame ? known : Object.fromEntries(shared)
}

type Fields = Record<string, unknown>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const idOf = (item: unknown): unknown => (isObject(item) ? item['id'] : undefined)
