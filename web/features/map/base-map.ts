import { PMTiles, type RangeResponse, type Source } from 'pmtiles'
import baseMap from '#place-data/base-map.pmtiles?url'

/** The file as a whole: a cache stores no parts of files. */
class WholeFile implements Source {
  readonly #bytes: ArrayBuffer
  constructor(bytes: ArrayBuffer) {
    this.#bytes = bytes
  }

  getKey(): string {
    return baseMap
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    return { data: this.#bytes.slice(offset, offset + length) }
  }
}

let opened: Promise<PMTiles> | undefined

/** The bundled map of the world, loaded once. @throws Error without a network, if this device does not have it */
export function openBaseMap(): Promise<PMTiles> {
  opened ??= load().catch((failure) => {
    opened = undefined
    throw failure
  })
  return opened
}

async function load(): Promise<PMTiles> {
  const response = await fetch(baseMap)
  if (!response.ok) throw new Error(`The base map was not loaded: ${response.status}`)
  return new PMTiles(new WholeFile(await response.arrayBuffer()))
}

/** A tile of the bundled map; empty where there is only sea. @throws Error as `openBaseMap` */
export async function loadBaseTile(zoom: number, x: number, y: number): Promise<ArrayBuffer> {
  const tile = await (await openBaseMap()).getZxy(zoom, x, y)
  return tile?.data ?? new ArrayBuffer(0)
}
