import type { Position } from './position.ts'

/** The part of the earth that some positions are in, in degrees. */
export interface Bounds {
  south: number
  north: number
  /** From -180 to 180; of a wider part, also less. */
  west: number
  /** Not less than `west`: above 180 if the positions are on both sides of the date line. */
  east: number
}

/** The smallest bounds of the positions; undefined without any. */
export function boundsOf(positions: readonly Position[]): Bounds | undefined {
  if (positions.length === 0) return undefined
  const lats = positions.map(({ lat }) => lat).toSorted((one, other) => one - other)
  const lons = positions.map(({ lon }) => lon).toSorted((one, other) => one - other)
  // All around the earth, without the widest gap.
  const gaps = lons.map((lon, index) => (lons[index + 1] ?? (lons[0] ?? 0) + 360) - lon)
  const widest = gaps.reduce((most, gap, index) => (gap > (gaps[most] ?? 0) ? index : most), 0)
  const west = lons[(widest + 1) % lons.length] ?? 0
  const last = lons[widest] ?? 0
  return { south: lats[0] ?? 0, north: lats.at(-1) ?? 0, west, east: last < west ? last + 360 : last }
}

/** Whether a position is within the bounds. */
export function isWithin({ lat, lon }: Position, { south, north, west, east }: Bounds): boolean {
  return lat >= south && lat <= north && [lon - 360, lon, lon + 360].some((each) => each >= west && each <= east)
}

/** Kilometres of one degree of latitude. */
const PER_DEGREE = 111.2
/** Farther from the equator, degrees of longitude are too short to count kilometres. */
const MAX_LATITUDE = 85

/** The bounds with so many kilometres more on each side. `west` may then be below -180. */
export function widen({ south, north, west, east }: Bounds, kilometres: number): Bounds {
  const degrees = kilometres / PER_DEGREE
  const farthest = Math.min(MAX_LATITUDE, Math.max(Math.abs(south - degrees), Math.abs(north + degrees)))
  const aside = Math.min((360 - (east - west)) / 2, degrees / Math.cos((farthest * Math.PI) / 180))
  return {
    south: Math.max(-90, south - degrees),
    north: Math.min(90, north + degrees),
    west: west - aside,
    east: east + aside,
  }
}
