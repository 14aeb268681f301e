import { type Header, PMTiles, type RangeResponse, type Source } from 'pmtiles'

/** Parts of a file, from a server or a service worker. */
class Parts implements Source {
  readonly #address: string
  constructor(address: string) {
    this.#address = address
  }

  getKey(): string {
    return this.#address
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    const headers = { Range: `bytes=${offset}-${offset + length - 1}` }
    const response = await fetch(this.#address, { headers, referrerPolicy: 'no-referrer', ...(signal && { signal }) })
    if (!response.ok) throw new Error(`tiles: ${response.status}`)
    if (response.status === 206) return { data: await response.arrayBuffer() }
    // Not every proxy sends parts. A whole file of a region would be too large.
    if (Number(response.headers.get('content-length')) > MAX_WHOLE_BYTES) {
      await response.body?.cancel()
      throw new Error('tiles: no parts')
    }
    return { data: (await response.arrayBuffer()).slice(offset, offset + length) }
  }
}

const MAX_WHOLE_BYTES = 10_000_000

/** A PMTiles file with vector tiles, of which only the parts that are needed are loaded. */
export class TileFile {
  readonly #address: string
  #file: PMTiles | undefined

  constructor(address: string) {
    this.#address = address
  }

  /** What the file has. @throws Error if it cannot be loaded, or is none; the next call tries again */
  async readHeader(): Promise<Header> {
    try {
      return await this.#open().getHeader()
    } catch (failure) {
      // It remembers its failures.
      this.#file = undefined
      throw failure
    }
  }

  /** A tile; empty where there is none. @throws Error as `readHeader` */
  async readTile(zoom: number, x: number, y: number): Promise<ArrayBuffer> {
    const tile = await this.#open().getZxy(zoom, x, y)
    return tile?.data ?? new ArrayBuffer(0)
  }

  #open(): PMTiles {
    this.#file ??= new PMTiles(new Parts(this.#address))
    return this.#file
  }
}

/** Zoom, column and row of a tile's address in a protocol of our own: `base://6/18/22`. */
export function tileOf(address: string): [zoom: number, x: number, y: number] {
  const [zoom = 0, x = 0, y = 0] = address
    .slice(address.indexOf('://') + 3)
    .split('/')
    .map(Number)
  return [zoom, x, y]
}
