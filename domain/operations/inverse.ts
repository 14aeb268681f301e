import { findAt, indexOf, isObject, type Json } from './json.ts'
import type { Deed } from './operation.ts'

/**
 * The operation that takes another one back.
 * @param before the section as it was before that one
 */
export function inverse(deed: Deed, before: Json): Deed {
  const { at } = deed
  switch (deed.do) {
    case 'set':
      return { do: 'set', at, to: deed.was, was: deed.to }
    case 'insert':
      return { do: 'remove', at, was: deed.entry, ...behind(deed.after) }
    case 'remove':
      return { do: 'restore', at, was: deed.was, ...behind(deed.after) }
    case 'restore':
      return { do: 'remove', at, was: deed.was, ...behind(deed.after) }
    case 'move':
      return { do: 'move', at, after: placeOf(before, at) }
  }
}

const behind = (after: string | null | undefined) => (after === undefined ? {} : { after })

function placeOf(value: Json, at: readonly string[]): string | null {
  const list = findAt(value, at.slice(0, -1))
  if (!Array.isArray(list)) return null
  const before: unknown = list[indexOf(list, at.at(-1) as string) - 1]
  return isObject(before) ? (before['id'] as string) : null
}
