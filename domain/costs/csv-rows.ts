/*
 * Comma-separated values (RFC 4180), in and out.
 * Invariants: reading what was written gives the same cells, except that cells which a spreadsheet would compute are
 *   marked as text.
 */

/** A text, or a number that a spreadsheet may compute with. */
export type Cell = string | { number: string }

/** So that Excel reads UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/**
 * Before what makes a cell a formula in Excel, LibreOffice or Google Sheets, as OWASP lists it. A program with another
 * separator (`;` where amounts have a decimal comma) may begin a cell in the middle of ours.
 */
const FORMULA = /(^|[;\t\r\n])(?="*[=+\-@＝＋－＠])/g
const BLANK = /^[\t\r\n]/
const QUOTED = /[",;\t\r\n]|^ | $/

export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell.number
  const text = cell.replace(BLANK, "'$&").replace(FORMULA, "$1'")
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export interface CsvRow {
  /** Of the file, from 1: where the row begins. */
  line: number
  cells: string[]
}

/**
 * The rows of a file; blank lines are left out. A quote that never ends takes the rest of the file.
 * @param separator between the cells
 */
export function readCsv(text: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  let [at, line] = [0, 1]
  while (at <= source.length) {
    const { cell, end } = readCell(source, at, separator)
    row.cells.push(cell)
    line += countBreaks(source, at, end)
    if (source[end] === separator) at = end + 1
    else {
      if (row.cells.some((one) => one.trim() !== '')) rows.push(row)
      const length = source.startsWith('\r\n', end) ? 2 : 1
      at = end + length
      line++
      row = { line, cells: [] }
    }
  }
  return rows
}

/** The cell that begins there, and where it ends: at a separator, a line break or the end of the text. */
function readCell(source: string, start: number, separator: string): { cell: string; end: number } {
  const endOf = (from: number) => {
    let end = from
    while (end < source.length && source[end] !== separator && source[end] !== '\n' && source[end] !== '\r') end++
    return end
  }
  if (source[start] !== '"') {
    const end = endOf(start)
    return { cell: source.slice(start, end), end }
  }
  let close = source.indexOf('"', start + 1)
  while (close >= 0 && source[close + 1] === '"') close = source.indexOf('"', close + 2)
  if (close < 0) return { cell: source.slice(start + 1).replaceAll('""', '"'), end: source.length }
  const end = endOf(close + 1)
  return { cell: source.slice(start + 1, close).replaceAll('""', '"') + source.slice(close + 1, end), end }
}

function countBreaks(source: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++)
    if (source[at] === '\n' || (source[at] === '\r' && source[at + 1] !== '\n')) count++
  return count
}
