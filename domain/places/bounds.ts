import type { Position } from './position.ts'

/** The part of the earth that some positions are in, in degrees. */
export interface Bounds {
  south: number
  north: number
  /** From -180 to 180. */
  west: number
  /** Not less than `west`: above 180 if the positions are on both sides of the date line. */
  east: number
}

/** The smallest bounds of the positions; undefined without any. */
export function boundsOf(positions: readonly Position[]): Bounds | undefined {
  if (positions.length === 0) return undefined
  const lats = positions.map(({ lat }) => lat)
  const lons = positions.map(({ lon }) => lon).toSorted((one, other) => one - other)
  // All around the earth, without the widest gap.
  const gaps = lons.map((lon, index) => (lons[index + 1] ?? (lons[0] ?? 0) + 360) - lon)
  const widest = gaps.indexOf(Math.max(...gaps))
  const west = lons[(widest + 1) % lons.length] ?? 0
  const last = lons[widest] ?? 0
  return { south: Math.min(...lats), north: Math.max(...lats), west, east: last < west ? last + 360 : last }
}

/** Whether a position is within the bounds. */
export function isWithin({ lat, lon }: Position, { south, north, west, east }: Bounds): boolean {
  return lat >= south && lat <= north && [lon - 360, lon, lon + 360].some((each) => each >= west && each <= east)
}
