import { childOf, type Entry, indexOf, type Json, withChild, withoutChild } from './json.ts'
import type { Effect } from './operation.ts'

/**
 * What a section is after an effect.
 * @returns undefined where the value is not the one that the effect starts from: then the whole section is to be fetched
 */
export function applyEffect<Value>(value: Value, effect: Effect): Value | undefined {
  return within(value, effect, 0) as Value | undefined
}

function within(around: Json, effect: Effect, depth: number): Json {
  const key = effect.at[depth] as string
  const child = childOf(around, key)
  if (depth < effect.at.length - 1) {
    if (child === undefined) return undefined
    const changed = within(child, effect, depth + 1)
    return changed === undefined ? undefined : withChild(around, key, changed)
  }
  if ('is' in effect) return child === undefined ? undefined : withChild(around, key, effect.is)
  if ('gone' in effect) return child === undefined ? undefined : withoutChild(around, key)
  if ('entry' in effect) {
    if (child !== undefined) return undefined
    return Array.isArray(around)
      ? putBehind(around, effect.entry as Entry, effect.after)
      : withChild(around, key, effect.entry)
  }
  return child === undefined ? undefined : putBehind(withoutChild(around, key) as Entry[], child as Entry, effect.after)
}

function putBehind(list: readonly Entry[], entry: Entry, after: string | null | undefined): Json {
  if (after === null || after === undefined) return [entry, ...list]
  const index = indexOf(list, after)
  return index < 0 ? undefined : list.toSpliced(index + 1, 0, entry)
}
