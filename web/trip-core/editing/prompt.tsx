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

/** By touch the caret is placed after the focus, which would end the selection. */
function selectAll({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) {
  currentTarget.select()
  requestAnimationFrame(() => {
    if (document.activeElement === currentTarget) currentTarget.select()
  })
}
