import { movedToEnd } from './effects.ts'
import { childForm, type Form, formAt, isFirstChoice } from './form.ts'
import { childOf, type Entry, equal, type Json, withChild, withoutChild } from './json.ts'
import { indexOf } from './list-index.ts'
import type { MergedText } from './merge-text.ts'
import type { Effect, Mutation, Outcome, Path, PrecedingId, Tombstone, TypedText } from './operation.ts'
import { sameContent } from './same-content.ts'
import { WorkBudget } from './work-budget.ts'

/*
 * Applies an operation to a section.
 * Job: apply one operation to the current value, whatever others have done since it was made.
 * Invariants: an operation touches nothing that it does not name. An edit beats a removal: what a person typed restores
 *   a removed entry, and the removed entries that contained it. The effect alone leads from the old value to the new.
 * Failure: an operation that is no longer possible changes nothing, and its outcome says why. The caller rejects
 *   malformed operations first (`validateOperation`).
 */

/** Merges a change to a text into the current text: see merge-text.ts. */
export type MergeText = (was: string, now: string, to: string, work: WorkBudget) => MergedText

interface ApplyContext {
  /** The form of the whole section. */
  form: Form
  /** Finds what was removed from a path. */
  findTombstone?: (at: Path) => Tombstone | undefined
  work?: WorkBudget
  /** Not needed if mutations follow each other exactly. Without it, both texts are joined, one after the other. */
  mergeText?: MergeText
  /** Whether the current value of a short field was typed after the mutation. Without it, the last to arrive wins. */
  typedAfter?: (at: Path) => boolean
}

export interface Applied<Value> {
  value: Value
  outcome: Outcome
  /** Undefined if nothing changed. */
  effect?: Effect
  /** The previous field, or the previous entry and its position. Undefined for a new entry. */
  before?: { is: Json; after?: PrecedingId }
  /** What the author typed, if it was merged into a text that somebody else had changed. */
  typed?: TypedText
}

/** How many removed predecessors to skip when looking for one that still exists. */
const MAX_SKIPPED = 16

/** Per list. */
export const MAX_ENTRIES = 10_000

/**
 * Applies one operation.
 * @param value the current section; it is not modified
 */
export function apply<Value>(
  value: Value,
  mutation: Mutation,
  {
    form,
    findTombstone = () => undefined,
    work = new WorkBudget(),
    mergeText = (_, now, to) => ({ text: `${now}\n${to}`, hasBothLines: true }),
    typedAfter = () => false,
  }: ApplyContext,
): Applied<Value> {
  return descend(value, form, 0) as Applied<Value>

  function descend(parent: Json, here: Form, depth: number): Applied<Json> {
    const key = mutation.at[depth] as string
    const inner = childForm(here, key)
    if (!inner) return { value: parent, outcome: 'invalid_operation' }
    if (depth === mutation.at.length - 1) return perform(parent, here, inner, key)

    const child = childOf(parent, key)
    if (child !== undefined) {
      const done = descend(child, inner, depth + 1)
      if (done.value === child) return { ...done, value: parent }
      return isRequeued(here, depth) ? requeue(parent, done) : { ...done, value: withChild(parent, key, done.value) }
    }
    const place = mutation.at.slice(0, depth + 1)
    const removed = restoresRemoved(mutation, form) ? findTombstone(place) : undefined
    if (!removed) return { value: parent, outcome: 'entry_gone' }
    const done = descend(removed.entry, inner, depth + 1)
    if (done.value === removed.entry) return { value: parent, outcome: done.outcome }
    return put(parent, here, place, { entry: done.value, after: removed.after })
  }

  /** Whether the mutation sets the field that decides about positions in a queue. */
  function isRequeued(list: Form, depth: number): boolean {
    return mutation.do === 'set' && depth === mutation.at.length - 2 && isQueuedBy(list, mutation.at)
  }

  function perform(parent: Json, around: Form, leaf: Form, key: string): Applied<Json> {
    const { at } = mutation
    const current = childOf(parent, key)
    switch (mutation.do) {
      case 'set': {
        if (leaf.is !== 'leaf') return { value: parent, outcome: 'invalid_operation' }
        const isOverlapping = !equal(current, mutation.was) && !equal(current, mutation.to)
        if (isOverlapping && leaf.content === 'typed' && typedAfter(at)) return unchanged(parent, 'superseded')
        // Nor does the undo of a choice that came second remove the first.
        const isLate = isFirstChoice(leaf) && (mutation.was === '' || mutation.to === '')
        if (isOverlapping && isLate) return unchanged(parent, 'superseded')
        const merged =
          isOverlapping && leaf.content === 'text'
            ? mergeText(mutation.was as string, current as string, mutation.to as string, work)
            : undefined
        const to = merged ? merged.text : mutation.to
        if (equal(current, to)) return unchanged(parent)
        if (to !== mutation.to && !leaf.schema.safeParse(to).success) return unchanged(parent, 'text_too_long')
        return {
          value: withChild(parent, key, to),
          outcome: merged?.hasBothLines ? 'merged' : 'applied',
          effect: { at, is: to },
          before: { is: current },
          ...(merged && { typed: { was: mutation.was, to: mutation.to } }),
        }
      }
      case 'insert':
        // Everybody inserts the same derived entry, and then sets its fields.
        if (current !== undefined && around.is === 'list' && around.rule?.kind === 'derived') return unchanged(parent)
        if (current !== undefined)
          return unchanged(parent, sameContent(leaf, current, mutation.entry) ? 'applied' : 'superseded')
        if (hasTooLongList(mutation.entry)) return unchanged(parent, 'too_many_entries')
        return put(parent, around, at, mutation)
      case 'remove': {
        if (current === undefined) return unchanged(parent)
        if (!sameContent(leaf, current, mutation.was)) return unchanged(parent, 'superseded')
        const before = {
          is: current,
          ...(Array.isArray(parent) && { after: predecessor(parent, indexOf(parent, key)) }),
        }
        return { value: withoutChild(parent, key), outcome: 'applied', effect: { at, gone: true }, before }
      }
      case 'restore': {
        const removed = findTombstone(at) ?? { entry: mutation.was, after: mutation.after }
        if (current === undefined) return put(parent, around, at, removed)
        // Somebody else has restored it, or has added another day with this number.
        return unchanged(
          parent,
          Array.isArray(parent) || sameContent(leaf, current, removed.entry) ? 'applied' : 'day_in_use',
        )
      }
      case 'move':
        return current === undefined ? unchanged(parent, 'entry_gone') : move(parent as Entry[], at, mutation.after)
    }
  }

  function put(
    parent: Json,
    around: Form,
    at: Path,
    { entry, after }: { entry: Json; after?: PrecedingId },
  ): Applied<Json> {
    const key = at.at(-1) as string
    if (!Array.isArray(parent))
      return { value: withChild(parent, key, entry), outcome: 'applied', effect: { at, entry } }
    if (parent.length >= MAX_ENTRIES) return unchanged(parent, 'too_many_entries')
    const index = hasOwnOrder(around) ? parent.length : indexAfter(parent, at, after)
    const effect = { at, entry, after: predecessor(parent, index) }
    return { value: parent.toSpliced(index, 0, entry), outcome: 'applied', effect }
  }

  function move(parent: Entry[], at: Path, after: string | null): Applied<Json> {
    const key = at.at(-1) as string
    const from = indexOf(parent, key)
    const others = parent.toSpliced(from, 1)
    const index = after === key ? from : indexAfter(others, at, after)
    if (index === from) return unchanged(parent)
    const effect = { at, after: predecessor(others, index) }
    const before = { is: parent[from], after: predecessor(others, from) }
    return { value: others.toSpliced(index, 0, parent[from] as Entry), outcome: 'applied', effect, before }
  }

  /** The index after a predecessor or, if that was removed, after its own. The end of the list if none is left. */
  function indexAfter(list: readonly Entry[], at: Path, after: PrecedingId): number {
    let precedingId = after
    for (let skipped = 0; typeof precedingId === 'string' && skipped < MAX_SKIPPED; skipped++) {
      const index = indexOf(list, precedingId)
      if (index >= 0) return index + 1
      precedingId = findTombstone([...at.slice(0, -1), precedingId])?.after
    }
    return precedingId === null ? 0 : list.length
  }
}

/** Whether nobody can choose a position in a list: it is in order of arrival, or its order has no meaning. */
function hasOwnOrder(list: Form): boolean {
  return list.is === 'list' && (list.rule?.kind === 'queue' || list.rule?.kind === 'derived')
}

function requeue(list: Json, { value: entry, effect, ...done }: Applied<Json>): Applied<Json> {
  return { ...done, value: movedToEnd(list, entry), effect: { ...(effect as Effect & { is: Json }), last: true } }
}

const unchanged = (value: Json, outcome: Outcome = 'applied'): Applied<Json> => ({ value, outcome })
const predecessor = (list: readonly Entry[], index: number): string | null => list[index - 1]?.id ?? null

function hasTooLongList(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) && value.length > MAX_ENTRIES) || Object.values(value).some(hasTooLongList)
}

function isQueuedBy(list: Form | undefined, at: Path): boolean {
  return list?.is === 'list' && list.rule?.kind === 'queue' && list.rule.by === at.at(-1)
}

/**
 * Whether an operation contains something typed, asks for a position in a queue, or restores on purpose. Only these
 * restore removed entries.
 */
function restoresRemoved(mutation: Mutation, form: Form): boolean {
  if (mutation.do !== 'set') return mutation.do === 'insert' || mutation.do === 'restore'
  const leaf = formAt(form, mutation.at)
  if (leaf?.is !== 'leaf') return false
  return leaf.content !== 'choice' || isQueuedBy(formAt(form, mutation.at.slice(0, -2)), mutation.at)
}
