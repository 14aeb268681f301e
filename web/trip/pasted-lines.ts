import type { ClipboardEvent } from 'react'
import { isBlank } from '#domain/text.ts'

/** A list marker at the start of a line: '- ', '• ', '[ ] ' or '1. '. */
const MARKER = /^(?:(?:[-*•–]|\[[ xX]?\]|\d{1,3}[.)])\s+)+/

/** The entries in a copied text: its lines, or the cells of a table, without blank ones and list markers. */
export function parsePastedLines(text: string): string[] {
  return text
    .split(/[\t\r\n]+/)
    .map((line) => line.trim().replace(MARKER, ''))
    .filter((line) => !isBlank(line))
}

export interface PastedLines {
  /** The field's new text: the first line replaces the selection. */
  text: string
  /** The other lines, each a new entry after it. */
  more: string[]
}

/**
 * Splits a paste of several lines into entries and prevents the browser's own paste. Leaves a single line to the
 * browser. web/ui/cut-pastes.ts reports what does not fit.
 * @param longest the maximum length of an entry
 * @param room how many more entries the list may have
 * @returns undefined for a single line
 */
export function insertPastedLines(
  event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>,
  longest: number,
  room: number,
): PastedLines | undefined {
  const [first, ...more] = parsePastedLines(event.clipboardData.getData('text/plain'))
  if (first === undefined || more.length === 0) return undefined
  event.preventDefault()
  const field = event.currentTarget
  const { value } = field
  const [selectionStart, selectionEnd] = [field.selectionStart ?? value.length, field.selectionEnd ?? value.length]
  // The existing text stays whole: only the pasted text is cut.
  const pasted = first.slice(0, Math.max(0, longest - value.length + selectionEnd - selectionStart))
  field.dispatchEvent(new CustomEvent('linespasted', { bubbles: true, detail: { first, pasted, more, longest, room } }))
  const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
  return { text, more: more.slice(0, room).map((line) => line.slice(0, longest)) }
}
