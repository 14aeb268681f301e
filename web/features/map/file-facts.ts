import type { Compression, Header } from 'pmtiles'
import type { Tile } from '#domain/places/tiles.ts'
import { AREA_ROOT } from '#web/data/storage/map-areas.ts'

/** What the map has to know of a PMTiles file, also when there is no network. */
export interface FileFacts {
  /** Changes when the operator puts another file in its place, whose tiles are others. */
  edition: string
  minZoom: number
  maxZoom: number
  /** West, south, east, north. */
  bounds: [number, number, number, number]
  compression: Compression
}

export function factsOf(header: Header): FileFacts {
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat, tileCompression: compression } = header
  const edition = [header.tileDataLength, header.numTileContents, header.rootDirectoryLength].join('-')
  return { edition, minZoom, maxZoom, bounds: [minLon, minLat, maxLon, maxLat], compression }
}

export const isFileFacts = (value: unknown): value is FileFacts =>
  typeof value === 'object' && value !== null && 'edition' in value

/** Under which address a tile of a file is saved. There is nothing on the server. */
export function savedTileAddress({ edition }: FileFacts, { zoom, x, y }: Tile): string {
  return new URL(`${AREA_ROOT}${edition}/${zoom}/${x}/${y}`, location.href).href
}
