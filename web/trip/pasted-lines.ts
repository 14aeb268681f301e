import type { ClipboardEvent } from 'react'

/** What a list's line begins with where it was copied: '- ', '• ', '[ ] ' or '1. '. */
const MARK = /^(?:(?:[-*•–]|\[[ xX]?\]|\d{1,3}[.)])\s+)+/

/** The entries in a text that was copied elsewhere: its lines, or the cells of a table, without blank ones and without marks. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\t\r\n]+/)
    .map((line) => line.trim().replace(MARK, ''))
    .filter((line) => line !== '')
}

/** What becomes of a list when several lines are pasted into one of its fields. */
export interface PastedLines {
  /** The text of the field: with the first line in it, in the place of what was selected. */
  text: string
  /** The others, each to be an entry behind it. */
  more: string[]
}

/**
 * Answers what was pasted where it is several lines, and keeps the browser from pasting it as one text. One line is the browser's.
 * What does not fit is said at the field (web/ui/cut-pastes.ts).
 * @param longest the most characters of an entry
 * @param room how many more entries the list may have
 */
export function insertPastedLines(
  event: ClipboardEvent<HTMLTextAreaElement>,
  longest: number,
  room: number,
): PastedLines | undefined {
  const [first, ...more] = linesOf(event.clipboardData.getData('text/plain'))
  if (first === undefined || more.length === 0) return undefined
  event.preventDefault()
  const field = event.currentTarget
  const { value, selectionStart, selectionEnd } = field
  // What stood there stays, and is not cut for what was pasted.
  const pasted = first.slice(0, Math.max(0, longest - value.length + selectionEnd - selectionStart))
  field.dispatchEvent(new CustomEvent('linespasted', { bubbles: true, detail: { first, pasted, more, longest, room } }))
  const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
  return { text, more: more.slice(0, room).map((line) => line.slice(0, longest)) }
}
