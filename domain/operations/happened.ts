import type { Applied } from './apply.ts'
import type { Deed, Effect } from './operation.ts'

/** What happened to a section, as a deed that does just that: whoever has the state before it needs to know nothing else. */
export function happened({ effect, before }: Pick<Applied<unknown>, 'effect' | 'before'>): Deed | undefined {
  if (!effect) return undefined
  const { at } = effect
  if ('is' in effect) return { do: 'set', at, to: effect.is, was: before?.is }
  if ('gone' in effect) return { do: 'remove', at, was: before?.is, ...(before?.after !== undefined && { after: before.after }) }
  if ('entry' in effect)
    return { do: 'insert', at, entry: effect.entry, ...(effect.after !== undefined && { after: effect.after }) }
  return { do: 'move', at, after: effect.after }
}

/** The effect of a deed that did just what it says. */
export function effectOf(deed: Deed): Effect {
  const { at } = deed
  switch (deed.do) {
    case 'set':
      return { at, is: deed.to }
    case 'insert':
      return { at, entry: deed.entry, ...(deed.after !== undefined && { after: deed.after }) }
    case 'restore':
      return { at, entry: deed.was, ...(deed.after !== undefined && { after: deed.after }) }
    case 'remove':
      return { at, gone: true }
    case 'move':
      return { at, after: deed.after }
  }
}
