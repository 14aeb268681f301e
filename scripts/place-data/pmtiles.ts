import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

/** A vector tile of the grid that web maps use. */
export interface MapTile {
  z: number
  x: number
  y: number
  /** A Mapbox Vector Tile, not compressed. */
  data: Uint8Array
}

const HEADER_BYTES = 127
/** Readers take the header and the root directory with one request of this size. */
const FIRST_REQUEST = 16_384
const VERSION = 3
const GZIP = 2
const VECTOR_TILES = 1
const PER_DEGREE = 1e7
/** The northernmost and southernmost latitude of the grid. */
const MAX_LATITUDE = 85.051_129

interface Entry {
  id: number
  /** How many tiles in a row have this content. */
  run: number
  offset: number
  length: number
}

/**
 * One file with all tiles, in the form of PMTiles 3 (https://github.com/protomaps/PMTiles, spec/v3/spec.md). Tiles that
 * are alike, such as those of the open sea, are in it once.
 * @throws Error if there are too many for a root directory alone: about 5000
 */
export function writePmtiles(tiles: readonly MapTile[], metadata: Record<string, unknown>): Buffer {
  const zooms = tiles.map(({ z }) => z)
  const { entries, data } = layOut(tiles)
  const directory = gzipSync(directoryOf(entries), { level: 9 })
  const about = gzipSync(JSON.stringify(metadata), { level: 9 })
  if (HEADER_BYTES + directory.length > FIRST_REQUEST) throw new Error('A file of tiles needs leaf directories')
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(VERSION, 7)
  const aboutAt = HEADER_BYTES + directory.length
  const dataAt = aboutAt + about.length
  const numbers = [HEADER_BYTES, directory.length, aboutAt, about.length, dataAt, 0, dataAt, data.length]
  const counts = [tiles.length, entries.length, new Set(entries.map(({ offset }) => offset)).size]
  for (const [index, number] of [...numbers, ...counts].entries())
    header.writeBigUInt64LE(BigInt(number), 8 + index * 8)
  // Tiles are in the order of their ids; directories and tiles are compressed.
  for (const [index, byte] of [1, GZIP, GZIP, VECTOR_TILES, Math.min(...zooms), Math.max(...zooms)].entries())
    header.writeUInt8(byte, 96 + index)
  for (const [index, degrees] of [-180, -MAX_LATITUDE, 180, MAX_LATITUDE].entries())
    header.writeInt32LE(degrees * PER_DEGREE, 102 + index * 4)
  return Buffer.concat([header, directory, about, data])
}

function layOut(tiles: readonly MapTile[]): { entries: Entry[]; data: Buffer } {
  const entries: Entry[] = []
  const parts: Buffer[] = []
  const known = new Map<string, { offset: number; length: number }>()
  let end = 0
  const ordered = tiles
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data: gzipSync(data, { level: 9 }) }))
    .toSorted((one, other) => one.id - other.id)
  for (const { id, data } of ordered) {
    const hash = createHash('sha256').update(data).digest('base64')
    let place = known.get(hash)
    if (!place) {
      place = { offset: end, length: data.length }
      known.set(hash, place)
      parts.push(data)
      end += data.length
    }
    const last = entries.at(-1)
    if (last && last.id + last.run === id && last.offset === place.offset) last.run += 1
    else entries.push({ id, run: 1, ...place })
  }
  return { entries, data: Buffer.concat(parts) }
}

/** Column by column; ids as differences, and 0 for an offset where the tile before it ends. */
function directoryOf(entries: readonly Entry[]): Buffer {
  const before = (index: number) => entries[index - 1]
  return Buffer.from(
    [
      entries.length,
      ...entries.map(({ id }, index) => id - (before(index)?.id ?? 0)),
      ...entries.map(({ run }) => run),
      ...entries.map(({ length }) => length),
      ...entries.map(({ offset }, index) => {
        const last = before(index)
        return last && last.offset + last.length === offset ? 0 : offset + 1
      }),
    ].flatMap(varint),
  )
}

/** Seven bits per byte, the lowest first. */
function varint(number: number): number[] {
  const bytes: number[] = []
  let rest = number
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}
