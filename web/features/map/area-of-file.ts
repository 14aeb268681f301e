import type { Bounds } from '#domain/places/bounds.ts'
import { countTiles, tilesOf } from '#domain/places/tiles.ts'
import { type AreaFiles, MAX_AREA_BYTES } from '#web/data/offline/map-area.ts'
import { TileFile } from '#web/trip-core/places/tile-file.ts'
import { MAX_TILES, savedZooms } from './area-files.ts'
import { factsOf, savedTileAddress } from './file-facts.ts'

/** The tiles that an area has in a PMTiles file, compressed as they are in it, and what they weigh. */
export interface FileArea extends AreaFiles {
  bytes: number
}

/**
 * Looks an area up in the directories of a file. Undefined if it has more tiles than anybody should save.
 * @throws Error if the file cannot be read
 */
export async function listFileArea(
  address: string,
  boxes: readonly Bounds[],
  signal: AbortSignal,
): Promise<FileArea | undefined> {
  const file = new TileFile(address)
  const header = await file.readHeader(signal)
  const facts = factsOf(header)
  const zooms = savedZooms.filter((zoom) => zoom >= facts.minZoom && zoom <= facts.maxZoom)
  if (zooms.reduce((sum, zoom) => sum + countTiles(boxes, zoom), 0) > MAX_TILES) return undefined
  const files: { address: string; read: (signal: AbortSignal) => Promise<ArrayBuffer> }[] = []
  let bytes = 0
  for (const tile of zooms.flatMap((zoom) => tilesOf(boxes, zoom))) {
    signal.throwIfAborted()
    const part = await file.findPart(tile.zoom, tile.x, tile.y, signal)
    if (!part) continue
    bytes += part.length
    if (bytes > MAX_AREA_BYTES) return undefined
    files.push({ address: savedTileAddress(facts, tile), read: (signal) => file.readPart(part, signal) })
  }
  return { files, facts, bytes }
}
