import mapWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { PMTiles, type RangeResponse, type Source } from 'pmtiles'
import baseMap from '#place-data/base-map.pmtiles?url'

/** Parts of the file: from the server, or from the whole file that the service worker has. */
class Parts implements Source {
  getKey(): string {
    return baseMap
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    const headers = { Range: `bytes=${offset}-${offset + length - 1}` }
    const response = await fetch(baseMap, { headers, ...(signal && { signal }) })
    if (!response.ok) throw new Error(`base map: ${response.status}`)
    const data = await response.arrayBuffer()
    // Not every proxy sends parts.
    return { data: response.status === 206 ? data : data.slice(offset, offset + length) }
  }
}

let file: PMTiles | undefined

/**
 * Loads the directory of the bundled map, and makes sure that the worker is there, which reports nothing.
 * @throws Error without a network, if this device does not have the map
 */
export async function openBaseMap(): Promise<void> {
  try {
    const [worker] = await Promise.all([fetch(mapWorker), opened().getHeader()])
    if (!worker.ok) throw new Error(`map worker: ${worker.status}`)
  } catch (failure) {
    // It remembers its failures.
    file = undefined
    throw failure
  }
}

function opened(): PMTiles {
  file ??= new PMTiles(new Parts())
  return file
}

/** A tile of the bundled map; empty where there is only sea. @throws Error as `openBaseMap` */
export async function loadBaseTile(zoom: number, x: number, y: number): Promise<ArrayBuffer> {
  const tile = await opened().getZxy(zoom, x, y)
  return tile?.data ?? new ArrayBuffer(0)
}
