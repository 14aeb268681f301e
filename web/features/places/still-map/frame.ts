import { boundsOf } from '#domain/places/bounds.ts'
import type { Position } from '#domain/places/position.ts'
import { LAST_ZOOM } from '#web/trip-core/places/base-tiles.ts'

/*
 * The part of the world that a still map shows, in Web Mercator: the world is a square, `world` pixels wide, that
 * repeats to both sides. `left` and `top` are where the picture begins in it.
 */
export interface Frame {
  width: number
  height: number
  world: number
  left: number
  top: number
}

export interface Tile {
  zoom: number
  column: number
  row: number
  /** Where it is in the picture. */
  x: number
  y: number
  size: number
}

/** A part of a line without a gap. Its longitudes go on beyond 180 degrees. */
export interface Segment {
  lats: readonly number[]
  lons: readonly number[]
}

/** Room for pins, which are above their points, and for some of their names. */
const MARGINS = { side: 44, top: 56, bottom: 36 }
/** The side of a tile at its own zoom level, at least. */
const TILE = 512
/** As far as the picture is zoomed in to what it shows: the bundled map is coarse. */
const NEAREST = 10
/** Of a single place, or several in about one spot: what lies around says where that is. */
const NEAREST_OF_SPOT = 6.5
/** At this zoom level, several places in about one spot still overlap. */
const SPOT = 14
/** The map has no poles. */
const MAX_LATITUDE = 85
const EQUATOR_METRES = 40_075_017

/** The picture of this size that shows all of the points. There is at least one. */
export function frameOf(points: readonly Position[], width: number, height: number): Frame {
  const { west, east, south, north } = boundsOf(points) ?? { west: 0, east: 0, south: 0, north: 0 }
  const [left, top] = project({ lon: west, lat: north })
  const [right, bottom] = project({ lon: east, lat: south })
  const fitting = Math.min(
    (width - 2 * MARGINS.side) / (right - left),
    (height - MARGINS.top - MARGINS.bottom) / (bottom - top),
  )
  const nearest = fitting > TILE * 2 ** SPOT ? NEAREST_OF_SPOT : NEAREST
  // The world is never smaller than the picture is high: beyond the poles is nothing.
  const world = Math.max(height, Math.min(fitting, TILE * 2 ** nearest))
  const above = ((top + bottom) / 2) * world - (height + MARGINS.top - MARGINS.bottom) / 2
  return {
    width,
    height,
    world,
    left: ((left + right) / 2) * world - width / 2,
    top: Math.min(Math.max(0, above), world - height),
  }
}

/** Where a position is in a world that is 1 wide. */
function project({ lat, lon }: Position): [x: number, y: number] {
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180)
  return [lon / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Where a position is in the picture. */
export function pointIn(frame: Frame, position: Position): [x: number, y: number] {
  const [x, y] = project(position)
  const point = x * frame.world - frame.left
  return [point + turnsTo(frame, point) * frame.world, y * frame.world - frame.top]
}

/** How often around the earth it is to what the picture shows of it. */
const turnsTo = ({ width, world }: Frame, x: number) => Math.round((width / 2 - x) / world)

/** The path of a line's segment, without the points that are less than half a pixel from the one before. */
export function pathIn(frame: Frame, { lats, lons }: Segment): string {
  const points = lats.map((lat, index) => project({ lat, lon: lons[index] ?? 0 }))
  const xs = points.map(([x]) => x * frame.world - frame.left)
  const aside = turnsTo(frame, (smallest(xs) - smallest(xs.map((x) => -x))) / 2) * frame.world
  const texts = points.map(([, y], index) => {
    const [right, down] = [(xs[index] ?? 0) + aside, y * frame.world - frame.top]
    return `${Math.round(right * 2) / 2} ${Math.round(down * 2) / 2}`
  })
  return `M${texts.filter((text, index) => text !== texts[index - 1]).join(' ')}`
}

/** The outermost points of a segment, and some on the way around the earth, which show where it goes. */
export function spanOf({ lats, lons }: Segment): Position[] {
  const [south, north, west] = [smallest(lats), -smallest(lats.map((lat) => -lat)), smallest(lons)]
  const width = -smallest(lons.map((lon) => -lon)) - west
  const steps = Math.max(1, Math.ceil(width / 10))
  return Array.from({ length: steps + 1 }, (_, index) => ({
    lat: index % 2 === 0 ? south : north,
    lon: withinEarth(west + (width * index) / steps),
  }))
}

/** A line may have more points than a function takes. */
const smallest = (numbers: readonly number[]) => numbers.reduce((least, number) => Math.min(least, number), Infinity)

const withinEarth = (lon: number) => lon - 360 * Math.round(lon / 360)

/** The tiles that cover the picture. */
export function tilesOf({ width, height, world, left, top }: Frame): Tile[] {
  const zoom = Math.max(0, Math.min(LAST_ZOOM, Math.floor(Math.log2(world / TILE))))
  const side = 2 ** zoom
  const size = world / side
  const tiles: Tile[] = []
  for (let across = Math.floor(left / size); across * size < left + width; across++)
    for (let row = Math.floor(top / size); row < side && row * size < top + height; row++)
      tiles.push({
        zoom,
        column: ((across % side) + side) % side,
        row,
        x: across * size - left,
        y: row * size - top,
        size,
      })
  return tiles
}

/** How many metres a pixel in the middle of the picture is. */
export function metresPerPixel({ height, world, top }: Frame): number {
  return EQUATOR_METRES / Math.cosh(Math.PI * (1 - (2 * (top + height / 2)) / world)) / world
}
