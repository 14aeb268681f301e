import { findAt, indexOf, isObject, type Json } from './json.ts'
import type { Mutation } from './operation.ts'

/**
 * The operation that takes another one back.
 * @param before the section as it was before that one
 */
export function inverse(mutation: Mutation, before: Json): Mutation {
  const { at } = mutation
  switch (mutation.do) {
    case 'set':
      return { do: 'set', at, to: mutation.was, was: mutation.to }
    case 'insert':
      return { do: 'remove', at, was: mutation.entry, ...behind(mutation.after) }
    case 'remove':
      return { do: 'restore', at, was: mutation.was, ...behind(mutation.after) }
    case 'restore':
      return { do: 'remove', at, was: mutation.was, ...behind(mutation.after) }
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
