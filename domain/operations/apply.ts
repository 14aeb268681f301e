import { childForm, type Form } from './form.ts'
import { childOf, type Entry, equal, indexOf, type Json, withChild, withoutChild } from './json.ts'
import type { Behind, Effect, Mutation, Outcome, Path, Removed } from './operation.ts'
import { sameContent } from './same-content.ts'
import { WorkBudget } from './work-budget.ts'

/*
 * What an operation makes of a section.
 * Job: one operation onto the value as it is by now, whatever others have done since it was made.
 * Invariants: what an operation does not name it does not touch; an edit beats a removal, and what a person typed brings a removed
 *   entry back, with all that it stands in; the effect alone leads from the value before to the value after.
 * Failure: an operation that is not possible any more changes nothing, and says why. One that has not the form of the section
 *   is the caller's to refuse before (`validateOperation`).
 */

/** How a change of a text is done to the text as it is by now: see merge-text.ts. */
export type MergeText = (was: string, now: string, to: string, work: WorkBudget) => string

export interface ApplyContext {
  /** The form of the whole section. */
  form: Form
  /** What was removed from a place, as it was then; undefined where nothing is known. */
  findRemoved?: (at: Path) => Removed | undefined
  work?: WorkBudget
  /** Where mutations follow each other exactly it is not needed. Without it both texts stand, one after the other. */
  mergeText?: MergeText
}

export interface Applied<Value> {
  value: Value
  outcome: Outcome
  /** Undefined where nothing changed. */
  effect?: Effect
  /** What stood before where the effect is: the field, or the entry and its place; undefined for what is new. */
  before?: { is: Json; after?: Behind }
}

/** So many removed entries are passed on the way to one that is still there. */
const MAX_SKIPPED = 16

/** The most entries of one list. */
export const MAX_ENTRIES = 10_000

/**
 * Applies one operation.
 * @param value the section as it is by now; it stays as it is
 */
export function apply<Value>(
  value: Value,
  mutation: Mutation,
  {
    form,
    findRemoved = () => undefined,
    work = new WorkBudget(),
    mergeText = (_, now, to) => `${now}\n${to}`,
  }: ApplyContext,
): Applied<Value> {
  return descend(value, form, 0) as Applied<Value>

  function descend(around: Json, here: Form, depth: number): Applied<Json> {
    const key = mutation.at[depth] as string
    const inner = childForm(here, key)
    if (!inner) return { value: around, outcome: 'invalid_operation' }
    if (depth === mutation.at.length - 1) return perform(around, inner, key)

    const child = childOf(around, key)
    if (child !== undefined) {
      const done = descend(child, inner, depth + 1)
      return done.value === child ? { ...done, value: around } : { ...done, value: withChild(around, key, done.value) }
    }
    const place = mutation.at.slice(0, depth + 1)
    const removed = bringsBack(mutation, form) ? findRemoved(place) : undefined
    if (!removed) return { value: around, outcome: 'entry_gone' }
    const done = descend(removed.entry, inner, depth + 1)
    if (done.value === removed.entry) return { value: around, outcome: done.outcome }
    return put(around, place, { entry: done.value, after: removed.after })
  }

  function perform(around: Json, leaf: Form, key: string): Applied<Json> {
    const { at } = mutation
    const is = childOf(around, key)
    switch (mutation.do) {
      case 'set': {
        if (leaf.is !== 'leaf') return { value: around, outcome: 'invalid_operation' }
        const isMerged = leaf.content === 'text' && is !== mutation.was && is !== mutation.to
        const to = isMerged ? mergeText(mutation.was as string, is as string, mutation.to as string, work) : mutation.to
        if (equal(is, to)) return unchanged(around)
        if (to !== mutation.to && !leaf.schema.safeParse(to).success) return unchanged(around, 'text_too_long')
        return { value: withChild(around, key, to), outcome: 'applied', effect: { at, is: to }, before: { is } }
      }
      case 'insert':
        if (is !== undefined) return unchanged(around, sameContent(leaf, is, mutation.entry) ? 'applied' : 'superseded')
        if (hasTooLongList(mutation.entry)) return unchanged(around, 'too_many_entries')
        return put(around, at, mutation)
      case 'remove': {
        if (is === undefined) return unchanged(around)
        if (!sameContent(leaf, is, mutation.was)) return unchanged(around, 'superseded')
        const before = { is, ...(Array.isArray(around) && { after: predecessor(around, indexOf(around, key)) }) }
        return { value: withoutChild(around, key), outcome: 'applied', effect: { at, gone: true }, before }
      }
      case 'restore': {
        const removed = findRemoved(at) ?? { entry: mutation.was, after: mutation.after }
        if (is === undefined) return put(around, at, removed)
        // Somebody else has brought it back, or has added another day of this number.
        return unchanged(
          around,
          Array.isArray(around) || sameContent(leaf, is, removed.entry) ? 'applied' : 'day_in_use',
        )
      }
      case 'move':
        return is === undefined ? unchanged(around, 'entry_gone') : move(around as Entry[], at, mutation.after)
    }
  }

  function put(around: Json, at: Path, { entry, after }: { entry: Json; after?: Behind }): Applied<Json> {
    const key = at.at(-1) as string
    if (!Array.isArray(around))
      return { value: withChild(around, key, entry), outcome: 'applied', effect: { at, entry } }
    if (around.length >= MAX_ENTRIES) return unchanged(around, 'too_many_entries')
    const index = indexBehind(around, at, after)
    const effect = { at, entry, after: predecessor(around, index) }
    return { value: around.toSpliced(index, 0, entry), outcome: 'applied', effect }
  }

  function move(around: Entry[], at: Path, after: string | null): Applied<Json> {
    const key = at.at(-1) as string
    const from = indexOf(around, key)
    const others = around.toSpliced(from, 1)
    const index = after === key ? from : indexBehind(others, at, after)
    if (index === from) return unchanged(around)
    const effect = { at, after: predecessor(others, index) }
    const before = { is: around[from], after: predecessor(others, from) }
    return { value: others.toSpliced(index, 0, around[from] as Entry), outcome: 'applied', effect, before }
  }

  /** Where a list goes on behind an entry or, if that was removed, behind what it stood behind; else at its end. */
  function indexBehind(list: readonly Entry[], at: Path, after: Behind): number {
    let behind = after
    for (let passed = 0; typeof behind === 'string' && passed < MAX_SKIPPED; passed++) {
      const index = indexOf(list, behind)
      if (index >= 0) return index + 1
      behind = findRemoved([...at.slice(0, -1), behind])?.after
    }
    return behind === null ? 0 : list.length
  }
}

const unchanged = (value: Json, outcome: Outcome = 'applied'): Applied<Json> => ({ value, outcome })
const predecessor = (list: readonly Entry[], index: number): string | null => list[index - 1]?.id ?? null

function hasTooLongList(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) && value.length > MAX_ENTRIES) || Object.values(value).some(hasTooLongList)
}

/** Whether an operation holds something that a person typed, or brings back on purpose. */
function bringsBack(mutation: Mutation, form: Form): boolean {
  if (mutation.do !== 'set') return mutation.do === 'insert' || mutation.do === 'restore'
  const leaf = mutation.at.reduce<Form | undefined>((here, key) => here && childForm(here, key), form)
  return leaf?.is === 'leaf' && leaf.content !== 'choice'
}
