import { type Form, ruleAt } from './form.ts'
import { findAt, isObject, type Json } from './json.ts'
import { indexOf } from './list-index.ts'
import type { Mutation } from './operation.ts'

/**
 * The operation that undoes another one. In a queue it does not bring back a position: the entry goes to the end.
 * @param before the section before that operation
 * @returns undefined if nothing needs to be undone: an empty derived entry stays
 */
export function inverse(form: Form, mutation: Mutation, before: Json): Mutation | undefined {
  const { at } = mutation
  if (mutation.do === 'insert' && ruleAt(form, at)?.kind === 'derived') return undefined
  switch (mutation.do) {
    case 'set':
      return { do: 'set', at, to: mutation.was, was: mutation.to }
    case 'insert':
      return { do: 'remove', at, was: mutation.entry, ...optionalAfter(mutation.after) }
    case 'remove':
      return { do: 'restore', at, was: mutation.was, ...optionalAfter(mutation.after) }
    case 'restore':
      return { do: 'remove', at, was: mutation.was, ...optionalAfter(mutation.after) }
    case 'move':
      return { do: 'move', at, after: predecessorIn(before, at) }
  }
}

const optionalAfter = (after: string | null | undefined) => (after === undefined ? {} : { after })

function predecessorIn(value: Json, at: readonly string[]): string | null {
  const list = findAt(value, at.slice(0, -1))
  if (!Array.isArray(list)) return null
  const predecessor: unknown = list[indexOf(list, at.at(-1) as string) - 1]
  return isObject(predecessor) ? (predecessor['id'] as string) : null
}
