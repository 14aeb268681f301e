import type { FocusEvent } from 'react'
import { isPrompt, type PromptOf } from '#domain/templates/prompts.ts'

/* Texts that nobody has overwritten yet, where the plan is edited. Elsewhere they are left out: see prompts.ts. */

/** A text, muted if it is a prompt. */
export function PromptText({ of, text }: { of: PromptOf; text: string }) {
  return isPrompt(of, text) ? <span className="text-muted">{text}</span> : text
}

/** The attributes of a field whose text is a prompt: muted, and selected on focus, so that typing replaces it. */
export const promptField = (of: PromptOf, value: string) =>
  isPrompt(of, value) ? { 'data-prompt': true, onFocus: selectAll } : {}

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
