import type { ClipboardEvent } from 'react'
import { type Unmarked, withoutMarkers } from '#domain/list-marker.ts'
import { isBlank } from '#domain/text.ts'

/** The entries in a copied text: its lines, or the rows of a table. Without blank ones and list markers. */
export function parsePastedLines(text: string): Unmarked[] {
  const rows = text.split(/[\r\n\v\f\u2028\u2029]+/).map(toRow)
  const filled = rows.filter(({ cells }) => cells.length > 0)
  const [first, ...others] = filled
  if (NUMBER_HEADING.test(first?.cells[0] ?? '') && isNumbered(others)) return others.map(withoutNumber)
  return isNumbered(filled) ? filled.map(withoutNumber) : filled.map(toEntry)
}

/** Above a column that numbers the rows. */
const NUMBER_HEADING = /^(#|nos?\.?|nr\.?|n[°º])$/i

interface Row {
  cells: string[]
  isTicked: boolean
}

const isNumbered = (rows: readonly Row[]) =>
  rows.length > 2 && rows.every(({ cells }, index) => cells[1] && cells[0] === String(index + 1))

const toEntry = ({ cells, isTicked }: Row): Unmarked => ({ text: cells.join(' '), isTicked })
const withoutNumber = ({ cells, isTicked }: Row) => toEntry({ cells: cells.slice(1), isTicked })

/** The cells of a line that are not blank. Spreadsheets write a ticked box as TRUE. */
function toRow(line: string): Row {
  const { text, isTicked } = withoutMarkers(line)
  const all = text.split('\t').map((cell) => cell.trim())
  const cells = all.filter((cell) => !isBlank(cell))
  const words = all.length > 1 ? cells.filter((cell) => cell !== 'TRUE' && cell !== 'FALSE') : cells
  return { cells: words, isTicked: isTicked || (words.length < cells.length && cells.includes('TRUE')) }
}

export interface PastedLines {
  /** The field's new text: the first line replaces the selection. */
  text: string
  /** Whether all of the text is a line that was ticked. */
  isTicked: boolean
  /** The other lines, each a new entry after it. */
  more: Unmarked[]
}

/**
 * Splits a paste of several lines into entries and prevents the browser's own paste. Leaves a single line to the
 * browser, unless it has a list marker or is a row and becomes all of the text. web/ui/cut-pastes.ts reports what does
 * not fit.
 * @param longest the maximum length of an entry
 * @param room how many more entries the list may have
 * @returns undefined if the browser pastes
 */
export function insertPastedLines(
  event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>,
  longest: number,
  room: number,
): PastedLines | undefined {
  const copied = event.clipboardData.getData('text/plain')
  const [line, ...more] = parsePastedLines(copied)
  if (line === undefined) return undefined
  const field = event.currentTarget
  const { value } = field
  const [selectionStart, selectionEnd] = [field.selectionStart ?? value.length, field.selectionEnd ?? value.length]
  const isAll = selectionStart === 0 && selectionEnd === value.length
  const { text: first } = line
  if (more.length === 0 && (!isAll || first === copied.trim())) return undefined
  event.preventDefault()
  // The existing text stays whole: only the pasted text is cut.
  const pasted = first.slice(0, Math.max(0, longest - value.length + selectionEnd - selectionStart))
  field.dispatchEvent(
    new CustomEvent('linespasted', {
      bubbles: true,
      detail: { first, pasted, more: more.map(({ text }) => text), longest, room },
    }),
  )
  const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
  return {
    text,
    isTicked: isAll && line.isTicked,
    more: more.slice(0, room).map((other) => ({ ...other, text: other.text.slice(0, longest) })),
  }
}
