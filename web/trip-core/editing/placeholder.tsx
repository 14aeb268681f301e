import type { FocusEvent } from 'react'
import { isPlaceholder, type PlaceholderOf } from '#domain/templates/placeholders.ts'

/* Texts that nobody has overwritten yet, where the plan is edited. Elsewhere they are left out: see placeholders.ts. */

/** A text; a placeholder is muted, and not on paper. */
export function PlaceholderText({ of, text }: { of: PlaceholderOf; text: string }) {
  return isPlaceholder(of, text) ? <span className="text-muted print:hidden">{text}</span> : text
}

/** The attributes of a field whose text is a placeholder: muted, and selected on focus, so that typing replaces it. */
export const placeholderField = (of: PlaceholderOf, value: string) =>
  isPlaceholder(of, value) ? { 'data-placeholder': true, onFocus: selectAll } : {}

/** A press places the caret after the focus, when the pointer is released, which would end the selection. */
function selectAll({ currentTarget: field }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) {
  field.select()
  const typed = new AbortController()
  const selectAgain = (event: Event) => {
    event.preventDefault()
    field.select()
  }
  field.addEventListener('mouseup', selectAgain, { once: true, signal: typed.signal })
  field.addEventListener('input', () => typed.abort(), { once: true })
}
