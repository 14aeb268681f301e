import { childOf, type Entry, type Json, withChild, withoutChild } from './json.ts'
import { indexOf } from './list-index.ts'
import type { Effect } from './operation.ts'

/**
 * Applies an effect to a section.
 * @returns undefined if the effect does not start from this value. The caller then fetches the whole section
 */
export function applyEffect<Value>(value: Value, effect: Effect): Value | undefined {
  return applyAt(value, effect, 0) as Value | undefined
}

function applyAt(parent: Json, effect: Effect, depth: number): Json {
  const key = effect.at[depth] as string
  const child = childOf(parent, key)
  if (depth < effect.at.length - 1) {
    if (child === undefined) return undefined
    const changed = applyAt(child, effect, depth + 1)
    if (changed === undefined) return undefined
    const isMoved = 'is' in effect && effect.last && depth === effect.at.length - 2
    return isMoved ? movedToEnd(parent, changed) : withChild(parent, key, changed)
  }
  if ('is' in effect) return child === undefined ? undefined : withChild(parent, key, effect.is)
  if ('gone' in effect) return child === undefined ? undefined : withoutChild(parent, key)
  if ('entry' in effect) {
    if (child !== undefined) return undefined
    return Array.isArray(parent)
      ? insertAfter(parent, effect.entry as Entry, effect.after)
      : withChild(parent, key, effect.entry)
  }
  return child === undefined
    ? undefined
    : insertAfter(withoutChild(parent, key) as Entry[], child as Entry, effect.after)
}

/** A queue in which an entry has changed and gone to the end. */
export function movedToEnd(list: Json, entry: Json): Json {
  const changed = entry as Entry
  return [...(withoutChild(list, changed.id) as Entry[]), changed]
}

function insertAfter(list: readonly Entry[], entry: Entry, after: string | null | undefined): Json {
  if (after === null || after === undefined) return [entry, ...list]
  const index = indexOf(list, after)
  return index < 0 ? undefined : list.toSpliced(index + 1, 0, entry)
}
