import * as m from '#messages'

/*
 * Reports at a field what did not fit of a paste.
 * Job: browsers silently cut pasted text that is longer than the field allows.
 * Invariants: existing text is never cut. The message stays until somebody types on, in any field.
 * Failure: before this script has loaded nothing is reported, as without it.
 */

/** Several lines that were pasted into a field of a list. */
interface PastedLines {
  first: string
  /** The part of the first line that fitted. */
  pasted: string
  more: string[]
  /** The maximum length of an entry, and how many more entries the list may have. */
  longest: number
  room: number
}

declare global {
  interface DocumentEventMap {
    linespasted: CustomEvent<PastedLines>
  }
}

/** Starts watching all fields of this page. Call it once. */
export function reportCutPastes(): void {
  document.addEventListener('paste', onPaste)
  document.addEventListener('linespasted', onLines)
}

/** Ignores pastes that became several entries (`defaultPrevented`): the list reports these by `linespasted`. */
function onPaste({ target: field, clipboardData, defaultPrevented }: ClipboardEvent): void {
  if (
    defaultPrevented ||
    !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) ||
    field.maxLength < 0
  )
    return
  const text = clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? ''
  const omitted = lengthOf(text, field) - roomIn(field)
  if (omitted > 0) showBelow(field, describeOmitted(omitted, lengthOf(text, field)))
}

/** Reports lines that were cut or left out, once the new entries are rendered. */
function onLines({ target, detail }: CustomEvent<PastedLines>): void {
  const words = describeCutPaste(detail)
  if (words) setTimeout(() => showBelow(target as HTMLElement, words))
}

/** Single-line fields drop line breaks. */
const lengthOf = (text: string, field: HTMLElement) =>
  field instanceof HTMLInputElement ? text.replaceAll('\n', '').length : text.length

function roomIn({ maxLength, value, selectionStart, selectionEnd }: HTMLInputElement | HTMLTextAreaElement): number {
  return Math.max(0, maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0)))
}

function describeOmitted(omitted: number, total: number): string {
  return omitted === total ? m.common_paste_no_space() : m.common_paste_cut({ count: omitted })
}

/** The message for lines that were cut or left out; undefined if all of them fitted. */
export function describeCutPaste({ first, pasted, more, longest, room }: PastedLines): string | undefined {
  const cut = (pasted === first ? 0 : 1) + more.slice(0, room).filter((line) => line.length > longest).length
  const missing = Math.max(0, more.length - room)
  const words = [
    cut > 0 && m.common_paste_lines_cut({ count: cut }),
    missing > 0 && m.common_paste_lines_missing({ count: missing }),
  ]
  return words.filter(Boolean).join(' ') || undefined
}

let message: HTMLElement | undefined

/** Shows a message below a field and announces it. A paste may close the field: the message then stays at its place. */
function showBelow(field: HTMLElement, sentence: string): void {
  removeMessage()
  const line = document.createElement('p')
  line.setAttribute('role', 'alert')
  line.className = 'text-sm text-danger'
  line.textContent = sentence
  const place = field.closest('[data-opening]') ?? field
  place.after(line)
  message = line
  // Deferred: the paste itself also fires an `input` event.
  setTimeout(() => message === line && addEventListener('input', removeMessage, { once: true }))
}

function removeMessage(): void {
  removeEventListener('input', removeMessage)
  message?.remove()
  message = undefined
}
