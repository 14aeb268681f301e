import { diff } from './diff.ts'
import { type Form, formAt } from './form.ts'
import { findAt, type Json } from './json.ts'
import type { Mutation } from './operation.ts'

/**
 * What an operation amounts to, given the current value. Usually itself. Inserting a contribution or an entry of a
 * queue that exists already, as one person does on two devices, sets its fields instead. What was left empty sets
 * nothing, nor does a count of 0 or a tick that was not made; long texts merge, and a field that was typed later keeps
 * its value.
 */
export function expandInsert(form: Form, value: Json, mutation: Mutation): readonly Mutation[] {
  if (mutation.do !== 'insert') return [mutation]
  const { at, entry } = mutation
  const list = formAt(form, at.slice(0, -1))
  if (list?.is !== 'list' || (list.rule?.kind !== 'contributions' && list.rule?.kind !== 'queue')) return [mutation]
  const current = findAt(value, at)
  if (current === undefined) return [mutation]
  return diff(list.entry, current, entry).flatMap((change): Mutation[] => {
    const place = { at: [...at, ...change.at] }
    if (change.do === 'insert') return [{ ...change, ...place }]
    if (change.do !== 'set' || change.to === '' || change.to === false || change.to === 0) return []
    const field = formAt(list.entry, change.at)
    // The author saw no entry. What others typed there is compared by time, or merged.
    const isTyped = field?.is === 'leaf' && field.content !== 'choice'
    return [{ ...change, ...place, ...(isTyped && { was: '' }) }]
  })
}
