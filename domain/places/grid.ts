import Mgrs from 'geodesy/mgrs.js'
import Utm from 'geodesy/utm.js'
import { aroundTheEarth, isOnEarth, type Position } from './position.ts'

/*
 * Grid coordinates, as on paper maps and GPS receivers: UTM and MGRS.
 * Failure: undefined if the zone, the letters or the numbers fit no point on the grid.
 */

const BANDS = 'CDEFGHJKLMNPQRSTUVWX'
/** Degrees that a point may be outside of its band: maps round up to its edge. */
const TOLERANCE = 0.5

/** The position of '17T 630084 4833438'. `letter` is a latitude band, or N or S for the half of the earth. */
export function positionOfUtm(zone: number, letter: string, east: number, north: number): Position | undefined {
  const band = letter.toUpperCase()
  // S is a band of the north too. No land of the south has such a number there.
  if (band === 'S') return onGrid(zone, 'N', east, north, 'S') ?? onGrid(zone, 'S', east, north)
  if (band === 'N') return onGrid(zone, 'N', east, north)
  return onGrid(zone, band > 'N' ? 'N' : 'S', east, north, band)
}

function onGrid(zone: number, half: 'N' | 'S', east: number, north: number, band?: string): Position | undefined {
  const position = positionOf(() => new Utm(zone, half, east, north))
  return position && (band === undefined || isInBand(position.lat, band)) ? position : undefined
}

function isInBand(lat: number, band: string): boolean {
  const south = BANDS.indexOf(band) * 8 - 80
  return lat >= south - TOLERANCE && lat <= (band === 'X' ? 84 : south + 8) + TOLERANCE
}

/** The middle of the square '17T PJ 30084 33438'. `square` is its two letters; `digits` is as long for both numbers. */
export function positionOfMgrs(zone: number, band: string, square: string, digits: string): Position | undefined {
  const length = digits.length / 2
  const metres = (text: string) => (Number(text) + 0.5) * 10 ** (5 - length)
  const [column, row] = square.toUpperCase()
  if (!column || !row) return undefined
  return positionOf(() => {
    const [east, north] = [metres(digits.slice(0, length)), metres(digits.slice(length))]
    return new Mgrs(zone, band.toUpperCase(), column, row, east, north).toUtm()
  })
}

function positionOf(grid: () => Utm): Position | undefined {
  try {
    const { lat, lon } = grid().toLatLon()
    // A square at the date line reaches beyond 180 degrees.
    const position = { lat, lon: aroundTheEarth(lon) }
    return isOnEarth(position) ? position : undefined
  } catch {
    // The library throws for what is not on the grid.
    return undefined
  }
}
