import { aroundTheEarth, isOnEarth, type Position } from './position.ts'

/*
 * Plus codes (Open Location Code): 'CWC8+R9' of '87M2CWC8+R9'.
 * Job: write and read them. The official package for JavaScript has no ES module and no types.
 * Invariants: a code is a cell. Its first ten digits are pairs that divide by 20 both ways; each later digit divides
 *   the cell into 5 rows and 4 columns. Computed in whole cells of the smallest size, so nothing is lost by rounding.
 */

const DIGITS = '23456789CFGHJMPQRVWX'
const SEPARATOR = 8
const PAIRS = 10
const MAX_DIGITS = 15
const [ROWS, COLUMNS] = [5, 4]
/** Of the smallest cells, in one degree of latitude and of longitude. */
const LAT_CELLS = 8000 * ROWS ** (MAX_DIGITS - PAIRS)
const LON_CELLS = 8000 * COLUMNS ** (MAX_DIGITS - PAIRS)

/** A full code or the end of one, in capitals; '0' where digits are left out. */
const CODE = new RegExp(`^([${DIGITS}]{0,8})(0{0,6})\\+((?:[${DIGITS}]{2,})?)$`)

/** The full code of a position: '87M2CWC8+R9'. Ten digits are a cell of some 14 metres; 11 are one of 3 metres. */
export function plusCodeOf({ lat, lon }: Position, length = PAIRS): string {
  // A tiny excess, as of 1.2 degrees, must not fall into the cell before.
  let north = Math.floor(Number(((lat + 90) * LAT_CELLS).toFixed(5)))
  let east = Math.floor(Number(((lon + 180) * LON_CELLS).toFixed(5)))
  north = Math.min(Math.max(north, 0), 180 * LAT_CELLS - 1)
  east = ((east % (360 * LON_CELLS)) + 360 * LON_CELLS) % (360 * LON_CELLS)
  let code = ''
  for (let at = MAX_DIGITS; at > PAIRS; at--) {
    code = DIGITS[(north % ROWS) * COLUMNS + (east % COLUMNS)] + code
    north = Math.floor(north / ROWS)
    east = Math.floor(east / COLUMNS)
  }
  for (let at = PAIRS; at > 0; at -= 2) {
    code = `${DIGITS[north % 20]}${DIGITS[east % 20]}${code}`
    north = Math.floor(north / 20)
    east = Math.floor(east / 20)
  }
  const digits = code.slice(0, length).padEnd(SEPARATOR, '0')
  return `${digits.slice(0, SEPARATOR)}+${digits.slice(SEPARATOR)}`
}

/** What a code says: the middle of its cell, that it is the end of a code, or undefined if it is no code. */
export function readPlusCode(text: string, near?: Position): Position | 'needs a place nearby' | undefined {
  const code = text.toUpperCase()
  const [, before, padding, after] = CODE.exec(code) ?? []
  if (before === undefined || padding === undefined || after === undefined) return undefined
  if (before.length % 2 !== 0 || padding.length % 2 !== 0) return undefined
  if (before.length + padding.length === SEPARATOR) {
    if (padding && after) return undefined
    return before ? middleOf(before + after) : undefined
  }
  if (padding || !(before || after)) return undefined
  return near ? nearestOf(before, after, near) : 'needs a place nearby'
}

/** Undefined if the first digits are beyond the pole or the date line. */
function middleOf(digits: string): Position | undefined {
  let [north, east] = [0, 0]
  let [height, width] = [20 ** 2, 20 ** 2]
  const used = digits.slice(0, MAX_DIGITS)
  for (let at = 0; at < Math.min(used.length, PAIRS); at += 2) {
    height /= 20
    width /= 20
    north += DIGITS.indexOf(used.charAt(at)) * height
    east += DIGITS.indexOf(used.charAt(at + 1)) * width
  }
  for (const digit of used.slice(PAIRS)) {
    height /= ROWS
    width /= COLUMNS
    north += Math.floor(DIGITS.indexOf(digit) / COLUMNS) * height
    east += (DIGITS.indexOf(digit) % COLUMNS) * width
  }
  const position = { lat: north + height / 2 - 90, lon: east + width / 2 - 180 }
  return isOnEarth(position) ? position : undefined
}

/** Of all places whose full code ends like this, the one nearest to `near`. */
function nearestOf(before: string, after: string, near: Position): Position | undefined {
  const missing = SEPARATOR - before.length
  const found = middleOf(plusCodeOf(near).slice(0, missing) + before + after)
  if (!found) return undefined
  const step = 20 ** (2 - missing / 2)
  const shift = (apart: number) => (apart > step / 2 ? -step : apart < -step / 2 ? step : 0)
  const lat = found.lat + shift(found.lat - near.lat)
  const lon = found.lon + shift(aroundTheEarth(found.lon - near.lon))
  return { lat: Math.abs(lat) > 90 ? found.lat : lat, lon: aroundTheEarth(lon) }
}
