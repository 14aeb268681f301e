import * as m from '#messages'
import { findFailureText } from '#web/trip-core/codes/code-words.ts'
import type { Group } from './drafts.ts'
import type { ReadSource, Source, SourceFailure } from './read-source.ts'

/** What somebody sees of a source: a file's name, or what it was. */
export function sourceName(source: Source, read?: ReadSource): string {
  if (source instanceof File) return source.name || m.imports_picture()
  return typeof source === 'string' ? read?.subject || m.imports_pasted() : m.imports_scanned()
}

/** Why nothing was read, and what to do. */
export function failureText(failure: SourceFailure, source: Source, { form, sender }: ReadSource): string {
  const isPicture = form === 'picture' || form === 'pdf' || form === 'heic' || form === 'other_picture'
  if (isPicture && (failure === 'nothing' || failure === 'too_large')) return findFailureText(failure)
  switch (failure) {
    case 'nothing':
      if (sender !== '') return m.imports_no_booking_from({ sender })
      return m.imports_no_booking({ form: form === 'mail' && typeof source === 'string' ? 'text' : form })
    case 'damaged':
      return m.imports_damaged()
    case 'too_large':
      return m.imports_too_large()
    case 'protected':
      return m.imports_protected()
    case 'unloaded':
      return m.imports_unloaded()
    case 'unreadable':
      return m.imports_unreadable()
    case 'heic':
      return m.imports_heic()
    case 'other_picture':
      return m.imports_other_picture()
    case 'msg':
      return m.imports_msg()
    case 'unknown':
      return m.imports_unknown()
  }
}

/** A ticket's type or a stay's kind. */
export const kindOf = (group: Group): string => (group.is === 'ticket' ? group.entry.type : group.entry.kind)

export function nameOfGroup(group: Group): string {
  const name = group.is === 'ticket' ? group.entry.title : group.entry.name
  return name.trim() || m.imports_untitled({ kind: kindOf(group) })
}

/** Whether confirming it changes the plan. */
export const canConfirm = ({ state }: Group): boolean => state === 'new' || state === 'changed' || state === 'cancelled'

/** What confirming one of them does. */
export function actionText(group: Group): string {
  const kind = kindOf(group)
  if (group.state === 'cancelled') return m.imports_remove({ kind })
  return group.state === 'changed' ? m.imports_update({ kind }) : m.imports_add({ kind })
}

interface Chosen {
  groups: readonly Group[]
  /** Codes that are no boarding passes. */
  codes: number
  /** Whether something is left out. */
  isPart: boolean
}

/** The label of the button that confirms what is chosen. */
export function confirmText({ groups, codes, isPart }: Chosen): string {
  const [first, ...others] = groups
  if (!first) return m.imports_add_code({ count: codes })
  if (others.length === 0 && codes === 0) return actionText(first)
  const states = new Set(groups.map(({ state }) => state))
  const count = groups.length + codes
  if (states.has('new') && !states.has('cancelled')) return isPart ? m.imports_add_some({ count }) : m.imports_add_all()
  if (states.size > 1 || codes > 0) return isPart ? m.imports_save_some({ count }) : m.imports_save_all()
  if (states.has('changed')) return isPart ? m.imports_update_some({ count }) : m.imports_update_all()
  return isPart ? m.imports_remove_some({ count }) : m.imports_remove_all()
}

/** What was found and can be added, for those who do not see it; '' if nothing was. */
export function foundText(groups: readonly Group[], codes: number): string {
  const count = groups.filter(canConfirm).length
  if (codes === 0) return groups.length > 0 ? m.imports_found({ count }) : ''
  return count > 0 ? m.imports_found_both({ count, codes }) : m.imports_found_codes({ count: codes })
}

/** What was done, for its undo. */
export function doneText(groups: readonly Group[], codes: number): string {
  const done = groups.filter(canConfirm)
  if (done.length === 0) return m.imports_added_codes({ count: codes })
  if (codes === 0) return bookingsText(done)
  if (done.every(({ state }) => state === 'new')) return m.imports_added_both({ count: done.length, codes })
  return m.imports_done_codes({ done: bookingsText(done), codes })
}

function bookingsText(done: readonly Group[]): string {
  const [first, ...others] = done
  const count = done.length
  const states = new Set(done.map(({ state }) => state))
  const [state] = states.size === 1 ? [...states] : []
  if (first && others.length === 0) {
    const name = nameOfGroup(first)
    if (state === 'cancelled') return m.common_removed({ name })
    if (state === 'changed') return m.common_changed({ name })
  }
  if (state === 'new') return m.imports_added({ count })
  if (state === 'changed') return m.imports_updated({ count })
  return state === 'cancelled' ? m.imports_removed({ count }) : m.imports_saved({ count })
}
