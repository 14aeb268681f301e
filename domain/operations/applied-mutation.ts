import type { Applied } from './apply.ts'
import type { Effect, Mutation, TypedText } from './operation.ts'

/** A mutation that leads from one state to the next. `typed`: what the author typed, if it was merged. */
export type AppliedMutation = Mutation & { typed?: TypedText }

/** Returns what an operation did as a mutation. */
export function toAppliedMutation({
  effect,
  before,
  typed,
}: Pick<Applied<unknown>, 'effect' | 'before' | 'typed'>): AppliedMutation | undefined {
  if (!effect) return undefined
  const { at } = effect
  if ('is' in effect)
    return {
      do: 'set',
      at,
      to: effect.is,
      was: before?.is,
      ...(effect.last && { last: true }),
      ...(typed && { typed }),
    }
  if ('gone' in effect)
    return { do: 'remove', at, was: before?.is, ...(before?.after !== undefined && { after: before.after }) }
  if ('entry' in effect)
    return { do: 'insert', at, entry: effect.entry, ...(effect.after !== undefined && { after: effect.after }) }
  return { do: 'move', at, after: effect.after }
}

/** The effect of an applied mutation. */
export function effectOf(mutation: Mutation): Effect {
  const { at } = mutation
  switch (mutation.do) {
    case 'set':
      return { at, is: mutation.to, ...(mutation.last && { last: true }) }
    case 'insert':
      return { at, entry: mutation.entry, ...(mutation.after !== undefined && { after: mutation.after }) }
    case 'restore':
      return { at, entry: mutation.was, ...(mutation.after !== undefined && { after: mutation.after }) }
    case 'remove':
      return { at, gone: true }
    case 'move':
      return { at, after: mutation.after }
  }
}
