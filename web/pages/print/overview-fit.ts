import { type PlanSheet, placeOfMinute, type SheetBlock, type SheetEntry } from '#domain/day/plan-sheet.ts'

/*
 * How much text the page of the whole trip has room for.
 * Job: the largest text with which all times and titles can be read; otherwise the one with which most of them can, and
 *   lines that end with an ellipsis. What else there is to know fills the lines that are left.
 * Invariants: the page never grows. Widths are estimated, so the browser cuts what turns out longer.
 */

/** In millimetres. */
export interface OverviewBox {
  width: number
  height: number
}

/** What is written: the time or '', what it is, and what else to know. */
export interface Words {
  time: string
  title: string
  facts: string
}

/** What is written about an entry, or a block of them. */
export type WordsOf = (entries: readonly SheetEntry[]) => Words[]

export interface FittedEntry {
  one: SheetEntry
  /** How many lines it has. */
  lines: number
}

export interface FittedBlock {
  block: SheetBlock
  lines: number
  /** In millimetres from the upper edge of the rows. */
  top: number
  height: number
}

export interface FittedColumn {
  sometime: readonly FittedEntry[]
  /** How many entries have no room in the band. */
  more: number
  blocks: readonly FittedBlock[]
}

export interface Fitted {
  /** In points. */
  fontSize: number
  /** The heights of the band on top and of the rows, in millimetres. */
  band: number
  rows: number
  columns: readonly FittedColumn[]
}

/** Widths of the hours to the left, and heights of the days' names, in millimetres. */
export const AXIS = 12
export const HEAD = 10
const SIZES = [9, 8.5, 8, 7.5, 7, 6.5]
export const LINE_HEIGHT = 1.18
const MM_PER_POINT = 25.4 / 72
/** Of a letter, in parts of the size of the text. */
const LETTER = 0.52
/** The inner and outer margins of a block and of an entry of the band. */
const BLOCK_PADDING = 2.4
const ENTRY_GAP = 1.1
/** So much of the page is for the band at most, if there are rows too. */
const MAX_BAND = 0.55
/** How many lines an entry of the band has, if not all can have as many as they need. */
const SHORTER = [6, 4, 3, 2, 1]

export function fitOverview(sheet: PlanSheet, box: OverviewBox, wordsOf: WordsOf): Fitted {
  const fits = SIZES.map((fontSize) => fitAt(fontSize, sheet, box, wordsOf))
  // The first of several with the same is the largest.
  return fits.reduce((best, one) => (one.cut < best.cut ? one : best)).fitted
}

function fitAt(fontSize: number, sheet: PlanSheet, box: OverviewBox, wordsOf: WordsOf) {
  const line = fontSize * MM_PER_POINT * LINE_HEIGHT
  const width = (box.width - AXIS) / Math.max(1, sheet.columns.length)
  const linesOf = (text: string, room: number) => countLines(text, room / (fontSize * MM_PER_POINT * LETTER))
  const whole = box.height - HEAD
  const needs = sheet.columns.map(({ sometime }) =>
    sometime.map((one) => linesOf(textOf(wordsOf([one])), width - BLOCK_PADDING)),
  )
  const heightOf = (lines: readonly number[]) => lines.reduce((sum, count) => sum + count * line + ENTRY_GAP, 0)
  const needed = Math.max(0, ...needs.map(heightOf))
  const most = sheet.rows.length === 0 ? whole : whole * MAX_BAND
  const band = sheet.rows.length === 0 ? whole : needed === 0 ? 0 : Math.min(most, needed + ENTRY_GAP)
  const rows = whole - band
  let cut = 0
  const columns = sheet.columns.map(({ sometime, blocks }, index): FittedColumn => {
    const fittedBand = fitBand(needs[index] ?? [], band - ENTRY_GAP, { line, heightOf })
    cut += fittedBand.cut
    const fittedBlocks = blocks.map((block): FittedBlock => {
      const top = placeOfMinute(sheet.rows, block.from) * rows
      const height = placeOfMinute(sheet.rows, block.to) * rows - top
      const lines = Math.max(1, Math.floor((height - 0.9) / line))
      const text = titlesOf(wordsOf(block.entries))
      cut += Math.max(0, linesOf(text, (width * block.span) / block.lanes - BLOCK_PADDING) - lines)
      return { block, lines, top, height }
    })
    const shown = sometime.slice(0, fittedBand.lines.length)
    return {
      sometime: shown.map((one, at) => ({ one, lines: fittedBand.lines[at] ?? 1 })),
      more: sometime.length - shown.length,
      blocks: fittedBlocks,
    }
  })
  return { cut, fitted: { fontSize, band, rows, columns } }
}

function fitBand(
  needs: readonly number[],
  room: number,
  { line, heightOf }: { line: number; heightOf: (lines: readonly number[]) => number },
): { lines: readonly number[]; cut: number } {
  if (heightOf(needs) <= room + 0.01) return { lines: needs, cut: 0 }
  const total = needs.reduce((sum, count) => sum + count, 0)
  for (const most of SHORTER) {
    const lines = needs.map((count) => Math.min(count, most))
    const left = total - lines.reduce((sum, count) => sum + count, 0)
    if (heightOf(lines) <= room + 0.01) return { lines, cut: left }
  }
  // One line is for how many there are beside these.
  const count = Math.max(0, Math.floor(room / (line + ENTRY_GAP)) - 1)
  return { lines: Array.from({ length: count }, () => 1), cut: total - count }
}

const textOf = (all: readonly Words[]) =>
  all.map(({ time, title, facts }) => [time, title, facts].filter(Boolean).join(' ')).join(' · ')

/** Without what may be cut. */
const titlesOf = (all: readonly Words[]) => textOf(all.map((words) => ({ ...words, facts: '' })))

/** How many lines a text has if so many letters fit in one. Words that are longer are broken. */
export function countLines(text: string, perLine: number): number {
  const room = Math.max(1, perLine)
  let lines = 1
  let used = 0
  for (const word of text.split(/\s+/)) {
    const length = lengthOf(word)
    if (used > 0 && used + 1 + length <= room) used += 1 + length
    else {
      if (used > 0) lines++
      lines += Math.max(0, Math.ceil(length / room) - 1)
      used = length > room ? length % room || room : length
    }
  }
  return lines
}

/** Letters of China, Japan and Korea, and emoji, are about twice as wide. */
const lengthOf = (word: string) =>
  [...word].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1), 0)
