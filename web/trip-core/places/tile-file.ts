import { type Compression, findTile, type Header, PMTiles, type RangeResponse, type Source, zxyToTileId } from 'pmtiles'
import { unlessAborted, withTimeLimit } from '#web/browser/time-limit.ts'

/** Parts of a file, from a server or a service worker. */
class Parts implements Source {
  readonly #address: string
  constructor(address: string) {
    this.#address = address
  }

  getKey(): string {
    return this.#address
  }

  getBytes(offset: number, length: number, caller?: AbortSignal): Promise<RangeResponse> {
    return withTimeLimit(PART_TIMEOUT_MS, caller, async (signal, extend) => {
      const headers = { Range: `bytes=${offset}-${offset + length - 1}` }
      const response = await fetch(this.#address, { headers, referrerPolicy: 'no-referrer', signal })
      if (!response.ok) throw new Error(`tiles: ${response.status}`)
      if (response.status === 206) return { data: await response.arrayBuffer() }
      // Not every proxy sends parts. A whole file of a region would be too large.
      if (Number(response.headers.get('content-length')) > MAX_WHOLE_BYTES) {
        await response.body?.cancel()
        throw new Error('tiles: no parts')
      }
      extend(WHOLE_TIMEOUT_MS)
      return { data: (await response.arrayBuffer()).slice(offset, offset + length) }
    })
  }
}

const MAX_WHOLE_BYTES = 10_000_000
/** Far longer than any part takes, and a whole file on a slow network. */
const PART_TIMEOUT_MS = 30_000
const WHOLE_TIMEOUT_MS = 300_000
/** Of directories within directories, by the form of the file. */
const MAX_DEPTH = 4

interface FilePart {
  offset: number
  length: number
}

/** A PMTiles file with vector tiles, of which only the parts that are needed are loaded. */
export class TileFile {
  readonly #address: string
  #file: PMTiles | undefined

  constructor(address: string) {
    this.#address = address
  }

  /** What the file has. @throws Error if it cannot be loaded, or is none; the next call tries again */
  readHeader(signal?: AbortSignal): Promise<Header> {
    return this.#use((file) => {
      // The library takes no signal here.
      const reading = file.getHeader()
      return signal ? unlessAborted(reading, signal) : reading
    })
  }

  /** A tile; empty where there is none. @throws Error as `readHeader` */
  async readTile(zoom: number, x: number, y: number): Promise<ArrayBuffer> {
    const tile = await this.#use((file) => file.getZxy(zoom, x, y))
    return tile?.data ?? new ArrayBuffer(0)
  }

  /** Where in the file a tile is; undefined if it has none. @throws Error as `readHeader` */
  async findPart(zoom: number, x: number, y: number, signal: AbortSignal): Promise<FilePart | undefined> {
    const header = await this.readHeader(signal)
    if (zoom < header.minZoom || zoom > header.maxZoom) return undefined
    const id = zxyToTileId(zoom, x, y)
    let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength]
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const [from, size] = [offset, length]
      const directory = await this.#use(({ cache, source }) => cache.getDirectory(source, from, size, header, signal))
      const entry = findTile(directory, id)
      if (!entry) return undefined
      if (entry.runLength > 0) return { offset: header.tileDataOffset + entry.offset, length: entry.length }
      offset = header.leafDirectoryOffset + entry.offset
      length = entry.length
    }
    return undefined
  }

  /** A tile as it is in the file, compressed. @throws Error as `readHeader` */
  async readPart({ offset, length }: FilePart, signal: AbortSignal): Promise<ArrayBuffer> {
    const { data } = await this.#open().source.getBytes(offset, length, signal)
    if (data.byteLength !== length) throw new Error('tiles: cut off')
    return data
  }

  /** What a tile of `readPart` has in it. */
  unpack(part: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
    return this.#open().decompress(part, compression)
  }

  async #use<Result>(read: (file: PMTiles) => Promise<Result>): Promise<Result> {
    const file = this.#open()
    try {
      return await read(file)
    } catch (failure) {
      // It remembers its failures.
      if (this.#file === file) this.#file = undefined
      throw failure
    }
  }

  #open(): PMTiles {
    this.#file ??= new PMTiles(new Parts(this.#address))
    return this.#file
  }
}
