import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { baseTiles, LAST_ZOOM } from '#web/trip-core/places/base-tiles.ts'
import { type Frame, type Tile, tilesOf } from './frame.ts'

/** By how much of their side tiles overlap, and a little less: see scripts/place-data/base-map.ts. */
const OVERLAP = 1 / 68

/** What a tile shows, as paths in its own units, of which a side has `extent`. */
export interface Ground extends Tile {
  extent: number
  land: string
  water: string
  borders: string
  towns: readonly Town[]
}

export interface Town {
  name: string
  /** Ten times the decimal logarithm of its people. */
  size: number
  /** Where it is in the picture. */
  x: number
  y: number
}

/** The bundled map in a picture. @throws Error if it cannot be loaded */
export async function readGround(frame: Frame): Promise<Ground[]> {
  // After a failure, this tries again.
  await baseTiles.readHeader()
  const loading = new Map<number, Promise<ArrayBuffer>>()
  return Promise.all(
    tilesOf(frame).map(async (tile) => {
      const { zoom, column, row } = tile
      // The whole world may be in it more than once.
      const id = column * 2 ** zoom + row
      const data = loading.get(id) ?? baseTiles.readTile(zoom, column, row)
      loading.set(id, data)
      return groundOf(tile, await data, frame)
    }),
  )
}

function groundOf(tile: Tile, data: ArrayBuffer, { width, height }: Frame): Ground {
  const { land, water, borders, towns } = new VectorTile(new PbfReader(new Uint8Array(data))).layers
  const extent = (land ?? water ?? borders ?? towns)?.extent ?? 1
  const unit = tile.size / extent
  const [left, right] = [-tile.x / unit, (width - tile.x) / unit]
  const [top, bottom] = [-tile.y / unit, (height - tile.y) / unit]
  /** A ring beyond the picture leaves nothing in it. */
  const isSeen = (points: readonly Point[]) =>
    points.some(({ x }) => x >= left) &&
    points.some(({ x }) => x <= right) &&
    points.some(({ y }) => y >= top) &&
    points.some(({ y }) => y <= bottom)
  // The lakes of the last tiles, enlarged, would have corners. Those at the edges of a tile stay beyond it.
  const radius = tile.zoom === LAST_ZOOM ? extent * OVERLAP : 0
  const pathOf = (layer: VectorTileLayer | undefined, toPath: (points: readonly Point[]) => string) =>
    ringsOf(layer).filter(isSeen).map(toPath).join('')
  return {
    ...tile,
    extent,
    land: pathOf(land, (ring) => roundedPath(ring, radius)),
    water: pathOf(water, (ring) => roundedPath(ring, radius)),
    borders: pathOf(borders, straightPath),
    towns: featuresOf(towns).map((town) => {
      const { x = 0, y = 0 } = town.loadGeometry()[0]?.[0] ?? {}
      const { name, size } = town.properties
      return { name: String(name), size: Number(size), x: tile.x + x * unit, y: tile.y + y * unit }
    }),
  }
}

interface Point {
  x: number
  y: number
}

const straightPath = (points: readonly Point[]) => `M${points.map(({ x, y }) => `${x} ${y}`).join(' ')}`

/** A closed ring whose corners are rounded off from `radius` before them, or from the middle of a shorter side. */
function roundedPath(ring: readonly Point[], radius: number): string {
  if (radius === 0) return `${straightPath(ring)}Z`
  const corners = ring.slice(1)
  const texts = corners.map((corner, index) => {
    const towards = ({ x, y }: Point = corner) => {
      const part = Math.min(0.5, radius / (Math.hypot(x - corner.x, y - corner.y) || 1))
      return `${Math.round(corner.x + (x - corner.x) * part)} ${Math.round(corner.y + (y - corner.y) * part)}`
    }
    return `${towards(corners.at(index - 1))}Q${corner.x} ${corner.y} ${towards(corners[(index + 1) % corners.length])}`
  })
  return `M${texts.join('L')}Z`
}

const featuresOf = (layer: VectorTileLayer | undefined) =>
  Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index)).filter((one) => one !== undefined)

const ringsOf = (layer: VectorTileLayer | undefined) => featuresOf(layer).flatMap((one) => one.loadGeometry())
