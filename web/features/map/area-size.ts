import type { Bounds } from '#domain/places/bounds.ts'
import { countTiles, type Tile, tilesOf } from '#domain/places/tiles.ts'
import { fetchMapFile } from '#web/data/offline/fetch-map-file.ts'
import { type AreaFiles, MAX_AREA_BYTES } from '#web/data/offline/map-area.ts'
import type { AreaAbout, MapService } from '#web/data/storage/map-areas.ts'
import {
  countAreaTiles,
  filesOfArea,
  hasZoom,
  listServiceFiles,
  MAX_TILES,
  type ServiceFiles,
  savedZooms,
  type TileSet,
  tileAddress,
} from './area-files.ts'
import { listFileArea } from './area-of-file.ts'
import { LAST_SAVED_ZOOM } from './saved-protocol.ts'

/*
 * What an area of the detailed map has, and what it weighs.
 * Job: the size of a PMTiles file's area is the sum of its entries. That of a service is estimated: its nearest tiles
 *   are three quarters of all, so most of the samples are of these.
 * Failure: throws if the service does not answer. A wrong estimate does no harm: the download ends at 60 MB.
 */

/** What one file of letters, and one of pictures, weighs about. */
const LETTERS_BYTES = 70_000
const PICTURE_BYTES = 40_000
/** How many tiles of a zoom level are loaded to know its size. The levels between have that of the next one. */
const SAMPLES: Record<number, number> = { 2: 1, 6: 1, 9: 1, 11: 1, 12: 2, 13: 3, 14: 6 }

/** The sizes of tiles that were loaded for an estimate, by address: the map moves, and much stays in sight. */
const sizes = new Map<string, number>()

export interface AreaSize {
  /** Undefined for more than an area may be. */
  bytes: number | undefined
  isExact: boolean
}

/** @throws Error if the service does not answer */
export async function measureArea(map: MapService, boxes: readonly Bounds[], signal: AbortSignal): Promise<AreaSize> {
  if (map.pmtiles !== '') return { bytes: (await listFileArea(map.pmtiles, boxes, signal))?.bytes, isExact: true }
  const files = await findServiceFiles(map, signal)
  if (countAreaTiles(files.tileSets, boxes) > MAX_TILES) return { bytes: undefined, isExact: false }
  let bytes = restOf(files)
  for (const set of files.tileSets) bytes += await estimateTiles(set, boxes, signal)
  return { bytes: bytes > MAX_AREA_BYTES ? undefined : bytes, isExact: false }
}

/** @throws Error if the service does not answer */
export async function listArea({ map, boxes }: AreaAbout, signal: AbortSignal): Promise<AreaFiles | 'too_large'> {
  const listed = await (map.pmtiles === ''
    ? listOfService(map, boxes, signal)
    : listFileArea(map.pmtiles, boxes, signal))
  return listed ?? 'too_large'
}

async function listOfService(
  map: MapService,
  boxes: readonly Bounds[],
  signal: AbortSignal,
): Promise<AreaFiles | undefined> {
  const files = await listServiceFiles(map, signal)
  return countAreaTiles(files.tileSets, boxes) > MAX_TILES ? undefined : { files: filesOfArea(files, boxes) }
}

/** The styles of a service that was measured before: people compare areas. */
let known: { map: MapService; files: ServiceFiles } | undefined

async function findServiceFiles(map: MapService, signal: AbortSignal): Promise<ServiceFiles> {
  if (known?.map !== map) known = { map, files: await listServiceFiles(map, signal) }
  return known.files
}

function restOf({ read, pictures, letters }: ServiceFiles): number {
  const styles = [...read.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  return styles + letters.length * LETTERS_BYTES + pictures.length * PICTURE_BYTES
}

async function estimateTiles(set: TileSet, boxes: readonly Bounds[], signal: AbortSignal): Promise<number> {
  const zooms = savedZooms.filter((zoom) => hasZoom(set, zoom))
  const last = zooms.at(-1) ?? 0
  const means = new Map<number, number>()
  // One level after the other, so that few tiles are asked for at once.
  for (const zoom of zooms) {
    const count = zoom === last ? SAMPLES[LAST_SAVED_ZOOM] : SAMPLES[zoom]
    if (count !== undefined) means.set(zoom, await meanSize(set, spread(tilesOf(boxes, zoom), count), signal))
  }
  const meanOf = (zoom: number) => means.get(savedZooms.find((other) => other >= zoom && means.has(other)) ?? last) ?? 0
  return Math.round(zooms.reduce((sum, zoom) => sum + countTiles(boxes, zoom) * meanOf(zoom), 0))
}

/** Some of the tiles, from all parts of them. */
function spread(tiles: readonly Tile[], count: number): Tile[] {
  if (tiles.length <= count) return [...tiles]
  return Array.from({ length: count }, (_, index) => tiles[Math.floor(((index + 0.5) / count) * tiles.length)]).filter(
    (tile) => tile !== undefined,
  )
}

async function meanSize(set: TileSet, tiles: readonly Tile[], signal: AbortSignal): Promise<number> {
  const all = await Promise.all(tiles.map((tile) => sizeOf(tileAddress(set, tile), signal)))
  return all.reduce((sum, size) => sum + size, 0) / Math.max(1, all.length)
}

async function sizeOf(address: string, signal: AbortSignal): Promise<number> {
  const size = sizes.get(address) ?? (await fetchMapFile(address, signal))?.byteLength ?? 0
  sizes.set(address, size)
  return size
}
