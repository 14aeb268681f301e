import mapWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { baseTiles } from '#web/trip-core/places/base-tiles.ts'

/**
 * Loads the directory of the bundled map, and makes sure that the worker is there, which reports nothing.
 * @throws Error without a network, if this device does not have the map
 */
export async function openBaseMap(): Promise<void> {
  const [worker] = await Promise.all([fetch(mapWorker), baseTiles.readHeader()])
  if (!worker.ok) throw new Error(`map worker: ${worker.status}`)
}
