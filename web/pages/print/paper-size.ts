import type { PageSize } from './paginate.ts'

/* Sizes of paper and of what is on it, in millimetres. print.css has the same. */

export const papers = ['a4', 'letter'] as const
export type Paper = (typeof papers)[number]

interface Size {
  width: number
  height: number
}

const portrait: Record<Paper, Size> = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } }

/** Countries that use Letter: the CLDR's `paperSize` US-Letter. */
const LETTER_REGIONS = new Set(['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE'])

export const paperOfRegion = (region: string): Paper => (LETTER_REGIONS.has(region) ? 'letter' : 'a4')

export function sizeOf(paper: Paper, isWide = false): Size {
  const { width, height } = portrait[paper]
  return isWide ? { width: height, height: width } : { width, height }
}

/** Around what is on a page. The number of the page is in the lower one. */
export const MARGIN = { side: 14, wideSide: 12, top: 13, bottom: 15 } as const
/** A box as high as the page would be torn by a rounding error. */
export const SPARE = 0.6
/** Between two columns. */
export const COLUMN_GAP = 7

/** The room for what is on a page. */
export function roomOn(paper: Paper, isWide = false): Size {
  const { width, height } = sizeOf(paper, isWide)
  const side = isWide ? MARGIN.wideSide : MARGIN.side
  return { width: width - 2 * side, height: height - SPARE - MARGIN.top - MARGIN.bottom }
}

export const PIXELS_PER_MM = 96 / 25.4

/** A printer may set text a little wider than the screen, so that a line breaks. */
const SLACK = 0.98

/** In CSS pixels, as heights are measured. */
export function pageSizeOf(paper: Paper): PageSize {
  return {
    height: roomOn(paper).height * SLACK * PIXELS_PER_MM,
    cardGap: 4 * PIXELS_PER_MM,
    sheetGap: 10 * PIXELS_PER_MM,
  }
}

/** The number of columns of a band, also if the last ones are empty. */
export const widthOfColumn = (columns: number, width: number): number => (width - (columns - 1) * COLUMN_GAP) / columns
