import type { Position } from './position.ts'

/*
 * The codes of short map addresses that can be read without a request: 'Byqqqqqqqq' of Organic Maps and CoMaps,
 * '0EEQjE--' of OpenStreetMap.
 * Job: each character has six bits, three of the latitude and three of the longitude, in turn. More characters divide
 *   the square further; the position is its middle.
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const COORDINATE_CHARACTERS = 9
/** Bits in which Organic Maps counts. Only latitude includes its last number, as 90 degrees is a place. */
const BITS = 30

/** Organic Maps and CoMaps: one character of zoom, nine of coordinates. Undefined if it is no such code. */
export function positionOfMapCode(code: string): Position | undefined {
  if (code.length !== 1 + COORDINATE_CHARACTERS) return undefined
  const cell = readCell(code.slice(1), `${LETTERS}-_`)
  if (!cell || !`${LETTERS}-_`.includes(code.charAt(0))) return undefined
  const size = 2 ** (BITS - cell.bits)
  const middle = (steps: number) => (steps + 0.5) * size
  return { lat: (middle(cell.first) / (2 ** BITS - 1)) * 180 - 90, lon: (middle(cell.second) / 2 ** BITS) * 360 - 180 }
}

/** OpenStreetMap ('osm.org/go/0EEQjE--'): longitude first. Hyphens at the end are of the zoom. */
export function positionOfShortlink(code: string): Position | undefined {
  const cell = readCell(code.replace(/[-=]{1,2}$/, '').replaceAll('@', '~'), `${LETTERS}_~`)
  if (!cell) return undefined
  const degrees = (steps: number, all: number) => ((steps + 0.5) / 2 ** cell.bits) * all - all / 2
  return { lat: degrees(cell.second, 180), lon: degrees(cell.first, 360) }
}

function readCell(characters: string, alphabet: string): { first: number; second: number; bits: number } | undefined {
  if (characters.length === 0 || characters.length > 11) return undefined
  let [first, second] = [0, 0]
  for (const character of characters) {
    const value = alphabet.indexOf(character)
    if (value < 0) return undefined
    for (const bit of [4, 2, 0]) {
      first = first * 2 + ((value >> (bit + 1)) & 1)
      second = second * 2 + ((value >> bit) & 1)
    }
  }
  return { first, second, bits: characters.length * 3 }
}
