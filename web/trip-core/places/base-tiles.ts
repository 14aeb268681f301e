import baseMap from '#place-data/base-map.pmtiles?url'
import { TileFile } from './tile-file.ts'

/** The bundled map of the world. */
export const baseTiles = new TileFile(baseMap)
/** As scripts/place-data/base-map.ts cuts them. Nearer, a map enlarges these. */
export const LAST_ZOOM = 6
