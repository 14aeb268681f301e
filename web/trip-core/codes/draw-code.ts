import { azteccode, code128, type DrawingContext, pdf417, type RenderOptions } from 'bwip-js/browser'
import { encode } from 'uqr'
import type { CodeFormat } from '#domain/bookings/read-booking.ts'
import { bytesOfText } from './code-bytes.ts'

/** Black on white, as an SVG path. Its units have any size. */
export interface Drawing {
  path: string
  /** With the white around it. */
  width: number
  height: number
}

/** `unsuitable`: it has letters that the format cannot hold, or nothing. */
export type DrawFailure = 'too_long' | 'unsuitable'

/** A longer one is so wide that its bars are too thin on any phone. */
const MAX_CODE128 = 80
/** The white around a code, in modules, as its standard wants it. A symbol of Aztec needs none. */
const QUIET = { pdf417: 4, aztec: 2, qr: 4, code128: 10 }

/** How many times as wide as high a PDF417 is, at least. */
const PDF417_SHAPE = 1.5

const drawBars = { pdf417, aztec: azteccode, code128 }

/** Draws a code as it was read. */
export function drawCode(format: CodeFormat, text: string): Drawing | { failure: DrawFailure } {
  const bytes = bytesOfText(format, text)
  if (!bytes || bytes.length === 0) return { failure: 'unsuitable' }
  if (format === 'code128' && bytes.length > MAX_CODE128) return { failure: 'too_long' }
  try {
    return format === 'qr' ? drawQr(bytes, text) : drawOther(format, text)
  } catch {
    return { failure: 'too_long' }
  }
}

function drawQr(bytes: Uint8Array, text: string): Drawing {
  // A text in capitals and digits takes less room as such.
  const data = /^[\0-\x7f]*$/.test(text) ? text : [...bytes]
  const { size, data: rows } = encodeQr(data)
  const quiet = QUIET.qr
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      return [`M${x + quiet} ${y + quiet}h${(end < 0 ? size : end) - x}v1H${x + quiet}z`]
    }),
  )
  return { path: path.join(''), width: size + 2 * quiet, height: size + 2 * quiet }
}

function encodeQr(data: string | number[]) {
  try {
    return encode(data, { ecc: 'M', border: 0 })
  } catch {
    return encode(data, { ecc: 'L', border: 0 })
  }
}

function drawOther(format: Exclude<CodeFormat, 'qr'>, text: string): Drawing {
  const draw = (more: { columns?: number }) => {
    const options: RenderOptions = { bcid: format, text, scale: 1, binarytext: true, ...more }
    return drawBars[format](options, collectPath(format))
  }
  const drawn = draw({})
  const columns = format === 'pdf417' ? fewerColumns(drawn) : undefined
  return columns === undefined ? drawn : draw({ columns })
}

/**
 * A PDF417 is 2.5 times as wide as high, with bars of a quarter of a millimetre or less on a phone. It has the same
 * content in fewer columns and more rows, and its bars are wider then.
 */
function fewerColumns({ width, height }: Drawing): number | undefined {
  // A column is 17 modules wide, what begins and ends each row 69. A row is 3 high.
  const widthOf = (columns: number) => 17 * columns + 69
  const drawn = (width - 2 * QUIET.pdf417 - 69) / 17
  const content = (drawn * (height - 2 * QUIET.pdf417)) / 3
  for (let columns = 1; columns < drawn; columns++) {
    const rows = Math.ceil(content / columns)
    if (rows <= 90 && widthOf(columns) >= PDF417_SHAPE * 3 * rows) return columns
  }
  return undefined
}

/** Takes what the library draws: the outlines of what is black, or the bars of a Code 128. */
function collectPath(format: Exclude<CodeFormat, 'qr'>): DrawingContext<Drawing> {
  // It draws each module of an Aztec code with 2 pixels, of the others with one.
  const quiet = QUIET[format] * (format === 'aztec' ? 2 : 1)
  const size = { width: 0, height: 0 }
  let path = ''
  const none = () => {}
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width, height) => {
      size.width = width + 2 * quiet
      size.height = height + 2 * quiet
    },
    line: (x, y, _x, endY, width) => {
      path += `M${x - Math.ceil(width / 2) + quiet} ${Math.min(y, endY) + quiet}h${width}v${Math.abs(endY - y)}h-${width}z`
    },
    polygon: (points) => {
      path += `M${points.map(([x, y]) => `${x + quiet} ${y + quiet}`).join('L')}z`
    },
    hexagon: none,
    ellipse: none,
    fill: none,
    text: none,
    end: () => ({ path, ...size }),
  }
}
