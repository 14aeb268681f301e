import * as z from 'zod/mini'

/** Where something is, in degrees (WGS 84). */
export interface Position {
  /** From -90 to 90; north is positive. */
  lat: number
  /** From -180 to 180; east is positive. */
  lon: number
}

/** Five digits are about a metre. */
const DIGITS = 5

const STORED = /^(-?\d{1,2}\.\d{5}),(-?\d{1,3}\.\d{5})$/

/** A position as it is stored, in one text, so that two people who set it at once do not mix theirs. '45.83640,-78.37910' */
export const optionalPosition = z
  .string()
  .check(z.refine((text) => text === '' || parsePositionText(text) !== undefined, 'Not a position'))

export function positionText({ lat, lon }: Position): string {
  return `${fixed(lat)},${fixed(lon)}`
}

/** Reads what `positionText` writes; undefined for '' and for anything else. */
export function parsePositionText(text: string): Position | undefined {
  const [, lat, lon] = STORED.exec(text) ?? []
  const position = { lat: Number(lat), lon: Number(lon) }
  return Math.abs(position.lat) <= 90 && Math.abs(position.lon) <= 180 ? position : undefined
}

/** Without '-0.00000', so that equal positions have equal texts. */
const fixed = (degrees: number) => (Math.round(degrees * 10 ** DIGITS) / 10 ** DIGITS + 0).toFixed(DIGITS)

const EARTH_RADIUS_M = 6_371_009

/** The distance as the crow flies, in metres. */
export function distanceBetween(from: Position, to: Position): number {
  const [lat1, lat2, dLat, dLon] = [from.lat, to.lat, to.lat - from.lat, to.lon - from.lon].map(toRadians) as [
    number,
    number,
    number,
    number,
  ]
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180
