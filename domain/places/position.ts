import * as z from 'zod/mini'

/** A point on the map, in degrees of WGS 84: north and east are positive. */
export interface Position {
  lat: number
  lon: number
}

const STORED = /^(-?\d{1,2}\.\d{5}),(-?\d{1,3}\.\d{5})$/
const EARTH_RADIUS = 6_371_008.8

/** Whether it is a point on the earth: within 90 degrees north or south, and 180 degrees east or west. */
export function isOnEarth({ lat, lon }: Position): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180
}

/** A longitude, or a difference of two, that is beyond the date line, from the other side: -179 for 181. */
export const aroundTheEarth = (lon: number) => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)

/** As it is stored: '45.83640,-78.37910', exact to about a metre. */
export function positionText({ lat, lon }: Position): string {
  return `${fiveDigits(lat)},${fiveDigits(lon)}`
}

/** Without the sign that a tiny negative number leaves: '0.00000', not '-0.00000'. */
const fiveDigits = (degrees: number) => degrees.toFixed(5).replace(/^-(?=0\.00000$)/, '')

/** Reads what `positionText` writes. Undefined for '' and for anything else. */
export function parsePositionText(text: string): Position | undefined {
  const [, lat, lon] = STORED.exec(text) ?? []
  if (lat === undefined || lon === undefined) return undefined
  const position = { lat: Number(lat), lon: Number(lon) }
  return isOnEarth(position) && positionText(position) === text ? position : undefined
}

/** A position of the plan in its stored form, or '' if none is set. */
export const optionalPosition = z
  .string()
  .check(z.refine((text) => text === '' || parsePositionText(text) !== undefined, 'Not a stored position'))

/** Metres from one position to the other, as the crow flies. */
export function distanceBetween(a: Position, b: Position): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const chord = half(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(b.lon - a.lon)
  // Rounding may leave a little more than 1 between opposite points.
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(1, chord)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** As people read it, to about ten metres: '45.8364° N, 78.3791° W'. */
export function formatPosition({ lat, lon }: Position): string {
  return `${formatAngle(lat, 'N', 'S')}, ${formatAngle(lon, 'E', 'W')}`
}

const formatAngle = (degrees: number, positive: string, negative: string) =>
  `${Math.abs(degrees).toFixed(4)}° ${degrees <= -0.00005 ? negative : positive}`
