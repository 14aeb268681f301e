import { open } from 'node:fs/promises'
import type { Position } from '#domain/places/position.ts'

/*
 * The borders of time zones as a file.
 * Job: the zone at a position, exact to a metre. The earth is divided into quarters, these into quarters, and so on,
 *   until an area is at sea, in one zone, or a tile: the pieces of zones within it, as polygons.
 * Invariants: written and read by the same version of the app, so there is no version in it. Only the division is in
 *   memory; a lookup reads at most one tile, of some kilobytes.
 */

/**
 * An area: at sea, in one zone (its index), a tile, or four quarters: north-east, north-west, south-west, south-east.
 */
export type Area = undefined | number | Tile | Quarters
export type Quarters = readonly [Area, Area, Area, Area]
/** The pieces of zones in an area: all rings of their polygons, each of [longitude, latitude] in degrees. */
export interface Tile {
  pieces: { zone: number; rings: readonly (readonly (readonly number[])[])[] }[]
}

export interface Zone {
  /** IANA. */
  name: string
  /** ISO 3166 alpha-2; '' if none. */
  country: string
  /** Whether it also has places in another country. */
  isShared: boolean
}

interface Header {
  zones: Zone[]
  treeLength: number
  tileCount: number
}

/** What a number in the tree says: 0 is the sea, otherwise its upper two bits say what the others are. */
const IN_ZONE = 1
const IN_TILE = 2
const KIND_SHIFT = 30
const INDEX_MASK = 2 ** KIND_SHIFT - 1
/** Coordinates are stored as whole numbers of this part of a degree, a metre. */
const PER_DEGREE = 1e5

/** The corners of the whole area, as the tiles were cut. */
const NORTH = 89.9999
const EAST = 179.9999

export function encodeZones(root: Quarters, zones: readonly Zone[]): Buffer {
  const tree: number[] = []
  const tiles: Buffer[] = []
  const place = (area: Area): number => {
    if (area === undefined) return 0
    if (typeof area === 'number') return IN_ZONE * 2 ** KIND_SHIFT + area
    if ('pieces' in area) return IN_TILE * 2 ** KIND_SHIFT + tiles.push(encodeTile(area)) - 1
    const at = tree.push(0, 0, 0, 0) - 4
    for (const [quarter, child] of area.entries()) tree[at + quarter] = place(child)
    return at
  }
  place(root)
  const starts = new Uint32Array(tiles.length + 1)
  for (const [at, { length }] of tiles.entries()) starts[at + 1] = (starts[at] ?? 0) + length
  const header: Header = { zones: [...zones], treeLength: tree.length, tileCount: tiles.length }
  const head = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const numbers = [Uint32Array.from(tree), starts].map(({ buffer }) => Buffer.from(buffer))
  return Buffer.concat([length, head, ...numbers, ...tiles])
}

/** The zones of a file that `encodeZones` made. */
export class ZoneFile {
  readonly #path: string
  readonly #zones: readonly Zone[]
  readonly #tree: Uint32Array
  readonly #tileStarts: Uint32Array
  readonly #tilesAt: number

  private constructor(path: string, { zones }: Header, tree: Uint32Array, tileStarts: Uint32Array, tilesAt: number) {
    this.#path = path
    this.#zones = zones
    this.#tree = tree
    this.#tileStarts = tileStarts
    this.#tilesAt = tilesAt
  }

  static async open(path: string): Promise<ZoneFile> {
    const headLength = (await readPart(path, 0, 4)).readUInt32LE(0)
    const header = JSON.parse((await readPart(path, 4, headLength)).toString()) as Header
    const { treeLength, tileCount } = header
    const numbersLength = 4 * (treeLength + tileCount + 1)
    const bytes = await readPart(path, 4 + headLength, numbersLength)
    const tree = new Uint32Array(bytes.buffer, bytes.byteOffset, treeLength)
    const starts = new Uint32Array(bytes.buffer, bytes.byteOffset + 4 * treeLength, tileCount + 1)
    return new ZoneFile(path, header, tree, starts, 4 + headLength + numbersLength)
  }

  /** The zone at a position; undefined at sea. */
  async find({ lat, lon }: Position): Promise<Zone | undefined> {
    let [north, south, east, west] = [NORTH, -NORTH, EAST, -EAST]
    // The poles and the date line are on the edge of the areas beside them.
    const [y, x] = [Math.max(south, Math.min(north, lat)), Math.max(west, Math.min(east, lon))]
    for (let at = 0; ; ) {
      const [middleY, middleX] = [(north + south) / 2, (east + west) / 2]
      const [isNorth, isEast] = [y >= middleY, x >= middleX]
      if (isNorth) south = middleY
      else north = middleY
      if (isEast) west = middleX
      else east = middleX
      const next = this.#tree[at + (isNorth ? (isEast ? 0 : 1) : isEast ? 3 : 2)] ?? 0
      if (next === 0) return undefined
      const kind = next >>> KIND_SHIFT
      const index = next & INDEX_MASK
      if (kind === IN_ZONE) return this.#zones[index]
      if (kind === IN_TILE) return this.#zones[findInTile(await this.#readTile(index), x, y)]
      at = index
    }
  }

  #readTile(index: number): Promise<Buffer> {
    const start = this.#tileStarts[index] ?? 0
    return readPart(this.#path, this.#tilesAt + start, (this.#tileStarts[index + 1] ?? start) - start)
  }
}

async function readPart(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, position)
    if (bytesRead < length) throw new Error(`${path} is not complete.`)
    return buffer
  } finally {
    await file.close()
  }
}

function encodeTile({ pieces }: Tile): Buffer {
  const bytes: number[] = []
  const write = (value: number) => {
    let rest = value
    while (rest >= 0x80) {
      bytes.push((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    bytes.push(rest)
  }
  const writeSigned = (value: number) => write(value < 0 ? -2 * value - 1 : 2 * value)
  for (const { zone, rings } of pieces) {
    write(zone)
    write(rings.length)
    for (const ring of rings) {
      write(ring.length)
      let [lastX, lastY] = [0, 0]
      for (const [lon = 0, lat = 0] of ring) {
        const [x, y] = [Math.round(lon * PER_DEGREE), Math.round(lat * PER_DEGREE)]
        writeSigned(x - lastX)
        writeSigned(y - lastY)
        ;[lastX, lastY] = [x, y]
      }
    }
  }
  return Buffer.from(bytes)
}

/**
 * The index of the first zone with a piece at a position; -1 if there is none. Counts the edges to the east of it: it
 * is inside if they are an odd number. Of two pieces that share an edge, exactly one has the positions on it.
 */
function findInTile(bytes: Buffer, lon: number, lat: number): number {
  const [x, y] = [lon * PER_DEGREE, lat * PER_DEGREE]
  let at = 0
  const read = () => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 0x80
    }
  }
  const readSigned = () => {
    const value = read()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  while (at < bytes.length) {
    const zone = read()
    let isInside = false
    for (let rings = read(); rings > 0; rings--) {
      let [lastX, lastY] = [0, 0]
      for (let point = 0, count = read(); point < count; point++) {
        const [nextX, nextY] = [lastX + readSigned(), lastY + readSigned()]
        // Rings are closed: their last point is their first.
        if (point > 0 && nextY > y !== lastY > y) {
          if (x < lastX + ((nextX - lastX) * (y - lastY)) / (nextY - lastY)) isInside = !isInside
        }
        ;[lastX, lastY] = [nextX, nextY]
      }
    }
    if (isInside) return zone
  }
  return -1
}
