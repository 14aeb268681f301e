import type { Bounds } from './bounds.ts'

/** A tile of the grid that web maps use: zoom level, column from the west, row from the north. */
export interface Tile {
  zoom: number
  x: number
  y: number
}

/** The grid has no poles. */
const MAX_LATITUDE = 85.05

/** The tiles with a part of some bounds, each once. */
export function tilesOf(boxes: readonly Bounds[], zoom: number): Tile[] {
  const tiles = new Map<number, Tile>()
  const width = 2 ** zoom
  for (const { from, columns, top, bottom } of boxes.map((box) => spanOf(box, zoom)))
    for (let y = top; y <= bottom; y++)
      for (let column = 0; column < columns; column++) {
        const x = (((from + column) % width) + width) % width
        tiles.set(y * width + x, { zoom, x, y })
      }
  return [...tiles.values()]
}

/** More than so many tiles are not listed to be counted. */
const MANY = 50_000

/** How many tiles have a part of some bounds; of very many, those that bounds share count for each. */
export function countTiles(boxes: readonly Bounds[], zoom: number): number {
  const counts = boxes.map((box) => spanOf(box, zoom)).map(({ columns, top, bottom }) => columns * (bottom - top + 1))
  const sum = counts.reduce((total, count) => total + count, 0)
  return boxes.length === 1 || sum > MANY ? Math.min(4 ** zoom, sum) : tilesOf(boxes, zoom).length
}

function spanOf({ south, north, west, east }: Bounds, zoom: number) {
  const width = 2 ** zoom
  const from = Math.floor(((west + 180) / 360) * width)
  const columns = Math.min(width, Math.floor(((east + 180) / 360) * width) - from + 1)
  return { from, columns, top: rowOf(north, width), bottom: rowOf(south, width) }
}

function rowOf(lat: number, width: number): number {
  const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180
  const row = Math.floor((0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * width)
  return Math.max(0, Math.min(width - 1, row))
}
